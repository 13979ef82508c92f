"""The columns of documents as they are read."""

from __future__ import annotations

import pyarrow as pa

SCHEMA = pa.schema(
    [
        pa.field("id", pa.large_string(), nullable=False),
        pa.field("text", pa.large_string(), nullable=False),
        pa.field("time", pa.timestamp("us", tz="UTC")),
        pa.field("metadata", pa.large_string()),
        pa.field("file", pa.uint32(), nullable=False),
        pa.field("line", pa.uint64(), nullable=False),
    ]
)
# The columns that users see; file and line are for messages.
PUBLIC = ["id", "text", "time", "metadata"]
