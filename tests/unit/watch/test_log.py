"""The log is complete again after a kill, and each line stands in it once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from samesame.watch import log

LINES: list[dict[str, Any]] = [{"number": number, "item": f"{number}.txt", "to": None} for number in (4, 5, 6)]
BEFORE = '{"number": 3, "item": "ğ.txt"}\n'.encode()
WHOLE = BEFORE + "".join(log.line_of(line) + "\n" for line in LINES).encode()


@pytest.mark.parametrize("cut", range(len(WHOLE) - len(BEFORE) + 1))
def test_a_log_that_was_cut_anywhere_is_completed(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "log"
    path.write_bytes(WHOLE[: len(BEFORE) + cut])
    log.complete(path, LINES, len(BEFORE))
    assert path.read_bytes() == WHOLE
    log.complete(path, LINES, len(BEFORE))
    assert path.read_bytes() == WHOLE


def test_a_log_that_was_put_aside_begins_again(tmp_path: Path) -> None:
    path = tmp_path / "log"
    log.complete(path, LINES, len(BEFORE))
    assert path.read_bytes() == WHOLE[len(BEFORE) :]


def test_what_others_wrote_stays(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(BEFORE + b"a note of mine")
    log.complete(path, LINES, len(BEFORE))
    assert path.read_bytes() == BEFORE + b"a note of mine\n" + WHOLE[len(BEFORE) :]


def test_a_line_is_json_and_steers_no_terminal() -> None:
    decision = {"number": 1, "item": "a\n\x1b[2J\x9b\u202e\udcffğ"}
    line = log.line_of(decision)
    assert line.isprintable() and "ğ" in line
    assert json.loads(line) == decision
