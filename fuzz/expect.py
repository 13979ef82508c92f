"""What is expected of everything: it works, or it is refused by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import samesame as ss
from fuzz.case import Fault

T = TypeVar("T")


def refused(call: Callable[[], T]) -> T | ss.SamesameError:
    """What the call gives, or the error by which it was refused. A mistake of ours is no refusal."""
    try:
        return call()
    except ss.InternalError:
        raise
    except ss.SamesameError as error:
        return error


def same(what: str, left: Sequence[Any], right: Sequence[Any]) -> None:
    """Raises with the first difference."""
    if left != right:
        raise Fault(f"expected {what}\n{_difference(left, right)}")


def _difference(left: Sequence[Any], right: Sequence[Any]) -> str:
    for i in range(max(len(left), len(right))):
        a, b = (side[i] if i < len(side) else "nothing" for side in (left, right))
        if a != b:
            return f"{len(left)} and {len(right)} items; item {i}: {a!r:.500} and {b!r:.500}"
    return ""


def inside(what: str, start: int, end: int, text: str) -> None:
    """Raises unless the range is one of the text."""
    if not 0 <= start <= end <= len(text):
        raise Fault(
            f"{what} must lie inside the text\n{start}:{end} of a text of {len(text)} code points: {text!r:.500}"
        )
