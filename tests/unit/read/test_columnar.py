"""Parquet and Arrow files, and tables in memory."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import samesame as ss

MOMENT = datetime(2025, 3, 3, 11, 6, 40, tzinfo=UTC)


def parquet(table: pa.Table) -> str:
    pq.write_table(table, "a.parquet")
    return "a.parquet"


def arrow(table: pa.Table) -> str:
    with pa.ipc.new_file("a.arrow", table.schema) as writer:
        writer.write_table(table)
    return "a.arrow"


def stream(table: pa.Table) -> str:
    with pa.ipc.new_stream("a.ipc", table.schema) as writer:
        writer.write_table(table)
    return "a.ipc"


Write = Callable[[pa.Table], str]
every_format = pytest.mark.parametrize("write", [parquet, arrow, stream])


def read(source: object, **options: object) -> tuple[list[ss.Document], list[str]]:
    documents = ss.read(source, **options)  # type: ignore[arg-type]
    return list(documents), [str(problem) for problem in documents.problems]


def invalid(*values: bytes) -> pa.StringArray:
    """An array of strings that are none, as a careless writer makes it."""
    raw = pa.array(values, pa.binary())
    return pa.StringArray.from_buffers(len(raw), *raw.buffers()[1:])


@every_format
def test_rows_are_documents_and_other_columns_metadata(folder: Path, write: Write) -> None:
    path = write(pa.table({"id": ["a", "b"], "text": ["one", "two"], "n": [1, None], "l": [[1], []]}))
    documents, problems = read(path)
    assert documents == [
        ss.Document("a", "one", None, {"n": 1, "l": [1]}),
        ss.Document("b", "two", None, {"n": None, "l": []}),
    ]
    assert problems == []


@every_format
def test_ids_default_to_file_and_row(folder: Path, write: Write) -> None:
    path = write(pa.table({"text": ["one", "two", "three"], "id": [None, "x", ""]}))
    assert [document.id for document in ss.read(path)] == [f"{path}:1", "x", f"{path}:3"]
    path = write(pa.table({"text": ["one", "two"]}))
    assert [document.id for document in ss.read(path)] == [f"{path}:1", f"{path}:2"]


@every_format
def test_numbers_are_ids_too(folder: Path, write: Write) -> None:
    assert [document.id for document in ss.read(write(pa.table({"id": [7, 8], "text": ["a", "b"]})))] == ["7", "8"]


@every_format
@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())])
def test_text_of_any_string_type(folder: Path, write: Write, kind: pa.DataType) -> None:
    path = write(pa.table({"text": pa.array(["one", "two", "one"]).cast(kind)}))
    assert [document.text for document in ss.read(path)] == ["one", "two", "one"]


@every_format
def test_a_null_text_is_named_with_its_row(folder: Path, write: Write) -> None:
    path = write(pa.table({"text": ["one", None, "three"]}))
    documents, problems = read(path)
    assert [document.id for document in documents] == [f"{path}:1", f"{path}:3"]
    assert problems == [f"{path}:2: no text: 'text' is null"]


@every_format
@pytest.mark.parametrize("column", ["text", "id", "other"])
def test_invalid_utf8_is_named_with_its_row_and_never_reaches_the_core(folder: Path, write: Write, column: str) -> None:
    columns: dict[str, Any] = {"id": ["a", "b"], "text": ["one", "one"], "other": ["x", "y"]}
    path = write(pa.table({**columns, column: invalid(b"\xff\xfe", b"ok")}))
    documents, problems = read(path)
    assert len(documents) == 1
    assert problems == [f"{path}:1: not valid UTF-8 in the column '{column}'"]
    assert ss.find(path).summary.documents == 1


@every_format
def test_a_missing_text_column_is_named_with_those_there_are(folder: Path, write: Write) -> None:
    path = write(pa.table({"id": ["a"], "body": ["one"]}))
    Path("z.txt").write_text("fine")
    documents, problems = read(".")
    assert [document.id for document in documents] == ["z.txt"]
    assert problems == [f"{path}: no column 'text' (there are: id, body); --text-field names another"]
    assert [document.text for document in ss.read(path, text_field="body")] == ["one"]


@every_format
def test_a_text_column_of_another_type_is_named(folder: Path, write: Write) -> None:
    path = write(pa.table({"text": [1, 2]}))
    assert read(path) == ([], [f"{path}: the column 'text' holds int64, not text"])


def test_a_column_that_stands_there_twice_is_named(folder: Path) -> None:
    path = arrow(pa.Table.from_arrays([pa.array(["a"]), pa.array(["b"])], names=["text", "text"]))
    assert read(path) == ([], [f"{path}: the column 'text' stands there twice"])


@every_format
@pytest.mark.parametrize(
    "times",
    [
        pa.array([MOMENT, None], pa.timestamp("us", tz="UTC")),
        pa.array([MOMENT, None], pa.timestamp("ns", tz="Europe/Berlin")),
        pa.array([MOMENT.replace(tzinfo=None), None], pa.timestamp("ms")),
        pa.array(["2025-03-03T12:06:40+01:00", None]),
        pa.array(["2025-03-03 11:06:40", None]),
        pa.array([1_741_000_000, None]),
        pa.array([1_741_000_000_000, None]),
    ],
    ids=["utc", "berlin", "no zone", "text", "text without zone", "seconds", "milliseconds"],
)
def test_times_of_any_type(folder: Path, write: Write, times: pa.Array) -> None:
    documents, problems = read(write(pa.table({"text": ["one", "two"], "time": times})))
    assert [document.time for document in documents] == [MOMENT, None]
    assert problems == []


def test_days_are_times(folder: Path) -> None:
    (document,) = ss.read(parquet(pa.table({"text": ["one"], "time": [date(2025, 3, 3)]})))
    assert document.time == datetime(2025, 3, 3, tzinfo=UTC)


@every_format
def test_a_bad_time_costs_only_itself(folder: Path, write: Write) -> None:
    path = write(pa.table({"text": ["one", "two"], "time": ["soon", "2025-03-03T11:06:40Z"]}))
    documents, problems = read(path)
    assert [document.time for document in documents] == [None, MOMENT]
    assert problems == [f"{path}:1: the time 'soon' is not ISO 8601; kept without it"]


def test_metadata_that_read_wrote_is_read_back_and_any_other_kept(folder: Path) -> None:
    own = parquet(pa.table({"text": ["a", "b"], "metadata": ['{"k": [1]}', None]}))
    assert [document.metadata for document in ss.read(own)] == [{"k": [1]}, {}]
    other = parquet(pa.table({"text": ["a", "b"], "metadata": ["just words", "[1]"]}))
    assert [document.metadata for document in ss.read(other)] == [{"metadata": "just words"}, {"metadata": "[1]"}]


@every_format
def test_a_file_that_is_cut_off_is_named(folder: Path, write: Write) -> None:
    path = Path(write(pa.table({"text": [f"text {i}" * 50 for i in range(1000)]})))
    path.write_bytes(path.read_bytes()[:5000])
    documents, problems = read(str(path))
    assert documents == []
    assert len(problems) == 1 and problems[0].startswith(f"{path}:1: cannot be read on from row 1")


@every_format
def test_a_file_of_garbage_is_named_and_the_rest_is_read(folder: Path, write: Write) -> None:
    path = Path(write(pa.table({"text": ["one"]})))
    path.write_bytes(b"garbage")
    Path("z.txt").write_text("fine")
    documents, problems = read(".")
    assert [document.id for document in documents] == ["z.txt"]
    assert len(problems) == 1 and problems[0].startswith(f"{path}:1: cannot be read")


def test_rows_are_numbered_over_many_batches(folder: Path) -> None:
    texts: list[str | None] = [f"text {i}" for i in range(20_000)]
    texts[19_000] = None
    documents = ss.read(parquet(pa.table({"text": texts})))
    assert [document.id for document in documents] == [f"a.parquet:{i}" for i in range(1, 20_001) if i != 19_001]
    assert [problem.line for problem in documents.problems] == [19_001]


@pytest.mark.parametrize("make", [pa.table, pd.DataFrame, pl.DataFrame])
def test_tables_in_memory_are_read_like_files(make: Callable[[dict[str, Any]], object]) -> None:
    columns = {"id": ["a", "b", "c"], "text": ["one", None, "three"], "time": [MOMENT] * 3, "n": [1, 2, 3]}
    documents, problems = read(make(columns))
    assert documents == [ss.Document("a", "one", MOMENT, {"n": 1}), ss.Document("c", "three", MOMENT, {"n": 3})]
    assert problems == ["memory:2: no text: 'text' is null"]


def test_a_table_without_text_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ss.ParameterError, match=r"text_field: no column 'text' \(there are: body\)"):
        list(ss.read(pa.table({"body": ["one"]})))


def test_documents_go_to_arrow_pandas_and_polars_and_back() -> None:
    documents = ss.read([ss.Document("a", "one", MOMENT, {"k": [1]}), ss.Document("b", "two")])
    for table in (documents.to_arrow(), documents.to_pandas(), documents.to_polars()):
        assert list(ss.read(table)) == list(documents)


@every_format
def test_reading_a_file_does_not_wake_pandas(folder: Path, write: Write) -> None:
    path = write(pa.table({"id": [1, None], "text": pa.array(["one", "two"]).dictionary_encode(), "time": [0, None]}))
    code = (
        "import sys, samesame as ss; from samesame.read.verb import without_metadata\n"
        "assert sum(batch.num_rows for batch in without_metadata(ss.read(sys.argv[1])).batches()) == 2\n"
        "assert 'pandas' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code, path], check=True)
