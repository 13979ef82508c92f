"""The cluster of each document, which `find` and `dedup` write beside their own rows."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import combined, to_arrow, to_numpy, words_array
from samesame.match.groups import Numbers, ranks_of
from samesame.report.members import ROLES, placed

CLUSTER_SCHEMA = pa.schema([(name, pa.large_string()) for name in ("id", "cluster", "role")])


def cluster_id_table(ids: pa.ChunkedArray, reference: Numbers) -> pa.Table:
    """A row for each document, given the number of the reference of its cluster; in the order of members."""
    role, order = placed(ids, reference)
    columns = [ids.take(to_arrow(order)), ids.take(to_arrow(reference[order]))]
    return pa.table([*map(combined, columns), words_array(ROLES).take(to_arrow(role[order]))], schema=CLUSTER_SCHEMA)


def numbers_of(named: pa.Array, ids: pa.Array) -> Numbers:
    """The places of ids among all of them."""
    return to_numpy(pc.index_in(named, value_set=ids)).astype(np.int64)


def smallest_ids(ids: pa.ChunkedArray, component: Numbers) -> Numbers:
    """For each document the one with the smallest id of its component.

    >>> smallest_ids(pa.chunked_array([["c", "b", "a"]]), np.array([0, 0, 2])).tolist()
    [1, 1, 2]
    """
    order = np.argsort(ranks_of(ids))
    least = np.zeros(len(component), np.int64)
    least[component[order[::-1]]] = order[::-1]
    return least[component]
