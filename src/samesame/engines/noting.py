"""What the rules of `dedup` and `cluster` look at, noted of each document as it is read."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import constant, to_arrow, to_numpy
from samesame.assess.previous import stayed_before
from samesame.errors import ParameterError
from samesame.match.groups import Numbers
from samesame.match.keep import EXPECTED, NEVER, Field, Rule, rule_or_field
from samesame.match.wishes import WISH
from samesame.plan.model import ClusterOptions, DedupOptions
from samesame.read.documents import Documents, ReadOptions
from samesame.read.field_values import field_values
from samesame.read.inputs import Input

WISHES = [name for name, _ in WISH]


@dataclass(frozen=True, slots=True)
class Noting:
    """What is noted of documents.

    `given` tells for each file which of the inputs it comes from; `stayed` are the ids that an earlier run left.
    """

    rule: Rule | Field
    options: ReadOptions
    given: npt.NDArray[np.int64]
    stayed: pa.Array | None

    @staticmethod
    def of(documents: Documents, options: DedupOptions | ClusterOptions) -> Noting:
        """What is noted for these options."""
        given = [source.given if isinstance(source, Input) else 0 for source in documents.sources]
        previous = options.previous
        stayed = None if previous is None else stayed_before(previous, documents.options)
        return Noting(rule_or_field(options.keep), documents.options, np.array(given, np.int64), stayed)

    def note(self, batch: pa.RecordBatch, order: Numbers, files: pa.Array) -> dict[str, pa.Array]:
        """Time, who must stay, and what the rule looks at; `order` is that of reading."""
        none = to_arrow(np.zeros(batch.num_rows, np.bool_))
        fixed = none if self.stayed is None else pc.is_in(batch.column("id"), value_set=self.stayed)
        times = batch.column("time").cast(pa.int64()).fill_null(constant(NEVER))
        return {"time": times, "fixed": fixed, **dict(zip(WISHES, self._wishes(batch, order, files), strict=True))}

    def _wishes(self, batch: pa.RecordBatch, order: Numbers, files: pa.Array) -> tuple[pa.Array, pa.Array, pa.Array]:
        """What the rule looks at."""
        if isinstance(self.rule, Field):
            kinds, numbers, texts = field_values(batch, self.rule.name, self.options)
            return kinds, pc.negate(numbers) if self.rule.highest else numbers, texts
        count = batch.num_rows
        match self.rule:
            case "earliest":
                numbers = np.zeros(count)
            case "longest":
                numbers = -to_numpy(pc.utf8_length(batch.column("text"))).astype(np.float64)
            case "first":
                numbers = order.astype(np.float64)
            case "sources":
                numbers = self.given[to_numpy(files)].astype(np.float64)
        return to_arrow(np.zeros(count, np.int8)), to_arrow(numbers), pa.nulls(count, pa.large_string())


def no_value(rule: Field) -> ParameterError:
    """A field that no record has is misspelt, or is no rule."""
    return ParameterError(
        f"keep: no record has a value in the field '{rule.name}'; expected {EXPECTED}, by default the "
        "one with the highest value, with ':min' the lowest"
    )
