"""samesame cluster."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import samesame as ss
from samesame.report.terminal import print_clusters

Run = Callable[..., subprocess.CompletedProcess[str]]
Lines = Callable[..., Path]
LETTER = "Please keep the ferry to the island, because we need it every single day of the year."
RECORDS = [
    {"id": "c", "text": f"{LETTER} My mother lives there."},
    {"id": "b", "text": LETTER.upper()},
    {"id": "a", "text": LETTER},
    {"id": "d", "text": "Close the port."},
    {"id": "e", "text": "..."},
]
FIELDS = ["cluster", "id", "role", "edit", "coverage_of_reference", "unique", "rule", "held_by", "distance"]


def test_in_a_pipe_members_are_json_lines(run: Run, lines: Lines) -> None:
    done = run("cluster", lines("a.jsonl", RECORDS), "--method", "overlap")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and [list(row) for row in rows] == [FIELDS] * 5
    assert [(row["cluster"], row["id"], row["role"], row["rule"]) for row in rows] == [
        ("b", "b", "reference", None),
        ("b", "a", "member", "exact"),
        ("b", "c", "member", "contains"),
        ("d", "d", "singleton", None),
        ("e", "e", "singleton", None),
    ]
    assert [row["coverage_of_reference"] for row in rows] == [1.0, 1.0, 1.0, None, None]
    assert "5 documents: 1 clusters with 2 members, 2 documents alone." in done.stderr


@pytest.mark.parametrize("out", ["m.jsonl", "m.csv", "m.parquet"])
def test_the_suffix_picks_the_format(call: Run, lines: Lines, out: str) -> None:
    done = call("cluster", lines("a.jsonl", RECORDS), "--method", "overlap", "--out", out)
    assert (done.returncode, done.stdout) == (0, "")
    if out == "m.parquet":
        assert pq.read_table(out)["id"].to_pylist() == ["b", "a", "c", "d", "e"]
    else:
        assert len(Path(out).read_text().splitlines()) == (6 if out == "m.csv" else 5)


@pytest.mark.parametrize("engine", ["local", "steps"])
@pytest.mark.parametrize("name", ["c.jsonl", "c.csv", "c.parquet"])
def test_campaigns_have_a_file_of_their_own(call: Run, lines: Lines, name: str, engine: str) -> None:
    records = [{**record, "time": f"2026-11-0{number}T10:00:00Z"} for number, record in enumerate(RECORDS, 1)]
    path = lines("a.jsonl", records)
    done = call("cluster", path, "--method", "overlap", "--clusters", name, "--out", "m.jsonl", "--engine", engine)
    assert done.returncode == 0 and len(Path("m.jsonl").read_text().splitlines()) == 5
    told = ss.read([Path(name)], id_field="cluster", text_field="cluster").to_arrow()["metadata"].to_pylist()
    [campaign] = map(json.loads, told)
    assert (int(campaign["size"]), int(campaign["exact"])) == (3, 1)
    assert (campaign["first"], campaign["last"]) == ("2026-11-01T10:00:00Z", "2026-11-03T10:00:00Z")
    assert int(campaign["characters"]) == len(LETTER) + len(RECORDS[0]["text"])
    rules = campaign["rules"] if isinstance(campaign["rules"], list) else json.loads(campaign["rules"])
    assert rules == [{"name": "exact", "count": 1}, {"name": "contains", "count": 1}]


def test_two_files_appear_together_or_not_at_all(call: Run, lines: Lines) -> None:
    path = lines("a.jsonl", RECORDS)
    for options, words in (
        (["--clusters", "a.jsonl"], "clusters: 'a.jsonl' is one of the inputs"),
        (["--clusters", "c.txt"], "clusters: 'c.txt' tells no format"),
        (["--out", "c.csv", "--clusters", "c.csv"], "is also the file of"),
    ):
        done = call("cluster", path, "--method", "overlap", *options)
        assert done.returncode == 2 and words in done.stderr and not Path("c.csv").exists()
    Path("m").mkdir()
    Path("m/file").touch()
    done = call("cluster", path, "--method", "overlap", "--out", "m/file/x.csv", "--clusters", "c.csv")
    assert done.returncode == 2 and not Path("c.csv").exists(), done.stderr


def test_components_say_what_they_merge(call: Run, lines: Lines) -> None:
    done = call("cluster", lines("a.jsonl", RECORDS), "--method", "overlap", "--kind", "components")
    assert done.returncode == 0 and "need not match their reference" in done.stderr


def test_what_is_wrong_is_told_before_anything_is_written(call: Run, lines: Lines) -> None:
    path = lines("a.jsonl", RECORDS)
    for options, words in (
        (["--kind", "rings"], "kind: expected stars or components; got 'rings'"),
        (["--threshold", "7"], "threshold"),
        (["--out", "a.jsonl"], "a.jsonl"),
    ):
        done = call(
            "cluster", path, "--method", "overlap", *(options if "--out" in options else [*options, "--out", "m.csv"])
        )
        assert done.returncode == 2 and words in done.stderr and not Path("m.csv").exists()
    repeated = lines("b.jsonl", [RECORDS[0], RECORDS[0]])
    done = call("cluster", repeated, "--method", "overlap", "--out", "m.csv")
    assert done.returncode == 2 and "--ids path" in done.stderr and not Path("m.csv").exists()


def test_explain_tells_the_steps(call: Run, lines: Lines) -> None:
    done = call("cluster", lines("a.jsonl", RECORDS), "--method", "overlap", "--explain")
    assert done.returncode == 0 and "cluster: choose the references of each component" in done.stdout


def test_a_terminal_shows_the_clusters(lines: Lines, capsys: pytest.CaptureFixture[str]) -> None:
    print_clusters(ss.cluster(lines("a.jsonl", RECORDS), method="overlap"))
    shown = capsys.readouterr().out
    assert re.search(r"3\s+b\s+1 exact, 1 contains", shown) and len(shown.splitlines()) == 2
