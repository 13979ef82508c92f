"""Matches and truth as pairs of ids: from files, tables and Python values.

A row that is no pair is reported and left out. A clean file is never turned into Python objects, however large it is.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame.assess.clusters import LABELS
from samesame.assess.metrics import PAIR, Pairs, checked
from samesame.errors import InputError, ParameterError
from samesame.model import Match, Member
from samesame.read.inputs import Input, resolve
from samesame.read.memory import is_table
from samesame.read.named_columns import (
    STRING,
    TABLES,
    arrow_columns,
    first_fields,
    from_records,
    read_columns,
    require_once,
)
from samesame.read.problems import Problems
from samesame.read.spool import spooled
from samesame.results import Table

NAMED = (("left", "right"), ("id1", "id2"), ("a", "b"), ("first", "second"))
EXPECTED = "the columns left and right (or id1 and id2, a and b, first and second, or ids in the first two columns)"


@dataclass(frozen=True, slots=True)
class Opened:
    """Files that were named; standard input is one of them by now, so that it can be read several times."""

    given: str
    files: Sequence[Input]


@contextlib.contextmanager
def opened(source: Any, problems: Problems) -> Iterator[Any]:
    """A file, folder or glob as files; anything else as it is."""
    if not isinstance(source, str | os.PathLike):
        yield source
        return
    with spooled(resolve([source], None, problems)) as files:
        yield Opened(os.fspath(source), files)


def columns_of(source: Any) -> list[str]:
    """The names of the columns, as far as they can be known without reading it all; none if they cannot."""
    if isinstance(source, Opened):
        return first_fields(source.files[0]) if source.files and source.files[0].format in TABLES else []
    if isinstance(source, Table) or is_table(source):
        return list((source.to_arrow() if isinstance(source, Table) else pa.table(source)).column_names)
    first = source[0] if isinstance(source, Sequence) and not isinstance(source, str) and len(source) else None
    first = _labelled(first)
    return [str(name) for name in first] if isinstance(first, Mapping) else []


def _labelled(item: object) -> object:
    """A member of a cluster as a mapping."""
    return {name: getattr(item, name) for name in LABELS} if isinstance(item, Member) else item


def label_tables(source: Any, what: str, problems: Problems) -> Iterator[tuple[str, pa.Table]]:
    """Names and tables with those of the columns in LABELS that are there, and line."""
    if isinstance(source, Opened):
        for one in source.files:
            if one.format not in TABLES:
                raise InputError(f"{one.name}: {what}: expected a table: .jsonl .csv .tsv .parquet .arrow")
            # Later records may have fields that the first has not.
            fields = LABELS if one.format == "jsonl" else _label_columns(first_fields(one), one.name, what)
            yield one.name, read_columns(one, fields, problems)
    elif isinstance(source, Table) or is_table(source):
        table = source.to_arrow() if isinstance(source, Table) else pa.table(source)
        yield what, arrow_columns(table, _label_columns(table.column_names, what, what), what)
    elif isinstance(source, Iterable):
        yield what, from_records(enumerate(map(_labelled, source), 1), LABELS, what, problems)
    else:
        raise ParameterError(f"{what}: expected a file, a table or mappings; got {type(source).__name__}")


def _label_columns(names: Sequence[str], where: str, what: str) -> list[str]:
    missing = [name for name in ("id", "cluster") if name not in names]
    if missing:
        raise InputError(
            f"{where}: {what}: expected the columns id and cluster (and perhaps edit), as MATCHES has clusters; got "
            f"{', '.join(names) or 'none'}"
        )
    wanted = [name for name in LABELS if name in names]
    require_once(wanted, names, where)
    return wanted


def load_pairs(source: Any, what: str, problems: Problems) -> Pairs:
    """The pairs of a file, a folder, a table or an iterable; `what` is the parameter's name."""
    notes: list[str] = []
    parts = _sources(source, what, problems, notes)
    tables = [checked(table, name, problems) for name, table in parts if table.num_rows]
    if len({table["relation"].type for table in tables}) > 1:
        given = source.given if isinstance(source, Opened) else source
        raise InputError(f"{what}: some files of '{given}' have relations and some have none; give them apart")
    left, right = (strings([table[side] for table in tables]) for side in PAIR[:2])
    codes = [table["relation"].to_numpy() for table in tables if table["relation"].type == pa.int64()]
    # A source without any rows agrees with every other in its relations.
    relation = np.concatenate(codes) if codes else None if tables else np.zeros(0, np.int64)
    return Pairs(left, right, relation, tuple(notes))


def strings(columns: Sequence[pa.ChunkedArray]) -> pa.ChunkedArray:
    """Columns of strings one after the other, without copying."""
    return pa.chunked_array([chunk for column in columns for chunk in column.chunks], STRING)


def _sources(source: Any, what: str, problems: Problems, notes: list[str]) -> Iterator[tuple[str, pa.Table]]:
    """Names and tables with the columns left, right, relation (strings or null) and line."""
    if isinstance(source, Opened):
        for one in source.files:
            yield one.name, _file_pairs(one, what, problems, notes)
    elif isinstance(source, Table) or is_table(source):
        table = source.to_arrow() if isinstance(source, Table) else pa.table(source)
        yield what, _named(arrow_columns(table, _pair_columns(table.column_names, what, what, notes), what))
    elif isinstance(source, Iterable):
        yield what, _named(from_records(enumerate(map(_record, source), 1), PAIR, what, problems))
    else:
        raise ParameterError(f"{what}: expected a file, a table or pairs; got {type(source).__name__}")


def _record(item: object) -> object:
    """A row of Python values as a mapping, if it can be read as a pair."""
    if isinstance(item, Match):
        return {"left": item.left, "right": item.right, "relation": item.relation}
    if isinstance(item, Sequence) and not isinstance(item, str | bytes) and len(item) in (2, 3):
        return dict(zip(PAIR, item, strict=False))
    return item


def _file_pairs(source: Input, what: str, problems: Problems, notes: list[str]) -> pa.Table:
    if source.format not in TABLES:
        raise InputError(f"{source.name}: {what}: expected a file of pairs: .jsonl .csv .tsv .parquet .arrow")
    fields = first_fields(source)
    names = list(PAIR) if not fields and source.format == "jsonl" else _pair_columns(fields, source.name, what, notes)
    if source.format == "jsonl":
        # Later records may have a relation even if the first has none.
        names = [*names[:2], "relation"]
    return _named(read_columns(source, names, problems))


def _pair_columns(names: Sequence[str], where: str, what: str, notes: list[str]) -> list[str]:
    """The columns that hold left, right and relation."""
    chosen = _chosen_columns(names, where, what, notes)
    require_once(chosen, names, where)
    return chosen


def _chosen_columns(names: Sequence[str], where: str, what: str, notes: list[str]) -> list[str]:
    relation = ["relation"] if "relation" in names else []
    for pair in NAMED:
        if set(pair) <= set(names):
            return [*pair, *relation]
    first = [name for name in names if name and name != "relation"][:2]
    if len(first) < 2 or "text" in names:
        hint = "; for a collection name also the family field" if what == "truth" else ""
        raise InputError(f"{where}: {what}: expected {EXPECTED}; got {', '.join(names) or 'none'}{hint}")
    notes.append(f"{where}: the columns '{first[0]}' and '{first[1]}' are read as left and right")
    return [*first, *relation]


def _named(table: pa.Table) -> pa.Table:
    """The table with the column names of a pair; an empty relation becomes null."""
    *columns, lines = table.columns
    relation = columns[2] if len(columns) > 2 else pa.chunked_array([pa.nulls(table.num_rows, STRING)])
    relation = pc.if_else(pc.equal(relation, ""), pa.scalar(None, STRING), relation)
    return pa.table([*columns[:2], relation, lines], names=[*PAIR, "line"])
