"""Times in Python values, read as in the core: ISO 8601 or numbers since 1970; UTC if there is no zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

# Larger numbers are milliseconds, smaller ones seconds.
WATERSHED = 20_000_000_000


class OutOfRange(ValueError):
    """A time outside the years 1 to 9999, which Python's `datetime` does not have."""


def parse_time(value: object) -> datetime | None:
    """A timestamp in UTC; None for missing values. Raises ValueError for an invalid time.

    >>> parse_time("2025-03-03T12:06:40+01:00") == parse_time(1_741_000_000) == parse_time("2025-03-03 11:06:40")
    True
    """
    if value is None or _is_missing(value):
        return None
    if isinstance(value, str):
        value = _from_text(value.strip())
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = _from_number(value)
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime.combine(value, time())
    if not isinstance(value, datetime):
        raise TypeError(f"the time must be a datetime, ISO 8601 or a number; got {type(value).__name__}")
    try:
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    except OverflowError as error:
        raise OutOfRange from error


def _is_missing(value: object) -> bool:
    """Whether it is NaN, NaT or pandas' NA. The first two are not equal to themselves; the last cannot be compared."""
    try:
        return bool(value != value)
    except (TypeError, ValueError):
        return type(value).__name__ == "NAType"


def _from_text(text: str) -> datetime | float:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return float(text)


def _from_number(number: float) -> datetime:
    try:
        return datetime.fromtimestamp(number / 1000 if abs(number) > WATERSHED else number, UTC)
    except (OverflowError, OSError, ValueError) as error:
        raise OutOfRange from error


def no_time(value: object, error: Exception) -> str:
    """The message about an invalid time, the same as the core's."""
    try:
        text = str(value)
    except ValueError:  # more digits than Python converts
        text = type(value).__name__
    reason = "is outside the years 1 to 9999" if isinstance(error, OutOfRange) else "is not ISO 8601"
    return f"the time '{text[:40]}' {reason}; kept without it"
