"""samesame stats, methods, demo, and the program itself."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import samesame as ss
from samesame.sample import sample_truth

Run = Callable[..., subprocess.CompletedProcess[str]]
Lines = Callable[..., Path]


def test_stats_counts_and_freezes(run: Run, lines: Lines) -> None:
    lines("a.jsonl", [{"text": "the ferry sails"}, {"text": "The Ferry waits"}, {"text": "the sea"}])
    done = run("stats", "a.jsonl", "--out", "words.stats")
    loaded = ss.Statistics.load("words.stats")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"3 documents, 5 words, fingerprint {loaded.fingerprint}\n"
    assert (loaded.documents, loaded.count_of("the"), loaded.count_of("ferry")) == (3, 3, 2)
    assert run("stats", "a.jsonl", "--out", "both.stats", "--merge", "words.stats").returncode == 0
    assert ss.Statistics.load("both.stats").count_of("ferry") == 4


def test_stats_refuses_what_does_not_fit(run: Run, lines: Lines) -> None:
    path = lines("a.jsonl", [{"text": "the ferry"}])
    for options, words in [
        (["--stem", "roots"], "stem"),
        (["--unspaced", "letters"], "unspaced"),
        (["--language", "klingon"], "language"),
        (["--merge", "a.jsonl"], "not statistics of samesame"),
        (["--merge", "gone.stats"], "no such file"),
        (["--stop"], "stop: needs a language; give --language"),
    ]:
        done = run("stats", "a.jsonl", "--out", "o.stats", *options)
        assert (done.returncode, words in done.stderr, "Traceback" in done.stderr) == (2, True, False), done.stderr
    before = path.read_bytes()
    assert run("stats", "a.jsonl", "--out", "a.jsonl").returncode == 2
    assert path.read_bytes() == before and list(Path().iterdir()) == [path]


def test_methods_lists_what_there_is(run: Run) -> None:
    done = run("methods")
    assert done.returncode == 0 and done.stdout.startswith("overlap: ")
    found = [json.loads(line) for line in run("methods", "--json").stdout.splitlines()]
    assert [method["name"] for method in found][:2] == ["overlap", "exact"]
    assert all(method["citation"] and method["cost"] and method["relations"] for method in found)


def test_methods_tells_of_those_that_are_named(run: Run) -> None:
    found = [json.loads(line) for line in run("methods", "pdc", "ffp", "--json").stdout.splitlines()]
    assert [method["name"] for method in found] == ["pdc", "ffp"]
    unknown = run("methods", "ffpp")
    assert unknown.returncode == 2 and "'ffpp' is not known; expected one of: overlap" in unknown.stderr


def test_demo_finds_the_copies_of_the_sample(run: Run) -> None:
    done = run("demo")
    assert done.returncode == 0 and "letter-001" in done.stdout
    assert "Next: samesame find YOUR-FILES" in done.stderr
    found = [json.loads(line) for line in run("demo", "--json").stdout.splitlines()]
    truth = {(pair["left"], pair["right"]): pair["relation"] for pair in sample_truth()}
    assert {match["relation"] for match in found} == {"exact", "near", "contained"}
    assert all(truth[match["left"], match["right"]] == match["relation"] for match in found)


def test_demo_writes_what_it_suggests(call: Run, folder: Path) -> None:
    assert "--out FILE writes them all" in call("demo").stdout
    assert call("demo", "--out", "all.jsonl").returncode == 0
    assert Path("all.jsonl").read_text() == call("demo", "--json").stdout


def test_the_program_knows_its_version_and_helps(run: Run) -> None:
    assert run("--version").stdout == f"samesame {ss.__version__}\n"
    done = run("-h")
    assert done.returncode == 0
    assert all(verb in done.stdout for verb in ("find", "dedup", "read", "stats", "methods", "demo"))
