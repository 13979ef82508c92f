"""What Spark can read of a side: kinds of sources, and files opened as data frames with places and line numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from samesame.engines.spark.parsing import BLOCK, FILE, LINE, ROW, file_key
from samesame.errors import ParameterError
from samesame.read.distributed import Frame
from samesame.read.inputs import Input
from samesame.read.rows import unusable

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

FORMATS = ("jsonl", "parquet")


def kind_of(source: object) -> str:
    """Whether a source is a data frame, in memory, or a file of which format; other files are refused."""
    if isinstance(source, Frame):
        return "frame"
    if not isinstance(source, Input):
        return "memory"
    if source.format not in FORMATS or (source.path is None and not source.address):
        raise ParameterError(
            f"engine: Spark reads JSONL and Parquet; '{source.name}' is {source.format}; write it as JSONL first: "
            f"samesame read {source.name} --out documents.jsonl"
        )
    return source.format


def frame_of(one: Frame) -> DataFrame:
    """The data frame of a source, which does not travel with a plan."""
    if one.frame is None:
        raise ParameterError("source: the data frame did not come with the plan; hand one over: ss.run(plan, frame)")
    frame: DataFrame = one.frame
    return frame


def refuse_unusable(frame: DataFrame, options: Any) -> None:
    """Refuses columns of which no documents can be made, before anything runs."""
    from pyspark.sql.pandas.types import to_arrow_schema

    if message := unusable(to_arrow_schema(frame.schema), options):
        raise ParameterError(f"text_field: {message}")


def opened(session: SparkSession, kind: str, inputs: Sequence[Input]) -> tuple[DataFrame, list[str]]:
    """The rows of files with their places, and the names that Spark has for the files."""
    from pyspark.sql import functions as f

    paths = [one.address or _plain(one.path or Path()) for one in inputs]
    if kind == "parquet":
        frame = session.read.option("mergeSchema", "true").parquet(*paths)
        place = f.col("_metadata.file_path").alias(FILE), f.col("_metadata.row_index").alias(ROW)
        return frame.select(*place, *(f.col(f"`{name}`") for name in frame.columns)), frame.inputFiles()
    frame = session.read.option("lineSep", "\n").text(paths)
    place = f.col("_metadata.file_path").alias(FILE), f.col("_metadata.file_block_start").alias(BLOCK)
    return frame.select(*place, f.col("value").cast("binary").alias(LINE)), frame.inputFiles()


def _plain(path: Path) -> str:
    """A path as Spark takes it: not as a pattern."""
    return "file://" + re.sub(r"([\\{}\[\]*?])", r"\\\1", str(path.absolute()))


def in_order(files: Sequence[str], members: Sequence[tuple[int, Input]]) -> list[tuple[str, str, int]]:
    """Files as Spark names them, in the order of the inputs, with the name for people and the number of the input."""
    local = {str(one.path.absolute()): (at, one.name) for at, one in members if one.path}
    addresses = [(one.address, at) for at, one in members if one.address]
    found = []
    for name in files:
        path = unquote(urlsplit(name).path)
        at, shown = local.get(path, (-1, name))
        if at < 0:
            at = next((number for address, number in addresses if name.startswith(address)), members[0][0])
        found.append((at, name, shown))
    return [(name, shown, at) for at, name, shown in sorted(found)]


def lines_before(session: SparkSession, frame: DataFrame) -> dict[tuple[str, int], int]:
    """How many lines stand before each block of a file, where a file has several: only counts come here."""
    size = session.conf.get
    largest = min(_bytes(size("spark.sql.files.maxPartitionBytes")), _bytes(size("spark.sql.files.openCostInBytes")))
    if all(length <= largest for length in _lengths(session, frame.inputFiles())):
        return {}
    counted = frame.groupBy(FILE, BLOCK).count().collect()
    before: dict[tuple[str, int], int] = {}
    for _, blocks in groupby(sorted((row[0], row[1], row[2]) for row in counted), key=lambda row: row[0]):
        lines = 0
        for name, block, count in blocks:
            before[file_key(name), block] = lines
            lines += count
    return before


def _lengths(session: SparkSession, files: Sequence[str]) -> Iterator[int]:
    """The sizes of files, from the file system that they are on."""
    jvm = session._jvm
    assert jvm is not None
    settings = session._jsparkSession.sessionState().newHadoopConf()
    for name in files:
        path = jvm.org.apache.hadoop.fs.Path(jvm.java.net.URI(name))
        yield path.getFileSystem(settings).getFileStatus(path).getLen()


def _bytes(value: str | None) -> int:
    """A size as Spark's settings have it, such as 128MB or 134217728b.

    >>> _bytes("134217728b"), _bytes("128MB"), _bytes("4194304")
    (134217728, 134217728, 4194304)
    """
    units = {"k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
    text = (value or "0").strip().lower().removesuffix("b")
    return int(text[:-1]) * units[text[-1]] if text and text[-1] in units else int(text or 0)
