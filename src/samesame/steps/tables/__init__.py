"""The tables between the stages: their columns, and the column that they are partitioned by.

spec       what a table is, and the columns that many have
reading    ids that are repeated
matching   from documents to matches
codet      nodes of a corpus tree
pdc        sentences and their sequences
dedup      which documents stay and which go
clusters   which cluster each document is in
passages   what documents share
"""

from samesame.steps.tables import clusters, codet, dedup, matching, passages, pdc, reading
from samesame.steps.tables.spec import EVERYWHERE, FEATURES, KEY, TableSpec

__all__ = ["EVERYWHERE", "FEATURES", "KEY", "TABLES", "TableSpec"]

_ROOMS = (reading, matching, codet, pdc, dedup, clusters, passages)
_ALL = tuple(table for room in _ROOMS for table in room.TABLES)
TABLES: dict[str, TableSpec] = {table.name: table for table in _ALL}
assert len(TABLES) == len(_ALL), "two tables have one name"
