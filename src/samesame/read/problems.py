"""Bad records: counted and reported with file and line. The run goes on unless it is strict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from samesame.errors import InputError
from samesame.model import Problem

if TYPE_CHECKING:
    from collections.abc import Callable

# How many problems are kept. Further ones are still counted and reported, but a file of garbage must not fill the
# memory.
KEPT = 10_000
# Files that a note names; the others are counted.
NAMED = 10


class Problems:
    """The bad records of a run. Counts all, keeps the first ten thousand, reports each as it is met.

    Files that are skipped because their format is unknown are no problems: they are noted separately.
    """

    def __init__(self, *, strict: bool = False, tell: Callable[[Problem], None] | None = None) -> None:
        self.strict = strict
        self.count = 0
        self.skipped: list[str] = []
        self.notes: list[str] = []
        self._kept: list[Problem] = []
        self._settled = 0
        self._tell = tell
        self._held: list[Problem] | None = None

    def add(self, problem: Problem) -> None:
        """Adds a problem; in a strict run it is raised."""
        if self.strict:
            raise InputError(str(problem))
        self.count += 1
        if len(self._kept) < KEPT:
            self._kept.append(problem)
        if self._held is not None and len(self._held) < KEPT:
            self._held.append(problem)
        else:
            self.release()
            self._say(problem)

    def _say(self, problem: Problem) -> None:
        if self._tell:
            self._tell(problem)

    def hold(self) -> None:
        """Holds reports back until `release`: what looks like many bad records may be one misspelt field."""
        self._held = []

    def release(self) -> None:
        """Reports what was held back, and from now on everything at once."""
        held, self._held = self._held, None
        for problem in held or ():
            self._say(problem)

    def drop(self) -> None:
        """Drops what was held back, because one error explains all of it."""
        self._held = None
        self.clear()

    def skip(self, folder: str, files: Sequence[str], reason: str) -> None:
        """Notes files of a folder that are skipped."""
        self.skipped.extend(files[: KEPT - len(self.skipped)])
        named = ", ".join(file.removeprefix(f"{folder}/") for file in files[:NAMED])
        more = f" and {len(files) - NAMED:,} more" if len(files) > NAMED else ""
        word = "file" if len(files) == 1 else "files"
        self.notes.append(f"skipped {len(files):,} {word} {reason} in {folder}: {named}{more}")

    def settle(self) -> None:
        """Makes the present problems permanent: they are not from reading, and `clear` keeps them."""
        self._settled = self.count

    def clear(self) -> None:
        """Drops the problems that reading found, before a second reading."""
        self.count = self._settled
        del self._kept[self._settled :]

    def quietly(self) -> Problems:
        """Problems of a repeated reading, which are not reported again."""
        return Problems()

    def of_another(self) -> Problems:
        """Problems of a second collection in the same run: reported to the same listener."""
        return Problems(strict=self.strict, tell=self._tell)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._kept)

    def __len__(self) -> int:
        return self.count


def too_long(limit: int) -> str:
    """The message about a record beyond the limit, the same as the core's.

    >>> too_long(1 << 20)
    'longer than 1 MiB (see --max-record); left out'
    """
    size = f"{limit} bytes" if limit < 1 << 10 else f"{limit >> 10} KiB" if limit < 1 << 20 else f"{limit >> 20} MiB"
    return f"longer than {size} (see --max-record); left out"
