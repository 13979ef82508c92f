"""Copies stopped as they arrive."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from os import PathLike
from pathlib import Path
from typing import Any

from samesame.clean.html import html_text
from samesame.errors import InputError, ParameterError
from samesame.limits import parse_size
from samesame.methods import MethodSettings
from samesame.model import Document
from samesame.report.whole import whole_file
from samesame.window.clock import HOUR, Now, clock, microseconds, moment
from samesame.window.recipe import Recipe, Remember, Stats, chosen
from samesame.window.telling import verdict
from samesame.window.verdict import Group, Judged, Verdict


class Window:
    """A window over a stream of documents: tells of each whether it is new, or a copy of what.

    Documents are compared with those of their own UTC hour and of the `hours` before it (or after it, for one that
    comes late); what is older is dropped hour by hour. The window's hour is the latest met. A document without a time
    is judged as of its arrival; so is one whose time lies more than an hour past the clock, which moves nothing. `now`
    is that clock: a time, or a function that gives it, for a replay or a simulation; by default the wall clock.

    `method` is `ddd`, `overlap`, `ffp` or `codet` (which needs frozen `stats`), by name with its parameters or as
    settings such as `ss.Ddd(q=5)`. The answer is exact: all documents of those hours that pass, and no other.
    `remember="accepted"` compares only with documents that were new when they came; `"all"`, the default, with copies,
    too. `most` matches are told of each document, the best first, and how many there are in all. `spans` tells where
    the passages of these stand, for which the texts are kept. `memory` limits what the window takes; when it is
    reached, the oldest hours go early, and the verdict says so. `clip=(fewest, share)` does not look up features that
    fewer documents, or a larger share of them, hold: what is told stays right, and documents that share little else are
    lost. Several threads may feed one window.

    >>> import samesame as ss
    >>> window = ss.Window(now="2026-03-02T12:30:00Z")
    >>> window.add(ss.Document("a", "Storm closes the port of Bozcaada until Monday.")).relation
    'new'
    >>> verdict = window.add(ss.Document("b", "Storm closes the port of Bozcaada until Monday!"))
    >>> verdict.relation, verdict.matches[0].id, verdict.group == window.group_of("a")
    ('exact', 'a', True)
    """

    def __init__(
        self,
        *,
        hours: int = 24,
        method: str | MethodSettings = "ddd",
        threshold: float | None = None,
        stats: Stats = None,
        remember: Remember = "all",
        now: Now = None,
        most: int = 100,
        spans: bool = False,
        clip: tuple[int, float] | None = None,
        memory: int | str | None = None,
        **parameters: Any,
    ) -> None:
        given = parameters if threshold is None else {"threshold": threshold, **parameters}
        settings, statistics = chosen(method, given, stats)
        recipe = Recipe(
            settings=settings,
            statistics=statistics,
            hours=hours,
            remember=remember,
            most=most,
            spans=spans,
            clip=clip,
        )
        self._begin(recipe, now, memory)

    def _begin(self, recipe: Recipe, now: Now, memory: int | str | None) -> None:
        self._recipe = recipe
        self._now = clock(now)
        self.memory = None if memory is None else parse_size(memory)
        self._core = recipe.core(self.memory)

    @property
    def recipe(self) -> Recipe:
        """All that two windows must agree in to say the same of the same documents."""
        return self._recipe

    @property
    def settings(self) -> MethodSettings:
        """The settings of the method."""
        return self._recipe.settings

    @property
    def hours(self) -> int:
        """How many hours before its own a document is compared with, if memory allows."""
        return self._recipe.hours

    def add(self, document: Document, *, html: bool = False) -> Verdict:
        """Judges a document and remembers it.

        With `html` its text is a page: the main text of it is compared, not navigation and advertising. An id that the
        window holds is an `InputError`.

        >>> import samesame as ss
        >>> window = ss.Window(now="2026-03-02T12:30:00Z", method="overlap")
        >>> _ = window.add(ss.Document("a", "The ferry leaves at ten every morning. No dogs, please."))
        >>> verdict = window.add(ss.Document("b", "The ferry leaves at ten every morning."))
        >>> verdict.relation, verdict.matches[0].score
        ('contained', 1.0)
        """
        if not isinstance(document, Document):
            raise ParameterError(f"document: expected a Document with id and text, got {document!r}")
        text = html_text(document.text) if html else document.text
        time = microseconds(document.time)
        try:
            told = self._core.add(document.id, text, time, self._now())
        except UnicodeEncodeError as error:
            place = f"document {document.id!r}"
            raise InputError(f"{place}: a lone surrogate is no character: {error.reason}") from error
        return verdict(self._recipe, self.memory, document, text, told)

    def add_all(self, documents: Sequence[Document]) -> list[Verdict]:
        """Judges documents one after the other, as `add` does; their texts are signed side by side.

        The window is taken once for all of them. If one is refused, those before it have been taken.

        >>> import samesame as ss
        >>> window = ss.Window(now="2026-03-02T12:30:00Z")
        >>> texts = {"a": "Storm closes the port.", "b": "Storm closes the port!"}
        >>> [verdict.relation for verdict in window.add_all([ss.Document(*item) for item in texts.items()])]
        ['new', 'exact']
        """
        now = self._now()
        rows = [(document.id, document.text, microseconds(document.time), now) for document in documents]
        told = zip(documents, self._core.add_all(rows), strict=True)
        return [verdict(self._recipe, self.memory, one, one.text, said) for one, said in told]

    def remove(self, id: str) -> None:
        """Takes a document out, as if it had never come; verdicts and groups of others stay as they are.

        An unknown id is an `InputError`.
        """
        self._core.remove(id)

    def put(self, documents: Sequence[Judged], last: int = 0) -> None:
        """Puts documents back that a window judged before, as it was told of them then; none is compared again.

        They come in the order in which they were judged; their texts are signed side by side. `last` is how many
        documents had come in all, so that the groups of newcomers get other numbers.
        """
        self._core.put(list(documents))
        self._core.reserve(last)

    def groups(self) -> list[Group]:
        """The groups of several documents of which at least one is held, the oldest first."""
        return [
            Group(number=number, origin=origin, time=moment(time), held=held, joined=joined)
            for number, origin, time, held, joined in self._core.groups()
        ]

    def members(self, group: int) -> list[str]:
        """The ids of a group's documents that the window holds, as they came."""
        return [id_ for id_, _ in self._core.members(group)]

    def group_of(self, id: str) -> int | None:
        """The number of the group of a document that the window holds."""
        return self._core.group_of(id)

    def held_hours(self) -> dict[datetime, int]:
        """The beginning of each hour that has documents, and how many it has."""
        return {moment(hour * HOUR): count for hour, count in self._core.hours()}

    @property
    def bytes(self) -> int:
        """The memory that the window takes."""
        return self._core.bytes()

    def __len__(self) -> int:
        return len(self._core)

    def __contains__(self, id: object) -> bool:
        return isinstance(id, str) and id in self._core

    def snapshot(self, path: str | PathLike[str]) -> None:
        """Writes all that the window holds to a file, which is whole or absent."""
        with whole_file(Path(path)) as partial:
            self.write(partial)

    def write(self, path: Path) -> None:
        """Writes what `snapshot` does to a file that others do not see yet, and does not sync it."""
        self._core.save(path, self._recipe.header())

    @classmethod
    def restore(
        cls,
        path: str | PathLike[str],
        *,
        stats: Stats = None,
        now: Now = None,
        memory: int | str | None = None,
    ) -> Window:
        """A window as it was when the snapshot was taken. Clock and memory are given anew, and statistics.

        >>> import pathlib, tempfile
        >>> import samesame as ss
        >>> window = ss.Window(now="2026-03-02T12:30:00Z", hours=48)
        >>> _ = window.add(ss.Document("a", "Storm closes the port."))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     window.snapshot(pathlib.Path(folder) / "news.window")
        ...     again = ss.Window.restore(pathlib.Path(folder) / "news.window", now="2026-03-02T12:40:00Z")
        >>> again.hours, again.add(ss.Document("b", "Storm closes the port")).relation
        (48, 'exact')
        """
        window = cls.__new__(cls)
        window._begin(Recipe.of_header(Path(path), stats), now, memory)
        window._core.load(Path(path))
        return window

    def __repr__(self) -> str:
        return f"Window({len(self):,} documents, method {self._recipe.method}, {self.hours} hours)"
