"""What is written: never over an input, whatever becomes of standard error, and whole or not at all."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import samesame as ss

Run = Callable[..., subprocess.CompletedProcess[str]]
Lines = Callable[..., Path]
TEXTS = [{"id": f"{i:04}", "text": f"text {i // 2} and some more words"} for i in range(600)]


@pytest.fixture
def collection(lines: Lines) -> Path:
    """Inputs of every kind that a verb may have, and links to them."""
    lines("a.jsonl", [*TEXTS, "nonsense"])
    lines("b.jsonl", TEXTS[:4])
    lines("t.csv", ["left,right", "0000,0001"])
    lines("p.csv", ["id,kept", "0001,0000"])
    lines("m.jsonl", [{"cluster": "0001", "id": "0001", "role": "singleton"}])
    for name, text in (("one.txt", "one"), ("two.txt", "two")):
        Path(name).write_text(text)
    ss.Statistics.count(ss.read("b.jsonl")).save("s.stats")
    ss.build_index("x.index", ss.read("b.jsonl"))
    for path in list(Path().iterdir()):
        if path.is_file():
            Path(f"soft-{path.name}").symlink_to(path.name)
            os.link(path, f"hard-{path.name}")
    return Path()


def contents() -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(Path().rglob("*")) if path.is_file()}


@pytest.mark.parametrize(
    "arguments",
    [
        "find a.jsonl --out ?a.jsonl",
        "find a.jsonl --against b.jsonl --out ?b.jsonl",
        "find a.jsonl --against x.index --out x.index/new.parquet",
        "find a.jsonl --method imatch --stats s.stats --out ?s.stats.csv",
        "dedup a.jsonl --out ?a.jsonl",
        "dedup a.jsonl b.jsonl --out new.jsonl --removed ?b.jsonl",
        "dedup a.jsonl --out new.jsonl --removed ?p.csv --previous p.csv",
        "dedup a.jsonl --out new.csv --removed ./new.csv",
        "dedup a.jsonl b.jsonl --out .",
        "read a.jsonl --out ?a.jsonl",
        "passages a.jsonl --out ?a.jsonl",
        "stats a.jsonl --out ?a.jsonl",
        "stats a.jsonl --merge s.stats --out ?s.stats",
        "compare one.txt two.txt --html ?one.txt",
        "compare one.txt two.txt --html ?two.txt",
        "index build . a.jsonl",
        "cluster a.jsonl --method exact --clusters ?a.jsonl",
        "find a.jsonl --clusters ?a.jsonl",
        "find a.jsonl --out new.csv --clusters new.csv",
        "dedup a.jsonl --out new.jsonl --clusters ?a.jsonl",
        "report m.jsonl --texts a.jsonl --out ?a.jsonl",
        "report m.jsonl --texts a.jsonl --out ?m.jsonl",
    ],
)
def test_no_output_of_any_verb_overwrites_an_input(call: Run, collection: Path, arguments: str) -> None:
    if "s.stats.csv" in arguments:
        for name in ("s.stats", "soft-s.stats", "hard-s.stats"):
            Path(name).rename(f"{name}.csv")
        Path("soft-s.stats.csv").unlink()
        Path("soft-s.stats.csv").symlink_to("s.stats.csv")
        arguments = arguments.replace("--stats s.stats", "--stats s.stats.csv")
    before = contents()
    for link in ("", "soft-", "hard-") if "?" in arguments else ("",):
        done = call(*arguments.replace("?", link).split())
        assert done.returncode == 2 and done.stdout == "", done.stderr
        assert any(words in done.stderr for words in ("is one of the inputs", "is also the file of", "is or lies in"))
        assert contents() == before


@pytest.mark.parametrize(
    ("arguments", "broken"),
    [
        ("find a.jsonl --out o.csv", "2>/dev/full"),
        ("dedup a.jsonl --out o.jsonl", "2>&1 | head -1"),
        ("read a.jsonl --out o.jsonl", "2>&-"),
        ("passages a.jsonl --out o.csv", "2>&1 >&- | true"),
    ],
)
def test_whatever_becomes_of_standard_error_the_data_is_written(
    collection: Path, program: Path, call: Run, arguments: str, broken: str
) -> None:
    out = Path(arguments.rsplit(" ", 1)[1])
    assert call(*arguments.split()).returncode == 1
    expected = out.read_bytes()
    out.unlink()
    command = f'"{program}" {arguments} {broken}; exit ${{PIPESTATUS[0]}}'
    done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, check=False)
    assert (done.returncode, out.read_bytes()) == (1, expected)


def test_words_do_not_get_into_the_data_when_standard_error_is_closed(collection: Path, program: Path) -> None:
    command = f'"{program}" find a.jsonl 2>&-'
    done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, check=False)
    assert done.returncode == 1 and len([json.loads(line) for line in done.stdout.splitlines()]) == 300


@pytest.mark.parametrize(
    ("verb", "broken", "words"),
    [
        ("find a.jsonl", ">/dev/full", "no space left on device: standard output"),
        ("compare one.txt two.txt", ">/dev/full", "no space left on device: standard output"),
        ("read b.jsonl", ">&-", "standard output: "),
        ("methods", ">&-", "standard output: "),
    ],
)
def test_data_that_standard_output_does_not_take_is_an_error(
    collection: Path, program: Path, verb: str, broken: str, words: str
) -> None:
    done = subprocess.run(["bash", "-c", f'"{program}" {verb} {broken}'], capture_output=True, timeout=60, check=False)
    said = done.stderr.decode()
    assert done.returncode == 2 and words in said.splitlines()[-1], said
    assert "Traceback" not in said and "Exception" not in said


def test_a_comparison_that_cannot_be_printed_leaves_no_page(collection: Path, program: Path) -> None:
    command = f'"{program}" compare one.txt two.txt --json --html page.html >/dev/full'
    done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, check=False)
    assert done.returncode == 2 and not Path("page.html").exists(), done.stderr


def test_data_that_cannot_be_written_beside_bad_records_is_an_error(folder: Path, program: Path) -> None:
    """Formerly exit code 120: standard output was first flushed when Python ended."""
    Path("bad.csv").write_text("left,right,more\na,b\nc,d,e\n")
    Path("truth.csv").write_text("left,right\na,b\n")
    command = f'"{program}" evaluate bad.csv --truth truth.csv --json >/dev/full'
    done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, check=False)
    assert done.returncode == 2 and b"no space left on device: standard output" in done.stderr, done.stderr


def limited(bytes: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (bytes, bytes))


@pytest.mark.parametrize("out", ["o.jsonl", "o.jsonl.zst", "o.csv", "o.parquet", "o.arrow", "out/"])
def test_a_file_that_may_not_grow_is_named_and_nothing_is_left(lines: Lines, program: Path, out: str) -> None:
    random = Random(13)
    records = [{"id": f"{i:05}", "text": random.randbytes(300).hex()} for i in range(1000)]
    lines("in/a.jsonl", records)
    Path("o.jsonl").write_text("an earlier result")
    done = subprocess.run(
        [program, "dedup", "in", "--out", out, "--method", "exact"],
        capture_output=True,
        preexec_fn=limited(50_000),
        timeout=60,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    name = "out/a.jsonl" if out == "out/" else out
    assert done.stderr.decode().splitlines()[-1] in (
        f"samesame: file too large: {name}",
        "samesame: file too large: out",
    )
    assert Path("o.jsonl").read_text() == "an earlier result"
    assert {path.name for path in Path().iterdir()} <= {"in", "o.jsonl", "out"} and not list(Path().glob("out/*"))


def test_a_full_temporary_folder_is_named_with_a_way_out(lines: Lines, program: Path, tmp_path: Path) -> None:
    lines("a.jsonl", [{"id": f"{i:05}", "text": f"text {i} " + f"{i} words and more " * 80} for i in range(3000)])
    done = subprocess.run(
        [program, "find", "a.jsonl", "--memory", "64KiB"],
        capture_output=True,
        preexec_fn=limited(50_000),
        env={**os.environ, "TMPDIR": str(tmp_path)},
        timeout=60,
        check=False,
    )
    said = done.stderr.decode()
    assert done.returncode == 2, said
    assert said == f"samesame: file too large: the temporary folder {tmp_path}; TMPDIR names another\n"


def test_a_temporary_folder_that_cannot_be_used_is_named(lines: Lines, program: Path, tmp_path: Path) -> None:
    lines("a.jsonl", [{"id": f"{i:05}", "text": f"text {i} " + f"{i} words and more " * 80} for i in range(3000)])
    missing = tmp_path / "missing"
    done = subprocess.run(
        [program, "find", "a.jsonl", "--memory", "64KiB"],
        capture_output=True,
        env={**os.environ, "TMPDIR": str(missing)},
        timeout=60,
        check=False,
    )
    said = done.stderr.decode()
    assert done.returncode == 2, said
    assert said.startswith(f"samesame: a temporary file in {missing} failed: No such file or directory")
    assert said.endswith("; TMPDIR names another folder\n")


def test_a_full_disk_is_named(collection: Path, call: Run) -> None:
    for verb, name in (("find", "o.csv"), ("dedup", "o.jsonl"), ("read", "o.parquet"), ("passages", "o.jsonl.zst")):
        Path(name).symlink_to("/dev/full")
        done = call(verb, "b.jsonl", "--out", name)
        assert (done.returncode, done.stderr.splitlines()[-1]) == (2, f"samesame: no space left on device: {name}")


def test_a_pipe_with_a_name_gets_the_result(collection: Path, run: Run) -> None:
    os.mkfifo("pipe.parquet")
    with subprocess.Popen(["cat", "pipe.parquet"], stdout=subprocess.PIPE) as reader:
        assert run("find", "b.jsonl", "--out", "pipe.parquet").returncode == 0
        assert reader.stdout
        got = reader.stdout.read()
    assert run("find", "b.jsonl", "--out", "o.parquet").returncode == 0
    assert got == Path("o.parquet").read_bytes()


def test_control_characters_of_names_and_ids_reach_no_terminal(lines: Lines, run: Run) -> None:
    evil = "\x1b[31m\r\x9b2J\u202e\x07"
    shown = r"\x1b[31m\r\x9b2J\u202e\x07"
    lines(f"{evil}.jsonl", ["nonsense", {"id": evil, "text": "one"}, {"id": evil, "text": "two"}])
    done = run("read", f"{evil}.jsonl")
    assert json.loads(done.stdout)["id"] == evil
    for said in (done.stderr, run("find", f"{evil}x.jsonl").stderr, run("find", "x", f"--{evil}").stderr):
        assert r"\x1b[31m" in said and not set("\x1b\r\x9b\u202e\x07") & set(said), said
    assert shown in done.stderr
    lines("same.jsonl", [{"id": evil, "text": "one"}, {"id": "b", "text": f"one {evil}"}])
    Path("a.txt").write_text("one")
    assert "\x1b" not in run("compare", "same.jsonl", "a.txt").stderr


LISTEN = "import os, signal, sys; signal.signal({0}, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_being_asked_to_end_cleans_up_as_ctrl_c_does(
    collection: Path, program: Path, tmp_path: Path, number: int, code: int
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    Path("o.jsonl").write_text("an earlier result")
    before = contents()
    listening: list[str | Path] = [sys.executable, "-c", LISTEN.format(int(number)), program]
    listening += ["dedup", "-", "--out", "o.jsonl", "--removed", "r.csv"]
    with subprocess.Popen(
        listening, stdin=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "TMPDIR": str(temporary)}
    ) as process:
        assert process.stdin and process.stderr
        process.stdin.write(b'{"text": "one"}\n' * 100_000)
        process.stdin.flush()
        while not any(file.stat().st_size for file in temporary.iterdir()):
            assert process.poll() is None
        process.send_signal(number)
        _, words = process.communicate(timeout=60)
        assert (words, process.returncode) == (b"samesame: stopped\n", code)
    assert list(temporary.iterdir()) == [] and contents() == before


def test_a_hangup_that_is_ignored_stays_ignored(collection: Path, program: Path) -> None:
    with subprocess.Popen(
        [program, "read", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    ) as process:
        assert process.stdin and process.stdout
        process.stdin.write(b'{"id": "a", "text": "one"}\n')
        process.stdin.flush()
        process.send_signal(signal.SIGHUP)
        process.stdin.close()
        assert process.stdout.read() == b'{"id":"a","text":"one"}\n'
        assert process.wait(30) == 0


def test_cells_that_look_like_formulas_can_be_defused(lines: Lines, call: Run) -> None:
    lines("a.jsonl", [{"id": id_, "text": "=1+1 is more than twelve words long " * 3} for id_ in ("=a", "-b", "c")])
    for verb, cell in (("find", "'-b"), ("dedup", "'=1+1 is"), ("read", "'=a")):
        for safe in (True, False):
            assert call(verb, "a.jsonl", "--out", "o.csv", *(["--csv-safe"] if safe else [])).returncode == 0
            assert (cell in Path("o.csv").read_text()) is safe, verb


def test_a_passage_begins_with_a_word_and_may_be_asked_to_be_safe_all_the_same(lines: Lines, call: Run) -> None:
    lines("a.jsonl", [{"id": id_, "text": "=1+1 is more than twelve words long " * 3} for id_ in ("a", "b")])
    assert call("passages", "a.jsonl", "--out", "o.csv", "--csv-safe").returncode == 0
    assert "\n1,1+1 is more" in Path("o.csv").read_text()
