"""How a run goes, for people: a bar per stage on a terminal, a line a minute in a pipe, nothing with `--quiet`."""

from __future__ import annotations

import sys
import threading
import time
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Self

from samesame import _core
from samesame.cli.messages import say
from samesame.limits import show_bytes

if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

# Seconds between two lines in a pipe.
MINUTE = 60.0


@dataclass(slots=True)
class Stage:
    """A part of a run: how far it has come. `unit` says what is counted, `total` 0 that nobody knows how much it is."""

    name: str
    unit: str = ""
    count: int = 0
    done: int = 0
    total: int = 0
    started: float = field(default_factory=time.perf_counter)

    def read(self, documents: int, done: int, total: int) -> None:
        """So many documents have been read, so many bytes of so many."""
        if done < self.done:  # read once more, at a speed of its own
            self.started = time.perf_counter()
        self.unit, self.count, self.done, self.total = "documents", documents, done, total

    def look(self) -> None:
        """Asks the core, which knows how far its long calls have come."""
        done, total = _core.progress()
        if total:
            self.unit, self.done, self.total = "", done, total

    @property
    def counted(self) -> str:
        """What was counted, in words."""
        unit = self.unit.removesuffix("s") if self.count == 1 else self.unit
        return f"{self.count:,} {unit}" if unit else ""

    @property
    def speed(self) -> str:
        """Bytes per second of what is read."""
        seconds = time.perf_counter() - self.started
        return f"{show_bytes(self.done / seconds)}/s" if self.unit == "documents" and self.done and seconds else ""

    def __str__(self) -> str:
        share = f"{self.done / self.total:.0%}" if self.total else ""
        seconds = f"{time.perf_counter() - self.started:.0f} s"
        return f"{self.name}: {', '.join(filter(None, (self.counted, share, seconds)))}"


class Watch:
    """Is told how a run goes, and tells nobody: for `--quiet`."""

    def __init__(self) -> None:
        self.now: Stage | None = None

    def stage(self, name: str | None) -> None:
        """A stage begins; None: the last one ends."""
        self.now = Stage(name) if name else None

    def read(self, documents: int, done: int, total: int) -> None:
        """Documents have been read, and so many bytes of so many."""
        self._at().read(documents, done, total)

    def count(self, unit: str, count: int, total: int = 0) -> None:
        """So many things of a kind are done: files found, rows written."""
        at = self._at()
        at.unit, at.count, at.done, at.total = unit, count, count, total

    def rows(self, done: int, total: int) -> None:
        """So many rows are written, of so many."""
        self.count("rows", done, total)

    def say(self, text: str) -> None:
        """What the run did."""

    def end(self) -> None:
        """Nothing more is told of the run: results follow."""
        self.stage(None)

    def _at(self) -> Stage:
        if self.now is None:
            self.stage("read")
        assert self.now is not None
        return self.now

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.end()


class LinesWatch(Watch):
    """Says a line a minute."""

    say = staticmethod(say)

    def __init__(self) -> None:
        super().__init__()
        self._ended = threading.Event()
        threading.Thread(target=self._tell, daemon=True).start()

    def _tell(self) -> None:
        while not self._ended.wait(MINUTE):
            if (now := self.now) is not None:
                now.look()
                say(f"samesame: {now}")

    def end(self) -> None:
        """Says no more lines."""
        super().end()
        self._ended.set()


class BarsWatch(Watch):
    """Draws a bar per stage; they go when the run ends."""

    say = staticmethod(say)

    def __init__(self) -> None:
        super().__init__()
        self._bars: Bars | None = None
        self._task: TaskID | None = None

    def stage(self, name: str | None) -> None:
        """A stage begins; None: the last one ends. The bar of the one before is full."""
        if self._bars is not None and self._task is not None:
            self._show()
            self._bars.update(self._task, total=1, completed=1)
            self._bars.stop_task(self._task)
            self._bars.refresh()  # a short stage would be over before the next drawing
            self._task = None
        super().stage(name)
        if self.now is not None:
            self._task = self._drawn().add_task(self.now.name, total=None, counted="", speed="")

    def read(self, documents: int, done: int, total: int) -> None:
        """Documents have been read, and so many bytes of so many."""
        super().read(documents, done, total)
        self._show()

    def end(self) -> None:
        """Takes the bars away."""
        super().end()
        if self._bars is not None:
            self._bars.stop()

    def look(self) -> None:
        """Before each drawing: what the core has done."""
        if self.now is not None:
            self.now.look()
            self._show()

    def _show(self) -> None:
        if (now := self.now) is not None and self._bars is not None and self._task is not None:
            # Rich moves a bar without a total to and fro.
            values = {"total": now.total or None, "completed": now.done}
            self._bars.update(self._task, **values, counted=now.counted, speed=now.speed)  # type: ignore[arg-type]

    def _drawn(self) -> Bars:
        if self._bars is None:
            from samesame.cli.bars import bars

            self._bars = bars(self.look)
            self._bars.start()
        return self._bars


def watching(*, quiet: bool) -> Watch:
    """Who tells people how a run goes, as they look at it."""
    if quiet:
        return Watch()
    return BarsWatch() if sys.stderr.isatty() else LinesWatch()
