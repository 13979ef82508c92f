"""The program `samesame`: called in this process, or in a child of it that was forked, which spares its start."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import pkgutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fuzz.case import Fault

# What a run may take, in seconds; so long because the machine may be busy.
PATIENCE = 600.0
MEMORY = 1_500_000_000


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended. A code below 0 is a signal."""

    code: int
    output: bytes
    errors: str


def called(arguments: Sequence[str]) -> Ended:
    """Runs the program in this process."""
    from samesame.cli import main

    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace") for _ in range(2)]
    argv, sys.argv = sys.argv, ["samesame", *arguments]
    code: object = 0
    try:
        with contextlib.redirect_stdout(streams[0]), contextlib.redirect_stderr(streams[1]):
            main.run()
    except SystemExit as left:
        code = left.code or 0
    finally:
        sys.argv = argv
    output, errors = (_bytes(stream) for stream in streams)
    return Ended(code if isinstance(code, int) else 2, output, errors.decode())


def _bytes(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue()


class Child:
    """The program in a forked process: streams to files in a folder, perhaps with less than usual to work with."""

    def __init__(
        self,
        arguments: Sequence[str],
        folder: Path,
        *,
        before: Callable[[], None] | None = None,
        closed: Sequence[int] = (),
        full: Sequence[int] = (),
        name: str = "run",
    ) -> None:
        self.arguments, self.folder = list(arguments), folder
        self._streams = [folder.parent / f"{name}.{stream}" for stream in ("out", "err")]
        import_all()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                self._become(before, closed, full)
            finally:
                os._exit(99)

    def _become(self, before: Callable[[], None] | None, closed: Sequence[int], full: Sequence[int]) -> None:
        os.setpgid(0, 0)
        os.chdir(self.folder)
        files = [os.open(os.devnull, os.O_RDONLY)]
        files += [os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600) for path in self._streams]
        for number, file in enumerate(files):
            os.dup2(os.open("/dev/full", os.O_WRONLY) if number in full else file, number)
        if before:
            before()
        sys.argv = ["samesame", *self.arguments]
        for number in closed:
            os.close(number)
        # As the interpreter does for streams that are closed when it starts.
        if 1 in closed:
            sys.stdout = sys.__stdout__ = None  # type: ignore[misc]
        if 2 in closed:
            sys.stderr = sys.__stderr__ = None  # type: ignore[misc]
        _leave()

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal; one who has ended does not mind."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def wait(self, seconds: float = PATIENCE) -> Ended:
        """How it ended. Waits for so long at most."""
        end = time.monotonic() + seconds
        pause = 0.0005
        while (status := os.wait4(self.pid, os.WNOHANG))[0] == 0:
            if time.monotonic() > end:
                self.signal(signal.SIGKILL)
                os.waitpid(self.pid, 0)
                raise Fault(f"no end within {seconds:.0f} s: {' '.join(self.arguments)}")
            time.sleep(pause)
            pause = min(pause * 1.5, 0.02)
        # Told in kB by Linux, in bytes by macOS; what the parent had at the fork counts too.
        most = status[2].ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        if most > MEMORY:
            raise Fault(f"took more than {MEMORY / 1e9:.1f} GB of memory\n{self.arguments}: {most / 1e9:.1f} GB")
        # Who is killed at once has made none of them.
        output, errors = (path.read_bytes() if path.exists() else b"" for path in self._streams)
        return Ended(os.waitstatus_to_exitcode(status[1]), output, errors.decode(errors="replace"))


@cache
def import_all() -> None:
    """Imports what a command may need, before the fork, so that a child starts at once. No import starts a thread."""
    import pyarrow.dataset  # noqa: F401

    import samesame

    for module in pkgutil.walk_packages(samesame.__path__, "samesame."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    called(["find", "no-such-file.jsonl"])  # what the parser of the command line imports when it is used


def _leave() -> None:
    """Runs the program and ends the process as the interpreter would."""
    from samesame.cli import main

    code: object = 0
    try:
        main.run()
    except SystemExit as left:
        code = left.code or 0
    except BaseException:
        code = 1
        with contextlib.suppress(Exception):
            traceback.print_exc()
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except Exception:
            code = 120
    os._exit(code if isinstance(code, int) else 2)


def manners(done: Ended, arguments: Sequence[str]) -> None:
    """What holds of every run: it ends by itself with 0, 1 or 2, without a traceback, and 2 says why."""
    shown = " ".join(map(repr, arguments))
    if done.code not in (0, 1, 2):
        raise Fault(f"ended with {done.code}\n{shown}\n{done.errors}")
    if "Traceback (most recent call last)" in done.errors or "panicked at" in done.errors:
        last = done.errors.strip().splitlines()[-1]
        raise Fault(f"traceback: {last}\n{shown}\n{done.errors}")
