"""samesame stats: frozen word statistics of a reference collection."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from samesame.cli import options
from samesame.cli.progress import watching


@options.with_reading
def stats(
    inputs: options.Inputs,
    out: Annotated[Path, typer.Option(help="Write the statistics to this file.", show_default=False)],
    language: options.Language = None,
    stop: Annotated[bool, typer.Option("--stop", help="Leave out stop words (needs a language).")] = False,
    stem: Annotated[
        str, typer.Option(help="Shorten words: 'none', 'first5' (to five letters) or 'snowball' (to their stem).")
    ] = "none",
    unspaced: options.Unspaced = "bigrams",
    merge: Annotated[
        list[Path] | None,
        typer.Option(
            help="Add the counts of these statistics, which must be made with the same options.", show_default=False
        ),
    ] = None,
    *,
    reading: options.Reading,
) -> None:
    """Count in how many documents each word occurs: the idf of a reference collection, frozen in a file.

    Example: samesame stats archive/*.parquet --language tr --stop --stem first5 --out turkish.stats
    """
    from samesame.errors import ParameterError
    from samesame.report.targets import check_outputs
    from samesame.report.whole import whole_file
    from samesame.segment.words import WordOptions
    from samesame.sign.statistics import Statistics, merge_all

    if stop and language is None:
        raise ParameterError("stop: needs a language; give --language and a code such as tr, or --language auto")
    words = WordOptions(unspaced=unspaced, language=language, stop=stop, stem=stem)  # type: ignore[arg-type]
    others = [Statistics.load(path) for path in merge or []]
    with watching(quiet=reading.quiet) as watch, options.opened(inputs, reading, watch) as documents:
        check_outputs([("out", out)], [documents, *(merge or [])])
        watch.stage("count words")
        counted = Statistics.count(documents, options=words, threads=reading.threads, progress=watch.read)
        counted = merge_all([counted, *others])
        with whole_file(out) as partial:
            counted.save(partial)
        watch.end()
        watch.say(
            f"{counted.documents:,} documents, {counted.table.num_rows:,} words, fingerprint {counted.fingerprint}"
        )
