"""Bad records: counted, named with file and line. The run goes on unless it is strict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from samesame.errors import InputError
from samesame.model import Problem

if TYPE_CHECKING:
    from collections.abc import Callable

# A file of garbage must not fill the memory: beyond this many, problems are still counted and told.
KEPT = 10_000
# Files that a note names; the others are counted.
NAMED = 10


class Problems:
    """The bad records of a run. Counts all, keeps the first ten thousand, tells each as it is met.

    Files that were passed over because nobody knows their format are no problems: they are noted, and kept apart.
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
        """Takes in a problem; in a strict run it is the end."""
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
        """Tells nothing until `release`: what looks like many bad records may be one misspelt field."""
        self._held = []

    def release(self) -> None:
        """Tells what was held back, and from now on everything at once."""
        held, self._held = self._held, None
        for problem in held or ():
            self._say(problem)

    def drop(self) -> None:
        """Forgets what was held back: one error says it all."""
        self._held = None
        self.clear()

    def skip(self, folder: str, files: Sequence[str], reason: str) -> None:
        """Notes files of a folder that are passed over."""
        self.skipped.extend(files[: KEPT - len(self.skipped)])
        named = ", ".join(file.removeprefix(f"{folder}/") for file in files[:NAMED])
        more = f" and {len(files) - NAMED:,} more" if len(files) > NAMED else ""
        word = "file" if len(files) == 1 else "files"
        self.notes.append(f"skipped {len(files):,} {word} {reason} in {folder}: {named}{more}")

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


def too_long(limit: int) -> str:
    """What is said of a record beyond the limit, in the words of the core.

    >>> too_long(1 << 20)
    'longer than 1 MiB (see --max-record); left out'
    """
    size = f"{limit} bytes" if limit < 1 << 10 else f"{limit >> 10} KiB" if limit < 1 << 20 else f"{limit >> 20} MiB"
    return f"longer than {size} (see --max-record); left out"
