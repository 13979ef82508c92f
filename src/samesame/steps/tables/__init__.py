"""The tables between the stages: their columns, and the column that they are partitioned by.

spec       what a table is, and the columns that many have
matching   from documents to matches
codet      nodes of a corpus tree
pdc        sentences and their sequences
dedup      which documents stay and which go
clusters   which cluster each document is in
passages   what documents share
"""

from samesame.steps.tables import clusters, codet, dedup, matching, passages, pdc
from samesame.steps.tables.spec import EVERYWHERE, FEATURES, KEY, TableSpec

__all__ = ["EVERYWHERE", "FEATURES", "KEY", "TABLES", "TableSpec"]

_ALL = (*matching.TABLES, *codet.TABLES, *pdc.TABLES, *dedup.TABLES, *clusters.TABLES, *passages.TABLES)
TABLES: dict[str, TableSpec] = {table.name: table for table in _ALL}
assert len(TABLES) == len(_ALL), "two tables have one name"
