"""Standard output and standard error as the program needs them.

Words for people never decide about the data: whatever becomes of standard error, writing to it does not fail. Data that
cannot be written is an error that says where.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import TextIO


class _Words(io.FileIO):
    """Standard error: what cannot be written is dropped."""

    def write(self, data: object) -> int:
        """Takes all of it."""
        rest = memoryview(data).cast("B")  # type: ignore[arg-type]
        with contextlib.suppress(OSError):
            while len(rest):
                rest = rest[super().write(rest) or 0 :]
        return memoryview(data).nbytes  # type: ignore[arg-type]


class _Data(io.FileIO):
    """Standard output: an error has its name."""

    def write(self, data: object) -> int | None:  # type: ignore[override]
        """Writes what it can."""
        try:
            return super().write(data)  # type: ignore[arg-type]
        except OSError as error:
            error.filename = "standard output"
            raise


def prepare_streams() -> None:
    """Replaces the streams that Python made; those that somebody else put there, as tests do, stay."""
    for number in (0, 1, 2):
        _occupy(number)
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
    if sys.stdout is sys.__stdout__:
        sys.stdout = _stream(_Data(1, "w", closefd=False), sys.__stdout__)
    if sys.stderr is sys.__stderr__:
        sys.stderr = _stream(_Words(2, "w", closefd=False), sys.__stderr__)


def _occupy(number: int) -> None:
    """A closed stream would give its number to the next file that is opened, and that file its words.

    Opened for reading, so that data which nobody takes is an error.
    """
    try:
        os.fstat(number)
    except OSError:
        os.open(os.devnull, os.O_RDONLY)


def _stream(raw: io.FileIO, old: TextIO | None) -> TextIO:
    encoding = old.encoding if old is not None else "utf-8"
    if raw.fileno() == 2:
        # Without a buffer: a signal that came between the writing and the counting would have it written once more.
        return io.TextIOWrapper(raw, encoding, "backslashreplace", write_through=True)
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding, "backslashreplace", line_buffering=raw.isatty())


def silence_output() -> None:
    """Drops what standard output still holds: it cannot be written, and Python would try once more at its end."""
    if sys.stdout is not None and sys.stdout.fileno() == 1:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.close(nowhere)
