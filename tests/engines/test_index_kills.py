"""Whoever writes an index may be killed at any moment: the index is the old one or the new one, and whole."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import samesame as ss
from samesame.index import Index
from samesame.verbs.index import add_to_index, build_index, remove_from_index

SIX = "harbour ferry island mountain garden bridge"
OLD = {f"old{i}": f"{SIX} number{i} of many letters" for i in range(40)}
NEW = {f"new{i}": f"{SIX} letter{i} after the others" for i in range(40)}
GONE = ["old3", "old5"]
ASKED = {"q": OLD["old3"], "r": NEW["new7"], "s": "nothing like it"}

# Runs a verb again and again in processes of its own, each killed a step later than the one before, until one ends by
# itself; then some more, killed at times spread over the run. A step is whatever Python asks of the file system in the
# folder. The processes are forked from one that has imported everything and has no thread yet.
KILLER = """
import json, os, shutil, signal, sys, time
from pathlib import Path
import samesame.verbs.index as verbs
from samesame.methods import METHODS

dict(METHODS)
root, verb, base, old, new, gone = json.load(sys.stdin)

def act(path):
    if verb == "build":
        verbs.build_index(path, old)
    elif verb == "build with statistics":
        verbs.build_index(path, old, method="imatch", language="en")
    elif verb == "add":
        verbs.add_to_index(path, new)
    else:
        verbs.remove_from_index(path, gone)

def killed_at(step, folder):
    def hook(event, arguments):
        nonlocal step
        if str(folder) in repr(arguments[:2]):
            step -= 1
            if step < 0:
                os.kill(os.getpid(), signal.SIGKILL)
    sys.addaudithook(hook)

def child(folder, before):
    folder.mkdir()
    if base:
        shutil.copytree(base, folder / "index")
    pid = os.fork()
    if pid == 0:
        try:
            before(folder)
            act(folder / "index")
        except BaseException as error:
            print(repr(error), file=sys.stderr)
            os._exit(1)
        os._exit(0)
    return pid

def by_step(step):
    return lambda folder: killed_at(step, folder)

ended, step = None, 0
while ended != 0:
    ended = os.waitstatus_to_exitcode(os.waitpid(child(Path(root, f"step{step:03}"), by_step(step)), 0)[1])
    assert ended in (0, -signal.SIGKILL), ended
    step += 1

start = time.monotonic()
assert os.waitpid(child(Path(root, "whole"), lambda folder: None), 0)[1] == 0
taken = time.monotonic() - start
for number in range(12):
    pid = child(Path(root, f"time{number:03}"), lambda folder: None)
    time.sleep(taken * number / 10)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
"""


def kill(root: Path, verb: str, base: Path | None) -> list[Path]:
    """Runs a verb and kills it at every step; gives the folders that this leaves."""
    root.mkdir()
    task = json.dumps([str(root), verb, base and str(base), OLD, NEW, GONE])
    done = subprocess.run([sys.executable, "-c", KILLER], input=task, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    folders = sorted(root.iterdir())
    assert len(folders) > 20
    return folders


def answer(path: Path) -> tuple[int, list[str], list[tuple[str, str]]]:
    """What an index says: documents, ids and the matches of some questions."""
    index = Index(path)
    found = [(match.left, match.right) for match in ss.find(ASKED, against=path, threshold=0.5)]
    return index.documents, sorted(index.ids().to_pylist()), found


def expected(path: Path, documents: dict[str, str]) -> tuple[int, list[str], list[tuple[str, str]]]:
    build_index(path, documents)
    return answer(path)


def told(words: list[str]) -> bool:
    """Whether a rest was named; nothing else may have been said."""
    assert all("the rest of a" in line and "broken off" in line for line in words)
    return bool(words)


def test_a_killed_build_leaves_no_index(tmp_path: Path) -> None:
    """Formerly it left one that looked whole and was empty."""
    whole = expected(tmp_path / "whole", OLD)
    states: set[str] = set()
    rests = 0
    for folder in kill(tmp_path / "killed", "build", None):
        path, words = folder / "index", list[str]()
        states.add("new" if path.exists() else "absent")
        if not path.exists():
            assert not Index.is_one(path)
            build_index(path, OLD, tell=words.append)
            rests += told(words)
        assert answer(path) == whole
        assert [file.name for file in folder.iterdir()] == ["index"]
    assert states == {"absent", "new"} and rests > 3


def test_so_does_one_with_statistics(tmp_path: Path) -> None:
    for folder in kill(tmp_path / "killed", "build with statistics", None):
        path = folder / "index"
        if not path.exists():
            build_index(path, OLD, tell=lambda words: None, method="imatch", language="en")
        index = Index(path)
        assert index.documents == len(OLD) and index.statistics() is not None
        assert [file.name for file in folder.iterdir()] == ["index"]


def test_a_killed_addition_is_all_or_nothing(tmp_path: Path) -> None:
    base = tmp_path / "base"
    old, new = expected(base, OLD), expected(tmp_path / "new", {**OLD, **NEW})
    states, rests = set[str](), 0
    for folder in kill(tmp_path / "killed", "add", base):
        path, words = folder / "index", list[str]()
        before = answer(path)
        assert before in (old, new)
        states.add("old" if before == old else "new")
        documents = ss.read([{"id": id_, "text": text} for id_, text in NEW.items()])
        assert add_to_index(path, documents, tell=words.append) == (len(NEW) if before == old else 0)
        rests += told(words)
        assert answer(path) == new
        named = {file.name for file in path.iterdir()}
        assert named == {"index.json", "lock", *Index(path).header.names()}
    assert states == {"old", "new"} and rests > 3


def test_a_killed_removal_is_all_or_nothing(tmp_path: Path) -> None:
    base, fewer = tmp_path / "base", {id_: text for id_, text in OLD.items() if id_ not in GONE}
    old, new = expected(base, OLD), expected(tmp_path / "fewer", fewer)
    states = set[str]()
    for folder in kill(tmp_path / "killed", "remove", base):
        path, words = folder / "index", list[str]()
        before = answer(path)
        assert before in (old, new)
        states.add("old" if before == old else "new")
        assert remove_from_index(path, GONE, tell=words.append) == ([] if before == old else GONE)
        told(words)
        assert answer(path) == new
    assert states == {"old", "new"}


@pytest.mark.parametrize("batch", [1, 3])
def test_a_build_killed_while_it_reads_leaves_no_index(tmp_path: Path, batch: int) -> None:
    source, path = tmp_path / "a.jsonl", tmp_path / "index"
    text = " ".join(f"word{i}" for i in range(5_000))
    source.write_text("".join(json.dumps({"id": f"d{i}", "text": f"{text} {i}"}) + "\n" for i in range(400)))
    script = (
        "import sys, samesame.verbs.index as verbs\n"
        "def progress(*figures): print(*figures, flush=True); sys.stdin.readline()\n"
        "verbs.build_index(sys.argv[2], sys.argv[1], progress=progress)\n"
    )
    command = [sys.executable, "-c", script, str(source), str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin and process.stdout
        for _ in range(batch):
            assert process.stdout.readline()
            process.stdin.write("\n")
            process.stdin.flush()
        assert process.stdout.readline()
        process.kill()
    assert not path.exists()
    words: list[str] = []
    assert build_index(path, source, tell=words.append).documents == 400
    assert words == [
        f"index: '{tmp_path / '.index.building'}' is the rest of a build of '{path}' that was broken off; replaced"
    ]


def test_a_write_that_finds_no_room_leaves_the_index_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "index"
    build_index(path, OLD)
    before = {file.name: file.read_bytes() for file in path.iterdir()}
    script = (
        "import resource, sys, samesame as ss, samesame.verbs.index as verbs\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
        "texts = {str(i): ' '.join(f'w{i}x{j}' for j in range(900)) for i in range(50)}\n"
        "for attempt, path in zip((verbs.add_to_index, verbs.build_index), sys.argv[1:]):\n"
        "    try:\n"
        "        attempt(path, texts)\n"
        "    except ss.InputError as error:\n"
        "        print(error)\n"
    )
    new = tmp_path / "new"
    command = [sys.executable, "-c", script, str(path), str(new)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told = done.stdout.splitlines()
    assert len(told) == 2 and all(line.endswith(".blocks: file too large; nothing was changed") for line in told)
    assert {file.name: file.read_bytes() for file in path.iterdir()} == before
    assert [file.name for file in tmp_path.iterdir()] == ["index"]
