"""A disk that is full: what was not written was not acknowledged, and when there is room again, it goes on."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.service.conftest import Server

# A file may have so many bytes: a quota that needs no rights and no file system of its own.
MOST = 1_000_000


def few_bytes() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


def fill(server: Server) -> list[str]:
    """Posts until there is no room; the ids that were acknowledged."""
    taken: list[str] = []
    for at in range(2000):
        answer = server.post({"id": f"d{at}", "text": f"Item {at}: " + " ".join(f"w{at}x{n}" for n in range(400))})
        if answer.status != 200:
            assert answer.status in (503, 507) and "state.db" in answer.json["error"], answer
            return taken
        taken.append(f"d{at}")
    raise AssertionError("the disk never filled")


def test_beyond_a_quota_nothing_is_acknowledged_and_nothing_lost(start: Callable[..., Server]) -> None:
    server = start(limit=few_bytes).ready()
    taken = fill(server)
    assert len(taken) > 10
    # Still answering, refusing by name, and saying so to whoever watches it.
    assert server.post({"id": "more", "text": "x" * 50_000}).status in (503, 507)
    assert server.ask("GET", "/healthz").status == 503
    assert server.ask("GET", f"/documents/{taken[-1]}").status == 200
    # Room again, without a restart.
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    following = server.post({"id": "after", "text": f"Item {len(taken)}: something new"})
    assert (following.status, following.json["group"]) == (200, len(taken) + 1)
    assert server.ask("GET", "/healthz").status == 200
    assert server.stop() == 0
    check(start().ready(), taken)


def check(server: Server, taken: list[str]) -> None:
    for id_ in taken:
        assert server.ask("GET", f"/documents/{id_}").status == 200
    stats = server.ask("GET", "/stats").json
    assert stats["stored"] == stats["judged"] == stats["window"]["documents"] == len(taken) + 1


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own where that is allowed; otherwise a folder, under a limit of the process."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = os.geteuid() == 0 and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], check=False, capture_output=True
    ).returncode == 0  # fmt: skip
    try:
        yield folder
    finally:
        if mounted:
            subprocess.run(["umount", str(folder)], check=True)


def test_on_a_full_file_system_killed_and_started_all_that_was_acknowledged_is_there(
    start: Callable[..., Server], small_disk: Path
) -> None:
    limit = None if small_disk.is_mount() else few_bytes
    server = start(store=small_disk / "state.db", limit=limit).ready()
    taken = fill(server)
    server.kill()
    again = start(store=small_disk / "state.db", limit=limit).ready()
    for id_ in taken:
        assert again.ask("GET", f"/documents/{id_}").status == 200
    assert again.ask("GET", "/stats").json["window"]["documents"] == len(taken)
    # No room for a snapshot either: that is told, and loses nothing.
    assert again.stop() == 0
