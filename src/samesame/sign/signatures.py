"""Signatures: features of documents with a record of how they were made."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pyarrow as pa

from samesame.errors import FormatError, ParameterError
from samesame.sign.statistics import require_same

KEY = b"samesame-signatures"


@dataclass(frozen=True, slots=True)
class Signatures:
    """A table of ids and features, the method that made them, and the statistics it used.

    What was made by different methods or under different statistics refuses to meet:

    >>> import pyarrow as pa
    >>> table = pa.table({"id": ["a"], "signature": [7]})
    >>> monday = Signatures(table, "imatch", "1f0e2d3c4b5a")
    >>> tuesday = Signatures(table, "imatch", "99aabbccddee")
    >>> monday.join(tuesday)
    Traceback (most recent call last):
        ...
    samesame.StatisticsMismatch: made under different statistics (1f0e2d3c and 99aabbcc); ...
    """

    table: pa.Table
    method: str
    statistics: str | None = None

    def join(self, other: Signatures) -> Signatures:
        """Both tables as one."""
        if self.method != other.method:
            raise ParameterError(f"signatures of '{self.method}' and '{other.method}' do not compare")
        require_same(self.statistics, other.statistics)
        return Signatures(pa.concat_tables([self.table, other.table]), self.method, self.statistics)

    def to_arrow(self) -> pa.Table:
        """The table with its record in the schema, so that it survives a file or another engine."""
        record = json.dumps({"method": self.method, "statistics": self.statistics})
        return self.table.replace_schema_metadata({**(self.table.schema.metadata or {}), KEY: record.encode()})

    @classmethod
    def from_arrow(cls, table: pa.Table) -> Signatures:
        """Signatures from a table that `to_arrow` gave."""
        try:
            record = (table.schema.metadata or {})[KEY]
            return cls(table, **json.loads(record))
        except (KeyError, TypeError, ValueError) as error:
            raise FormatError("the table carries no record of how its signatures were made") from error
