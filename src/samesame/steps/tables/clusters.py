"""The tables of `cluster` behind the pairs."""

from __future__ import annotations

import pyarrow as pa

from samesame.steps.tables.spec import MEMBER, spec

TABLES = (
    # Groups of identical documents by the document that stands for each, and how many documents the group has.
    spec(
        "cluster_nodes",
        "component",
        ("component", pa.int64()),
        *MEMBER,
        ("first", pa.int64()),
        ("time", pa.int64()),
        ("fixed", pa.bool_()),
        ("size", pa.int64()),
    ),
    # For each document one of its component of matches.
    spec("connected", None, *MEMBER[:2], ("component", pa.int64())),
    # For each group the document that is the reference of its cluster; what made it a member
    # (cluster.membership.RULES), and the share of the reference that it has, NaN if it was not compared with it.
    spec(
        "assigned",
        "first",
        ("first", pa.int64()),
        ("reference", pa.int64()),
        ("rule", pa.int8()),
        ("coverage", pa.float64()),
    ),
    # The same per document; those that are not listed are alone.
    spec(
        "clustered",
        "document",
        *MEMBER[:1],
        ("reference", pa.int64()),
        ("rule", pa.int8()),
        ("coverage", pa.float64()),
    ),
    # The rows, with the time of the document and its length in code points.
    spec(
        "told_members",
        None,
        *MEMBER[:2],
        ("reference", pa.int64()),
        ("rule", pa.int8()),
        ("coverage", pa.float64()),
        ("time", pa.int64()),
        ("characters", pa.int64()),
    ),
)
