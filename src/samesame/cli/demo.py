"""samesame demo: the copies in the bundled sample collection."""

from __future__ import annotations

from samesame.cli import options
from samesame.cli.messages import say


def demo(out: options.Out = None, json: options.Json = False, csv_safe: options.CsvSafe = False) -> None:
    """Find the copies in the bundled sample: news, letters and mails in English, Turkish and Chinese."""
    from samesame.report.files import output_format, print_json_lines, write_table
    from samesame.report.summary import print_summary
    from samesame.report.terminal import print_matches
    from samesame.sample import sample_documents
    from samesame.verbs.find import find

    if out is not None:
        output_format(out)
    documents = sample_documents()
    matches = find(documents, spans=True)
    if out is not None:
        write_table(matches.to_arrow(), out, csv_safe=csv_safe)
        say(f"samesame: wrote {out}")
    elif json:
        print_json_lines(matches.to_arrow())
    else:
        print_matches(matches, {document.id: document.text for document in documents})
    print_summary(matches.summary)
    say("Next: samesame find YOUR-FILES, or samesame --help")
