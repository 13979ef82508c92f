"""The summary of a run on standard error. Written without Rich, whose import would take a tenth of a short run."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from samesame.limits import show_bytes
from samesame.report.visible import visible

if TYPE_CHECKING:
    from samesame.report.matches import Summary
    from samesame.report.members import Clusters
    from samesame.report.passages import Passages

# Runs shorter than this many seconds are summed up without their stages.
SHORT = 0.1


def print_summary(summary: Summary) -> None:
    """Documents, pairs by relation, seconds."""
    pairs = ", ".join(f"{count:,} {relation}" for relation, count in summary.relations.items()) or "no pairs"
    _print_run(summary, pairs)


def print_passage_summary(passages: Passages) -> None:
    """Documents, passages and their places, seconds."""
    what = f"{len(passages):,} passages in {passages.places:,} places, {passages.boilerplate:,} of them boilerplate"
    _print_run(passages.summary, what if len(passages) else "no passages")


def print_cluster_summary(clusters: Clusters) -> None:
    """Documents, clusters and their members, seconds."""
    roles = clusters.roles()
    what = f"{roles['reference']:,} clusters with {roles['member']:,} members, {roles['singleton']:,} documents alone"
    _print_run(clusters.summary, what)


def _print_run(summary: Summary, what: str) -> None:
    speed = f", {show_bytes(summary.bytes / summary.seconds)}/s" if summary.seconds and summary.bytes else ""
    lines = [f"{summary.documents:,} documents: {what}. {summary.seconds:.2f} s{speed}"]
    if summary.stages and summary.seconds >= SHORT:
        parts = [_stage(name, seconds, summary.bytes) for name, seconds in summary.stages.items()]
        lines.append(f"stages: {', '.join(parts)}")
    if summary.note:
        lines.append(summary.note)
    for line in lines:
        print(visible(line), file=sys.stderr)


def _stage(name: str, seconds: float, size: int) -> str:
    """A stage with its time and, if it is meaningful, its speed."""
    speed = f" ({show_bytes(size / seconds)}/s)" if size and seconds >= SHORT / 10 else ""
    return f"{name} {seconds:.2f} s{speed}"
