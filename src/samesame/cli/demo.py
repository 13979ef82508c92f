"""samesame demo: the copies in the bundled sample collection."""

from __future__ import annotations

from samesame.cli import options
from samesame.cli.messages import say


def demo(json: options.Json = False) -> None:
    """Find the copies in the bundled sample: news, letters and mails in English, Turkish and Chinese."""
    from samesame.report.files import print_json_lines
    from samesame.report.terminal import print_matches, print_summary
    from samesame.sample import sample_documents
    from samesame.verbs.find import find

    documents = sample_documents()
    matches = find(documents, spans=True)
    if json:
        print_json_lines(matches.to_arrow())
    else:
        print_matches(matches, {document.id: document.text for document in documents})
    print_summary(matches.summary)
    say("Next: samesame find YOUR-FILES, or samesame --help")
