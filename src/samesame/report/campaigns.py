"""The table of campaigns: a row for each cluster of several documents, summed up from its members."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import combined, constant, to_arrow, to_numpy
from samesame.match.groups import Numbers
from samesame.model import Campaign
from samesame.report.files import write_table
from samesame.results import Table

MICROSECONDS = pa.timestamp("us", "UTC")
COUNTS = pa.large_list(pa.struct([("name", pa.large_string()), ("count", pa.int64())]))
CAMPAIGN_SCHEMA = pa.schema(
    [
        ("cluster", pa.large_string()),
        ("size", pa.int64()),
        ("exact", pa.int64()),
        ("first", MICROSECONDS),
        ("last", MICROSECONDS),
        ("chosen", pa.large_string()),
        ("edits", COUNTS),
        ("rules", COUNTS),
        ("characters", pa.int64()),
        ("unique_share", pa.float64()),
    ]
)
# What a run knows of each document beside the columns of a member: its time and its length in code points; and, told
# by some methods, the rule that chose a reference.
NOTED = pa.schema([("time", MICROSECONDS), ("characters", pa.int64()), ("chosen", pa.large_string())])
EXACT = "exact"


class Campaigns(Table[Campaign]):
    """The clusters of several documents, the largest first.

    >>> import samesame as ss
    >>> letter = "Please keep the ferry to the island, we need it every day."
    >>> clusters = ss.cluster({"a": letter, "b": letter, "c": f"{letter} It is all we have."}, method="overlap")
    >>> [campaign] = clusters.campaigns()
    >>> campaign.cluster, campaign.size, campaign.exact, campaign.rules
    ('a', 3, 1, {'exact': 1, 'contains': 1})
    """

    def write(self, path: str | Path, *, csv_safe: bool = False) -> None:
        """Writes the rows to a file; its suffix selects JSONL, CSV, TSV, Parquet or Arrow."""
        write_table(self.to_arrow(), path, csv_safe=csv_safe)

    def _row(self, values: dict[str, object]) -> Campaign:
        for name in ("edits", "rules"):
            told = cast("list[dict[str, Any]] | None", values[name])
            values[name] = None if told is None else {one["name"]: one["count"] for one in told}
        return Campaign(**cast("dict[str, Any]", values))


def campaign_table(members: pa.Table, noted: pa.Table) -> pa.Table:
    """The campaigns of a table of members and, row by row, what is noted of their documents."""
    codes, names = clusters_of(members)
    sizes = np.bincount(codes, minlength=len(names))
    several = np.flatnonzero(sizes > 1)
    order = several[np.lexsort((several, -sizes[several]))]
    of = _Summed(codes, len(names), order)
    is_member = to_numpy(pc.equal(members["role"], constant("member")))
    exact = _is(members["edit"], EXACT) | _is(members["rule"], EXACT)
    characters = of.sum(noted["characters"], is_member)
    columns = {
        "cluster": names.take(to_arrow(order)),
        "size": to_arrow(sizes[order]),
        "exact": to_arrow(np.bincount(codes[exact & is_member], minlength=len(names))[order]),
        "first": of.extreme(noted["time"], np.minimum),
        "last": of.extreme(noted["time"], np.maximum),
        "chosen": of.first(noted["chosen"]),
        "edits": of.counts(members["edit"]),
        "rules": of.counts(members["rule"]),
        "characters": characters,
        "unique_share": _share(of.sum(unique_lengths(members["unique"]), is_member), characters),
    }
    return pa.table([columns[name] for name in CAMPAIGN_SCHEMA.names], schema=CAMPAIGN_SCHEMA)


def clusters_of(members: pa.Table) -> tuple[Numbers, pa.Array]:
    """For each row the number of its cluster, and the names of the clusters, in the order in which they come."""
    encoded = combined(members["cluster"]).dictionary_encode()
    return to_numpy(encoded.indices).astype(np.int64), encoded.dictionary


def unique_lengths(unique: pa.ChunkedArray) -> pa.ChunkedArray:
    """How many characters of each document are unique; null where nobody told."""
    column = combined(unique)
    flat, parents = column.flatten(), to_numpy(pc.list_parent_indices(column)).astype(np.int64)
    lengths = to_numpy(flat.field("end")).astype(np.int64) - to_numpy(flat.field("start"))
    sums = np.bincount(parents, lengths, len(column)).astype(np.int64)
    return pa.chunked_array([pc.if_else(column.is_valid(), to_arrow(sums), pa.nulls(len(column), pa.int64()))])


class _Summed:
    """Columns of rows, summed up by cluster; `order` are the clusters that are told."""

    def __init__(self, codes: Numbers, count: int, order: Numbers) -> None:
        self._codes, self._count, self._order = codes, count, order

    def sum(self, column: pa.ChunkedArray, which: npt.NDArray[np.bool_]) -> pa.Array:
        """The sum over some rows; null if one of them has no value."""
        codes, values = self._codes[which], combined(column.filter(to_arrow(which)))
        numbers = to_numpy(values.fill_null(constant(0, pa.int64()))).astype(np.float64)
        unknown = np.bincount(codes[to_numpy(values.is_null())], minlength=self._count) > 0
        # Sums of whole numbers below 2^53 are exact in floats.
        sums = np.bincount(codes, numbers, self._count).astype(np.int64)
        return _known(sums[self._order], ~unknown[self._order])

    def extreme(self, column: pa.ChunkedArray, best: np.ufunc) -> pa.Array:
        """The smallest or largest of the values that there are."""
        values = combined(column).cast(pa.int64())
        valid = to_numpy(values.is_valid())
        limits = np.iinfo(np.int64)
        found = np.full(self._count, limits.max if best is np.minimum else limits.min)
        best.at(found, self._codes[valid], to_numpy(values.drop_null()))
        met = np.bincount(self._codes[valid], minlength=self._count) > 0
        return _known(found[self._order], met[self._order]).cast(MICROSECONDS)

    def first(self, column: pa.ChunkedArray) -> pa.Array:
        """The first value that there is."""
        valid = np.flatnonzero(to_numpy(combined(column).is_valid()))
        row = np.full(self._count, -1)
        row[self._codes[valid[::-1]]] = valid[::-1]
        rows = row[self._order]
        return combined(column).take(_known(rows, rows >= 0))

    def counts(self, column: pa.ChunkedArray) -> pa.Array:
        """How many rows have each value, the most frequent first; null if none has any."""
        encoded = combined(column).dictionary_encode()
        valid = to_numpy(encoded.is_valid())
        values = to_numpy(encoded.indices.drop_null()).astype(np.int64)
        kinds = max(len(encoded.dictionary), 1)
        keys, counts = np.unique(self._codes[valid] * kinds + values, return_counts=True)
        place = np.full(self._count, -1)
        place[self._order] = np.arange(len(self._order))
        cluster, value = place[keys // kinds], keys % kinds
        ordered = np.lexsort((value, -counts, cluster))
        ordered = ordered[cluster[ordered] >= 0]
        lengths = np.bincount(cluster[ordered], minlength=len(self._order))
        return _lists(lengths, encoded.dictionary.take(to_arrow(value[ordered])), counts[ordered])


def _lists(lengths: Numbers, names: pa.Array, counts: Numbers) -> pa.Array:
    """Lists of names and counts, so many in each; null instead of an empty one."""
    pairs = pa.StructArray.from_arrays([names.cast(pa.large_string()), to_arrow(counts)], fields=_fields())
    offsets = to_arrow(np.r_[0, np.cumsum(lengths)], pa.int64())
    return pa.LargeListArray.from_arrays(offsets, pairs, mask=to_arrow(lengths == 0))


def _fields() -> Sequence[pa.Field]:
    return list(COUNTS.value_type)


def _is(column: pa.ChunkedArray, value: str) -> npt.NDArray[np.bool_]:
    return to_numpy(combined(pc.equal(column, constant(value))).fill_null(False))


def _known(values: npt.NDArray[Any], which: npt.NDArray[np.bool_]) -> pa.Array:
    array = to_arrow(values)
    return pc.if_else(to_arrow(which), array, pa.nulls(len(array), array.type))


def _share(part: pa.Array, whole: pa.Array) -> pa.Array:
    """The quotient; null if one of both is not known, or the whole is nothing."""
    some = pc.if_else(pc.greater(whole, constant(0, pa.int64())), whole, pa.nulls(len(whole), pa.int64()))
    return pc.divide(part.cast(pa.float64()), some.cast(pa.float64()))
