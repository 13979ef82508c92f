"""Processes that run the batches of a target, watched from outside: a crash, a hang, too much memory are findings."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path

from fuzz.case import Case, Target
from fuzz.worker import CASES, ERRORS, Done, Failure, Task, target_at, work

_SPAWN = multiprocessing.get_context("spawn")
_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
# Nothing waits so long for anything, not even as the least urgent process of a machine with ten times too much to do.
PATIENCE = 900.0


class Pool:
    """Runs batches 0, 1, 2 … of a target on some processes; a process that dies is replaced."""

    def __init__(self, home: str, seed: int, jobs: int) -> None:
        self.home, self.seed, self.jobs = home, seed, jobs
        self.target: Target = target_at(home)

    def run(self, *, seconds: float | None = None, batches: int | None = None) -> Iterator[Done]:
        """The answers as they come, until the time is over or so many batches are done."""
        end = time.monotonic() + seconds if seconds is not None else None
        numbers = iter(range(batches) if batches is not None else range(1 << 62))
        with contextlib.ExitStack() as stack:
            idle = [stack.enter_context(_Worker(self)) for _ in range(self.jobs)]
            busy: list[_Worker] = []
            while True:
                while idle and (end is None or time.monotonic() < end) and (number := next(numbers, None)) is not None:
                    worker = idle.pop()
                    worker.give(Task(number))
                    busy.append(worker)
                if not busy:
                    return
                wait([worker.connection for worker in busy], timeout=0.1)
                for worker in [worker for worker in busy if worker.poll() is not None]:
                    busy.remove(worker)
                    idle.append(worker)
                    yield worker.take()

    def repeat(self, number: int, case: int | None) -> Done:
        """One batch again, case by case, or one case of it."""
        with _Worker(self) as worker:
            worker.give(Task(number, single=True, only=case))
            while worker.poll() is None:
                wait([worker.connection], timeout=0.1)
            return worker.take()


class _Worker:
    """One process and what it is at."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.answer: Done | None = None
        self.failures: list[Failure] = []
        self._start()

    def _start(self) -> None:
        self.connection: Connection
        self.connection, theirs = _SPAWN.Pipe()
        self.folder = Path(tempfile.mkdtemp(prefix="samesame-fuzz-", dir=_memory_folder()))
        self._process: SpawnProcess = _SPAWN.Process(
            target=work, args=(self.pool.home, self.pool.seed, self.folder, theirs)
        )
        self._process.start()
        theirs.close()
        self.ready = False
        self.case = -1
        self.task: Task | None = None

    def __enter__(self) -> _Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def _stop(self) -> None:
        assert self._process.pid is not None
        with contextlib.suppress(OSError):
            self.connection.close()
        self._process.join(0 if self.task else 5)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.join()
        shutil.rmtree(self.folder, ignore_errors=True)

    def give(self, task: Task) -> None:
        """Sends a task; the answer is collected with `poll` and `take`."""
        self.task, self.answer, self.case, self.failures = task, None, -1, []
        self._send()

    def _send(self) -> None:
        self._since, self._used = time.monotonic(), self._processor()
        self.connection.send(self.task)

    def poll(self) -> Done | None:
        """The answer, if there is one by now. A process that died or went too far is replaced, and its batch
        is run again case by case, so that the case is known."""
        if self.answer is not None:
            return self.answer
        try:
            while self.answer is None and self.connection.poll():
                self._hear(self.connection.recv())
        except (EOFError, OSError):
            self._died(self._ending())
        if self.answer is None and (excess := self._excess()):
            self._died(excess)
        return self.answer

    def take(self) -> Done:
        """The answer, with what became known only from the end of a process."""
        assert self.answer is not None
        done, self.task = self.answer, None
        return Done(done.count, [*self.failures, *done.failures])

    def _hear(self, message: object) -> None:
        if isinstance(message, Done):
            self.answer = message
        elif isinstance(message, tuple):
            self.case = message[1]
        self._since, self._used = time.monotonic(), self._processor()

    def _died(self, what: str) -> None:
        task, case, left = self.task, self.case, _files(self.folder / CASES)
        stack = (self.folder / ERRORS).read_text(errors="replace")
        assert task is not None
        self._stop()
        self._start()
        together = self.pool.target.together
        if case < 0 and not task.single and together > 1:
            self.task = Task(task.number, single=True)
            self._send()
            return
        self.failures.append(Failure(task.number, max(case, 0), what, f"{what}\n{stack}", Case(left)))
        self.answer = Done(max(case, 0) + 1, [])

    def _ending(self) -> str:
        self._process.join(5)
        code = self._process.exitcode or 0
        name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return f"the process died: {name}"

    def _excess(self) -> str | None:
        target = self.pool.target
        if self._processor() - self._used > target.seconds:
            return f"took more than {target.seconds:.0f} s of the processor"
        if time.monotonic() - self._since > PATIENCE:
            return f"no answer within {PATIENCE:.0f} s"
        if self._memory() > target.memory:
            return f"took more than {target.memory / 1e9:.1f} GB of memory"
        return None

    def _processor(self) -> float:
        """Seconds of the processor that the process has used; 0 where the system does not tell."""
        fields = self._proc("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICK if fields else 0.0

    def _memory(self) -> int:
        fields = self._proc("statm").split()
        return int(fields[1]) * _PAGE if fields else 0

    def _proc(self, name: str) -> str:
        try:
            return Path(f"/proc/{self._process.pid}/{name}").read_text()
        except OSError:
            return ""


def _files(folder: Path) -> dict[str, bytes]:
    """What a dead process left: the case that it was at."""
    paths = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths if path.stat().st_size < 10**7}


def _memory_folder() -> Path | None:
    """TMPDIR, or else a folder in memory if there is one: thousands of files are written there each second."""
    folder = Path("/dev/shm")
    return folder if "TMPDIR" not in os.environ and folder.is_dir() and os.access(folder, os.W_OK) else None
