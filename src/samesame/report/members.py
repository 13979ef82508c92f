"""The table of clusters: a row per document, with the cluster it is in and what made it a member."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import combined, to_arrow, words_array
from samesame.cluster.membership import NO_RULE, RULES
from samesame.errors import ParameterError
from samesame.match.groups import Numbers, ranks_of
from samesame.match.keep import NEVER
from samesame.match.pairs import Shares
from samesame.model import Member
from samesame.report.campaigns import MICROSECONDS, NOTED, Campaigns, campaign_table
from samesame.report.matches import OfRun, Summary
from samesame.report.written import Writable
from samesame.results import Batches

UNIQUE = pa.large_list(pa.struct([("start", pa.int64()), ("end", pa.int64())]))
MEMBER_SCHEMA = pa.schema(
    [
        ("cluster", pa.large_string()),
        ("id", pa.large_string()),
        ("role", pa.large_string()),
        ("edit", pa.large_string()),
        ("coverage_of_reference", pa.float64()),
        ("unique", UNIQUE),
        ("rule", pa.large_string()),
        ("held_by", pa.large_string()),
        ("distance", pa.float64()),
    ]
)
ROLES = ("reference", "member", "singleton")
ROWS = 4096  # written at a time


@dataclass(frozen=True, slots=True)
class Membership:
    """Documents in whatever order, each with the number of the reference of its cluster, which may be its own.

    `rule` is a number among RULES, NO_RULE for references; `coverage` is the share of the reference that the document
    has, NaN if it was not compared with it. `times` (microseconds, NEVER without) and `characters` are those of the
    documents. `told` are further columns of MEMBER_SCHEMA and NOTED, by document.
    """

    ids: pa.ChunkedArray
    reference: Numbers
    rule: Numbers
    coverage: Shares
    times: Numbers
    characters: Numbers
    told: Mapping[str, pa.Array] = field(default_factory=dict)


def member_table(found: Membership) -> pa.Table:
    """The rows, in the order of `placed`, and behind the columns of a member those of NOTED."""
    role, order = placed(found.ids, found.reference)
    coverage = np.where(role == 0, 1.0, np.where(role == 2, np.nan, found.coverage))[order]
    rule = found.rule[order]
    columns = {
        "cluster": combined(found.ids.take(to_arrow(found.reference[order]))),
        "id": combined(found.ids.take(to_arrow(order))),
        "role": words_array(ROLES).take(to_arrow(role[order])),
        "coverage_of_reference": _known(coverage, ~np.isnan(coverage)),
        "rule": words_array(RULES).take(_known(rule, rule != NO_RULE)),
    }
    times = found.times[order]
    noted = {"time": _known(times, times != NEVER).cast(MICROSECONDS), "characters": to_arrow(found.characters[order])}
    schema = pa.schema([*MEMBER_SCHEMA, *NOTED])
    nothing = {field.name: pa.nulls(len(found.ids), field.type) for field in schema}
    told = {name: column.take(to_arrow(order)) for name, column in found.told.items()}
    return pa.table([{**nothing, **columns, **noted, **told}[name] for name in schema.names], schema=schema)


def placed(ids: pa.ChunkedArray, reference: Numbers) -> tuple[Numbers, Numbers]:
    """For each document its role, as a number among ROLES; and the order of the rows.

    The largest clusters come first, in each the reference, then the members by id.
    """
    count = len(ids)
    sizes = np.bincount(reference, minlength=count)[reference] if count else reference
    is_reference = reference == np.arange(count)
    role = np.where(is_reference, np.where(sizes > 1, 0, 2), 1)
    by_id = ranks_of(ids)
    return role, np.lexsort((by_id, ~is_reference, by_id[reference], -sizes))


def _known(values: npt.NDArray[Any], which: npt.NDArray[np.bool_]) -> pa.Array:
    """The values, null where they are not known."""
    array = to_arrow(values)
    return pc.if_else(to_arrow(which), array, pa.nulls(len(array), array.type))


def _noted(rows: pa.Table) -> pa.Table:
    """What campaigns are told by, besides the members' own columns."""
    nothing = pa.nulls(rows.num_rows)
    columns = [rows[field.name] if field.name in rows.column_names else nothing for field in NOTED]
    return pa.table(columns, names=NOTED.names).cast(NOTED)


class Clusters(Writable[Member], OfRun):
    """The documents of a run by cluster, the largest first; in each the reference first.

    >>> import samesame as ss
    >>> letters = {"a": "Keep the ferry to the island.", "b": "keep the ferry, to the island!", "c": "No."}
    >>> [(member.cluster, member.id, member.role) for member in ss.cluster(letters, method="exact")]
    [('a', 'a', 'reference'), ('a', 'b', 'member'), ('c', 'c', 'singleton')]
    """

    def __init__(self, rows: pa.Table | Batches, summary: Summary) -> None:
        super().__init__(rows.select(MEMBER_SCHEMA.names) if isinstance(rows, pa.Table) else rows)
        self.summary = summary
        self._noted = _noted(rows) if isinstance(rows, pa.Table) else None

    def campaigns(self) -> Campaigns:
        """A row for each cluster of several documents: size, dates, what made its members, share of unique text."""
        if self._noted is None:
            raise ParameterError(
                "clusters: times and lengths of documents are not known where rows stay on a cluster; use the engine "
                "'local', or group the rows (`to_spark`) and join the documents to them"
            )
        return Campaigns(campaign_table(self.to_arrow(), self._noted))

    def roles(self) -> dict[str, int]:
        """How many documents are references, members and singletons."""
        counts = self.counted("role")
        return {role: counts.get(role, 0) for role in ROLES}

    def _row(self, values: dict[str, object]) -> Member:
        unique = cast("list[dict[str, int]] | None", values.pop("unique"))
        ranges = None if unique is None else tuple((place["start"], place["end"]) for place in unique)
        return Member(**cast("dict[str, Any]", values), unique=ranges)

    @property
    def _rows_at_a_time(self) -> int:
        return ROWS
