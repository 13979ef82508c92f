"""An index on disk: the signatures of a collection, to find matches against without reading it again.

A folder with a header (JSON) and one Parquet file each time documents were added. The header is written last and
replaced at once, so a run that breaks off leaves the index as it was. Removed documents stay in their file and are
named in the header's list until the index is built anew.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.engines.base import Job
from samesame.errors import FormatError, InputError, ParameterError
from samesame.methods.base import Compared
from samesame.methods.common import sign_plain
from samesame.report.files import whole_file
from samesame.sign.statistics import Statistics

FORMAT = "samesame-index"
VERSION = 3
HEADER = "index.json"
STATISTICS = "statistics.parquet"
# Settings that only say which pairs pass; the signatures are the same for all of them.
LATE = frozenset({"threshold", "strict", "measure"})
ROWS = 2_000


@dataclass(frozen=True)
class Header:
    """What an index says of itself."""

    method: str
    settings: dict[str, Any]
    statistics: str | None
    # Files with their numbers of documents.
    parts: tuple[tuple[str, int], ...] = ()
    removed: str | None = None
    bytes: int = 0

    def early_settings(self) -> dict[str, Any]:
        """The settings that signatures depend on."""
        return {name: value for name, value in self.settings.items() if name not in LATE}


class Index:
    """The signatures of a collection on disk. Serves as the second side of a `find`.

    >>> import samesame as ss, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> _ = ss.build_index(folder, {"a": "Keep the ferry.", "b": "Close the port."})
    >>> ss.Index(folder).documents
    2
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.header = _load(self.path)

    @staticmethod
    def is_one(path: object) -> bool:
        """Whether there is an index at this path."""
        return isinstance(path, str | Path) and (Path(path) / HEADER).is_file()

    @classmethod
    def create(cls, path: str | Path, job: Job, statistics: Statistics | None) -> Index:
        """A new index with the documents of a job."""
        path = Path(path)
        if cls.is_one(path):
            raise ParameterError(f"index: '{path}' exists; add to it with 'samesame index add', or choose another name")
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise ParameterError(f"index: '{path}' exists and is no index; choose another name")
        if (
            job.method.stages is None
            or job.method.stages.compared is Compared.FIRST
            or job.settings.get("bits")
            or "permutations" in job.settings
        ):
            raise ParameterError(f"method: '{job.method.name}' has no sets of features to keep; an index needs them")
        new = [folder for folder in (path, *path.parents) if not folder.exists()]
        path.mkdir(parents=True, exist_ok=True)
        try:
            if statistics is not None:
                statistics.save(path / STATISTICS)
            _save(path, Header(job.method.name, dict(job.settings), statistics.fingerprint if statistics else None))
            index = cls(path)
            index.add(job)
        except BaseException:
            # Nothing half made stays behind, and nothing goes that was there before.
            for part in new[-1:] or list(path.iterdir()):
                if part.is_dir():
                    shutil.rmtree(part)
                else:
                    part.unlink()
            raise
        return index

    def statistics(self) -> Statistics | None:
        """The word statistics that its signatures were made under."""
        return None if self.header.statistics is None else Statistics.load(self.path / STATISTICS)

    def add(self, job: Job) -> int:
        """Adds the documents of a job; gives how many."""
        import pyarrow.parquet as pq

        self.check(job.method.name, job.settings)
        number = len(self.header.parts) + 1
        name = f"part-{number:05}.parquet"
        known = self.ids()
        count = 0
        with whole_file(self.path / name) as partial, pq.ParquetWriter(partial, SCHEMA, compression="none") as writer:
            for batch in job.sides[0].batches():
                clash = batch.column("id").filter(pc.is_in(batch.column("id"), value_set=known))
                if len(clash):
                    raise InputError(f"the id '{clash[0]}' is in the index '{self.path}' already; remove it first")
                writer.write_batch(signed(batch, job), row_group_size=ROWS)
                count += batch.num_rows
        size = self.header.bytes + sum(side.size for side in job.sides)
        self._replace(parts=(*self.header.parts, (name, count)), bytes=size)
        return count

    def remove(self, ids: list[str]) -> list[str]:
        """Removes documents; gives the ids that are not in the index."""
        import pyarrow.parquet as pq

        wanted = pa.array(ids, pa.large_string())
        gone = [self._removed()]
        for part, batch in self._rows(["id"]):
            rows = np.flatnonzero(pc.is_in(batch.column("id"), value_set=wanted).to_numpy(zero_copy_only=False))
            numbers = batch.column("row").take(pa.array(rows))
            gone.append(pa.table({"part": pa.repeat(pa.scalar(part, pa.int64()), len(rows)), "row": numbers}))
        unknown = pc.is_in(wanted, value_set=self.ids())
        table = pa.concat_tables(gone)
        name = f"removed-{table.num_rows}.parquet"
        with whole_file(self.path / name) as partial:
            pq.write_table(table, partial)
        self._replace(removed=name)
        return [str(id_) for id_ in wanted.filter(pc.invert(unknown)).to_pylist()]

    def check(self, method: str, settings: Mapping[str, Any]) -> None:
        """Refuses signatures of another kind."""
        header = self.header
        early = {name: value for name, value in settings.items() if name not in LATE}
        if method != header.method or early != header.early_settings():
            raise ParameterError(
                f"index: '{self.path}' was made by '{header.method}' with {_show(header.early_settings())}; "
                f"asked for '{method}' with {_show(early)}"
            )

    @property
    def size(self) -> int:
        """Bytes of the texts that were added, roughly."""
        return self.header.bytes

    @property
    def documents(self) -> int:
        """How many documents it holds."""
        return sum(count for _, count in self.header.parts) - int(self._removed().num_rows)

    def ids(self) -> pa.Array:
        """The ids of all documents."""
        parts = [batch.column("id") for _, batch in self._rows(["id"])]
        return pa.concat_arrays([pa.array([], pa.large_string()), *parts])

    def batches(self, *, again: bool = False) -> Iterator[pa.RecordBatch]:
        """Record batches with id, key, features and plain shingles."""
        for _, batch in self._rows(["id", "key", "features", "plain"]):
            yield batch

    def _rows(self, columns: list[str]) -> Iterator[tuple[int, pa.RecordBatch]]:
        """Batches of the documents that are there, each with its part; the column `row` is the place in it."""
        import pyarrow.parquet as pq

        removed = self._removed()
        for part, (name, _) in enumerate(self.header.parts):
            gone = removed.filter(pc.equal(removed["part"], part))["row"].to_numpy()
            row = 0
            try:
                with pq.ParquetFile(self.path / name) as file:
                    if not set(SCHEMA.names) <= set(file.schema_arrow.names):
                        raise _damaged(self.path / name)
                    for batch in file.iter_batches(ROWS, columns=columns):
                        rows = np.arange(row, row + batch.num_rows)
                        row += batch.num_rows
                        batch = batch.append_column("row", pa.array(rows, pa.int64()))
                        yield part, batch.filter(pa.array(~np.isin(rows, gone)))
            except (pa.ArrowException, OSError, KeyError) as error:
                raise _damaged(self.path / name) from error

    def _removed(self) -> pa.Table:
        import pyarrow.parquet as pq

        if self.header.removed is None:
            return pa.table({"part": pa.array([], pa.int64()), "row": pa.array([], pa.int64())})
        try:
            return pq.read_table(self.path / self.header.removed, columns=["part", "row"])
        except (pa.ArrowException, OSError, KeyError) as error:
            raise _damaged(self.path / self.header.removed) from error

    def _replace(self, **changes: Any) -> None:
        self.header = Header(**{**self.header.__dict__, **changes})
        _save(self.path, self.header)


SCHEMA = pa.schema(
    [
        ("id", pa.large_string()),
        ("key", pa.binary(16)),
        ("features", pa.large_list(pa.uint64())),
        # The 4-word shingles that coverages are told in; null where the features are these.
        ("plain", pa.large_list(pa.uint64())),
    ]
)


def signed(batch: pa.RecordBatch, job: Job) -> pa.RecordBatch:
    """The documents of a batch as an index keeps them."""
    stages, texts, threads = job.method.stages, batch.column("text"), job.limits.threads
    assert stages is not None
    keys = _core.exact_keys(texts, "words", job.settings.get("language"), threads)
    features = stages.sign(texts, job.settings, job.weights, threads)
    if stages.plain(job.settings):
        plain = pa.nulls(len(texts), SCHEMA.field("plain").type)
    else:
        plain = sign_plain(texts, job.settings, job.weights, threads)
    lists = [column.cast(SCHEMA.field("features").type) for column in (features, plain)]
    return pa.record_batch([batch.column("id"), keys, *lists], schema=SCHEMA)


def _damaged(path: Path) -> FormatError:
    return FormatError(f"{path}: cannot be read: missing or damaged; build the index anew")


def _show(settings: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in settings.items())


def _save(path: Path, header: Header) -> None:
    record = {"format": FORMAT, "version": VERSION, **header.__dict__}
    with whole_file(path / HEADER) as partial:
        partial.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def _load(path: Path) -> Header:
    try:
        record = json.loads((path / HEADER).read_text(encoding="utf-8"))
        if record.pop("format") != FORMAT:
            raise ValueError
        if (version := record.pop("version")) != VERSION:
            raise FormatError(f"{path}: an index of version {version}, this release reads version {VERSION}")
        parts = tuple((str(name), int(count)) for name, count in record.pop("parts"))
        return Header(**record, parts=parts)
    except FileNotFoundError as error:
        raise InputError(f"index: there is none at '{path}'; make one with 'samesame index build'") from error
    except (ValueError, KeyError, TypeError, AttributeError, OSError) as error:
        raise FormatError(f"{path / HEADER}: not the header of an index of samesame") from error
