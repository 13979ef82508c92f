"""Standard output and standard error as the program needs them.

Messages for people must not affect the data: writing to standard error never fails. Data that cannot be written is an
error that names standard output.
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
        """Always reports all of it as written."""
        rest = memoryview(data).cast("B")  # type: ignore[arg-type]
        with contextlib.suppress(OSError):
            while len(rest):
                rest = rest[super().write(rest) or 0 :]
        return memoryview(data).nbytes  # type: ignore[arg-type]


class _Data(io.FileIO):
    """Standard output: errors have its name."""

    def write(self, data: object) -> int | None:  # type: ignore[override]
        """Writes as much as possible."""
        try:
            return super().write(data)  # type: ignore[arg-type]
        except OSError as error:
            error.filename = "standard output"
            raise


def prepare_streams() -> None:
    """Replaces the streams that Python made; streams that others have put there, such as tests, are kept."""
    for number in (0, 1, 2):
        _occupy(number)
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
    if sys.stdout is sys.__stdout__:
        sys.stdout = _stream(_Data(1, "w", closefd=False), sys.__stdout__)
    if sys.stderr is sys.__stderr__:
        sys.stderr = _stream(_Words(2, "w", closefd=False), sys.__stderr__)


def _occupy(number: int) -> None:
    """Opens something in the place of a closed stream.

    Otherwise the next file that is opened would get its number, and the messages.

    It is opened for reading, so that writing data to it is an error.
    """
    try:
        os.fstat(number)
    except OSError:
        os.open(os.devnull, os.O_RDONLY)


def _stream(raw: io.FileIO, old: TextIO | None) -> TextIO:
    encoding = old.encoding if old is not None else "utf-8"
    if raw.fileno() == 2:
        # Without a buffer: if a signal came between writing and updating the buffer, the data would be written twice.
        return io.TextIOWrapper(raw, encoding, "backslashreplace", write_through=True)
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding, "backslashreplace", line_buffering=raw.isatty())


def silence_output() -> None:
    """Drops what is still buffered for standard output.

    It cannot be written, and Python would try once more at its end.
    """
    if sys.stdout is not None and sys.stdout.fileno() == 1:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.close(nowhere)
