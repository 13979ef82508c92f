"""Members of clusters that a user hands over: a file that `cluster` wrote, its result, or a table."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from samesame.errors import InputError, ParameterError
from samesame.model import Problem
from samesame.plain import rows
from samesame.read.documents import Documents, ReadOptions
from samesame.read.inputs import resolve
from samesame.read.memory import is_table
from samesame.read.named_columns import TABLES, first_fields
from samesame.read.problems import Problems
from samesame.read.spool import spooled
from samesame.report.members import MEMBER_SCHEMA, ROLES, Clusters

NEEDED = ("cluster", "id", "role")
MATCHES = {"left", "right"}
EXPECTED = "members: expected what 'samesame cluster' writes, with the columns cluster, id and role"


def given_members(source: Any, problems: Problems) -> pa.Table:
    """The rows, with all columns of a member; those that cannot be used are named and left out."""
    table = _given(source, problems)
    if not table.num_rows:
        raise InputError(f"{EXPECTED}; there are no rows in it that can be used")
    return table


def _given(source: Any, problems: Problems) -> pa.Table:
    if isinstance(source, Clusters):
        return source.to_arrow()
    if isinstance(source, str | os.PathLike):
        return _from_file(Path(source), problems)
    if is_table(source):
        table = pa.table(source)
        _check(table.column_names, "the table")
        records = (row for batch in table.to_batches() for row in rows(batch))
        return _table(_checked(enumerate(records, 1), "memory", problems))
    raise ParameterError(f"{EXPECTED}: a file, the result of ss.cluster, or a table; got {type(source).__name__}")


def _from_file(path: Path, problems: Problems) -> pa.Table:
    with spooled(resolve([path], None, problems)) as inputs:
        if len(inputs) != 1 or inputs[0].format not in TABLES:
            raise ParameterError(f"{EXPECTED}; '{path}' is no single file of .jsonl .csv .tsv .parquet .arrow")
        _check(first_fields(inputs[0]), f"'{path}'")
        # Members are read as a collection whose texts are the names of clusters, with the rest as metadata.
        documents = Documents(inputs, replace(ReadOptions(), text_field="cluster"), problems)
        return _table(_checked(_records(documents), inputs[0].name, problems))


def _check(names: Iterable[str], what: str) -> None:
    found = set(names)
    if found >= MATCHES:
        raise ParameterError(
            f"{EXPECTED}; {what} has matches, of which there is no report: group them with 'samesame cluster', and "
            "report what that writes"
        )
    if missing := [name for name in NEEDED if name not in found]:
        raise ParameterError(f"{EXPECTED}; {what} has no column {' and no column '.join(missing)}")


def _records(documents: Documents) -> Iterator[tuple[int, dict[str, Any]]]:
    for batch in documents.batches():
        columns = (batch.column(name).to_pylist() for name in ("line", "id", "text", "metadata"))
        for line, id, cluster, record in zip(*columns, strict=True):
            yield line, {**json.loads(record or "{}"), "id": id, "cluster": cluster}


def _checked(
    records: Iterable[tuple[int, dict[str, Any]]], name: str, problems: Problems
) -> Iterator[dict[str, object]]:
    for line, record in records:
        try:
            yield _member(record)
        except (ValueError, TypeError, KeyError) as error:
            problems.add(Problem(name, line, f"no member of a cluster: {error}; left out"))


def _member(record: dict[str, Any]) -> dict[str, object]:
    """One row. In CSV all values are texts, and nothing is an empty one."""
    for name in NEEDED:
        if not isinstance(record.get(name), str) or not record[name]:
            raise ValueError(f"the column '{name}' must be a text; got {record.get(name)!r}")
    if record["role"] not in ROLES:
        raise ValueError(f"the role must be one of {', '.join(ROLES)}; got {record['role']!r}")
    told = {name: None if record.get(name) == "" else record.get(name) for name in MEMBER_SCHEMA.names}
    for name in ("coverage_of_reference", "distance"):
        told[name] = _number(told[name])
    told["unique"] = _ranges(told["unique"])
    for name in ("edit", "rule", "held_by"):
        told[name] = None if told[name] is None else str(told[name])
    return told


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def _ranges(value: Any) -> list[dict[str, int]] | None:
    if value is None:
        return None
    places = json.loads(value) if isinstance(value, str) else value
    found = [{"start": int(place["start"]), "end": int(place["end"])} for place in places]
    if any(not 0 <= place["start"] <= place["end"] for place in found):
        raise ValueError(f"the ranges of unique text must have start and end in this order, from 0; got {value!r}")
    return found


def _table(records: Iterable[dict[str, object]]) -> pa.Table:
    """The rows as columns, some at a time: Python values take ten times as much."""
    batches, waiting = [], []
    for record in records:
        waiting.append(record)
        if len(waiting) == 4096:
            batches.append(pa.RecordBatch.from_pylist(waiting, MEMBER_SCHEMA))
            waiting = []
    batches.append(pa.RecordBatch.from_pylist(waiting, MEMBER_SCHEMA))
    return pa.Table.from_batches(batches, MEMBER_SCHEMA)
