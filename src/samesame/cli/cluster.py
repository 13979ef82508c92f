"""samesame cluster: documents that match, grouped around a reference."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from samesame.cli import options
from samesame.cli.progress import watching
from samesame.cli.results import put_out

if TYPE_CHECKING:
    from samesame.report.members import Clusters


@options.with_reading
def cluster(
    inputs: options.Inputs,
    method: options.Method = "durian",
    out: options.Out = None,
    kind: Annotated[
        str | None,
        typer.Option(
            help="For other methods than durian. 'stars', their default: each member matches the reference of its "
            "cluster. 'components': whatever a chain of matches joins, even if its ends do not match.",
            show_default=False,
        ),
    ] = None,
    constraints: Annotated[
        Path | None,
        typer.Option(
            help="durian: a CSV file of links between documents, with the columns left, right, kind (must, cannot, "
            "family). They are stored beside --out, and --previous takes them over.",
            show_default=False,
        ),
    ] = None,
    previous: Annotated[
        Path | None,
        typer.Option(
            help="durian: the members that an earlier run wrote. Its clusters keep their ids and references, and the "
            "links stored beside it hold.",
            show_default=False,
        ),
    ] = None,
    clusters: Annotated[
        Path | None,
        typer.Option(
            help="Write a row for each cluster of several documents: its size, first and last date, how many members "
            "of each kind, share of unique text.",
            show_default=False,
        ),
    ] = None,
    threshold: options.Threshold = None,
    preset: options.Preset = None,
    stats: options.Stats = None,
    sets: options.Set = None,
    same: options.Same = None,
    language: options.Language = None,
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
    """Group documents into clusters, each around its reference: form letters and their edited copies.

    The method durian takes letters apart, finds reference copies and lets the other documents join the nearest one.
    Other methods group their matches; there the reference is the document with most identical copies, then the one
    that most others match, then the earliest, and a document that matches several references joins the one with which
    it shares most. Every document has a row; those that are alone are singletons. On a terminal the largest clusters
    are a table, in a pipe rows are JSON lines.

    Example: samesame cluster comments.jsonl --out members.jsonl --clusters campaigns.csv
    """
    from samesame.engines.earlier import links_path, store_links
    from samesame.report.files import output_format, whole_file, write_table_to
    from samesame.report.summary import print_cluster_summary
    from samesame.verbs.cluster import cluster as run

    if clusters is not None:
        output_format(clusters, "clusters")
    chosen = engine if explain else options.engine_at(engine, master, overwrite)
    wish: dict[str, Any] = {
        "method": method,
        "kind": kind,
        "constraints": constraints,
        "previous": previous,
        "preset": preset,
        "stats": stats,
        "memory": memory,
        "threads": reading.threads,
        **options.given(sets, threshold=threshold, same=same, language=language),
    }
    with watching(quiet=reading.quiet) as watch, options.opened(inputs, reading, watch) as documents:
        links = None if out is None else links_path(out)
        # The file of earlier members may be written anew: it is read before.
        options.check_out(chosen, out, [documents, stats, constraints], clusters=clusters, links=links)
        if explain:
            options.print_plan("cluster", documents, json=json, **wish)
            return
        found = run(documents, engine=chosen, progress=watch.read, stage=watch.stage, **wish)
        if kind == "components":
            watch.say("samesame: components: a chain of matches joins documents that need not match their reference")
        # Both files are complete before one of them gets its name.
        with contextlib.nullcontext() if clusters is None else whole_file(clusters) as partial:
            if partial is not None and clusters is not None:
                write_table_to(partial, clusters, found.campaigns().to_arrow(), csv_safe=csv_safe)
            put_out(found, lambda: _show(found), out=out, json=json, csv_safe=csv_safe, watch=watch)
        if links is not None:
            store_links(links, constraints, previous)
        if not reading.quiet:
            print_cluster_summary(found)


def _show(clusters: Clusters) -> None:
    from samesame.report.terminal import print_clusters  # imported here, as Rich takes long to import

    print_clusters(clusters)
