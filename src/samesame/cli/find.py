"""samesame find: the matches of a collection."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from samesame.cli import options
from samesame.cli.progress import watching
from samesame.cli.results import put_out

if TYPE_CHECKING:
    from samesame.report.matches import Matches


@options.with_reading
def find(
    inputs: options.Inputs,
    against: Annotated[
        list[str] | None,
        typer.Option(
            help="Only pairs of a document of IN and one of these; more files with more --against, or an index made by "
            "'samesame index'. Rows tell both sides: in or against.",
            metavar="IN",
            show_default=False,
        ),
    ] = None,
    method: options.Method = "overlap",
    threshold: options.Threshold = None,
    relation: Annotated[
        str | None,
        typer.Option(
            help="Only these relations (exact, near, contained, partial), separated by commas.",
            metavar="R,...",
            show_default=False,
        ),
    ] = None,
    all_pairs: Annotated[
        bool,
        typer.Option("--all-pairs", help="Link identical documents all with all, not only with the first."),
    ] = False,
    spans: Annotated[
        bool, typer.Option("--spans", help="Tell where: the passages of each match, in code points of both texts.")
    ] = False,
    clusters: Annotated[
        Path | None,
        typer.Option(
            help="Write the id, cluster and role of each document; its cluster is the component of matches that it "
            "is in, named by the smallest id.",
            show_default=False,
        ),
    ] = None,
    preset: options.Preset = None,
    stats: options.Stats = None,
    sets: options.Set = None,
    same: options.Same = None,
    language: options.Language = None,
    out: options.Out = None,
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
    """Find the copies in a collection.

    Every pair that passes the threshold is found, and no other. Identical documents are linked to the first of their
    group. On a terminal the matches are a table, in a pipe JSON lines.

    Example: samesame find news.jsonl --threshold 0.7 --out matches.csv
    """
    from samesame.report.summary import print_summary
    from samesame.verbs.find import find as run

    chosen = engine if explain else options.engine_at(engine, master, overwrite)
    wish: dict[str, Any] = {
        "method": method,
        "relation": relation,
        "all_pairs": all_pairs,
        "spans": spans,
        "clusters": clusters,
        "csv_safe": csv_safe,
        "preset": preset,
        "stats": stats,
        "memory": memory,
        "threads": reading.threads,
        **options.given(sets, threshold=threshold, same=same, language=language),
    }
    with watching(quiet=reading.quiet) as watch, options.opened(inputs, reading, watch) as documents:
        with options.opened_also(against, documents, watch, reading.format) as other:
            options.check_out(chosen, out, [documents, other, stats], clusters=clusters)
            if explain:
                options.print_plan("find", documents, json=json, against=other, **wish)
                return
            matches = run(documents, against=other, engine=chosen, progress=watch.read, stage=watch.stage, **wish)
        put_out(matches, lambda: _show(matches), out=out, json=json, csv_safe=csv_safe, watch=watch)
        if not reading.quiet:
            print_summary(matches.summary)


def _show(matches: Matches) -> None:
    from samesame.report.terminal import print_matches  # imported here, as Rich takes long to import

    print_matches(matches)
