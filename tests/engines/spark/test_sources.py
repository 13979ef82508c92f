"""What Spark reads, and that documents, their order and bad records are those of the local engine."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import samesame as ss
from samesame.sample import sample_path

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

STORY = "Storms closed the harbour on Monday night. Two ferries waited outside for hours. Nobody was hurt at all."
SCHEMA = pa.schema([("id", "string"), ("text", "string"), ("page", "int32")])
NEWS = [
    {"id": "a", "text": STORY, "page": 1},
    {"id": "b", "text": STORY.replace("Monday", "Tuesday"), "page": 2},
    {"id": "c", "text": "A comet was seen above the mountains.", "page": 3},
    {"id": "d", "text": STORY.upper(), "page": None},
]


def test_a_data_frame_is_read_where_it_is(session: SparkSession, engine: ss.Spark) -> None:
    frame = session.createDataFrame(pa.Table.from_pylist(NEWS)).repartition(3)
    found = ss.find(frame, engine=engine, threshold=0.5)
    assert found.to_arrow().equals(ss.find(NEWS, threshold=0.5).to_arrow())
    assert [row.left for row in found] == [row["left"] for row in found.to_spark().collect()]
    assert len(found.to_pandas()) == len(found) > 0
    assert found.summary.documents == 4


def test_what_stays_of_a_data_frame_is_one_with_all_columns(session: SparkSession, engine: ss.Spark) -> None:
    frame = session.createDataFrame(pa.Table.from_pylist(NEWS)).coalesce(1)
    clean = ss.dedup(frame, engine=engine, threshold=0.5)
    assert clean.to_spark().schema == frame.schema
    assert clean.to_arrow().to_pylist() == ss.dedup(NEWS, threshold=0.5).table
    assert [document.id for document in clean] == ["a", "c"]
    assert [removal.id for removal in clean.removed] == ["b", "d"]


def test_a_plan_goes_without_its_data_frame(session: SparkSession, engine: ss.Spark) -> None:
    frame = session.createDataFrame(pa.Table.from_pylist(NEWS))
    plan = pickle.loads(pickle.dumps(ss.explain(frame, verb="find", method="exact")))
    with pytest.raises(ss.ParameterError, match="did not come with the plan"):
        ss.run(plan, engine=engine)
    found = ss.run(plan, frame, engine=engine)
    assert isinstance(found, ss.Matches)
    assert [(row.left, row.right) for row in found] == [("a", "d")]


def test_bad_records_and_repeated_ids_are_told_as_elsewhere(
    folder: Path, lines: Callable[..., Path], engine: ss.Spark
) -> None:
    bad = ['{"id": "a", "text": 5}', "nonsense", "", '{"text": "No id here."}', {"id": "b", "text": STORY}]
    one, two = lines("one two.jsonl", [*bad, *NEWS]), lines("three.jsonl", [NEWS[0], {"id": "e", "text": STORY}])
    here, there = (ss.find([one, two], engine=one_engine, all_pairs=True) for one_engine in ("local", engine))
    assert there.to_arrow().equals(here.to_arrow())
    assert sorted(map(str, there.problems)) == sorted(map(str, here.problems))
    assert there.summary.documents == here.summary.documents == 6
    with pytest.raises(ss.InputError, match=r"the id 'b' stands already at one two.jsonl:5"):
        ss.dedup([one, two], engine=engine)
    with pytest.raises(ss.ParameterError, match="no record has the field 'body'"):
        ss.find(one, text_field="body", engine=engine)


def test_files_that_spark_reads_in_blocks_keep_their_lines(
    folder: Path, session: SparkSession, engine: ss.Spark
) -> None:
    records = [json.loads(line) for line in sample_path().read_bytes().splitlines()]
    texts = [{"text": record["text"]} for record in records]
    Path("long.jsonl").write_text("".join(json.dumps(record) + "\n" for record in texts))
    settings = {"spark.sql.files.maxPartitionBytes": "20000b", "spark.sql.files.openCostInBytes": "1000b"}
    before = {name: session.conf.get(name) or "" for name in settings}
    try:
        for name, value in settings.items():
            session.conf.set(name, value)
        assert session.read.text(str(folder / "long.jsonl")).rdd.getNumPartitions() > 3
        there = ss.find("long.jsonl", engine=engine).to_arrow()
    finally:
        for name, old in before.items():
            session.conf.set(name, old)
    assert there.equals(ss.find("long.jsonl").to_arrow())


def test_parquet_is_read_and_what_stays_is_written_with_all_columns(folder: Path, engine: ss.Spark) -> None:
    for name, rows in (("one.parquet", NEWS[:2]), ("two.parquet", NEWS[2:])):
        pq.write_table(
            pa.Table.from_pylist(rows, pa.schema([("id", "string"), ("text", "string"), ("page", "int32")])), name
        )
    paths = [Path("one.parquet"), Path("two.parquet")]
    clean = ss.dedup(paths, engine=engine, threshold=0.5, out="clean.parquet", removed="removed.jsonl")
    here = ss.dedup(paths, threshold=0.5)
    assert clean.to_arrow().to_pylist() == here.to_arrow().to_pylist()
    assert pq.read_table("clean.parquet").to_pylist() == here.to_arrow().to_pylist()
    parts = sorted(Path("removed.jsonl").glob("part-*"))
    removed = [json.loads(line) for path in parts for line in path.read_text().splitlines()]
    assert removed == here.removed.to_arrow().to_pylist()


@pytest.mark.parametrize(
    ("source", "options", "message"),
    [
        (Path("news.csv"), {}, "Spark reads JSONL and Parquet; 'news.csv' is csv"),
        (NEWS, {"verb": "index", "path": "i"}, "an index is written by the engine 'local' only"),
    ],
)
def test_what_spark_cannot_run_is_named(
    folder: Path, engine: ss.Spark, source: Any, options: dict[str, Any], message: str
) -> None:
    Path("news.csv").write_text("id,text\na,b\n")
    with pytest.raises(ss.ParameterError, match=message):
        ss.run(ss.explain(source, **{"verb": "find", **options}), engine=engine)


def test_other_engines_name_what_only_spark_reads(session: SparkSession) -> None:
    frame = session.createDataFrame(pa.Table.from_pylist(NEWS))
    with pytest.raises(ss.ParameterError, match=r"is read by engine=ss.Spark"):
        ss.find(frame)
    with pytest.raises(ss.ParameterError, match=r"'hdfs://nowhere/news.jsonl' is read by the engine 'spark' only"):
        ss.find("hdfs://nowhere/news.jsonl")
    with pytest.raises(ss.ParameterError, match="to_spark: these rows are in this process"):
        ss.find(NEWS).to_spark()


def test_sessions_that_will_not_do_are_refused(session: SparkSession) -> None:
    class Connected:
        """Stands where a session of Spark Connect is: without its package none can be made."""

    Connected.__module__ = "pyspark.sql.connect.session"
    with pytest.raises(ss.ParameterError, match="Spark Connect"):
        ss.Spark(Connected())  # type: ignore[arg-type]
    with pytest.raises(ss.ParameterError, match="expected a session of Spark, got str"):
        ss.Spark("local[2]")  # type: ignore[arg-type]
    with pytest.raises(ss.ParameterError, match="partitions: expected a whole number from 1, got 0"):
        ss.Spark(session, partitions=0)
