"""A plan: what will be done, as frozen data. It pickles to an equal plan, and any engine can run it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeAlias

import pyarrow as pa

from samesame.index import Index
from samesame.limits import Limits
from samesame.match.keep import Keep
from samesame.methods import Method, MethodSettings
from samesame.model import Relation
from samesame.read.distributed import Frame
from samesame.read.documents import Documents, ReadOptions
from samesame.read.inputs import Input
from samesame.read.problems import Problems
from samesame.segment.words import WordOptions
from samesame.sign.statistics import Statistics

ClusterKind: TypeAlias = Literal["stars", "components"]
Verb: TypeAlias = Literal["find", "dedup", "cluster", "passages", "index"]


@dataclass(frozen=True, slots=True)
class Collection:
    """Documents to read: files, or data in memory, with the options of reading."""

    # Not shown, because they may be long.
    sources: tuple[Any, ...] = field(repr=False)
    options: ReadOptions

    @staticmethod
    def of(documents: Documents) -> Collection:
        """The collection of some documents."""
        return Collection(tuple(documents.sources), documents.options)

    def open(self, problems: Problems, *, metadata: bool | str = False) -> Documents:
        """The documents, read for id, text and time; with `metadata` also for that, or for one field of it."""
        field = metadata if isinstance(metadata, str) else None
        options = replace(self.options, metadata=bool(metadata), metadata_field=field)
        return Documents(self.sources, options, problems)

    @property
    def files(self) -> tuple[Input, ...]:
        """The files among the sources."""
        return tuple(source for source in self.sources if isinstance(source, Input))

    def bare(self) -> Collection:
        """The collection without what is in memory."""
        return replace(self, sources=self.files)

    def to_record(self) -> dict[str, Any]:
        """The names of files; for data in memory only its size."""
        return {"documents": [_shown(source) for source in self.sources], "options": asdict(self.options)}


@dataclass(frozen=True, slots=True)
class IndexAt:
    """The documents of an index on disk; one that is open already is used in this process, and not sent elsewhere."""

    path: Path
    opened: Index | None = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[type[IndexAt], tuple[Path]]:
        return IndexAt, (self.path,)

    def bare(self) -> IndexAt:
        """Itself: it has nothing in memory."""
        return self

    def to_record(self) -> dict[str, Any]:
        """Its path."""
        return {"index": str(self.path)}


@dataclass(frozen=True, slots=True, kw_only=True)
class FindOptions:
    """The options of `find` besides the method. `clusters` is a file that gets the component of each document."""

    relations: tuple[Relation, ...]
    all_pairs: bool = False
    spans: bool = False
    clusters: str | Path | None = None
    csv_safe: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DedupOptions:
    """The options of `dedup` besides the method. `out`, `removed` and `clusters` are files that are written.

    With `against_only`, documents are removed only for documents of the other side. With `mark`, `out` gets all
    documents, each with a mark whether it stays.
    """

    keep: Keep = "earliest"
    against_only: bool = False
    previous: Path | None = None
    out: str | Path | None = None
    removed: str | Path | None = None
    clusters: str | Path | None = None
    mark: bool = False
    csv_safe: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterOptions:
    """How the matches of a method become clusters. The earliest of identical documents is the reference.

    `letters` are the clusters of DURIAN; for these `constraints` is a file of the user's links, and `previous` one of
    members of an earlier run.
    """

    kind: ClusterKind | Literal["letters"] = "stars"
    constraints: Path | None = None
    previous: Path | None = None

    keep: ClassVar[Keep] = "earliest"
    against_only: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PassagesOptions:
    """The options of `passages`."""

    words: WordOptions
    min_words: int = 12
    min_sentences: int = 1
    min_count: int = 2
    boilerplate: int = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexOptions:
    """Where an index is written; with `add`, documents are added to an existing one."""

    path: Path
    add: bool = False


Options: TypeAlias = FindOptions | DedupOptions | ClusterOptions | PassagesOptions | IndexOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A named step: its stages, for engines that do not fuse it with others, and what it costs.

    With `until`, the stages are repeated until that table is empty.
    """

    name: str
    stages: tuple[str, ...]
    # What it does, in words.
    does: str = ""
    # Whether the texts of the documents are read for it.
    reads: bool = False
    # What an engine holds in memory for it.
    holds: str = ""
    until: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a verb will do: documents of one side or two, a method with its settings, and the steps in order.

    `settings` is None if the verb has no method.

    >>> import samesame as ss, pickle
    >>> plan = ss.explain(["one text", "another"], verb="find", method="exact")
    >>> [step.name for step in plan.steps]
    ['key', 'group', 'link', 'write']
    >>> pickle.loads(pickle.dumps(plan)) == plan
    True
    """

    verb: Verb
    sides: tuple[Collection | IndexAt, ...]
    options: Options
    settings: MethodSettings | None = None
    # Given statistics. If None, a method that weighs words counts them in the documents.
    statistics: Statistics | None = None
    limits: Limits = field(default_factory=Limits)
    steps: tuple[Step, ...] = ()

    @property
    def method(self) -> Method[Any]:
        """The declaration of the method."""
        return self.chosen.method

    @property
    def chosen(self) -> MethodSettings:
        """The settings of the method, for verbs that have one."""
        assert self.settings is not None, f"{self.verb} has no method"
        return self.settings

    @property
    def finding(self) -> FindOptions:
        """The options of `find`."""
        assert isinstance(self.options, FindOptions)
        return self.options

    @property
    def deduplicating(self) -> DedupOptions:
        """The options of `dedup`."""
        assert isinstance(self.options, DedupOptions)
        return self.options

    @property
    def clustering(self) -> ClusterOptions:
        """The options of `cluster`."""
        assert isinstance(self.options, ClusterOptions)
        return self.options

    @property
    def choosing(self) -> DedupOptions | ClusterOptions:
        """The options of a verb that chooses between identical documents."""
        assert isinstance(self.options, DedupOptions | ClusterOptions)
        return self.options

    @property
    def chooses(self) -> bool:
        """Whether it does."""
        return isinstance(self.options, DedupOptions | ClusterOptions)

    @property
    def locating(self) -> PassagesOptions:
        """The options of `passages`."""
        assert isinstance(self.options, PassagesOptions)
        return self.options

    @property
    def indexing(self) -> IndexOptions:
        """The options of `index`."""
        assert isinstance(self.options, IndexOptions)
        return self.options

    @property
    def ahead(self) -> bool:
        """Whether documents of the second side all stay, and stand for those of the first."""
        return self.verb == "dedup" and len(self.sides) > 1

    @property
    def signature(self) -> pa.DataType:
        """The type of the method's signatures."""
        signing = None if self.settings is None else self.settings.signing
        return pa.null() if signing is None else signing.signature_type

    def to_record(self) -> dict[str, Any]:
        """The plan as plain data."""
        method = None if self.settings is None else {"name": self.method.name, **self.settings.to_dict()}
        return {
            "verb": self.verb,
            "sides": [side.to_record() for side in self.sides],
            "method": method,
            "statistics": None if self.statistics is None else self.statistics.fingerprint,
            "options": asdict(self.options),
            "limits": asdict(self.limits),
            "steps": [asdict(step) for step in self.steps],
        }

    def to_json(self) -> str:
        """The plan as JSON, for programs."""
        return json.dumps(self.to_record(), ensure_ascii=False, default=str)

    def __str__(self) -> str:
        from samesame.plan.explain import explained

        return explained(self)


def _shown(source: Any) -> dict[str, Any]:
    if isinstance(source, Frame):
        return {"frame": source.columns}
    if isinstance(source, Input) and source.address:
        return {"path": source.address, "format": source.format}
    if isinstance(source, Input):
        return {"path": None if source.path is None else str(source.path), "format": source.format}
    return {"memory": source.num_rows if isinstance(source, pa.Table) else len(source)}
