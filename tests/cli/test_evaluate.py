"""samesame evaluate."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from samesame.sample import sample_path

Run = Callable[..., subprocess.CompletedProcess[str]]
Lines = Callable[..., Path]
TRUTH = sample_path("truth.csv")
TABLE = """\
relation   found  true  correct  precision  recall      F1
exact         15    15       15     1.0000  1.0000  1.0000
near           0    14        0          –  0.0000  0.0000
contained      0    40        0          –  0.0000  0.0000
partial        0    10        0          –  0.0000  0.0000
all           15    79       15     1.0000  0.1899  0.3191
"""


@pytest.mark.parametrize(
    "out", ["m.jsonl", "m.jsonl.zst", "m.csv", "m.tsv.gz", "m.parquet", "m.arrow"], ids=lambda out: out[2:]
)
def test_whatever_find_writes_can_be_evaluated(run: Run, sample: Path, out: str) -> None:
    assert run("find", sample, "--method", "exact", "--all-pairs", "--out", out).returncode == 0
    done = run("evaluate", out, "--truth", TRUTH)
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.rstrip() for line in done.stdout.splitlines()] == TABLE.splitlines()


def test_matches_from_a_pipe_and_one_json_object(run: Run, sample: Path) -> None:
    found = run("find", sample, "--method", "exact", "--all-pairs").stdout.encode()
    done = run("evaluate", "-", "--truth", TRUTH, "--relation", "exact,near", "--json", stdin=found)
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)
    full = {"found": 15, "true": 15, "correct": 15, "precision": 1.0, "recall": 1.0, "f1": 1.0}
    nothing = {"found": 0, "true": 14, "correct": 0, "precision": None, "recall": 0.0, "f1": 0.0}
    assert json.loads(done.stdout) == {
        "all": {"found": 15, "true": 29, "correct": 15, "precision": 1.0, "recall": 15 / 29, "f1": 30 / 44},
        "relations": {"exact": full, "near": nothing},
        "contained_reversed": 0,
        "problems": 0,
    }


def test_a_family_field(run: Run, lines: Lines) -> None:
    lines("t.jsonl", [{"id": id_, "text": id_, "letter": letter} for id_, letter in zip("abcd", "xxxy", strict=True)])
    lines("m.jsonl", [{"left": "a", "right": "b"}, {"left": "a", "right": "d"}])
    done = run("evaluate", "m.jsonl", "--truth", "t.jsonl", "--family", "letter")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1].split() == ["all", "2", "3", "1", "0.5000", "0.3333", "0.4000"]


def test_bad_rows_set_the_code_and_the_rest_counts(run: Run, lines: Lines) -> None:
    lines("m.jsonl", [{"left": "a", "right": "b"}, {"left": "a", "right": "a"}])
    lines("t.csv", ["source,copy", "a,b"])
    done = run("evaluate", "m.jsonl", "--truth", "t.csv")
    assert done.returncode == 1 and done.stdout.splitlines()[1].split()[:4] == ["all", "1", "1", "1"]
    assert done.stderr.splitlines() == [
        "samesame: m.jsonl:2: a pair of 'a' with itself; left out",
        "samesame: t.csv: the columns 'source' and 'copy' are read as left and right",
        "samesame: 1 bad record, named above; --strict stops at the first",
    ]
    done = run("evaluate", "m.jsonl", "--truth", "t.csv", "--strict")
    assert (done.returncode, done.stdout) == (2, "")


def test_a_wrong_direction_has_a_line(run: Run, lines: Lines) -> None:
    lines("m.csv", ["left,right,relation", "b,a,contained"])
    lines("t.csv", ["left,right,relation", "a,b,contained"])
    done = run("evaluate", "m.csv", "--truth", "t.csv")
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == "contained, direction reversed: 1"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["m.jsonl", "--truth", "gone.csv"], "samesame: gone.csv: no such file or folder"),
        (["gone.csv", "--truth", "t.csv"], "samesame: gone.csv: no such file or folder"),
        (["-", "--truth", "-"], "truth: standard input can be read once"),
        (["m.jsonl", "--truth", "t.csv", "--relation", "same"], "relation: expected some of exact, near"),
        (["m.jsonl", "--truth", "t.csv", "--family", "letter"], "id_field: t.csv: expected the column 'id'"),
        (["m.jsonl", "--truth", "m.jsonl.gz"], "m.jsonl.gz: cannot be read"),
    ],
)
def test_what_cannot_be_done_is_code_two_and_one_line(run: Run, lines: Lines, arguments: list[str], words: str) -> None:
    lines("m.jsonl", [{"left": "a", "right": "b"}])
    lines("m.jsonl.gz", [b"\x1f\x8b\x08\x00"])
    lines("t.csv", ["left,right", "a,b"])
    done = run("evaluate", *arguments)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1), done.stderr
    assert words in done.stderr
