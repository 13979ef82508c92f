"""What `dedup` gives where its documents stay on a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NoReturn

import pyarrow as pa

from samesame.engines.base import KeptOnCluster
from samesame.errors import ParameterError
from samesame.model import Document
from samesame.read.documents import Documents, documents_in
from samesame.read.problems import Problems
from samesame.read.schema import PUBLIC
from samesame.report.matches import Summary
from samesame.report.removals import Removals
from samesame.results import to_pandas
from samesame.verbs.deduplication import Deduplication

if TYPE_CHECKING:
    import pandas as pd
    from pyspark.sql import DataFrame


class SparkDeduplication(Deduplication):
    """A collection without its copies, on a cluster: `to_spark()` is what stays, with all columns.

    What brings it here (`to_arrow`, `table`, iterating) holds all of it in this process.
    """

    def __init__(self, documents: Documents, kept: KeptOnCluster, removed: Removals, summary: Summary) -> None:
        self._documents = documents
        self._kept = kept
        self.removed = removed
        self.summary = summary

    def __len__(self) -> int:
        return self._kept.count

    def __iter__(self) -> Iterator[Document]:
        documents = Documents([self.to_arrow()], self._documents.options, Problems())
        for batch in documents.batches():
            yield from documents_in(batch.select(PUBLIC))

    def to_spark(self) -> DataFrame:
        """What stays as a data frame of Spark, in the order of reading."""
        return self._kept.frame

    def to_arrow(self) -> pa.Table:
        """What stays as an Arrow table, with all columns."""
        return self._kept.to_arrow()

    @property
    def table(self) -> Any:
        """What stays: of a data frame of Spark a data frame, of files a table of Arrow."""
        return self.to_spark() if self._documents.given is not None else self.to_arrow()

    def to_pandas(self) -> pd.DataFrame:
        """What stays as a pandas data frame."""
        return to_pandas(self.to_arrow())

    @property
    def mask(self) -> NoReturn:
        """There is none: rows of a data frame have no order that this process could count by."""
        raise ParameterError("mask: the documents are on the cluster; to_spark() has those that stay")

    def write(self, out: object, *, csv_safe: bool = False) -> NoReturn:
        """Not here: `dedup(..., out=...)` writes on the cluster."""
        raise ParameterError("write: the documents are on the cluster; give dedup(..., out=FOLDER), or use to_spark()")
