"""samesame cluster: documents that match, grouped around a reference."""

from __future__ import annotations

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
    method: options.Method,
    out: options.Out = None,
    kind: Annotated[
        str,
        typer.Option(
            help="'stars': each member matches the reference of its cluster. 'components': whatever a chain of matches "
            "joins, even if its ends do not match."
        ),
    ] = "stars",
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
    """Group the matches of a method into clusters, each around its reference document.

    The reference is the document with most identical copies, then the one that most others match, then the earliest.
    A document that matches several references joins the one with which it shares most. Every document has a row; those
    that match nothing are singletons. On a terminal the largest clusters are a table, in a pipe rows are JSON lines.

    Example: samesame cluster comments.jsonl --method overlap --threshold 0.6 --out members.jsonl
    """
    from samesame.report.summary import print_cluster_summary
    from samesame.verbs.cluster import cluster as run

    chosen = engine if explain else options.engine_at(engine, master, overwrite)
    wish: dict[str, Any] = {
        "method": method,
        "kind": kind,
        "preset": preset,
        "stats": stats,
        "memory": memory,
        "threads": reading.threads,
        **options.given(sets, threshold=threshold, same=same, language=language),
    }
    with watching(quiet=reading.quiet) as watch, options.opened(inputs, reading, watch) as documents:
        options.check_out(chosen, out, [documents, stats])
        if explain:
            options.print_plan("cluster", documents, json=json, **wish)
            return
        found = run(documents, engine=chosen, progress=watch.read, stage=watch.stage, **wish)
        if kind == "components":
            watch.say("samesame: components: a chain of matches joins documents that need not match their reference")
        put_out(found, lambda: _show(found), out=out, json=json, csv_safe=csv_safe, watch=watch)
        if not reading.quiet:
            print_cluster_summary(found)


def _show(clusters: Clusters) -> None:
    from samesame.report.terminal import print_clusters  # imported here, as Rich takes long to import

    print_clusters(clusters)
