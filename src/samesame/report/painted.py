"""Cuts texts where passages begin and end, for output in colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from samesame.model import Span

Side = Literal["left", "right"]


class Piece(NamedTuple):
    """A stretch of a text, and the number of its passage."""

    start: int
    end: int
    passage: int | None


def places(spans: Iterable[Span], side: Side) -> list[tuple[int, int]]:
    """The ranges of the passages in one of the texts."""
    if side == "left":
        return [(span.left_start, span.left_end) for span in spans]
    return [(span.right_start, span.right_end) for span in spans]


def pieces(length: int, stretches: Sequence[tuple[int, int]]) -> Iterator[Piece]:
    """A whole text in order. Where passages overlap, the one that begins first continues."""
    at = 0
    for start, minus_end, passage in sorted((start, -end, number) for number, (start, end) in enumerate(stretches)):
        if at < start:
            yield Piece(at, start, None)
        if max(at, start) < -minus_end:
            yield Piece(max(at, start), -minus_end, passage)
        at = max(at, -minus_end)
    if at < length:
        yield Piece(at, length, None)
