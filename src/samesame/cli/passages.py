"""samesame passages: what the documents of a collection share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from samesame.cli import options
from samesame.cli.progress import watching
from samesame.cli.results import put_out

if TYPE_CHECKING:
    from samesame.report.passages import Passages


@options.with_reading
def passages(
    inputs: options.Inputs,
    out: options.Out = None,
    min_words: Annotated[int, typer.Option(help="Only passages of at least this many words.", min=1)] = 12,
    min_sentences: Annotated[int, typer.Option(help="Only passages of at least this many sentences.", min=1)] = 1,
    min_count: Annotated[int, typer.Option(help="Only passages with at least this many places.", min=2)] = 2,
    boilerplate: Annotated[
        int,
        typer.Option(
            help="Mark a passage as boilerplate if it is in at least this many documents, nearly always at their "
            "beginning or end.",
            min=2,
        ),
    ] = 10,
    language: options.Language = None,
    unspaced: options.Unspaced = "bigrams",
    json: options.Json = False,
    csv_safe: options.CsvSafe = False,
    engine: options.Engine = "local",
    master: options.Master = None,
    overwrite: options.Overwrite = False,
    memory: options.Memory = "2GiB",
    explain: options.Explain = False,
    *,
    reading: options.Reading,
) -> None:
    """Find the passages that documents share, each once, with all its places.

    A passage is a run of words that stands in several places and cannot be made longer. Punctuation, case, white space
    and the marks of quoted lines do not count. On a terminal the passages are a table, in a pipe JSON lines.

    Example: samesame passages mails.mbox --min-words 20 --out passages.jsonl
    """
    from samesame.report.summary import print_passage_summary
    from samesame.verbs.passages import passages as run

    chosen = engine if explain else options.engine_at(engine, master, overwrite)
    wish: dict[str, Any] = {
        "min_words": min_words,
        "min_sentences": min_sentences,
        "min_count": min_count,
        "boilerplate": boilerplate,
        "language": language,
        "unspaced": unspaced,
        "memory": memory,
        "threads": reading.threads,
    }
    with watching(quiet=reading.quiet) as watch, options.opened(inputs, reading, watch) as documents:
        options.check_out(chosen, out, [documents])
        if explain:
            options.print_plan("passages", documents, json=json, **wish)
            return
        found = run(documents, engine=chosen, progress=watch.read, stage=watch.stage, **wish)
        put_out(found, lambda: _show(found), out=out, json=json, csv_safe=csv_safe, watch=watch)
        if not reading.quiet:
            print_passage_summary(found)


def _show(passages: Passages) -> None:
    from samesame.report.terminal import print_passages  # imported here, as Rich takes long to import

    print_passages(passages)
