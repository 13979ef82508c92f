"""The record of a run names the command, and nothing of the machine's folders."""

from __future__ import annotations

import json
from pathlib import Path

from measure import command

RUNS = Path(__file__).parents[3] / "bench" / "runs"


def test_the_command_names_no_place_of_the_machine() -> None:
    arguments = ["bench/index.py", "--data", "/home/me/data", "--out=/tmp/run", "--only", "size", "--by", "a/b"]
    assert command(arguments) == "python bench/index.py --data FOLDER --out=FOLDER --only size --by a/b"


def test_no_committed_run_names_a_place_of_a_machine() -> None:
    files = sorted(RUNS.rglob("*.json"))
    commands = {file: json.loads(file.read_text(encoding="utf-8")) for file in files}
    told = {file: found["environment"]["command"] for file, found in commands.items() if "environment" in found}
    assert len(told) > 50
    assert [file.name for file, said in told.items() if any(part.startswith("/") for part in said.split())] == []
