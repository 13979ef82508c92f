"""samesame store, and what needs an extra that is not there."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from samesame.store import Desk, Item

Done = subprocess.CompletedProcess[str]


@pytest.fixture
def store(folder: Path) -> Path:
    with Desk.open("state.db", hours=48) as desk:
        desk.judge([Item(id=f"d{at}", text=f"Storm {at % 40} closes the port.") for at in range(50)])
    return folder / "state.db"


def test_a_back_up_of_an_open_store_is_a_store(call: Callable[..., Done], store: Path) -> None:
    with Desk.open(store) as desk:
        desk.judge([Item(id="late", text="Nobody saw the comet.")])
        done = call("store", "backup", "state.db", "backups/copy.db")
        assert done.returncode == 0 and "state.db copied to backups/copy.db" in done.stderr
        desk.judge([Item(id="later", text="Rain at last.")])
    with Desk.open("backups/copy.db") as copy:
        assert copy.document("late") is not None and copy.document("later") is None
        assert copy.judge([Item(id="d3 again", text="Storm 3 closes the port.")])[0].verdict["group"] == 4


def test_a_back_up_that_fails_leaves_an_earlier_one(call: Callable[..., Done], store: Path) -> None:
    Path("copy.db").write_text("an earlier one")
    Path("letter.txt").write_text("Dear Sir or Madam")
    for wrong, why in (("none.db", "no such store"), ("letter.txt", "no store of samesame")):
        done = call("store", "backup", wrong, "copy.db")
        assert done.returncode == 2 and why in done.stderr
    assert Path("copy.db").read_text() == "an earlier one"


def test_info_says_what_a_store_holds(call: Callable[..., Done], store: Path) -> None:
    said = json.loads(call("store", "info", "state.db", "--json").stdout)
    assert (said["documents"], said["groups"], said["window"]["hours"]) == (50, 10, 48)
    assert "documents: 50\n" in call("store", "info", "state.db").stdout


WITHOUT = """
import sys
sys.modules["apsw"] = sys.modules["fastapi"] = None
from samesame.__main__ import run
run()
"""


@pytest.mark.parametrize("command", [["serve", "--store", "s.db"], ["store", "info", "s.db"]], ids=" ".join)
def test_without_the_extra_it_is_named(folder: Path, command: list[str]) -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT, *command], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "apsw" in done.stderr and "pip install 'samesame[serve]'" in done.stderr


def test_the_rest_does_without_it(folder: Path, sample: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, "find", str(sample), "--json"], capture_output=True, check=True
    )
    assert done.stdout
