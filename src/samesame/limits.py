"""Sizes, durations and limits, parsed from and shown to people."""

from __future__ import annotations

import re
from dataclasses import dataclass

from samesame.errors import ParameterError

_UNITS = {"": 1, "b": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
_SECONDS = {"": 1.0, "ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}
_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|[smhd]?)")
# More bytes are no number of 64 bits, in which the core counts them.
_MOST = 2**63 - 1
# Threads are started when a pool is made, whether they find work or not.
MOST_THREADS = 1024
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgt]?)(i?)b?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a run may use: bytes of memory for buffered data, and threads (0: one per core)."""

    memory: int = 2 << 30
    threads: int = 0

    def __post_init__(self) -> None:
        checked_threads(self.threads)


def checked_threads(threads: int) -> int:
    """A number of threads that can be started."""
    if not 0 <= threads <= MOST_THREADS:
        raise ParameterError(f"threads: expected a number up to {MOST_THREADS}, or 0 for one per core; got {threads}")
    return threads


def parse_size(value: str | int, name: str = "memory") -> int:
    """Bytes from a number or from a string such as 512MiB or 2 GB.

    >>> parse_size("2GiB"), parse_size("1.5 MB"), parse_size(4096)
    (2147483648, 1500000, 4096)
    """
    size = value if isinstance(value, int) else _size_in(value)
    if size is None or size < 0:
        raise ParameterError(f"{name}: expected a size such as 512MiB or 2GiB, got '{value}'")
    if size > _MOST:
        raise ParameterError(f"{name}: expected a size of less than 8 million TiB, got '{value}'")
    return int(size)


def _size_in(written: object) -> float | None:
    """Bytes from a string; infinite if they are more than a floating-point number can hold."""
    match = _SIZE.fullmatch(str(written).strip())
    if not match:
        return None
    number, unit, binary = match.groups()
    scale = 1024 ** "bkmgt".index((unit or "b").lower()) if binary else _UNITS[unit.lower()]
    return float(number) * scale


def show_bytes(count: float) -> str:
    """A number of bytes in a readable form.

    >>> show_bytes(96_937_600), show_bytes(512)
    ('96.9 MB', '512 B')
    """
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} TB"


def parse_duration(value: str, name: str) -> float:
    """Seconds.

    >>> parse_duration("24h", "window"), parse_duration("1.5m", "every"), parse_duration("200ms", "settle")
    (86400.0, 90.0, 0.2)
    """
    found = _DURATION.fullmatch(value.strip().lower())
    if not found:
        raise ParameterError(f"{name}: expected a duration such as 30s, 5m or 24h, got '{value}'")
    return float(found[1]) * _SECONDS[found[2]]


def parse_hours(value: str) -> int:
    """The hours of a window, which are whole; a number alone is hours.

    >>> parse_hours("24h"), parse_hours("7d"), parse_hours("48")
    (24, 168, 48)
    """
    hours = float(value) if value.strip().isdecimal() else parse_duration(value, "window") / 3600
    if hours < 1 or hours != int(hours):
        raise ParameterError(f"window: expected whole hours, such as 24h or 7d, got '{value}'")
    return int(hours)
