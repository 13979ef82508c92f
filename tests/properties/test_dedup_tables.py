"""dedup keeps the user's table: what is returned and written is the original with some rows left out."""

from __future__ import annotations

import json
import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.report.files import write_table
from tests.properties.tables import VALUES, compact, naive_column, naive_rest, tables

STEPS = ss.Steps(partitions=2, processes=False)
# Texts of a few letters have no shingles: those with the same words are what goes.
HOW: dict[str, Any] = {"method": "exact"}


def written(path: Path) -> pa.Table:
    """A Parquet or Arrow file."""
    if path.suffix == ".parquet":
        return pq.read_table(path)
    with pa.ipc.open_file(str(path)) as reader:
        return reader.read_all()


def write(table: pa.Table, path: Path) -> None:
    if path.suffix == ".parquet":
        pq.write_table(table, path, row_group_size=3)
    else:
        with pa.ipc.new_file(str(path), table.schema) as file:
            file.write_table(table.unify_dictionaries())


@given(tables())
def test_a_table_of_arrow_stays_one(table: pa.Table) -> None:
    result = ss.dedup(table, **HOW)
    rest = naive_rest(table, result)
    assert result.table.equals(rest) and result.to_arrow().equals(rest)
    assert result.table.schema.equals(table.schema, check_metadata=True)
    assert table.filter(pa.array(result.mask)).equals(rest)


@given(tables())
def test_frames_stay_frames(table: pa.Table) -> None:
    frame = pl.DataFrame(table)
    assert ss.dedup(frame, **HOW).table.equals(frame.filter(pl.Series(ss.dedup(frame, **HOW).mask, dtype=pl.Boolean)))
    panda = table.to_pandas(date_as_object=True).set_index(pd.Index([f"row {i}" for i in range(table.num_rows)]))
    result = ss.dedup(panda, **HOW)
    pd.testing.assert_frame_equal(result.table, panda[result.mask])
    assert len(result.mask) == len(panda) and result.table["id"].tolist() == naive_rest(table, result)["id"].to_pylist()


@given(tables())
def test_a_list_of_mappings_stays_one(table: pa.Table) -> None:
    rows = table.to_pylist()
    result = ss.dedup(rows, **HOW)
    rest = naive_rest(table, result).to_pylist()
    assert result.table == rest == [row for row, stays in zip(rows, result.mask, strict=True) if stays]
    assert result.to_arrow().to_pylist() == rest


@pytest.mark.parametrize("source", [".parquet", ".arrow"])
@pytest.mark.parametrize("out", [".parquet", ".arrow", ".jsonl", ".csv", ".tsv.gz"])
@settings(max_examples=40)
@given(table=tables())
def test_files_are_the_original_with_rows_left_out(source: str, out: str, table: pa.Table) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path, there, steps = (
            Path(folder) / f"{name}{suffix}" for name, suffix in (("a", source), ("o", out), ("s", out))
        )
        write(table, path)
        result = ss.dedup(path, out=there, **HOW)
        rest = naive_rest(written(path), result)
        assert result.to_arrow().equals(rest)
        if out in (".parquet", ".arrow"):
            found = written(there)
            assert found.equals(rest) and found.schema.metadata == rest.schema.metadata
        else:
            write_table(rest, Path(folder) / f"twin{out}")
            assert there.read_bytes() == (Path(folder) / f"twin{out}").read_bytes()
        ss.dedup(path, out=steps, engine=STEPS, **HOW)
        assert steps.read_bytes() == there.read_bytes()


@settings(max_examples=60)
@given(tables(), st.sampled_from([".parquet", ".arrow", ".jsonl", ".csv"]))
def test_marks_stand_beside_all_documents(table: pa.Table, out: str) -> None:
    result = ss.dedup(table, mark=True, **HOW)
    good = table.filter(pa.array([text is not None for text in table["text"].to_pylist()], pa.bool_()))
    assert result.table.select(table.column_names).equals(good)
    gone = {removal.id: removal for removal in result.removed}
    for row in result.table.to_pylist():
        removal = gone.get(row["id"])
        told = ("kept", "relation", "left_coverage", "right_coverage")
        assert row["stays"] is (removal is None)
        assert [row[name] for name in told] == [getattr(removal, name, None) for name in told]
    with tempfile.TemporaryDirectory() as folder:
        result.write(Path(folder) / f"o{out}")
        write_table(result.table, Path(folder) / f"twin{out}")
        if out in (".arrow", ".parquet"):
            assert written(Path(folder) / f"o{out}").equals(result.table)
        else:
            assert (Path(folder) / f"o{out}").read_bytes() == (Path(folder) / f"twin{out}").read_bytes()


RECORDS = st.lists(
    st.fixed_dictionaries(
        {"text": st.sampled_from(["one", "ONE", "two", "three"])}, optional=dict.fromkeys("xyz", VALUES)
    ),
    max_size=8,
)


@settings(max_examples=150)
@given(RECORDS)
def test_fields_of_json_become_columns_of_what_they_hold(records: list[dict[str, Any]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path, out = Path(folder) / "a.jsonl", Path(folder) / "o.parquet"
        path.write_text("".join(compact(record) + "\n" for record in records), encoding="utf-8")
        result = ss.dedup(path, out=out, **HOW)
        rest = [json.loads(compact(record)) for record, stays in zip(records, result.mask, strict=True) if stays]
        names = list(dict.fromkeys(name for record in rest for name in record))
        columns = {name: naive_column([record.get(name) for record in rest]) for name in names}
        found = pq.read_table(out)
        assert not rest or found.to_pydict() == columns
        assert result.to_arrow().to_pydict() == found.to_pydict()


CELLS = st.text('ab,;"\n\r\t é', max_size=5)


@settings(max_examples=150)
@given(
    st.lists(st.tuples(st.sampled_from(["one", "ONE", "two"]), CELLS, CELLS), max_size=8),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
    st.sampled_from(["", "\ufeff"]),
    st.booleans(),
)
def test_rows_of_csv_stay_to_the_byte(
    rows: list[tuple[str, str, str]], end: str, always: bool, mark: str, ends: bool
) -> None:
    def line(row: list[str]) -> str:
        quoted = ['"' + cell.replace('"', '""') + '"' for cell in row]
        cells = zip(row, quoted, strict=True)
        return ",".join(long if always or set(cell) & set(',"\r\n') else cell for cell, long in cells) + end

    head, lines = line(["x", "text", "é"]), [line([x, text, y]) for text, x, y in rows]
    with tempfile.TemporaryDirectory() as folder:
        path, out = Path(folder) / "a.csv", Path(folder) / "o.csv"
        raw = (mark + head + "".join(lines)).encode()
        # How lines end is told by the header, if that one does.
        path.write_bytes(raw if ends or not rows else raw.removesuffix(end.encode()))
        result = ss.dedup(path, out=out, **HOW)
        rest = [text for text, stays in zip(lines, result.mask, strict=True) if stays]
        assert out.read_bytes() == (mark + head + "".join(rest)).encode()
        # As a table, and as JSON, all cells are text.
        ss.dedup(path, out=Path(folder) / "o.jsonl", **HOW)
        told = [json.loads(text) for text in (Path(folder) / "o.jsonl").read_text("utf-8").splitlines()]
        kept = [row for row, stays in zip(rows, result.mask, strict=True) if stays]
        assert told == [{"x": x, "text": text, "é": y} for text, x, y in kept] == result.to_arrow().to_pylist()


def told_apart(shard: pa.Table, number: int) -> pa.Table:
    """With ids of its own, and one type for each name."""
    ids = pa.array([f"{number}-{id_}" for id_ in shard["id"].to_pylist()], pa.string())
    shard = shard.set_column(shard.column_names.index("id"), "id", ids)
    fixed = ("id", "text")
    return shard.rename_columns([n if n in fixed else f"{n}-{shard[n].type}" for n in shard.column_names])


@settings(max_examples=80)
@given(st.lists(tables(most=4), min_size=2, max_size=3))
def test_shards_of_different_columns_get_all_of_them(shards: list[pa.Table]) -> None:
    """Types that Arrow unites; the others are text, which `test_union` looks at."""
    shards = [told_apart(shard, i) for i, shard in enumerate(shards)]
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for i, shard in enumerate(shards):
            pq.write_table(shard, Path(folder) / f"{i}.parquet")
        result = ss.dedup(folder, out=Path(folder) / "out" / "o.parquet", **HOW)
        rest = [naive_rest(pq.read_table(Path(folder) / f"{i}.parquet"), result) for i in range(len(shards))]
        wanted = pa.concat_tables(rest, promote_options="default")
        assert written(Path(folder) / "out" / "o.parquet").equals(wanted)
        assert result.to_arrow().equals(wanted)
        assert int(np.sum(result.mask)) == wanted.num_rows
