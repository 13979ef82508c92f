"""samesame dedup."""

from __future__ import annotations

import csv
import os
import subprocess
import sysconfig
import threading
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq

Run = Callable[..., subprocess.CompletedProcess[str]]
PROGRAM = Path(sysconfig.get_path("scripts")) / "samesame"
MARKS = ("kept", "relation", "left_coverage", "right_coverage")
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


def test_csv_keeps_its_columns_and_rows_to_the_byte(run: Run, folder: Path) -> None:
    Path("a.csv").write_bytes(b'\xef\xbb\xbf"lang",text,id\r\nde,"a ""b""\r\nc",1\r\n\r\nen,A b c!,2\r\nfr, d ,3')
    done = run("dedup", "a.csv", "--out", "o.csv")
    assert (done.returncode, done.stdout) == (0, "")
    assert Path("o.csv").read_bytes() == b'\xef\xbb\xbf"lang",text,id\r\nde,"a ""b""\r\nc",1\r\nfr, d ,3\r\n'


def test_inputs_of_different_columns_get_all_of_them_and_it_is_said_once(run: Run, lines: Lines) -> None:
    lines("a.jsonl", [{"id": 1, "text": "one", "k": 1.5}, {"id": 2, "text": "ONE", "k": 2}, {"text": "three"}])
    Path("b.csv").write_text("id,text,lang\n4,four,de\n")
    done = run("dedup", "a.jsonl", "b.csv", "--out", "o.parquet")
    told = (
        "samesame: columns differ: 'id' is int64 in a.jsonl and string in b.csv, written as text; "
        "'k' is missing in b.csv; 'lang' is missing in a.jsonl\n"
    )
    assert done.returncode == 0 and done.stderr.count("columns differ") == 1 and told in done.stderr
    assert pq.read_table("o.parquet").to_pylist() == [
        {"id": "1", "text": "one", "k": 1.5, "lang": None},
        {"id": None, "text": "three", "k": None, "lang": None},
        {"id": "4", "text": "four", "k": None, "lang": "de"},
    ]
    assert run("dedup", "a.jsonl", "b.csv", "--out", "o.jsonl").stderr.count("columns differ") == 0


def test_standard_output_gets_lines_and_standard_error_words(run: Run, folder: Path) -> None:
    stays = b'{"id":"a",  "text":"one"}\n'
    done = run("dedup", "-", "--out", "-", "--removed", "r.csv", stdin=stays + b'{"id":"b","text":"ONE"}\nbroken\n')
    assert (done.returncode, done.stdout) == (1, stays.decode())
    assert "1 documents kept, 1 removed (50.0%); written to standard output\n" in done.stderr
    assert Path("r.csv").read_text().count("\n") == 2 and [path.name for path in Path().iterdir()] == ["r.csv"]


def test_whoever_reads_the_output_may_have_enough(folder: Path, lines: Lines) -> None:
    lines("a.jsonl", [{"id": f"{i}", "text": f"text {i} " + "x" * 1000} for i in range(2000)])
    command = f"{PROGRAM} dedup a.jsonl --out - --removed r.jsonl | head -c 5; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b'{"id"') and b"rror" not in done.stderr
    assert Path("r.jsonl").exists()


def test_a_text_file_goes_to_standard_output_as_a_document(run: Run, folder: Path) -> None:
    Path("a.txt").write_text("one")
    done = run("dedup", "a.txt", "--out", "-", "--strict")
    assert (done.returncode, done.stdout) == (0, '{"id":"a.txt","text":"one"}\n')


def test_a_folder_keeps_its_tree(run: Run, lines: Lines) -> None:
    for name in ("x/a.jsonl", "x/y/a.jsonl", "z/a.csv"):
        lines(f"in/{name}", ["text", f"of {name}"] if name.endswith("csv") else [{"text": f"of {name}"}])
    assert run("dedup", "in", "--out", "out/").returncode == 0
    files = {path.relative_to("out").as_posix(): path.read_bytes() for path in Path("out").rglob("*") if path.is_file()}
    assert files == {name: Path("in", name).read_bytes() for name in ("x/a.jsonl", "x/y/a.jsonl", "z/a.csv")}


def test_marks_say_who_would_go_for_whom(run: Run, folder: Path) -> None:
    Path("a.csv").write_text("id,text,page\na,one,1\nb,ONE,2\n")
    done = run("dedup", "a.csv", "--mark", "--out", "o.csv", "--removed", "r.csv")
    assert done.returncode == 0 and "1 documents kept, 1 marked for removal (50.0%); written to o.csv" in done.stderr
    with Path("o.csv").open(newline="") as file:
        first, second = csv.DictReader(file)
    assert first == {"id": "a", "text": "one", "page": "1", "stays": "True", **dict.fromkeys(MARKS, "")}
    assert [second[name] for name in ("id", "page", "stays", *MARKS)] == ["b", "2", "False", "a", "exact", "1.0", "1.0"]
    again = run("dedup", "o.csv", "--mark", "--out", "p.csv")
    assert again.returncode == 2 and "mark: the input has a field 'stays' already" in again.stderr
    assert not Path("p.csv").exists()


def test_both_engines_write_the_same_bytes(run: Run, lines: Lines) -> None:
    lines("in/a.jsonl", [{"id": f"{i}", "text": f"text {i % 5}", "n": i} for i in range(20)])
    Path("in/b.csv").write_text("id,text,n\nx,text 3,7\ny,other,8\n")
    for out in ("o.jsonl", "o.csv", "o.parquet", "o.arrow"):
        for extra in ([], ["--mark"]):
            for engine in ("local", "steps"):
                assert run("dedup", "in", "--out", f"{engine}/{out}", "--engine", engine, *extra).returncode == 0
            assert Path("local", out).read_bytes() == Path("steps", out).read_bytes()
