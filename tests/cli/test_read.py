"""samesame read."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import samesame as ss

Run = Callable[..., subprocess.CompletedProcess[str]]
Lines = Callable[..., Path]


def test_it_writes_what_was_understood_as_jsonl(run: Run, lines: Lines) -> None:
    lines(
        "a.jsonl", [{"id": "a", "text": "One 🙂\n", "k": [1, 2]}, {"text": "two", "time": "2025-03-03T12:00:00+01:00"}]
    )
    Path("b.csv").write_text("text,m\nthree,x\n")
    Path("c.html").write_text("<p>four</p>")
    done = run("read", "a.jsonl", "b.csv", "c.html", "--clean", "tags")
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"id": "a", "text": "One 🙂\n", "k": [1, 2]},
        {"id": "a.jsonl:2", "text": "two", "time": "2025-03-03T11:00:00Z"},
        {"id": "b.csv:2", "text": "three", "m": "x"},
        {"id": "c.html", "text": "four"},
    ]
    assert (done.returncode, done.stderr) == (0, "4 documents read\n")


@pytest.mark.parametrize("out", ["o.jsonl", "o.jsonl.gz", "o.parquet", "o.arrow", "new/o.jsonl.zst"])
def test_what_it_writes_is_read_back_the_same(run: Run, sample: Path, out: str) -> None:
    done = run("read", sample, "--out", out)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"100 documents read, written to {out}\n"
    assert list(ss.read(out)) == list(ss.read(sample))


def test_bad_records_are_named_and_the_code_is_one(run: Run, lines: Lines) -> None:
    lines("a.jsonl", [{"id": "a", "text": "one"}, "nonsense", {"id": "a", "text": "two"}, {"id": "b"}, b"\xff"])
    done = run("read", "a.jsonl")
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 1
    told = done.stderr.splitlines()
    assert sorted(line.split(": ")[1] for line in told[:4]) == [f"a.jsonl:{line}" for line in (2, 3, 4, 5)]
    assert told[4:] == ["1 documents read", "samesame: 4 bad records, named above; --strict stops at the first"]


def test_strict_stops_and_writes_nothing(run: Run, lines: Lines) -> None:
    lines("a.jsonl", [{"id": "a", "text": "one"}, "nonsense"])
    done = run("read", "a.jsonl", "--strict", "--out", "o.jsonl")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("samesame: a.jsonl:2: not valid JSON")
    assert [path.name for path in Path().iterdir()] == ["a.jsonl"]


def test_a_file_of_garbage_does_not_bury_what_matters(run: Run, lines: Lines) -> None:
    lines("a.jsonl", [*["nonsense"] * 1500, {"id": "a", "text": "one"}])
    done = run("read", "a.jsonl")
    assert (done.returncode, len(done.stdout.splitlines())) == (1, 1)
    assert "samesame: … and 500 more" in done.stderr and "1,500 bad records" in done.stderr
    assert len(done.stderr.splitlines()) == 1003


def test_a_folder_without_files_is_named(run: Run, folder: Path) -> None:
    Path("empty").mkdir()
    done = run("read", "empty")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("samesame: empty: no files to read in this folder")
    assert run("read", "empty", "--strict").returncode == 2


def test_standard_input_in_any_format(run: Run) -> None:
    assert json.loads(run("read", "-", stdin=b'{"text": "one"}\n').stdout) == {"id": "stdin:1", "text": "one"}
    done = run("read", "-", "--format", "csv", stdin=b"text\none\n")
    assert json.loads(done.stdout) == {"id": "stdin:2", "text": "one"}
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table({"text": ["one"]}), sink)
    done = run("read", "-", "--format", "parquet", stdin=sink.getvalue().to_pybytes())
    assert json.loads(done.stdout) == {"id": "stdin:1", "text": "one"}


def test_long_lines_on_standard_input_are_named(run: Run) -> None:
    done = run("read", "-", "--max-record", "1MiB", stdin=b'{"text": "' + b"x" * (20 << 20) + b'"}\n{"text": "two"}\n')
    assert done.returncode == 1
    assert json.loads(done.stdout) == {"id": "stdin:2", "text": "two"}
    assert done.stderr.startswith("samesame: stdin:1: longer than 1 MiB (see --max-record); left out\n")


def test_fields_can_be_renamed(run: Run, lines: Lines) -> None:
    lines("a.jsonl", [{"key": 1, "body": "one", "when": 0}])
    options = ["--id-field", "key", "--text-field", "body", "--time-field", "when"]
    assert json.loads(run("read", "a.jsonl", *options).stdout) == {
        "id": "1",
        "text": "one",
        "time": "1970-01-01T00:00:00Z",
    }


def test_an_input_is_not_overwritten(run: Run, lines: Lines) -> None:
    path = lines("a.jsonl", [{"text": "one"}])
    before = path.read_bytes()
    done = run("read", "a.jsonl", "--out", "./a.jsonl")
    assert done.returncode == 2 and "is one of the inputs" in done.stderr
    assert path.read_bytes() == before


def test_what_a_folder_skips_is_said_once_and_sets_no_code(run: Run, lines: Lines) -> None:
    lines("in/a.jsonl", [{"text": "one"}])
    for name in ("photo.png", "README", ".hidden"):
        Path(f"in/{name}").touch()
    for verb in ("read", "find"):
        done = run(verb, "in")
        assert done.returncode == 0
        assert done.stderr.splitlines()[0] == "samesame: skipped 2 files of unknown format in in: README, photo.png"
        assert done.stderr.count("skipped") == 1


def test_packed_data_that_cannot_be_read_is_named_and_the_code_is_one(run: Run, lines: Lines) -> None:
    lines("in/a.jsonl", [{"text": "one"}])
    Path("in/part2.jsonl.zip").touch()
    done = run("read", "in")
    assert (done.returncode, len(done.stdout.splitlines())) == (1, 1)
    assert done.stderr.startswith("samesame: in/part2.jsonl.zip: packed as .zip, which cannot be read; left out\n")


def test_what_against_skips_is_said_too(run: Run, lines: Lines) -> None:
    lines("a.jsonl", [{"id": "a", "text": "one"}])
    lines("in/b.jsonl", [{"id": "b", "text": "one"}])
    Path("in/photo.png").touch()
    done = run("find", "a.jsonl", "--against", "in", "--json")
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 1)
    assert "samesame: skipped 1 file of unknown format in in: photo.png\n" in done.stderr


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("", "an empty name is no file or folder"),
        ("/dev/zero", "/dev/zero: a device, not a file"),
        ("gone", "gone: no such file or folder"),
        ("x" * 5000, "File name too long"),
    ],
)
def test_what_is_no_input_is_refused(run: Run, folder: Path, source: str, words: str) -> None:
    done = run("find", source, "--format", "text")
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr and "Traceback" not in done.stderr


def test_standard_input_under_its_other_names(run: Run) -> None:
    done = run("read", "/dev/stdin", "--format", "jsonl", stdin=b'{"text": "one"}\n')
    assert (done.returncode, json.loads(done.stdout)["text"]) == (0, "one")


@pytest.mark.parametrize("option", ["--id-field", "--text-field", "--time-field"])
@pytest.mark.parametrize("verb", ["read", "find", "dedup", "stats"])
def test_a_misspelt_field_is_an_error_and_an_earlier_output_survives(
    run: Run, lines: Lines, verb: str, option: str
) -> None:
    lines("a.jsonl", [{"id": "a", "text": "one", "time": 0}] + [{"id": i, "text": "two"} for i in range(9)])
    out = "out.stats" if verb == "stats" else "out.jsonl"
    Path(out).write_text("earlier")
    done = run(verb, "a.jsonl", option, "wrong", "--out", out)
    name = option.strip("-").replace("-", "_")
    words = f"samesame: {name}: no record has the field 'wrong' (there are: id, text, time); {option} names another\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", words)
    assert [path.name for path in Path().iterdir() if path.suffix != ".jsonl" or path.name != "a.jsonl"] == [out]
    assert Path(out).read_text() == "earlier"


def test_ids_of_the_path(run: Run, lines: Lines) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        lines(name, [{"id": i, "text": f"{name} {i}"} for i in range(2)])
    done = run("find", "a.jsonl", "b.jsonl")
    assert done.returncode == 1 and "--ids path" in done.stderr
    before = run("dedup", "a.jsonl", "b.jsonl", "--out", "o.jsonl")
    assert before.returncode == 2 and not Path("o.jsonl").exists()
    assert before.stderr.startswith("samesame: b.jsonl:1: the id '0' stands already at a.jsonl:1; --ids path")
    done = run("dedup", "a.jsonl", "b.jsonl", "--ids", "path", "--out", "o.jsonl")
    assert (done.returncode, len(Path("o.jsonl").read_text().splitlines())) == (0, 4)
    assert run("find", "a.jsonl", "--ids", "line").returncode == 2


def test_a_damaged_columnar_file_is_named_and_the_code_is_one(run: Run, lines: Lines) -> None:
    lines("in/b.jsonl", [{"text": "fine"}])
    table = pa.table({"text": [f"text {i}" for i in range(1000)]})
    pq.write_table(table, "in/a.parquet", compression="none", use_dictionary=False)
    raw = Path("in/a.parquet").read_bytes()
    for at in range(4, len(raw), len(raw) // 12):
        Path("in/a.parquet").write_bytes(
            raw[:at] + bytes([raw[at] ^ 0x41, *raw[at + 1 : at + 40][::-1]]) + raw[at + 40 :]
        )
        done = run("read", "in")
        assert done.returncode in (0, 1) and "Traceback" not in done.stderr
        assert '"fine"' in done.stdout
        assert (done.returncode == 1) == ("samesame: in/a.parquet:" in done.stderr)


def test_a_record_beyond_the_limit_in_parquet(run: Run, folder: Path) -> None:
    pq.write_table(pa.table({"text": ["one", "x" * 3000]}), "a.parquet")
    done = run("read", "a.parquet", "--max-record", "2KiB")
    assert (done.returncode, len(done.stdout.splitlines())) == (1, 1)
    assert done.stderr.startswith("samesame: a.parquet:2: longer than 2 KiB (see --max-record); left out\n")


def test_no_key_is_written_twice_and_none_is_lost(call: Run, lines: Lines) -> None:
    lines("a.jsonl", [{"doc": "a", "id": 7, "text": "one", "k": 1}, {"doc": "b", "text": "two", "k": 2}])
    first, second = call("read", "a.jsonl", "--id-field", "doc").stdout.splitlines()
    assert first == '{"id":"a","text":"one","metadata":{"id":7,"k":1}}'
    assert second == '{"id":"b","text":"two","k":2}'
