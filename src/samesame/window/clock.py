"""Times of documents and the clock of a window, as microseconds since 1970."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from samesame.errors import ParameterError
from samesame.read.times import parse_time

Time: TypeAlias = datetime | str | float
Now: TypeAlias = Time | Callable[[], Time] | None
HOUR = 3_600_000_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def moment(time: int) -> datetime:
    """A time that the core told."""
    return _EPOCH + time * _MICROSECOND


def microseconds(time: object) -> int | None:
    """A time that a user gives; None where there is none."""
    try:
        parsed = parse_time(time)
    except (TypeError, ValueError) as error:
        raise ParameterError(f"time: expected a datetime, ISO 8601 or seconds since 1970, got {time!r}") from error
    return None if parsed is None else (parsed - _EPOCH) // _MICROSECOND


def clock(now: Now) -> Callable[[], int]:
    """What tells the time: the wall clock, a function that the user gives, or a time that it stands still at."""
    if now is None:
        return lambda: (datetime.now(UTC) - _EPOCH) // _MICROSECOND
    if callable(now):
        return lambda: _required(now(), "now: expected a time, got none")
    fixed = _required(now, f"now: expected a time or a function that gives it, got {now!r}")
    return lambda: fixed


def _required(time: object, refused: str) -> int:
    found = microseconds(time)
    if found is None:
        raise ParameterError(refused)
    return found
