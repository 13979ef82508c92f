"""samesame dedup."""

from __future__ import annotations

import csv
import os
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq

Run = Callable[..., subprocess.CompletedProcess[str]]
Lines = Callable[..., Path]


def test_lines_stay_to_the_byte_and_the_removed_are_named(run: Run, folder: Path) -> None:
    stays = b'{"id" : "b", "text":"Keep it",  "time": "2025-03-01"}\r\n{"id":"c","text":"other"}\n'
    Path("a.jsonl").write_bytes(b'{"id":"a","text":"keep IT","time":"2025-03-02"}\n' + stays)
    done = run("dedup", "a.jsonl", "--out", "o.jsonl", "--removed", "r.csv")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.endswith("2 documents kept, 1 removed (33.3%); written to o.jsonl\n")
    assert Path("o.jsonl").read_bytes() == stays
    with Path("r.csv").open(newline="") as file:
        assert list(csv.DictReader(file)) == [
            {
                "id": "a",
                "kept": "b",
                "relation": "exact",
                "method": "overlap",
                "left_coverage": "1.0",
                "right_coverage": "1.0",
                "rule": "earliest",
            }
        ]


def test_keep_is_the_users_choice(run: Run, lines: Lines) -> None:
    lines("a.jsonl", [{"id": "b", "text": "x y"}, {"id": "a", "text": "x y"}, {"id": "c", "text": "x  y!"}])
    for keep, stays in (("earliest", '"b"'), ("longest", '"c"'), ("first", '"b"'), ("id", '"c"'), ("id:min", '"a"')):
        assert run("dedup", "a.jsonl", "--out", "o.jsonl", "--keep", keep).returncode == 0
        assert stays in Path("o.jsonl").read_text() and len(Path("o.jsonl").read_text().splitlines()) == 1
    done = run("dedup", "a.jsonl", "--out", "p.jsonl", "--keep", "best")
    assert done.returncode == 2 and "keep: no record has a value in the field 'best'; expected" in done.stderr
    assert not Path("p.jsonl").exists()


def test_a_folder_and_standard_input(run: Run, lines: Lines) -> None:
    lines("in/a.jsonl", [{"id": "a", "text": "one"}])
    done = run(
        "dedup", "in/a.jsonl", "-", "--out", "clean/", stdin=b'{"id":"b","text":"ONE"}\n{"id":"c","text":"two"}\n'
    )
    assert done.returncode == 0
    assert Path("clean/a.jsonl").read_bytes() == Path("in/a.jsonl").read_bytes()
    assert Path("clean/stdin.jsonl").read_bytes() == b'{"id":"c","text":"two"}\n'
    assert len(list(Path("clean").iterdir())) == 2


def test_inputs_are_refused_as_outputs(run: Run, lines: Lines) -> None:
    path = lines("a.jsonl", [{"id": "a", "text": "one"}, {"id": "b", "text": "one"}])
    before = path.read_bytes()
    for outputs in (["--out", "a.jsonl"], ["--out", "./"], ["--out", "o.jsonl", "--removed", "a.jsonl"]):
        done = run("dedup", "a.jsonl", *outputs)
        assert done.returncode == 2 and "is one of the inputs" in done.stderr
    assert path.read_bytes() == before and list(Path().iterdir()) == [path]


def test_the_sample_goes_to_parquet(run: Run, sample: Path, sample_exact: set[tuple[str, str]]) -> None:
    assert run("dedup", sample, "--out", "o.parquet", "--method", "exact").returncode == 0
    kept = set(pq.read_table("o.parquet")["id"].to_pylist())
    copies = {id_ for pair in sample_exact for id_ in pair}
    assert len(kept) == 100 - len({right for _, right in sample_exact})
    assert not any(left in kept and right in kept for left, right in sample_exact) and kept & copies


def test_bad_records_are_left_out_and_set_the_code(run: Run, lines: Lines) -> None:
    lines("a.jsonl", [{"id": "a", "text": "one"}, "nonsense"])
    assert run("dedup", "a.jsonl", "--out", "o.jsonl").returncode == 1
    assert Path("o.jsonl").read_text() == '{"id": "a", "text": "one"}\n'


def test_a_pipe_with_a_name_can_be_read_as_often_as_it_takes(run: Run, folder: Path) -> None:
    os.mkfifo("pipe.jsonl")
    writer = threading.Thread(target=Path("pipe.jsonl").write_bytes, args=[b'{"id":"a","text":"one"}\n'])
    writer.start()
    done = run("dedup", "pipe.jsonl", "--out", "o.jsonl")
    writer.join()
    assert (done.returncode, Path("o.jsonl").read_bytes()) == (0, b'{"id":"a","text":"one"}\n')
