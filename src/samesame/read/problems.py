"""Bad records: counted, named with file and line. The run goes on unless it is strict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from samesame.errors import InputError
from samesame.model import Problem

if TYPE_CHECKING:
    from collections.abc import Callable

# A file of garbage must not fill the memory: beyond this many, problems are still counted and told.
KEPT = 10_000


class Problems:
    """The bad records of a run. Counts all, keeps the first ten thousand, tells each as it is met."""

    def __init__(self, *, strict: bool = False, tell: Callable[[Problem], None] | None = None) -> None:
        self.strict = strict
        self.count = 0
        self._kept: list[Problem] = []
        self._settled = 0
        self._tell = tell

    def add(self, problem: Problem) -> None:
        """Takes in a problem; in a strict run it is the end."""
        if self.strict:
            raise InputError(str(problem))
        self.count += 1
        if len(self._kept) < KEPT:
            self._kept.append(problem)
        if self._tell:
            self._tell(problem)

    def settle(self) -> None:
        """What was found up to now is no matter of reading: it outlasts `clear`."""
        self._settled = self.count

    def clear(self) -> None:
        """Forgets what reading found, as before a second one."""
        self.count = self._settled
        del self._kept[self._settled :]

    def quietly(self) -> Problems:
        """Problems of a repeated reading: they have been told already."""
        return Problems()

    def of_another(self) -> Problems:
        """Problems of a second collection in the same run: told to the same listener."""
        return Problems(strict=self.strict, tell=self._tell)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._kept)

    def __len__(self) -> int:
        return self.count
