"""The types of the whole project: documents, spans, matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeAlias, cast

from samesame.errors import ParameterError

Relation = Literal["exact", "near", "contained", "partial"]
RELATIONS: tuple[Relation, ...] = ("exact", "near", "contained", "partial")
# Names of relations as a user may ask for them: a list, or with commas between; None: all.
Relations: TypeAlias = str | Sequence[Relation] | None
Side = Literal["in", "against"]


@dataclass(frozen=True, slots=True)
class Document:
    """A text with an id. Spans count code points of `text`.

    >>> Document("a", "Good morning.")
    Document(id='a', text='Good morning.', time=None, metadata={})
    """

    id: str
    text: str
    time: datetime | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Span:
    """A passage that both texts of a match have; `identical` or `edited`."""

    left_start: int
    left_end: int
    right_start: int
    right_end: int
    kind: Literal["identical", "edited"]


@dataclass(frozen=True, slots=True)
class Match:
    """Two documents that share text.

    `contained` reads "left is contained in right"; for other relations the smaller id is on the left. The scores are
    the method's own measure in each direction; coverages and Jaccard are over 4-word shingles for every method. With
    two sides (`against`), both documents have a side; if their ids are equal, the one of `in` is on the left unless it
    contains the other.
    """

    left: str
    right: str
    relation: Relation
    method: str
    left_score: float
    right_score: float
    left_coverage: float
    right_coverage: float
    jaccard: float
    spans: tuple[Span, ...] | None = None
    left_side: Side | None = None
    right_side: Side | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a passage: a range of code points of a document's text.

    >>> Place("a", 0, 12)
    Place(id='a', start=0, end=12)
    """

    id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Passage:
    """A run of words that occurs in several places. `text` is taken from the first of them; `count` is their number.

    >>> import samesame as ss
    >>> (passage,) = ss.passages({"a": "Come to the pier.", "b": "Do come to the pier!"}, min_words=4)
    >>> passage
    Passage(passage=1, text='Come to the pier', words=4, count=2, boilerplate=False, \
places=(Place(id='a', start=0, end=16), Place(id='b', start=3, end=19)))
    """

    passage: int
    text: str
    words: int
    count: int
    boilerplate: bool
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Member:
    """A document in a cluster. The cluster has the id of its reference; one alone is a `singleton`.

    `rule` tells what made it a member: its relation to the reference (exact, near, contained, contains, partial), or
    `component`, a chain of matches. `coverage_of_reference` is the share of the reference that it has, in 4-word
    shingles. `edit`, `unique` (ranges of the text), `held_by` and `distance` are told by methods that know them.

    >>> Member("a", "b", "member", coverage_of_reference=0.9, rule="near").rule
    'near'
    """

    cluster: str
    id: str
    role: Literal["reference", "member", "singleton"]
    edit: str | None = None
    coverage_of_reference: float | None = None
    unique: tuple[tuple[int, int], ...] | None = None
    rule: str | None = None
    held_by: str | None = None
    distance: float | None = None


@dataclass(frozen=True, slots=True)
class Campaign:
    """A cluster of several documents, summed up.

    `exact` counts the members with the words of the reference. `first` and `last` are the earliest and the latest time
    of its documents, `chosen` the rule that chose the reference. `edits` and `rules` tell how many members there are of
    each. `characters` is the length of all members without the reference, `unique_share` the share of it that is
    unique text. What the method or the documents do not tell is None.

    >>> Campaign("a", size=7, exact=2, rules={"near": 4, "exact": 2}).size
    7
    """

    cluster: str
    size: int
    exact: int
    first: datetime | None = None
    last: datetime | None = None
    chosen: str | None = None
    edits: Mapping[str, int] | None = None
    rules: Mapping[str, int] | None = None
    characters: int | None = None
    unique_share: float | None = None


@dataclass(frozen=True, slots=True)
class Removal:
    """A document that `dedup` leaves out, and the one that stays in its place.

    `left_coverage` is the share of the removed text found in the kept one, `right_coverage` the other way. Where
    another collection was given (`against`), `kept_side` tells which one the kept document is of.
    """

    id: str
    kept: str
    relation: Relation
    method: str
    left_coverage: float
    right_coverage: float
    rule: str
    kept_side: Side | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A bad record: its place and what is wrong with it. Line 0 means the file as a whole."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}" if self.line else f"{self.file}: {self.message}"


def asked_relations(relation: Relations, relations: Relations = None) -> tuple[Relation, ...]:
    """The relations that the user asks for, none for all of them; `relations` is another name of the option.

    >>> asked_relations("near,contained"), asked_relations(None, ["exact"]), asked_relations(None)
    (('near', 'contained'), ('exact',), ())
    """
    if relation is not None and relations is not None:
        raise ParameterError("relations: another name of 'relation'; give one of them")
    asked = relation if relation is not None else relations or ()
    names = [name.strip() for name in asked.split(",")] if isinstance(asked, str) else list(asked)
    unknown = [name for name in names if name not in RELATIONS]
    if unknown:
        raise ParameterError(f"relation: expected some of {', '.join(RELATIONS)}; got '{unknown[0]}'")
    return tuple(cast(list[Relation], names))
