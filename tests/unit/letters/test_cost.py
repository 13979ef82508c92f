"""What a letter costs grows with its length, whatever its lines. Calls are counted, as no clock disturbs them."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

import samesame as ss


def calls(text: str) -> int:
    count = 0

    def counted(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        ss.letter(text)
    finally:
        sys.setprofile(None)
    return count


LINES = (
    "--",
    "Ann Lee",
    "12 Elm Street",
    "P.S. More.",
    "On Monday Ann",
    "Sincerely,",
    "Name:",
    "> a",
    "2002-0056",
    "cc: B",
)


@pytest.mark.parametrize("end", ["\n", "\n\n", "\n\n\n", "\r\n"])
@pytest.mark.parametrize("line", LINES)
def test_twice_the_lines_take_twice_the_calls(line: str, end: str) -> None:
    # Single lines with a blank one between them were looked at again for each of those before: 40 kB took minutes.
    once, twice = (calls(f"{line}{end}" * count) for count in (200, 400))
    assert twice < 2.5 * once
