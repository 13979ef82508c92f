"""Copies stopped as they arrive."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from math import nan
from os import PathLike
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

from samesame import _core
from samesame.align.passages import align
from samesame.clean.html import html_text
from samesame.errors import InputError, ParameterError
from samesame.limits import parse_size, show_bytes
from samesame.methods import MethodSettings
from samesame.model import Document, Relation, Span
from samesame.read.times import parse_time
from samesame.report.whole import whole_file
from samesame.window.recipe import Recipe, Remember, Stats, chosen
from samesame.window.verdict import Group, Judged, Standing, Verdict, WindowMatch

Time: TypeAlias = datetime | str | float
Now: TypeAlias = Time | Callable[[], Time] | None
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


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
        self._now = now if callable(now) or now is None else _fixed(now)
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
        time = _microseconds(document.time)
        try:
            told = self._core.add(document.id, text, time, self._moment())
        except UnicodeEncodeError as error:
            place = f"document {document.id!r}"
            raise InputError(f"{place}: a lone surrogate is no character: {error.reason}") from error
        return self._verdict(document.id, text, document.time, told)

    def add_all(self, documents: Sequence[Document]) -> list[Verdict]:
        """Judges documents one after the other, as `add` does; their texts are signed side by side.

        The window is taken once for all of them. If one is refused, those before it have been taken.

        >>> import samesame as ss
        >>> window = ss.Window(now="2026-03-02T12:30:00Z")
        >>> texts = {"a": "Storm closes the port.", "b": "Storm closes the port!"}
        >>> [verdict.relation for verdict in window.add_all([ss.Document(*item) for item in texts.items()])]
        ['new', 'exact']
        """
        now = self._moment()
        rows = [(document.id, document.text, _microseconds(document.time), now) for document in documents]
        told = self._core.add_all(rows)
        return [self._verdict(one.id, one.text, one.time, said) for one, said in zip(documents, told, strict=True)]

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
            Group(number=number, origin=origin, time=_datetime(time), held=held, joined=joined)
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
        return {_EPOCH + timedelta(hours=hour): count for hour, count in self._core.hours()}

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
            self._core.save(partial, self._recipe.header())

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

    def _moment(self) -> int:
        if self._now is None:
            return (datetime.now(UTC) - _EPOCH) // _MICROSECOND
        moment = _microseconds(self._now() if callable(self._now) else self._now)
        if moment is None:
            raise ParameterError("now: expected a time, got none")
        return moment

    def _verdict(self, id_: str, text: str, own: object, told: _core.WindowVerdict) -> Verdict:
        time, clock, met, total, group, origin, joined, held, shortened = told
        matches = tuple(self._match(id_, text, *other) for other in met)
        return Verdict(
            id=id_,
            relation=matches[0].seen if matches else "new",
            matches=matches,
            total=total,
            group=group,
            origin=origin,
            joined=joined,
            time=_datetime(time),
            clock=cast(Literal["document", "arrival", "ahead"], clock),
            held=held,
            notes=tuple(self._notes(clock, own, held, total, shortened)),
        )

    def _notes(self, clock: str, own: object, held: bool, total: int, shortened: int) -> list[str]:
        notes = []
        if clock == "ahead":
            notes.append(f"time: {own} is more than an hour ahead; judged as of now, and the window's hour stays")
        if not held and (self._recipe.remember == "all" or total == 0):
            notes.append("time: older than the hours that are held; compared, and not remembered")
        if shortened and self.memory is not None:
            notes.append(f"memory: {show_bytes(self.memory)} were reached; the oldest documents were dropped early")
        return notes

    def _match(
        self, id_: str, text: str, other: str, standing: str, score: float, other_score: float, time: int, group: int,
        other_text: str,
    ) -> WindowMatch:  # fmt: skip
        seen = cast(Standing, standing)
        if seen == "exact" and "exact" not in self.settings.method.relations:
            seen = "near"
        relation: Relation = "contained" if seen == "contains" else cast(Relation, seen)
        mine_left = seen == "contained" or (seen != "contains" and id_ < other)
        left, right = ((id_, score, text), (other, other_score, other_text))[:: 1 if mine_left else -1]
        spans: tuple[Span, ...] | None = tuple(align(left[2], right[2])) if self._recipe.spans else None
        return WindowMatch(
            left=left[0],
            right=right[0],
            relation=relation,
            method=self._recipe.method,
            left_score=left[1],
            right_score=right[1],
            left_coverage=nan,
            right_coverage=nan,
            jaccard=nan,
            spans=spans,
            id=other,
            seen=seen,
            score=score,
            other_score=other_score,
            time=_datetime(time),
            group=group,
        )

    def __repr__(self) -> str:
        return f"Window({len(self):,} documents, method {self._recipe.method}, {self.hours} hours)"


def _fixed(now: Time) -> Time:
    """A time that the clock stands still at, refused at once if it is none."""
    if _microseconds(now) is None:
        raise ParameterError(f"now: expected a time or a function that gives it, got {now!r}")
    return now


def _datetime(microseconds: int) -> datetime:
    return _EPOCH + microseconds * _MICROSECOND


def _microseconds(time: object) -> int | None:
    try:
        moment = parse_time(time)
    except (TypeError, ValueError) as error:
        raise ParameterError(f"time: expected a datetime, ISO 8601 or seconds since 1970, got {time!r}") from error
    return None if moment is None else (moment - _EPOCH) // _MICROSECOND
