"""samesame dedup --against and --keep FIELD."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
Lines = Callable[..., Path]

FERRY = "the ferry to the island leaves at ten every morning"
PORT = "the port will be closed for repairs until the end of the month"


@pytest.fixture
def sets(lines: Lines) -> None:
    """A training set of which the test set has one document, in other type; and a copy within."""
    records = [("1", FERRY.upper()), ("2", PORT), ("3", f"{PORT}!"), ("4", "nothing else")]
    lines("train.jsonl", [{"id": id_, "text": text} for id_, text in records])
    lines("test.jsonl", [{"id": "1", "text": f"please note that {FERRY} and comes back at noon"}])


def rows(name: str) -> list[tuple[str, ...]]:
    names = ("id", "kept", "kept_side", "relation", "rule")
    return [tuple(row[name] for name in names) for row in map(json.loads, Path(name).read_text().splitlines())]


def ids(name: str) -> list[str]:
    return [json.loads(line)["id"] for line in Path(name).read_text().splitlines()]


@pytest.mark.usefixtures("sets")
@pytest.mark.parametrize("engine", ["local", "steps"])
def test_what_the_other_collection_has_goes_first(run: Run, engine: str) -> None:
    outputs = ["--out", "o.jsonl", "--removed", "r.jsonl", "--engine", engine]
    done = run("dedup", "train.jsonl", "--against", "test.jsonl", *outputs)
    assert done.returncode == 0
    assert "2 documents kept, 2 removed (50.0%; 1 for --against); written to o.jsonl" in done.stderr
    assert ids("o.jsonl") == ["2", "4"]
    assert rows("r.jsonl") == [("1", "1", "against", "contained", "against"), ("3", "2", "in", "exact", "earliest")]
    assert run("dedup", "train.jsonl", "--against", "test.jsonl", "--against-only", *outputs).returncode == 0
    assert ids("o.jsonl") == ["2", "3", "4"]
    assert rows("r.jsonl") == [("1", "1", "against", "contained", "against")]


@pytest.mark.usefixtures("sets")
def test_an_index_stands_for_the_other_collection(run: Run) -> None:
    assert run("index", "build", "test.index", "test.jsonl").returncode == 0
    Path("test.jsonl").unlink()
    done = run("dedup", "train.jsonl", "--against", "test.index", "--out", "o.jsonl", "--removed", "r.jsonl")
    assert done.returncode == 0 and rows("r.jsonl")[0] == ("1", "1", "against", "contained", "against")
    done = run("dedup", "train.jsonl", "--against", "test.index", "--out", "test.index/o.jsonl")
    assert done.returncode == 2 and not Path("test.index/o.jsonl").exists()


@pytest.mark.usefixtures("sets")
def test_an_earlier_decision_does_not_keep_what_the_other_collection_has(run: Run) -> None:
    assert run("dedup", "train.jsonl", "--out", "before.jsonl").returncode == 0
    assert ids("before.jsonl") == ["1", "2", "4"]
    done = run("dedup", "train.jsonl", "--against", "test.jsonl", "--previous", "before.jsonl", "--out", "o.jsonl")
    assert done.returncode == 0 and ids("o.jsonl") == ["2", "4"]


@pytest.mark.usefixtures("sets")
def test_the_other_collection_is_refused_as_output(run: Run) -> None:
    before = Path("test.jsonl").read_bytes()
    for outputs in (["--out", "test.jsonl"], ["--out", "o.jsonl", "--removed", "test.jsonl"]):
        done = run("dedup", "train.jsonl", "--against", "test.jsonl", *outputs)
        assert done.returncode == 2 and "is one of the inputs" in done.stderr
    assert Path("test.jsonl").read_bytes() == before


@pytest.mark.usefixtures("sets")
def test_the_plan_shows_the_other_side(run: Run) -> None:
    shown = run("dedup", "train.jsonl", "--against", "test.jsonl", "--against-only", "--out", "o", "--explain")
    assert shown.returncode == 2  # no format
    shown = run("dedup", "train.jsonl", "--against", "test.jsonl", "--against-only", "--out", "o.jsonl", "--explain")
    told = shown.stdout.splitlines()
    assert [line.split()[:2] for line in told[1:3]] == [["in", "train.jsonl"], ["against", "test.jsonl"]]
    assert "  against_only  yes" in told and not any("stars" in line for line in told)
    assert any(". against: let documents go" in line for line in told)


@pytest.mark.usefixtures("sets")
def test_nothing_to_compare_with_is_an_error(run: Run) -> None:
    done = run("dedup", "train.jsonl", "--against-only", "--out", "o.jsonl")
    assert done.returncode == 2 and "against_only: there is nothing to compare with" in done.stderr


def test_bad_records_of_the_other_collection_are_named(run: Run, lines: Lines) -> None:
    lines("a.jsonl", [{"id": "a", "text": FERRY}])
    lines("b.jsonl", [{"id": "b", "text": FERRY}, "nonsense", {"id": "b", "text": PORT}])
    done = run("dedup", "a.jsonl", "--against", "b.jsonl", "--out", "o.jsonl")
    assert (done.returncode, ids("o.jsonl")) == (1, [])
    assert "b.jsonl:2: " in done.stderr and "b.jsonl:3: the id 'b' stands already at b.jsonl:1" in done.stderr


def test_a_field_decides_in_every_format(run: Run, folder: Path) -> None:
    """Numbers written as texts count as numbers; who has no value goes."""
    records = [("a", FERRY, "9"), ("b", FERRY, "10"), ("c", FERRY, None), ("d", FERRY, "-1")]
    Path("a.jsonl").write_text(
        "".join(json.dumps({"id": i, "text": text, "quality": q and int(q)}) + "\n" for i, text, q in records)
    )
    Path("a.csv").write_text("id,text,quality\n" + "".join(f"{i},{text},{q or ''}\n" for i, text, q in records))
    columns = [list(column) for column in zip(*records, strict=True)]
    numbers = pa.array([q and int(q) for q in columns[2]], pa.int64())
    pq.write_table(pa.table([*columns[:2], numbers.cast(pa.decimal128(21, 2))], ["id", "text", "quality"]), "a.parquet")
    for name in ("a.jsonl", "a.csv", "a.parquet"):
        for keep, stays in (("quality", "b"), ("quality:max", "b"), ("quality:min", "d")):
            assert run("dedup", name, "--keep", keep, "--out", "o.jsonl").returncode == 0
            assert ids("o.jsonl") == [stays], (name, keep)
        done = run("dedup", name, "--keep", "qualty", "--out", "p.jsonl")
        assert done.returncode == 2 and "keep: no record has a value in the field 'qualty'" in done.stderr
        assert not Path("p.jsonl").exists()


def test_a_list_has_no_order(run: Run, lines: Lines) -> None:
    lines("a.jsonl", [{"id": "a", "text": "x", "tags": "b"}, {"id": "b", "text": "x", "tags": ["c"]}])
    done = run("dedup", "a.jsonl", "--keep", "tags", "--out", "o.jsonl")
    assert done.returncode == 2 and not Path("o.jsonl").exists()
    assert "keep: the field 'tags' of the document 'b' holds a list or an object" in done.stderr


def test_sources_stay_in_the_order_in_which_they_are_given(run: Run, lines: Lines) -> None:
    lines("wire/2.jsonl", [{"id": "w", "text": FERRY, "time": "2025-03-03"}])
    lines("wire/1.jsonl", [{"id": "v", "text": FERRY, "time": "2025-03-04"}])
    lines("blog.jsonl", [{"id": "b", "text": FERRY, "time": "2025-03-01"}])
    for inputs, stays in ((["wire", "blog.jsonl"], "w"), (["blog.jsonl", "wire"], "b")):
        assert run("dedup", *inputs, "--keep", "sources", "--out", "o.jsonl").returncode == 0
        assert ids("o.jsonl") == [stays]
    assert run("dedup", "wire", "blog.jsonl", "--keep", "first", "--out", "o.jsonl").returncode == 0
    assert ids("o.jsonl") == ["v"]
