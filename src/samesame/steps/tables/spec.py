"""The declaration of a table between stages, and the columns that many tables have."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa

from samesame.align.spans import SPANS

# Every partition gets the whole table.
EVERYWHERE = "*"
FEATURES = pa.large_list(pa.uint64())
KEY = pa.binary(16)


@dataclass(frozen=True, slots=True)
class TableSpec:
    """A table between stages.

    Rows with the same value in the column `by` are sent to one partition; if None, a row stays in the partition that
    made it. The type of a column `signature` is that of the method's signatures and comes from the plan.
    """

    name: str
    schema: pa.Schema
    by: str | None = None

    def schema_for(self, signature: pa.DataType) -> pa.Schema:
        """The schema with the type of a method's signatures filled in."""
        at = self.schema.get_field_index("signature")
        return self.schema if at < 0 else self.schema.set(at, pa.field("signature", signature))


def spec(name: str, by: str | None, *columns: tuple[str, pa.DataType]) -> TableSpec:
    """A table with these columns."""
    return TableSpec(name, pa.schema(columns), by)


# A document is identified by its number in the order of reading, over all sides; partition number % partitions holds
# it. Documents of an index have no text but what the index keeps: key, features and 4-word shingles; for others these
# are null. `time` is in microseconds, NEVER if there is none.
DOCUMENT = ("document", pa.int64())
MEMBER = (DOCUMENT, ("id", pa.large_string()), ("side", pa.int8()))
PAIR = (("left", pa.int64()), ("right", pa.int64()))
ROW = (
    *PAIR,
    ("left_id", pa.large_string()),
    ("left_side", pa.int8()),
    ("right_id", pa.large_string()),
    ("right_side", pa.int8()),
)
FOUND = (
    ("relation", pa.uint8()),
    ("left_score", pa.float64()),
    ("right_score", pa.float64()),
    ("shared", pa.int64()),
    ("left_size", pa.int64()),
    ("right_size", pa.int64()),
    ("spans", SPANS),
)
# The tables of the join of sets.
COUNTED = (("feature", pa.uint64()), ("to", pa.int64()), ("here", pa.int64()), ("there", pa.int64()))
SHARED = (*COUNTED[:2], ("holders", pa.int64()))
WANTED = (*COUNTED[:2], ("salts", pa.int64()))
PLACE = (
    ("place", pa.uint64()),
    ("feature", pa.uint64()),
    DOCUMENT,
    ("side", pa.int8()),
    ("size", pa.int64()),
    ("rest", pa.int64()),
    ("holders", pa.int64()),
    ("asks", pa.bool_()),
    ("has", pa.bool_()),
)
LINK = (("node", pa.int64()), ("other", pa.int64()))
