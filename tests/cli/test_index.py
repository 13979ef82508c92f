"""samesame index, and find against one."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import samesame as ss
from samesame.verbs.index import build_index

Run = Callable[..., subprocess.CompletedProcess[str]]
Lines = Callable[..., Path]
Done = subprocess.CompletedProcess[str]
SIX = "one two three four five six"
DOCUMENTS = [
    {"id": "a", "text": f"{SIX} seven eight nine"},
    {"id": "b", "text": "The ferry leaves at ten."},
    {"id": "c", "text": SIX},
]
ASKED = [{"id": "q", "text": f"{SIX}!"}, {"id": "r", "text": "the ferry leaves at TEN"}, {"id": "s", "text": "nothing"}]
TEXTS = {record["id"]: record["text"] for record in DOCUMENTS}
TOLD = [("b", "exact", "r"), ("c", "exact", "q"), ("q", "contained", "a")]


def told(done: Done) -> list[tuple[str, str, str]]:
    """What a find told: left, relation, right."""
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return [(match["left"], match["relation"], match["right"]) for match in found]


def test_from_building_to_finding(run: Run, lines: Lines) -> None:
    lines("d.jsonl", DOCUMENTS[:1])
    lines("e.jsonl", DOCUMENTS[1:])
    lines("q.jsonl", ASKED)
    done = run("index", "build", "d.index", "d.jsonl")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "1 documents in d.index\n")
    done = run("index", "add", "d.index", "e.jsonl")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "2 documents added to d.index\n")
    against_index, against_files = (
        run("find", "q.jsonl", *others)
        for others in (["--against", "d.index"], ["--against", "d.jsonl", "--against", "e.jsonl"])
    )
    assert (against_index.returncode, told(against_index)) == (0, TOLD)
    assert (against_files.returncode, against_files.stdout) == (0, against_index.stdout)
    assert against_index.stderr.startswith("6 documents: 2 exact, 1 contained.")
    done = run("index", "remove", "d.index", "c", "b")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "2 documents removed from d.index\n")
    assert told(run("find", "q.jsonl", "--against", "d.index")) == TOLD[2:]


def test_against_files_only_pairs_across_are_told(call: Run, lines: Lines) -> None:
    """Documents of one side are never linked with each other, whatever their sides have."""
    lines("d.jsonl", [*DOCUMENTS, {"id": "c2", "text": SIX.upper()}])
    lines("q.jsonl", [{"id": "x", "text": "alone"}, {"id": "y", "text": "alone"}, {"id": "q", "text": SIX}])
    done = call("find", "q.jsonl", "--against", "d.jsonl", "--all-pairs")
    assert told(done) == [("c", "exact", "q"), ("c2", "exact", "q"), ("q", "contained", "a")]
    assert call("index", "build", "d.index", "d.jsonl").returncode == 0
    again = call("find", "q.jsonl", "--against", "d.index", "--all-pairs")
    assert (again.returncode, again.stdout) == (0, done.stdout)


def test_info_tells_what_it_holds(call: Run, lines: Lines) -> None:
    lines("d.jsonl", DOCUMENTS)
    lines("e.jsonl", ASKED)
    options = ["--set", "size=3", "--set", "measure=jaccard", "--language", "en"]
    assert call("index", "build", "d.index", "d.jsonl", *options).returncode == 0
    assert call("index", "add", "d.index", "e.jsonl").returncode == 0
    assert call("index", "remove", "d.index", "s").returncode == 0
    done = call("index", "info", "d.index", "--json")
    facts = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert (facts["documents"], facts["parts"], facts["method"], facts["statistics"]) == (5, 2, "overlap", None)
    assert {name: facts["settings"][name] for name in ("size", "measure", "language", "threshold")} == {
        "size": 3,
        "measure": "jaccard",
        "language": "en",
        "threshold": 0.8,
    }
    done = call("index", "info", "d.index")
    assert done.stdout.splitlines()[:3] == ["documents: 5", "parts: 2", "method: overlap"]


def test_statistics_are_kept_in_the_index(call: Run, lines: Lines) -> None:
    words = " ".join(f"harbour{chr(97 + i)} ferry{chr(97 + i)}" for i in range(9))
    lines("d.jsonl", [{"id": "a", "text": words}, *DOCUMENTS[1:]])
    lines("q.jsonl", [{"id": "q", "text": f"the {words}"}])
    assert (
        call("stats", "d.jsonl", "--out", "d.stats", "--stop", "--stem", "first5", "--language", "en").returncode == 0
    )
    method = ["--method", "imatch", "--language", "en", "--set", "skip=0", "--set", "take=2"]
    assert call("index", "build", "d.index", "d.jsonl", "--stats", "d.stats", *method).returncode == 0
    facts = json.loads(call("index", "info", "d.index", "--json").stdout)
    assert (facts["method"], facts["statistics"]) == ("imatch", ss.Statistics.load("d.stats").fingerprint)
    Path("d.stats").rename("moved.stats")
    done = call("find", "q.jsonl", "--against", "d.index", *method)
    assert (done.returncode, told(done)) == (0, [("a", "near", "q")])
    assert call("find", "q.jsonl", "--against", "d.index", "--stats", "moved.stats", *method).stdout == done.stdout
    assert (
        call("stats", "q.jsonl", "--out", "q.stats", "--stop", "--stem", "first5", "--language", "en").returncode == 0
    )
    done = call("find", "q.jsonl", "--against", "d.index", "--stats", "q.stats", *method)
    assert (done.returncode, done.stdout) == (2, "") and "made under different statistics" in done.stderr


def test_ids_come_from_standard_input(run: Run) -> None:
    build_index("d.index", {"with a space": "x", "ışık": "y", **TEXTS})
    done = run("index", "remove", "d.index", "-", stdin="a\r\nwith a space\nışık".encode())
    assert (done.returncode, done.stderr) == (0, "3 documents removed from d.index\n")
    done = run("index", "remove", "d.index", "b", "-", stdin=b"c\n")
    assert (done.returncode, done.stderr) == (0, "2 documents removed from d.index\n")
    assert json.loads(run("index", "info", "d.index", "--json").stdout)["documents"] == 0
    done = run("index", "remove", "d.index", "-", stdin=b"")
    assert (done.returncode, done.stderr) == (0, "0 documents removed from d.index\n")


def test_empty_lines_are_no_ids(run: Run) -> None:
    build_index("d.index", TEXTS)
    done = run("index", "remove", "d.index", "-", stdin=b"a\n\nb\n\n")
    assert (done.returncode, done.stderr) == (0, "2 documents removed from d.index\n")


def test_unknown_ids_are_named_and_set_the_code(call: Run, lines: Lines) -> None:
    lines("d.jsonl", DOCUMENTS)
    assert call("index", "build", "d.index", "d.jsonl").returncode == 0
    done = call("index", "remove", "d.index", "x", "a", "y")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "1 documents removed from d.index\nsamesame: not in the index: x, y\n"
    done = call("index", "remove", "d.index", *(f"x{i}" for i in range(12)))
    assert done.returncode == 1 and done.stderr.endswith(
        "not in the index: " + ", ".join(f"x{i}" for i in range(10)) + " …\n"
    )
    assert json.loads(call("index", "info", "d.index", "--json").stdout)["documents"] == 2


def test_bad_records_are_left_out_and_set_the_code(call: Run, lines: Lines) -> None:
    lines("d.jsonl", [*DOCUMENTS, "nonsense", {"id": "a", "text": "again"}])
    lines("e.jsonl", [{"id": "e", "text": "one"}, "nonsense"])
    done = call("index", "build", "d.index", "d.jsonl")
    assert done.returncode == 1 and "3 documents in d.index\n" in done.stderr
    assert "samesame: d.jsonl:4: not valid JSON" in done.stderr and "'a'" in done.stderr
    done = call("index", "add", "d.index", "e.jsonl")
    assert done.returncode == 1 and "1 documents added to d.index\n" in done.stderr
    assert "samesame: e.jsonl:2: not valid JSON" in done.stderr
    done = call("index", "build", "e.index", "e.jsonl", "--strict")
    assert done.returncode == 2 and not Path("e.index").exists()
    before = {path.name: path.read_bytes() for path in Path("d.index").iterdir()}
    lines("f.jsonl", [{"id": "f", "text": "one"}, "nonsense"])
    assert call("index", "add", "d.index", "f.jsonl", "--strict").returncode == 2
    assert {path.name: path.read_bytes() for path in Path("d.index").iterdir()} == before


def test_repeated_ids_are_named_and_the_other_records_are_added(run: Run, lines: Lines) -> None:
    build_index("d.index", TEXTS)
    lines("e.jsonl", [{"id": "e", "text": "one"}, {"id": "a", "text": "again"}])
    done = run("index", "add", "d.index", "e.jsonl")
    assert done.returncode == 1 and "1 documents added to d.index\n" in done.stderr
    assert "samesame: e.jsonl:2: the id 'a' is in the index already; left out\n" in done.stderr


def test_rests_of_killed_writes_are_named_and_replaced(run: Run, lines: Lines) -> None:
    lines("d.jsonl", DOCUMENTS)
    Path(".d.index.building").mkdir()
    Path(".d.index.building/part-00001.blocks").write_bytes(b"half")
    done = run("index", "build", "d.index", "d.jsonl")
    rest, words = done.stderr.splitlines()
    assert rest.startswith("samesame: index: '") and rest.endswith(
        ".d.index.building' is the rest of a build of 'd.index' that was broken off; replaced"
    )
    assert (done.returncode, words) == (0, "3 documents in d.index")
    Path("d.index/part-00002.blocks").write_bytes(b"half")
    done = run("index", "remove", "d.index", "a")
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        "samesame: index: 'd.index' had the rest of a write that was broken off; taken away: part-00002.blocks",
        "1 documents removed from d.index",
    ]
    assert sorted(path.name for path in Path().iterdir()) == ["d.index", "d.jsonl"]


def test_a_damaged_index_is_one_line_and_code_two(run: Run, lines: Lines) -> None:
    lines("q.jsonl", ASKED)
    build_index("d.index", TEXTS)
    part = Path("d.index/part-00001.blocks")
    content = part.read_bytes()
    part.write_bytes(content[:100] + bytes([content[100] ^ 1]) + content[101:])
    done = run("find", "q.jsonl", "--against", "d.index")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"samesame: {part}: damaged: it is not what was written; build the index anew\n"


def test_an_index_is_read_within_the_memory(measured: Callable[..., Any], program: Path, folder: Path) -> None:
    """Formerly documents came 2,000 at a time, however long they were: here 650 MB were needed."""
    long = " ".join(f"word{i}" for i in range(600))
    with Path("a.jsonl").open("w") as file:
        for i in range(1_200):
            words = " ".join(f"{i}x{j}" for j in range(6_000))
            file.write(json.dumps({"id": str(i), "text": f"{words} {long}"}) + "\n")
    assert build_index("a.index", Path("a.jsonl")).documents == 1_200
    Path("q.jsonl").write_text(json.dumps({"id": "q", "text": long}) + "\n")
    asked = ["find", "q.jsonl", "--against", "a.index", "--memory", "16MiB", "--threads", "2"]
    done = measured(program, *asked, "--out", "out.csv")
    assert len(Path("out.csv").read_text().splitlines()) == 1_201, done.stderr
    assert done.peak < 300 << 20


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["index", "build", "d.index", "d.jsonl"],
            "samesame: index: 'd.index' exists; add to it with 'samesame index add'",
        ),
        (["index", "build", "folder", "d.jsonl"], "samesame: index: 'folder' exists and is no index; choose another"),
        (["index", "build", "new", "gone.jsonl"], "samesame: gone.jsonl: no such file or folder"),
        (["index", "build", "new", "d.jsonl", "--method", "minhash"], "samesame: method: 'minhash' has no sets"),
        (["index", "build", "new", "d.jsonl", "--set", "size=0"], "samesame: size: expected a whole number from 1"),
        (
            ["index", "add", "d.index", "d.jsonl", "--strict"],
            "samesame: d.jsonl:1: the id 'a' is in the index already; left out",
        ),
        (["index", "add", "folder", "d.jsonl"], "samesame: index: there is none at 'folder'; make one with"),
        (["index", "remove", "folder", "a"], "samesame: index: there is none at 'folder'; make one with"),
        (["index", "info", "gone"], "samesame: index: there is none at 'gone'; make one with 'samesame index build'"),
        (["index", "info", "site"], "samesame: site/index.json: not the header of an index of samesame"),
        (["find", "d.jsonl", "--against", "gone.index"], "samesame: gone.index: no such file or folder"),
        (["find", "d.jsonl", "--against", "d.index", "--set", "size=5"], "'overlap' with size=4, "),
        (["find", "d.jsonl", "--against", "d.index", "--method", "ffp"], "asked for 'ffp' with size=4, "),
        (
            ["find", "d.jsonl", "--against", "d.index", "--relation", "same"],
            "samesame: relation: expected some of exact",
        ),
    ],
)
def test_what_cannot_be_done_is_one_line_and_nothing_changes(
    call: Run, lines: Lines, arguments: list[str], words: str
) -> None:
    lines("d.jsonl", DOCUMENTS)
    lines("folder/notes.txt", ["mine"])
    lines("site/index.json", ['{"pages": 3}'])
    build_index("d.index", TEXTS)
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    done = call(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr and len(done.stderr.splitlines()) == 1
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before
    assert not Path("new").exists()


def test_the_current_folder_does_not_become_an_index(call: Run, tmp_path: Path) -> None:
    (tmp_path / "d.jsonl").write_text('{"id": "a", "text": "one"}\n')
    done = call("index", "build", ".", "../d.jsonl")
    assert (done.returncode, done.stderr) == (2, "samesame: index: '.' is the current folder; name a folder in it\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["d.jsonl", "work"]


@pytest.mark.parametrize(
    "arguments", [["find", "q.jsonl", "--against", "d.index", "--against", "q.jsonl"], ["find", "d.index"]]
)
def test_an_index_among_files_is_refused(call: Run, lines: Lines, arguments: list[str]) -> None:
    lines("q.jsonl", ASKED)
    build_index("d.index", TEXTS)
    done = call(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "d.index" in done.stderr and len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments", [["index"], ["index", "build", "x"], ["index", "remove", "x"], ["index", "bulid"]]
)
def test_a_wrong_command_line_is_code_two(call: Run, arguments: list[str]) -> None:
    done = call(*arguments)
    assert (done.returncode, "Traceback" in done.stderr, [*Path().iterdir()]) == (2, False, [])


def test_the_memory_is_that_of_the_run(
    call: Run, lines: Lines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is beyond it would go to a temporary file, for which there is no folder."""
    lines("d.jsonl", [{"id": "d", "text": " ".join(f"word{i}" for i in range(100_000))}])
    lines("e.jsonl", [{"id": "e", "text": " ".join(f"word{i}" for i in range(1, 100_001))}])
    monkeypatch.setenv("TMPDIR", str(tmp_path / "gone"))
    for verb, file in (("build", "d.jsonl"), ("add", "e.jsonl")):
        done = call("index", verb, "d.index", file, "--memory", "64KiB")
        assert done.returncode == 2 and "No such file or directory" in done.stderr, done.stderr
        assert call("index", verb, "d.index", file, "--memory", "64MiB").returncode == 0
    done = call("index", "build", "e.index", "e.jsonl", "--memory", "much")
    assert (done.returncode, done.stdout, Path("e.index").exists()) == (2, "", False)
    assert "memory: expected a size such as 512MiB or 2GiB, got 'much'" in done.stderr
