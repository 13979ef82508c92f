"""samesame dedup: a collection without its copies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from samesame.cli import options
from samesame.cli.messages import say
from samesame.cli.progress import watching

if TYPE_CHECKING:
    from samesame.report.removals import Removals


@options.with_reading
def dedup(
    inputs: options.Inputs,
    out: Annotated[
        str,
        typer.Option(
            help="Write the documents that stay to this file (.jsonl .csv .tsv, also .gz .zst; .parquet .arrow); or, "
            "with a '/' at the end, to this folder: one file per input, in the tree of the inputs; or, with '-', to "
            "standard output as JSONL.",
            show_default=False,
        ),
    ],
    removed: Annotated[
        Path | None,
        typer.Option(
            help="Write a row for each document that was removed: its id, the one that stays, and why.",
            show_default=False,
        ),
    ] = None,
    clusters: Annotated[
        Path | None,
        typer.Option(
            help="Write the id, cluster and role of each document: its cluster is the document that stays for it.",
            show_default=False,
        ),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            help="First remove what these have; none of their own documents is removed or written. More files with "
            "more --against, or an index made by 'samesame index'.",
            metavar="IN",
            show_default=False,
        ),
    ] = None,
    against_only: Annotated[
        bool, typer.Option("--against-only", help="Remove what --against has, but no copies within IN.")
    ] = False,
    keep: Annotated[
        str,
        typer.Option(
            help="Which copy stays: earliest, longest, first (by file and row), sources (in the order of IN); or a "
            "FIELD of the records: the highest value, with FIELD:min the lowest."
        ),
    ] = "earliest",
    previous: Annotated[
        Path | None,
        typer.Option(
            help="What an earlier run wrote to --out or --removed: documents that stayed then stay again, unless "
            "--against has them.",
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
    master: options.Master = None,
    overwrite: options.Overwrite = False,
    memory: options.Memory = "2GiB",
    explain: options.Explain = False,
    json: options.JsonPlan = False,
    *,
    reading: options.Reading,
) -> None:
    """Write a collection without its copies.

    Identical documents and near copies go for the one that the rule of --keep chooses, contained ones for the one
    that holds them. A document goes only if it is itself covered by the one that stays, so no longer text is lost.
    With --against, documents that another collection covers go first, as in cleaning a training set of its test set.

    All columns are kept, with their types and the order of the rows; lines of JSONL and rows of CSV stay as they are,
    to the byte. Inputs of different columns get all of them.

    Example: samesame dedup news.jsonl --out clean.jsonl --removed removed.csv
    """
    from samesame.report.summary import print_summary
    from samesame.verbs.dedup import dedup as run

    chosen = engine if explain else options.engine_at(engine, master, overwrite)
    wish: dict[str, Any] = {
        "against_only": against_only,
        "out": out,
        "removed": removed,
        "clusters": clusters,
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
    with watching(quiet=reading.quiet) as watch, options.opened(inputs, reading, watch) as documents:
        with options.opened_also(against, documents, watch, reading.format) as other:
            if explain:
                options.print_plan("dedup", documents, json=json, against=other, **wish)
                return
            result = run(documents, against=other, engine=chosen, progress=watch.read, stage=watch.stage, **wish)
        watch.end()
        if reading.quiet:
            return
        print_summary(result.summary)
        share = len(result.removed) / max(result.summary.documents, 1)
        removed_or_marked = "marked for removal" if mark else "removed"
        gone = f"{len(result.removed):,} {removed_or_marked}"
        gone += f" ({share:.1%}{_for_the_others(result.removed) if against else ''})"
        say(f"{len(result):,} documents kept, {gone}; written to {'standard output' if out == '-' else out}")


def _for_the_others(removed: Removals) -> str:
    """How many went for a document of the other collection."""
    return f"; {removed.counted('rule').get('against', 0):,} for --against"
