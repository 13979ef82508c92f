"""Bars on a terminal, drawn by Rich. Imported only where there is one: Rich takes long to import."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn


class _Bars(Progress):
    """Asks how far the work has come before each drawing, which a thread of Rich's does ten times a second."""

    look: Callable[[], None] | None = None

    def get_renderables(self) -> Iterable[RenderableType]:
        """The bars as they are now."""
        if self.look is not None:
            self.look()
        return super().get_renderables()


def bars(look: Callable[[], None]) -> Progress:
    """Bars with what was counted, MB/s, the time taken and the time left."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[counted]}"),
        # Rich's own speed column leaves out the first step, which may be all there is: files are read ahead.
        TextColumn("{task.fields[speed]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    made = _Bars(*columns, console=Console(stderr=True), transient=True)
    made.look = look
    return made
