"""The tables of codet's join: nodes of a corpus tree."""

from __future__ import annotations

import pyarrow as pa

from samesame.steps.tables.spec import DOCUMENT, PAIR, spec

COUNTED_NODES = (
    ("node", pa.uint64()),
    ("to", pa.int64()),
    ("here", pa.int64()),
    ("there", pa.int64()),
    ("most_here", pa.int64()),
    ("most_there", pa.int64()),
)

TABLES = (
    # codet: the signatures of all documents, if these decide which are identical.
    spec("signed", None, DOCUMENT, ("side", pa.int8()), ("signature", pa.null())),
    # How many documents of a partition visit a node of the corpus tree, and how often one of them at most, by side; the
    # same of all partitions, told to these; nodes at which a document looks for others; the same, told back, with the
    # number of their places.
    spec("node_counts", "node", *COUNTED_NODES),
    spec("shared_nodes", "to", *COUNTED_NODES),
    spec("probes", "node", ("node", pa.uint64())),
    spec("wanted_nodes", "to", *COUNTED_NODES[:2], ("salts", pa.int64())),
    # The visitors of these nodes at their places; whether one looks for others there, and whether it is met there.
    spec(
        "node_places",
        "place",
        ("place", pa.uint64()),
        ("node", pa.uint64()),
        DOCUMENT,
        ("side", pa.int8()),
        ("asks", pa.bool_()),
        ("has", pa.bool_()),
    ),
    # A document, and one that may contain it.
    spec("containers", "left", *PAIR),
)
