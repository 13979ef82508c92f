"""What a window tells of a document."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple

from samesame.model import Match

Standing = Literal["exact", "near", "contained", "contains", "partial", "new"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowMatch(Match):
    """A match of a newcomer, which reads as any `Match` and also as seen from the newcomer.

    `id`, `time` and `group` are those of the other document. `seen` is the relation as seen from the newcomer:
    `contains` where the newcomer is the one that contains. `score` is the newcomer's, `other_score` the other's.
    Coverages and Jaccard are NaN: a window keeps no words to count them in.
    """

    id: str
    seen: Standing
    score: float
    other_score: float
    time: datetime
    group: int

    def to_dict(self) -> dict[str, Any]:
        """As JSON takes it."""
        return {
            "id": self.id,
            "relation": self.seen,
            "score": self.score,
            "other_score": self.other_score,
            "time": self.time.isoformat(),
            "group": self.group,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a window says of a newcomer.

    `relation` is the strongest as seen from it: exact, near, contained, contains, partial; or new. No method that a
    window takes today tells `partial`, which is for located passages. `matches` are the best ones, the best first;
    `total` is how many there are. `group` is the number of its group, whose `origin` is the id of the document that
    began it and `joined` how many have come. It was judged as of `time`, which is its own (`clock` is "document"), or
    that of its arrival, because it has none ("arrival") or its own lies more than an hour ahead ("ahead"). `held` says
    whether later documents are compared with it, `notes` what else there is to say.

    >>> import samesame as ss
    >>> window = ss.Window(now="2026-03-02T12:30:00Z")
    >>> verdict = window.add(ss.Document("a", "Storm closes the port."))
    >>> verdict.relation, verdict.total, verdict.origin, verdict.clock
    ('new', 0, 'a', 'arrival')
    """

    id: str
    relation: Standing
    matches: tuple[WindowMatch, ...]
    total: int
    group: int
    origin: str
    joined: int
    time: datetime
    clock: Literal["document", "arrival", "ahead"]
    held: bool
    notes: tuple[str, ...] = ()

    @property
    def is_new(self) -> bool:
        """Whether it matches nothing in the window."""
        return self.relation == "new"

    def to_dict(self) -> dict[str, Any]:
        """As JSON takes it."""
        names = ("id", "relation", "total", "group", "origin", "joined", "clock", "held")
        told = {name: getattr(self, name) for name in names}
        matches = [match.to_dict() for match in self.matches]
        return {**told, "time": self.time.isoformat(), "notes": list(self.notes), "matches": matches}


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Documents that came as copies of one another, by the number that each of their verdicts told.

    `origin` is the id of the first, which came at `time` and may have left. The window holds `held` of the `joined`
    documents.
    """

    number: int
    origin: str
    time: datetime
    held: int
    joined: int


class Judged(NamedTuple):
    """A document with what was told of it, to put it back into a window. Times are microseconds since 1970.

    `time`, `clock`, `group`, `origin` and `held` are those of the verdict; `origin_time` is the time of the origin, and
    `joined` how many have joined the group, then or since. The text is the one that was compared: of a
    page, its main text.
    """

    id: str
    text: str
    time: int
    clock: str
    group: int
    origin: str
    origin_time: int
    joined: int
    held: bool
