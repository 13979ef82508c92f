"""samesame dedup: a collection without its copies."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from samesame.cli import options
from samesame.cli.messages import say
from samesame.cli.progress import progress_bar


@options.with_reading
def dedup(
    inputs: options.Inputs,
    out: Annotated[
        str,
        typer.Option(
            help="Write the documents that stay to this file; or, with a '/' at the end, to this folder, one file an "
            "input, in the tree that the inputs have; or to standard output: '-', as JSONL.",
            show_default=False,
        ),
    ],
    removed: Annotated[
        Path | None,
        typer.Option(help="Write what was removed, what stays in its place and why.", show_default=False),
    ] = None,
    keep: Annotated[str, typer.Option(help="Which copy stays: earliest, longest or first.")] = "earliest",
    previous: Annotated[
        Path | None,
        typer.Option(
            help="What an earlier run wrote to --out or --removed: documents that stayed then stay again.",
            show_default=False,
        ),
    ] = None,
    mark: Annotated[
        bool,
        typer.Option(
            "--mark",
            help="Remove nothing: write all documents, with columns that say whether each stays, whom it would go for, "
            "the relation and both coverages.",
        ),
    ] = False,
    method: options.Method = "overlap",
    threshold: options.Threshold = None,
    preset: options.Preset = None,
    stats: options.Stats = None,
    sets: options.Set = None,
    same: options.Same = None,
    language: options.Language = None,
    csv_safe: options.CsvSafe = False,
    engine: options.Engine = "local",
    memory: options.Memory = "2GiB",
    explain: options.Explain = False,
    json: options.Json = False,
    *,
    reading: options.Reading,
) -> None:
    """Write a collection without its copies.

    Identical documents and near copies go for the one that the rule of --keep chooses, contained ones for the one
    that holds them. A document goes only if it is itself covered by the one that stays, so no longer text is lost.

    All columns are kept, with their types and the order of the rows; lines of JSONL and rows of CSV stay as they are,
    to the byte. Inputs of different columns get all of them.

    Example: samesame dedup news.jsonl --out clean.jsonl --removed removed.csv
    """
    from samesame.report.summary import print_summary
    from samesame.verbs.dedup import dedup as run

    wish: dict[str, Any] = {
        "out": out,
        "removed": removed,
        "keep": keep,
        "previous": previous,
        "mark": mark,
        "method": method,
        "preset": preset,
        "stats": stats,
        "memory": memory,
        "threads": reading.threads,
        "csv_safe": csv_safe,
        **options.given(sets, threshold=threshold, same=same, language=language),
    }
    with options.opened(inputs, reading) as documents:
        if explain:
            options.print_plan("dedup", documents, json=json, **wish)
            return
        with progress_bar("finding copies") as progress:
            result = run(documents, engine=engine, progress=progress, **wish)
        print_summary(result.summary)
        share = len(result.removed) / max(result.summary.documents, 1)
        removed_or_marked = "marked for removal" if mark else "removed"
        where = "standard output" if out == "-" else out
        say(
            f"{len(result):,} documents kept, {len(result.removed):,} {removed_or_marked} ({share:.1%}); "
            f"written to {where}"
        )
