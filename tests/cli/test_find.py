"""samesame find."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import samesame as ss

Run = Callable[..., subprocess.CompletedProcess[str]]
Lines = Callable[..., Path]
FIELDS = [
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
RECORDS = [{"id": "c", "text": "One two"}, {"id": "a", "text": "ONE, two!"}, {"id": "x", "text": "?"}]
RECORDS += [{"id": "y", "text": "?"}, {"id": "b", "text": "one two"}]


def test_in_a_pipe_matches_are_json_lines_with_every_field(run: Run, lines: Lines) -> None:
    done = run("find", lines("a.jsonl", RECORDS))
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [list(match) for match in found] == [FIELDS] * 2
    values = ["exact", "overlap", 1.0, 1.0, 1.0, 1.0, 1.0, None]
    assert [list(match.values()) for match in found] == [["a", right, *values] for right in ("b", "c")]
    assert done.stderr.startswith("5 documents: 2 exact.")


@pytest.mark.parametrize("out", ["m.jsonl", "m.csv", "m.tsv.gz", "m.parquet", "m.arrow"])
def test_the_suffix_picks_the_format(run: Run, lines: Lines, out: str) -> None:
    done = run("find", lines("a.jsonl", RECORDS), "--all-pairs", "--out", out)
    assert (done.returncode, done.stdout) == (0, "")
    rows = ss.read(out, text_field="right").to_arrow()
    metadata = [json.loads(row) for row in rows["metadata"].to_pylist()]
    assert [(row["left"], right) for row, right in zip(metadata, rows["text"].to_pylist(), strict=True)] == [
        ("a", "b"),
        ("a", "c"),
        ("b", "c"),
    ]
    assert all({*row, "right"} == {*FIELDS} for row in metadata)


def test_the_sample_has_exactly_the_copies_of_its_truth(
    run: Run, sample: Path, sample_exact: set[tuple[str, str]]
) -> None:
    done = run("find", sample, "--method", "exact", "--all-pairs")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(match["left"], match["right"]) for match in found] == sorted(sample_exact)


def test_the_output_is_the_same_to_the_byte_whatever_threads_memory_and_order(run: Run, sample: Path) -> None:
    raw = sample.read_bytes().splitlines(keepends=True)
    for name, part in (("1.jsonl", raw[50:]), ("2.jsonl", raw[:20][::-1]), ("3.jsonl", raw[20:50])):
        Path(name).write_bytes(b"".join(part))
    outputs = [
        run("find", sample).stdout,
        run("find", "1.jsonl", "2.jsonl", "3.jsonl", "--threads", "1", "--memory", "1MiB").stdout,
        run("find", "3.jsonl", "1.jsonl", "2.jsonl", "--threads", "3").stdout,
        run("find", "-", stdin=b"".join(raw[::-1])).stdout,
    ]
    assert outputs[0] and outputs == [outputs[0]] * 4


def test_bad_records_set_the_code_and_the_rest_is_matched(run: Run, lines: Lines) -> None:
    done = run("find", lines("a.jsonl", [*RECORDS, "nonsense"]))
    assert (done.returncode, len(done.stdout.splitlines())) == (1, 2)
    assert "samesame: a.jsonl:6: not valid JSON" in done.stderr


def test_an_input_is_not_overwritten(run: Run, lines: Lines) -> None:
    path = lines("a.jsonl", RECORDS)
    before = path.read_bytes()
    done = run("find", "a.jsonl", "--out", "a.jsonl")
    assert done.returncode == 2 and "is one of the inputs" in done.stderr
    assert path.read_bytes() == before


def test_letters_relations_and_language_are_passed_on(run: Run, lines: Lines) -> None:
    lines("a.jsonl", [{"id": "a", "text": "IŞIK yok"}, {"id": "b", "text": "ışık-yok"}, {"id": "c", "text": "ışıkyok"}])
    assert (
        len(run("find", "a.jsonl", "--method", "exact", "--same", "letters", "--language", "tr").stdout.splitlines())
        == 2
    )
    assert len(run("find", "a.jsonl", "--language", "tr").stdout.splitlines()) == 1
    assert run("find", "a.jsonl", "--language", "tr", "--relation", "near,partial").stdout == ""
