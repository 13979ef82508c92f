"""The log of decisions: one line per document, whatever was killed when."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import IO, Any

_BEGINNING = b'{"number": '
# What steers a terminal or turns the direction of its text, and halves of surrogate pairs. JSON has escapes for all.
_UNSEEN = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def size_of(path: Path) -> int:
    """Where the next line will begin."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def line_of(decision: dict[str, Any]) -> str:
    r"""One line of JSON, with letters as they are and all control characters escaped.

    >>> print(line_of({"number": 1, "item": "Çay\n\x9b"}))
    {"number": 1, "item": "Çay\n\u009b"}
    """
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(decision, ensure_ascii=False))


def complete(path: Path, decisions: list[dict[str, Any]], since: int) -> None:
    """Writes the lines that do not stand behind `since`, and syncs.

    A line that a kill has cut is taken away first. A log that is shorter than it was has been put aside by somebody:
    then all lines go to the new one.
    """
    with path.open("a+b") as file:
        written = _numbers(file, since if file.seek(0, os.SEEK_END) >= since else 0)
        lines = [line_of(one) for one in decisions if one["number"] not in written]
        file.write("".join(f"{line}\n" for line in lines).encode())
        file.flush()
        os.fsync(file.fileno())


def _numbers(file: IO[bytes], since: int) -> set[int]:
    """The numbers of the whole lines behind a place; what follows the last of them goes."""
    file.seek(since)
    *lines, rest = file.read().split(b"\n")
    if rest and (rest.startswith(_BEGINNING) or _BEGINNING.startswith(rest)):
        file.truncate(file.seek(0, os.SEEK_END) - len(rest))
    elif rest:
        file.write(b"\n")
    return {number for line in lines if (number := _number(line)) is not None}


def _number(line: bytes) -> int | None:
    try:
        number = json.loads(line)["number"]
    except (ValueError, KeyError, TypeError):
        return None
    return number if isinstance(number, int) else None
