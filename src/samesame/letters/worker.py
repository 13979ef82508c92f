"""Takes letters apart in processes of their own: the rules are Python, and one interpreter would use one core."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from struct import calcsize, pack, unpack
from types import TracebackType
from typing import IO, Any

from samesame.letters.parts import letter

# Fewer texts are taken apart here at once: a process takes as long to start.
FEW = 2000
_SIZE = "<Q"


@dataclass(frozen=True, slots=True)
class Taken:
    """What clustering needs of a letter: the ranges of its main text, and the fields that constraints compare."""

    main: tuple[tuple[int, int], ...]
    dockets: tuple[str, ...]
    relayers: tuple[str, ...]
    footers: tuple[str, ...]

    def main_text(self, text: str) -> str:
        """The main text, its ranges with a blank line between them."""
        return "\n\n".join(text[start:end] for start, end in self.main)


def taken(text: str) -> Taken:
    """A letter taken apart. A text without a main text is compared as a whole.

    >>> taken("Dear EPA,\\n\\nKeep rule OAR-2002-0056.").main
    ((11, 35),)
    """
    found = letter(text)
    values = (tuple(sorted(found.values(name))) for name in ("docket", "relayer", "footer"))
    return Taken(found.main or ((0, len(text)),), *values)


class Workers:
    """Processes that take letters apart; the first texts are done here, as most collections are small."""

    def __init__(self, threads: int) -> None:
        self._count = threads or os.cpu_count() or 1
        self._done = 0
        self._pool: ThreadPoolExecutor | None = None
        self._free: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
        self._started: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._started:
            if kind is not None:
                process.kill()
            assert process.stdin
            process.stdin.close()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        for process in self._started:
            process.wait()
            assert process.stdout
            process.stdout.close()

    def start(self, texts: list[str]) -> Callable[[], list[Taken]]:
        """Begins to take texts apart; the function that is returned waits for the result."""
        self._done += len(texts)
        if self._done <= FEW or self._count == 1:
            found = [taken(text) for text in texts]
            return lambda: found
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._count, "letters")
            for _ in range(self._count):
                self._start_process()
        future: Future[list[Taken]] = self._pool.submit(self._ask, texts)
        return future.result

    def _start_process(self) -> None:
        # Not this program's own script again, as multiprocessing would run; and no fork beside running threads.
        command = [sys.executable, "-c", "from samesame.letters.worker import serve; serve()"]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self._started.append(process)
        self._free.put(process)

    def _ask(self, texts: list[str]) -> list[Taken]:
        process = self._free.get()
        try:
            assert process.stdin and process.stdout
            _write(process.stdin, texts)
            answer: list[Taken] = _read(process.stdout)
        finally:
            self._free.put(process)
        return answer


def serve() -> None:
    """Takes apart what comes in until there is no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the program that started this one ends it
    while True:
        try:
            texts = _read(sys.stdin.buffer)
        except EOFError:
            return
        _write(sys.stdout.buffer, [taken(text) for text in texts])


def _write(stream: IO[bytes], value: Any) -> None:
    content = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    stream.write(pack(_SIZE, len(content)) + content)
    stream.flush()


def _read(stream: IO[bytes]) -> Any:
    head = stream.read(calcsize(_SIZE))
    if len(head) < calcsize(_SIZE):
        raise EOFError("the process that takes letters apart has ended")
    return pickle.loads(stream.read(unpack(_SIZE, head)[0]))
