"""Outputs that would overwrite something."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import samesame as ss
from samesame.report.targets import check_outputs


@pytest.fixture
def paths(folder: Path) -> Path:
    Path("a.jsonl").write_text('{"text": "one"}\n')
    Path("soft.jsonl").symlink_to("a.jsonl")
    os.link("a.jsonl", "hard.jsonl")
    Path("in").mkdir()
    Path("linked").symlink_to("in")
    return folder


@pytest.mark.parametrize(
    "name", ["a.jsonl", "./a.jsonl", "in/../a.jsonl", "soft.jsonl", "hard.jsonl", "linked/../a.jsonl"]
)
def test_an_input_is_known_by_any_name(paths: Path, name: str) -> None:
    for given in (ss.read(paths / "a.jsonl"), "a.jsonl", Path("soft.jsonl"), "hard.jsonl"):
        with pytest.raises(ss.ParameterError, match=r"^out: .* is one of the inputs; choose another name$"):
            check_outputs([("out", name)], [None, given])


def test_what_lies_in_a_folder_that_is_an_input_is_one(paths: Path) -> None:
    with pytest.raises(ss.ParameterError, match="is one of the inputs"):
        check_outputs([("out", "linked/new.jsonl")], ["in"])
    check_outputs([("out", "inside.jsonl")], ["in"])


def test_two_outputs_need_two_names(paths: Path) -> None:
    Path("dangling.csv").symlink_to("new.csv")
    for one, other in (("new.csv", "./new.csv"), ("soft.jsonl", "hard.jsonl"), ("new.csv", "dangling.csv")):
        with pytest.raises(ss.ParameterError, match=r"^removed: .* is also the file of 'out'; choose another name$"):
            check_outputs([("out", one), ("removed", other)], [])


def test_a_folder_is_no_file(paths: Path) -> None:
    with pytest.raises(ss.ParameterError, match=r"^out: 'linked' is a folder; expected the name of a file$"):
        check_outputs([("out", "linked")], [])


def test_others_pass(paths: Path) -> None:
    check_outputs([("out", "new.csv"), ("removed", None), ("html", "in/new.csv")], ["a.jsonl", ss.read(["text"]), 3])
    check_outputs([("out", "/dev/null"), ("removed", "/dev/null")], ["/dev/null"])
