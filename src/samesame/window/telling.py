"""What the core tells of a newcomer, as a verdict."""

from __future__ import annotations

from math import nan
from typing import Literal, cast

from samesame import _core
from samesame.align.passages import align
from samesame.limits import show_bytes
from samesame.model import Document, Relation, Span
from samesame.window.clock import moment
from samesame.window.recipe import Recipe
from samesame.window.verdict import Standing, Verdict, WindowMatch


def verdict(recipe: Recipe, memory: int | None, document: Document, text: str, told: _core.WindowVerdict) -> Verdict:
    """The verdict on a document, of which this text was compared."""
    time, clock, met, total, group, origin, joined, held, shortened = told
    matches = tuple(_match(recipe, document.id, text, *other) for other in met)
    notes = []
    if clock == "ahead":
        notes.append(f"time: {document.time} is more than an hour ahead; judged as of now, and the window's hour stays")
    if not held and (recipe.remember == "all" or total == 0):
        notes.append("time: older than the hours that are held; compared, and not remembered")
    if shortened and memory is not None:
        notes.append(f"memory: {show_bytes(memory)} were reached; the oldest documents were dropped early")
    return Verdict(
        id=document.id,
        relation=matches[0].seen if matches else "new",
        matches=matches,
        total=total,
        group=group,
        origin=origin,
        joined=joined,
        time=moment(time),
        clock=cast(Literal["document", "arrival", "ahead"], clock),
        held=held,
        notes=tuple(notes),
    )


def _match(
    recipe: Recipe, id_: str, text: str,
    other: str, standing: str, score: float, other_score: float, time: int, group: int, other_text: str,
) -> WindowMatch:  # fmt: skip
    seen = cast(Standing, standing)
    if seen == "exact" and "exact" not in recipe.settings.method.relations:
        seen = "near"
    relation: Relation = "contained" if seen == "contains" else cast(Relation, seen)
    mine_left = seen == "contained" or (seen != "contains" and id_ < other)
    left, right = ((id_, score, text), (other, other_score, other_text))[:: 1 if mine_left else -1]
    spans: tuple[Span, ...] | None = tuple(align(left[2], right[2])) if recipe.spans else None
    return WindowMatch(
        left=left[0],
        right=right[0],
        relation=relation,
        method=recipe.method,
        left_score=left[1],
        right_score=right[1],
        left_coverage=nan,
        right_coverage=nan,
        jaccard=nan,
        spans=spans,
        id=other,
        seen=seen,
        score=score,
        other_score=other_score,
        time=moment(time),
        group=group,
    )
