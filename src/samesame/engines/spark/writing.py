"""Writes rows as a folder of files, by Spark, on any file system that it knows; the folder gets its name at the end."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from samesame.errors import ParameterError
from samesame.read.distributed import is_elsewhere

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# What a name ends with, and how Spark writes that.
FORMATS = {".parquet": "parquet", ".jsonl": "json", ".ndjson": "json", ".json": "json"}


def refuse_taken(session: SparkSession, option: str, out: str | Path | None, *, overwrite: bool) -> None:
    """Refuses, before anything is read, an output of another format, or one that exists."""
    if out is None:
        return
    format_of(option, out)
    system, path = _system(session, address_of(out))
    if not overwrite and system.exists(path):
        raise ParameterError(f"{option}: '{out}' exists; choose another name, or allow it with overwrite (--overwrite)")


def format_of(option: str, out: str | Path) -> str:
    """How Spark writes a folder of that name.

    >>> format_of("out", "s3a://bucket/clean.parquet/"), format_of("out", "clean.jsonl")
    ('parquet', 'json')
    """
    suffix = Path(address_of(out)).suffix
    if suffix not in FORMATS:
        raise ParameterError(
            f"{option}: '{out}' does not tell a format that Spark writes; expected a name that ends with "
            f"{', '.join(FORMATS)}"
        )
    return FORMATS[suffix]


def address_of(out: str | Path) -> str:
    """The name for Spark, which may have another current folder. As a path, an address has lost a slash.

    >>> address_of(Path("s3a://bucket/clean.parquet")), address_of("/news/clean.parquet/")
    ('s3a://bucket/clean.parquet', '/news/clean.parquet')
    """
    name = re.sub(r"^([A-Za-z][A-Za-z0-9+.-]+):/(?!/)", r"\1://", str(out).rstrip("/"))
    return name if is_elsewhere(name) else str(Path(name).absolute())


def write_folder(frame: DataFrame, out: str | Path, *, overwrite: bool, lines: bool = False) -> None:
    """Writes a frame. With `lines` it has one column, of lines of JSON that stay as they are."""
    form = format_of("out", out)
    session = frame.sparkSession
    refuse_taken(session, "out", out, overwrite=overwrite)
    with _renamed(session, address_of(out)) as partial:
        writer = frame.write.mode("error").option("ignoreNullFields", "false")
        if lines and form == "json":
            writer.text(partial)
        else:
            writer.format(form).save(partial)


@contextmanager
def _renamed(session: SparkSession, out: str) -> Iterator[str]:
    """A name to write to; it becomes `out` when all is written, and is removed if not."""
    mark = uuid.uuid4().hex[:12]
    partial, before = f"{out}.partial-{mark}", f"{out}.before-{mark}"
    system, path = _system(session, out)
    try:
        yield partial
        replaced = system.exists(path)
        if replaced:
            _rename(session, out, before)
        _rename(session, partial, out)
        if replaced:
            system.delete(_system(session, before)[1], True)
    finally:
        system.delete(_system(session, partial)[1], True)


def _rename(session: SparkSession, name: str, to: str) -> None:
    system, path = _system(session, name)
    if not system.rename(path, _system(session, to)[1]):
        raise ParameterError(f"out: the file system would not rename '{name}' to '{to}'; nothing was written")


def _system(session: SparkSession, name: str) -> tuple[Any, Any]:
    """The file system of a name, and the name there."""
    jvm = session._jvm
    assert jvm is not None
    path = jvm.org.apache.hadoop.fs.Path(name)
    return path.getFileSystem(session._jsparkSession.sessionState().newHadoopConf()), path
