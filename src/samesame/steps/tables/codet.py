"""The tables of codet's join: nodes of a corpus tree."""

from __future__ import annotations

import pyarrow as pa

from samesame.steps.tables.spec import DOCUMENT, PAIR, spec

TABLES = (
    # codet: the signatures of all documents, if these decide which are identical.
    spec("signed", None, DOCUMENT, ("side", pa.int8()), ("signature", pa.null())),
    # The nodes of the corpus tree that a document visits: how often, and what that adds to its containment in one that
    # visits the node once.
    spec(
        "tree_nodes",
        "node",
        ("node", pa.uint64()),
        DOCUMENT,
        ("side", pa.int8()),
        ("visits", pa.uint32()),
        ("gain", pa.float64()),
    ),
    # Nodes with several visitors: their number, and what a node adds to the containment at most.
    spec(
        "shared_nodes",
        "document",
        DOCUMENT,
        ("node", pa.uint64()),
        ("holders", pa.int64()),
        ("most", pa.float64()),
    ),
    # The nodes at which a document looks for containers.
    spec("probes", "node", ("node", pa.uint64()), DOCUMENT),
    # A document, and one that may contain it.
    spec("containers", "left", *PAIR),
)
