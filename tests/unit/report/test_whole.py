"""Files that appear when they are whole."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import samesame as ss
from samesame.report.whole import whole_file, whole_folder

KILLED = """
import os, signal, sys
from pathlib import Path
from samesame.report.whole import whole_file
with whole_file(Path(sys.argv[1])) as partial:
    partial.write_text("half")
    print("writing", flush=True)
    if sys.argv[2] == "wait":
        sys.stdin.read()
    else:
        os.kill(os.getpid(), signal.SIGKILL)
"""


def write(path: str | Path, text: str) -> None:
    with whole_file(Path(path)) as partial:
        partial.write_text(text)


def names() -> list[str]:
    return sorted(path.name for path in Path().iterdir())


def killed(path: str) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, path, "now"], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (-9, b"writing\n"), done.stderr


def test_a_file_appears_only_when_it_is_whole(folder: Path) -> None:
    with whole_file(Path("deep/er/x.jsonl.gz")) as partial:
        partial.write_text("half")
        assert not Path("deep/er/x.jsonl.gz").exists()
        assert partial.name.startswith(".") and partial.name.endswith(".jsonl.gz")
    assert list(Path("deep/er").iterdir()) == [Path("deep/er/x.jsonl.gz")]


def test_no_name_can_be_foretold_and_every_file_is_fresh(folder: Path) -> None:
    seen = set()
    for _ in range(3):
        with whole_file(Path("x.csv")) as partial:
            assert partial.read_bytes() == b"" and not partial.is_symlink()
            seen.add(partial.name)
    assert len(seen) == 3 and names() == ["x.csv"]


def test_the_rest_of_a_killed_run_is_taken_away(folder: Path) -> None:
    killed("x.jsonl")
    killed("y.jsonl")
    [rest] = [name for name in names() if name.startswith(".x")]
    Path(".x.jsonl.notours.partial.jsonl").touch()
    write("x.jsonl", "whole")
    assert Path("x.jsonl").read_text() == "whole"
    assert rest not in names()
    assert len([name for name in names() if name.startswith(".y")]) == 1
    assert Path(".x.jsonl.notours.partial.jsonl").exists()


def test_what_a_living_run_writes_is_left_alone(folder: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, "x.jsonl", "wait"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with process:
        assert process.stdout and process.stdout.readline() == b"writing\n"
        write("x.jsonl", "whole")
        assert len(names()) == 2
    assert Path("x.jsonl").read_text() == "half" and names() == ["x.jsonl"]


def test_a_rest_that_is_a_link_is_not_followed(folder: Path) -> None:
    Path("precious").write_text("precious")
    Path(".x.csv.0123456789abcdef.partial.csv").symlink_to("precious")
    write("x.csv", "new")
    assert Path("precious").read_text() == "precious" and Path("x.csv").read_text() == "new"


def test_mode_and_owner_of_what_is_replaced_stay(folder: Path) -> None:
    Path("x.csv").write_text("old")
    Path("x.csv").chmod(0o640)
    os.chown("x.csv", -1, os.getgroups()[-1] if os.getgroups() else os.getgid())
    before = Path("x.csv").stat()
    with whole_file(Path("x.csv")) as partial:
        assert stat.S_IMODE(partial.stat().st_mode) == 0o600
    after = Path("x.csv").stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert after.st_ino != before.st_ino


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_the_mode_that_the_umask_leaves(folder: Path, umask: int, mode: int) -> None:
    old = os.umask(umask)
    try:
        write("x.csv", "new")
    finally:
        os.umask(old)
    assert stat.S_IMODE(Path("x.csv").stat().st_mode) == mode


def test_a_link_stays_and_what_it_points_to_is_replaced(folder: Path) -> None:
    Path("there").mkdir()
    Path("there/x.csv").write_text("old")
    Path("link.csv").symlink_to("there/x.csv")
    Path("dangling.csv").symlink_to("there/y.csv")
    write("link.csv", "new")
    write("dangling.csv", "new")
    assert Path("link.csv").is_symlink() and Path("there/x.csv").read_text() == "new"
    assert Path("dangling.csv").is_symlink() and Path("there/y.csv").read_text() == "new"
    assert len(names()) == 3 and len(list(Path("there").iterdir())) == 2


def test_a_folder_is_refused_by_name(folder: Path) -> None:
    Path("x.csv").mkdir()
    with pytest.raises(ss.ParameterError, match=r"'x\.csv' is a folder"):
        write("x.csv", "new")


def test_a_pipe_and_a_device_get_the_bytes(folder: Path) -> None:
    os.mkfifo("pipe.csv")
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(Path("pipe.csv").read_bytes()))
    reader.start()
    write("pipe.csv", "bytes")
    reader.join()
    write("/dev/null", "bytes")
    assert got == [b"bytes"] and names() == ["pipe.csv"] and Path("pipe.csv").is_fifo()


def test_a_pipe_gets_nothing_of_what_failed(folder: Path) -> None:
    os.mkfifo("pipe.csv")
    with pytest.raises(KeyboardInterrupt), whole_file(Path("pipe.csv")) as partial:
        partial.write_text("half")
        raise KeyboardInterrupt
    assert names() == ["pipe.csv"]


def test_a_full_device_is_named(folder: Path) -> None:
    with pytest.raises(ss.InputError, match=r"^no space left on device: /dev/full$"):
        write("/dev/full", "bytes")


@pytest.mark.parametrize("name", ["x" * 240 + ".csv", "ş" * 120 + ".jsonl.gz", "x." + "y" * 240])
def test_names_of_any_length(folder: Path, name: str) -> None:
    write(name, "new")
    assert names() == [name]


def test_a_folder_of_files_appears_at_once(folder: Path) -> None:
    Path("out").mkdir()
    Path("out/a").write_text("old")
    Path("out/a").chmod(0o600)
    Path("out/z").write_text("other")
    Path("elsewhere").write_text("old")
    Path("out/c").symlink_to("../elsewhere")
    with whole_folder(Path("out")) as partial:
        for name in "abc":
            (partial / name).write_text(f"new {name}")
        assert Path("out/a").read_text() == "old" and not Path("out/b").exists()
    assert {path.name: path.read_text() for path in Path("out").iterdir()} == {
        "a": "new a",
        "b": "new b",
        "c": "new c",
        "z": "other",
    }
    assert stat.S_IMODE(Path("out/a").stat().st_mode) == 0o600
    assert Path("out/c").is_symlink() and Path("elsewhere").read_text() == "new c"


def test_a_folder_that_failed_leaves_nothing(folder: Path) -> None:
    rest = Path("out/.samesame.0123456789abcdef.partial")
    rest.mkdir(parents=True)
    (rest / "a").write_text("half")
    with pytest.raises(KeyboardInterrupt), whole_folder(Path("out")) as partial:
        (partial / "a").write_text("half")
        raise KeyboardInterrupt
    assert list(Path("out").iterdir()) == []


@pytest.mark.parametrize("make", [whole_file, whole_folder])
def test_a_signal_just_after_a_name_was_made_leaves_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, make: Any
) -> None:
    @contextmanager
    def interrupted(make: Callable[[], object]) -> Iterator[object]:
        """The file is there, and nobody knows of it yet."""
        make()
        raise KeyboardInterrupt
        yield

    # The name samesame.report is the verb, so the module is asked for by its own.
    monkeypatch.setattr(sys.modules["samesame.report.whole"], "_held", interrupted)
    (folder / "out").mkdir()
    with pytest.raises(KeyboardInterrupt), make(folder / "out" if make is whole_folder else folder / "out" / "o.csv"):
        pass
    assert list((folder / "out").iterdir()) == []
