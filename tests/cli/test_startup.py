"""What a short run does without: imports that would take longer than the run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

RUN = """
import sys
from samesame.__main__ import run
try:
    run()
finally:
    print(sorted(name for name in {names} if name in sys.modules), file=sys.stderr)
"""
# Rich is for tables on a terminal, Parquet for files that are Parquet; pydantic is Typer's from 0.29 on; _hashlib loads
# OpenSSL.
NAMES = (
    "rich.console",
    "pydantic",
    "pyarrow.parquet",
    "pandas",
    "_hashlib",
    "samesame.assess.truth",
    "samesame.cli.read",
)


@pytest.mark.parametrize("command", ["find", "dedup", "passages"])
def test_a_run_over_a_file_of_lines_imports_only_what_it_needs(folder: Path, command: str) -> None:
    Path("a.jsonl").write_text("".join(json.dumps({"id": str(i), "text": "some few words"}) + "\n" for i in range(40)))
    run = [sys.executable, "-c", RUN.format(names=NAMES), command, "a.jsonl", "--out", "o.jsonl"]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == "[]"


def test_without_a_command_all_are_told(folder: Path) -> None:
    from samesame.cli.main import COMMANDS

    for arguments in (["--help"], []):
        done = subprocess.run([sys.executable, "-m", "samesame", *arguments], capture_output=True, text=True)
        assert all(f" {name} " in done.stdout + done.stderr for name in COMMANDS)
