"""The tables of what is read over partitions: ids that are repeated. One task that reads all sees them itself."""

from __future__ import annotations

import pyarrow as pa

from samesame.steps.tables.spec import MEMBER, spec

TABLES = (
    # Documents by a hash of their ids; those whose id another one of their side has that was read before.
    spec("named", "hash", ("hash", pa.uint64()), *MEMBER),
    spec("again", "document", *MEMBER, ("before", pa.int64())),
)
