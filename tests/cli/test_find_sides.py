"""find --against writes both sides in every format; without it nothing changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.csv as pc
import pyarrow.feather as pf
import pyarrow.parquet as pq
import pytest

SHORT = "the ferry to the island leaves at ten every morning"
LONG = f"please note that {SHORT} and comes back at noon or later"
COLUMNS = [
    "left",
    "right",
    "relation",
    "method",
    "left_score",
    "right_score",
    "left_coverage",
    "right_coverage",
    "jaccard",
    "spans",
]


@pytest.fixture
def sides(folder: Path) -> None:
    """The same ids in both files."""
    Path("in.jsonl").write_text(json.dumps({"id": "a", "text": LONG}) + "\n" + json.dumps({"id": "b", "text": SHORT}))
    Path("other.jsonl").write_text(json.dumps({"id": "a", "text": SHORT}) + "\n")


def rows(path: str) -> list[dict[str, Any]]:
    read: dict[str, Callable[[str], Any]] = {
        ".csv": pc.read_csv,
        ".parquet": pq.read_table,
        ".arrow": pf.read_table,
    }
    if path.endswith(".jsonl"):
        return [json.loads(line) for line in Path(path).read_text().splitlines()]
    return list(read[Path(path).suffix](path).to_pylist())


@pytest.mark.parametrize("out", ["o.jsonl", "o.csv", "o.parquet", "o.arrow"])
@pytest.mark.parametrize("memory", ["0", "2GiB"])
def test_both_sides_are_told_in_every_format(call: Callable[..., Any], sides: None, out: str, memory: str) -> None:
    done = call("find", "in.jsonl", "--against", "other.jsonl", "--memory", memory, "--out", out)
    assert done.returncode == 0, done.stderr
    found = rows(out)
    assert [list(row) for row in found] == [[*COLUMNS[:2], "left_side", "right_side", *COLUMNS[2:]]] * 2
    assert [(row["left"], row["left_side"], row["relation"], row["right"], row["right_side"]) for row in found] == [
        ("a", "against", "contained", "a", "in"),
        ("a", "against", "exact", "b", "in"),
    ]


def test_what_tells_sides_can_be_evaluated(call: Callable[..., Any], sides: None) -> None:
    Path("other.jsonl").write_text(json.dumps({"id": "c", "text": SHORT}) + "\n")
    Path("truth.csv").write_text("left,right\nc,b\nc,a\n")
    for out in ("o.jsonl", "o.csv", "o.parquet"):
        assert call("find", "in.jsonl", "--against", "other.jsonl", "--out", out).returncode == 0
        done = call("evaluate", out, "--truth", "truth.csv", "--json")
        assert done.returncode == 0 and json.loads(done.stdout)["all"]["f1"] == 1


def test_on_one_side_the_columns_are_those_there_always_were(call: Callable[..., Any], sides: None) -> None:
    done = call("find", "in.jsonl", "--json")
    (line,) = done.stdout.splitlines()
    assert list(json.loads(line)) == COLUMNS
