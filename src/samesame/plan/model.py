"""A plan: what will be done, as frozen data. It pickles to an equal one, and any engine can run it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

import pyarrow as pa

from samesame.limits import Limits
from samesame.methods import Method, method_named
from samesame.model import Relation
from samesame.read.documents import ReadOptions
from samesame.read.inputs import Input
from samesame.sign.statistics import Statistics

Verb: TypeAlias = Literal["find", "dedup", "passages"]


@dataclass(frozen=True, slots=True)
class Collection:
    """Documents to read: files, or what is in memory, with the options of reading."""

    sources: tuple[Any, ...]
    options: ReadOptions

    def bare(self) -> Collection:
        """Without what is in memory."""
        return replace(self, sources=tuple(source for source in self.sources if isinstance(source, Input)))

    def to_json(self) -> dict[str, Any]:
        """Files by name; of what is in memory only how much it is."""
        return {"documents": [_shown(source) for source in self.sources], "options": asdict(self.options)}


@dataclass(frozen=True, slots=True)
class IndexAt:
    """The documents of an index on disk."""

    path: Path

    def bare(self) -> IndexAt:
        """It holds nothing."""
        return self

    def to_json(self) -> dict[str, Any]:
        """Where it is."""
        return {"index": str(self.path)}


@dataclass(frozen=True, slots=True, kw_only=True)
class FindOptions:
    """What `find` can be told besides the method."""

    relations: tuple[Relation, ...]
    all_pairs: bool = False
    spans: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A named step: the stages that it consists of where it is not fused with others, and what it costs.

    With `until`, the stages are repeated until that table is empty.
    """

    name: str
    stages: tuple[str, ...]
    # Whether the texts of the documents are read for it.
    reads: bool = False
    # What an engine holds in memory for it.
    holds: str = ""
    until: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a verb will do: documents of one side or two, a method with its settings, the steps in their order.

    >>> import samesame as ss, pickle
    >>> plan = ss.explain(["one text", "another"], verb="find", method="exact")
    >>> [step.name for step in plan.steps]
    ['key', 'group', 'write']
    >>> pickle.loads(pickle.dumps(plan)) == plan
    True
    """

    verb: Verb
    sides: tuple[Collection | IndexAt, ...]
    method: str
    settings: Mapping[str, Any]
    options: FindOptions
    limits: Limits
    # Given statistics; None: a method that weighs words counts them in the documents.
    statistics: Statistics | None = None
    steps: tuple[Step, ...] = field(default=())

    @property
    def declaration(self) -> Method:
        """What the method declares."""
        return method_named(self.method)

    @property
    def signature(self) -> pa.DataType:
        """The type of the method's signatures."""
        stages = self.declaration.stages
        return pa.null() if stages is None else stages.signature

    def to_json(self) -> str:
        """The plan as JSON, for people and programs that look at it."""
        return json.dumps(self.to_record(), ensure_ascii=False, default=str)

    def to_record(self) -> dict[str, Any]:
        """The plan as plain data."""
        return {
            "verb": self.verb,
            "sides": [side.to_json() for side in self.sides],
            "method": {"name": self.method, **self.settings},
            "statistics": None if self.statistics is None else self.statistics.fingerprint,
            "options": asdict(self.options),
            "limits": asdict(self.limits),
            "steps": [asdict(step) for step in self.steps],
        }


def _shown(source: object) -> Any:
    if isinstance(source, Input):
        return {"path": None if source.path is None else str(source.path), "format": source.format}
    count = source.num_rows if isinstance(source, pa.Table) else len(source)  # type: ignore[arg-type]
    return {"memory": count}
