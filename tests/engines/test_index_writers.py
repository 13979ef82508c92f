"""Several processes at one index: one writes at a time, nothing is lost, and readers see whole states."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import pytest

import samesame as ss
from samesame import _core
from samesame.index import Index, reader
from samesame.index.header import File, Header, Part, load
from samesame.index.lock import locked
from samesame.index.parts import open_parts
from samesame.index.writer import writing
from samesame.verbs.index import add_to_index, build_index, remove_from_index

SIX = "harbour ferry island mountain garden bridge"
WAITING = "waiting for another writer of the index"

ADDER = """
import sys, samesame.verbs.index as verbs
path, name, times, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
print("ready", flush=True)
sys.stdin.readline()
for time in range(times):
    texts = {f"{name}-{time}-{i}": f"letter {name} {time} {i} of many" for i in range(count)}
    assert verbs.add_to_index(path, texts, tell=lambda words: None) == count
"""


def script(code: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", code, *map(str, arguments)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def start_together(processes: list[subprocess.Popen[str]]) -> None:
    """Lets processes go at once when all of them are ready."""
    for process in processes:
        assert process.stdout and process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()


def end(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, errors = process.communicate(timeout=120)
    return process.returncode, out, errors


def test_eight_adders_lose_nothing(tmp_path: Path) -> None:
    """Formerly 300 of 2,400 documents were kept."""
    path = tmp_path / "index"
    build_index(path, {"first": SIX})
    adders = [script(ADDER, path, name, 3, 100) for name in "abcdefgh"]
    start_together(adders)
    assert [end(adder)[::2] for adder in adders] == [(0, "")] * 8
    ids = {f"{name}-{time}-{i}" for name in "abcdefgh" for time in range(3) for i in range(100)}
    assert set(Index(path).ids().to_pylist()) == {"first", *ids}
    assert Index(path).documents == 2_401
    found = ss.find({"x": "Letter c 2 99 of many"}, against=path, threshold=1)
    assert [match.left for match in found] == ["c-2-99"]


def test_two_builders_of_one_path_one_wins_and_the_other_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "index"
    builder = (
        "import sys, samesame.verbs.index as verbs, samesame as ss\n"
        "print('ready', flush=True)\n"
        "sys.stdin.readline()\n"
        "texts = {f'{sys.argv[2]}{i}': f'letter {sys.argv[2]} {i} of many' for i in range(5000)}\n"
        "try:\n"
        "    verbs.build_index(sys.argv[1], texts)\n"
        "except ss.ParameterError as error:\n"
        "    print(error)\n"
    )
    builders = [script(builder, path, name) for name in "ab"]
    start_together(builders)
    ends = [end(process) for process in builders]
    assert all(code == 0 and errors == "" for code, _, errors in ends), ends
    winner = min(range(2), key=lambda number: len(ends[number][1]))
    assert ends[winner][1] == ""
    assert ends[1 - winner][1].startswith(f"index: '{path}' ")
    assert set(Index(path).ids().to_pylist()) == {f"{'ab'[winner]}{i}" for i in range(5000)}
    assert [file.name for file in tmp_path.iterdir()] == ["index"]


def test_a_build_under_way_is_named(tmp_path: Path) -> None:
    path = tmp_path / "index"

    def second(*figures: int) -> None:
        with pytest.raises(ss.ParameterError, match=rf"index: '{path}' is being built by another process; wait"):
            build_index(path, {"b": SIX})
        assert not Index.is_one(path)

    assert build_index(path, {"a": SIX}, progress=second).documents == 1


def test_a_path_that_is_taken_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "index"

    def meanwhile(*figures: int) -> None:
        path.mkdir(exist_ok=True)
        (path / "notes.txt").write_text("mine")

    with pytest.raises(ss.ParameterError, match=rf"index: '{path}' exists and is no index"):
        build_index(path, {"a": SIX}, progress=meanwhile)
    assert [*tmp_path.iterdir()] == [path] and (path / "notes.txt").read_text() == "mine"


def test_what_is_no_rest_of_a_build_is_left_alone(tmp_path: Path) -> None:
    path, staging, elsewhere = tmp_path / "index", tmp_path / ".index.building", tmp_path / "elsewhere"
    elsewhere.mkdir()

    def folder_with_notes() -> None:
        staging.mkdir()
        (staging / "notes.txt").write_text("mine")

    for make in (folder_with_notes, lambda: staging.symlink_to(elsewhere), lambda: staging.write_text("mine")):
        make()
        before = sorted(tmp_path.rglob("*"))
        with pytest.raises(
            ss.ParameterError, match=rf"index: '{staging}' exists and is no rest of a build; move it away"
        ):
            build_index(path, {"a": SIX})
        assert sorted(tmp_path.rglob("*")) == before
        staging.rename(tmp_path / f"moved{len(before)}")
    assert build_index(path, {"a": SIX}).documents == 1


def test_files_of_the_user_in_the_folder_stay(tmp_path: Path) -> None:
    build_index(tmp_path, {"a": SIX})
    for name in ("notes.txt", "part-1.csv", "part-00009.blocks"):
        (tmp_path / name).write_text("mine")
    words: list[str] = []
    add_to_index(tmp_path, {"b": SIX}, tell=words.append)
    assert words == [
        f"index: '{tmp_path}' had the rest of a write that was broken off; taken away: part-00009.blocks",
    ]
    assert {file.name for file in tmp_path.iterdir()} == {
        "index.json",
        "lock",
        "notes.txt",
        "part-1.csv",
        *Index(tmp_path).header.names(),
    }


HOLDER = """
import sys
from pathlib import Path
from samesame.index.writer import writing
with writing(Path(sys.argv[1]), print):
    print("ready", flush=True)
    sys.stdin.readline()
"""


@contextmanager
def held(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that writes to the index, until it is told to end."""
    with script(HOLDER, path) as process:
        assert process.stdout and process.stdout.readline() == "ready\n"
        yield process
        if process.poll() is None:
            process.communicate("\n", timeout=60)


def test_a_second_writer_says_that_it_waits_and_then_writes(tmp_path: Path) -> None:
    path = tmp_path / "index"
    build_index(path, {"a": SIX})
    with held(path) as holder:
        waiter = script(ADDER.replace("lambda words: None", "lambda words: print(words, flush=True)"), path, "b", 1, 5)
        start_together([waiter])
        assert waiter.stdout and waiter.stdout.readline() == f"{WAITING} '{path}'\n"
        assert Index(path).documents == 1
        holder.communicate("\n", timeout=60)
        assert end(waiter) == (0, "", "")
    assert Index(path).documents == 6


def test_a_killed_writer_holds_nobody_up(tmp_path: Path) -> None:
    path = tmp_path / "index"
    build_index(path, {"a": SIX})
    with held(path) as holder:
        waiter = script(ADDER.replace("lambda words: None", "lambda words: print(words, flush=True)"), path, "b", 1, 5)
        start_together([waiter])
        assert waiter.stdout and waiter.stdout.readline().startswith(WAITING)
        holder.kill()
        assert end(waiter)[0] == 0
    assert Index(path).documents == 6


def test_who_waits_can_be_stopped(tmp_path: Path, program: Path) -> None:
    path = tmp_path / "index"
    build_index(path, {"a": SIX})
    with held(path):
        command = [str(program), "index", "remove", str(path), "a"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as waiter:
            assert waiter.stderr and waiter.stderr.readline() == f"samesame: {WAITING} '{path}'\n"
            waiter.send_signal(signal.SIGINT)
            assert (waiter.wait(60), waiter.stderr.read()) == (130, "samesame: stopped\n")
    assert Index(path).documents == 1


def test_readers_see_whole_states_while_others_write(tmp_path: Path) -> None:
    path = tmp_path / "index"
    build_index(path, {"keep": SIX})
    writer = (
        "import sys, samesame.verbs.index as verbs\n"
        "print('ready', flush=True)\n"
        "sys.stdin.readline()\n"
        "for i in range(40):\n"
        "    verbs.add_to_index(sys.argv[1], {f'{i}-{j}': 'harbour ferry island mountain garden' for j in range(3)})\n"
        "    verbs.remove_from_index(sys.argv[1], [f'{i}-{j}' for j in range(2)])\n"
    )
    process = script(writer, path)
    with process:
        _read_while_it_writes(process, path)


def _read_while_it_writes(process: subprocess.Popen[str], path: Path) -> None:
    start_together([process])
    # Before each round, and between its two writes.
    states = []
    for i in range(41):
        rest = {"keep", *(f"{k}-2" for k in range(i))}
        states += [rest, {*rest, *(f"{i}-{j}" for j in range(3))}]
    seen = [0]
    while process.poll() is None:
        index = Index(path)
        time.sleep(0.002)  # others write between the header and the rest
        ids = index.ids().to_pylist()
        assert len(ids) == index.documents
        seen.append(states.index(set(ids)))
    assert end(process)[::2] == (0, "")
    assert seen == sorted(seen) and len(set(seen)) > 3
    assert set(Index(path).ids().to_pylist()) == states[-2]


def test_an_open_index_answers_as_it_stood_when_it_was_opened(tmp_path: Path) -> None:
    path = tmp_path / "index"
    build_index(path, {"a": SIX, "b": SIX})
    remove_from_index(path, ["a"])
    opened = Index(path)
    add_to_index(path, {"c": SIX})
    remove_from_index(path, ["b"])
    assert (opened.ids().to_pylist(), opened.documents) == (["b"], 1)
    assert (Index(path).ids().to_pylist(), Index(path).documents) == (["c"], 1)


def test_a_list_of_removed_that_is_replaced_while_an_index_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "index"
    build_index(path, dict.fromkeys("abcde", SIX))
    remove_from_index(path, ["a"])
    others = iter("bc")

    def load_and_be_late(folder: Path) -> Header:
        header = load(folder)
        monkeypatch.setattr(reader, "load", load)
        for id_ in islice(others, 1):
            remove_from_index(path, [id_])
            monkeypatch.setattr(reader, "load", load_and_be_late)
        return header

    monkeypatch.setattr(reader, "load", load_and_be_late)
    assert Index(path).ids().to_pylist() == ["d", "e"]


def test_parts_that_are_merged_while_an_index_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the files that the header names, the first one is gone when it is opened."""
    path = tmp_path / "index"
    build_index(path, dict.fromkeys("abcd", SIX))
    remove_from_index(path, ["a"])
    late = iter(["e"])

    def open_late(folder: Path, parts: Sequence[Part], removed: File | None) -> _core.IndexReader:
        for id_ in late:
            add_to_index(path, {id_: SIX, **{f"{id_}{i}": f"{SIX} number{i}" for i in range(200)}})
        return open_parts(folder, parts, removed)

    monkeypatch.setattr(reader, "open_parts", open_late)
    index = Index(path)
    assert [part.file.name for part in index.header.parts] == ["part-00003.merged"]
    assert index.documents == 204 and index.ids().to_pylist()[:4] == ["b", "c", "d", "e"]


def test_the_lock_of_a_folder_that_was_replaced_is_not_taken_for_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "index"
    build_index(path, {"a": SIX})
    words: list[str] = []

    def replace_it(text: str) -> None:
        words.append(text)
        path.rename(tmp_path / "old")
        build_index(path, {"b": SIX})
        holding.__exit__(None, None, None)

    def a_third_one_has_to_wait(*figures: int) -> None:
        with pytest.raises(TimeoutError), locked(path / "lock", busy):
            pass

    def busy() -> None:
        raise TimeoutError

    holding = writing(path, words.append)
    holding.__enter__()
    assert add_to_index(path, {"c": SIX}, tell=replace_it, progress=a_third_one_has_to_wait) == 1
    assert words == [f"{WAITING} '{path}'"]
    assert Index(path).ids().to_pylist() == ["b", "c"]
    assert Index(tmp_path / "old").ids().to_pylist() == ["a"]
