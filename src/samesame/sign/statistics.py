"""Frozen word statistics of a reference collection: documents, documents per word, a fingerprint.

On disk they are a Parquet file with the counts as columns and the rest in the schema's metadata.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.errors import FormatError, InputError, ParameterError, StatisticsMismatch
from samesame.read.documents import Progress
from samesame.read.verb import Source, documents_of, without_metadata
from samesame.segment.words import PLAIN, WordOptions

FORMAT = "samesame-statistics"
# 2: apostrophes, quotation marks and dashes in plain type; under 'auto' the stop words of all languages. 3: without
# those that carry meaning in one of them; numbers are no stop words. 4: also in how many places each word stands; files
# of version 3 are read, and refused where that is needed.
VERSION = 4
WITHOUT_OCCURRENCES = 3
COUNTED = ("documents", "occurrences")


class Statistics:
    """In how many documents of a reference collection each word occurs, and how often in all of them.

    >>> statistics = Statistics.count(["the ferry sails", "the ferry waits", "the sea"])
    >>> statistics.documents, statistics.count_of("ferry"), round(statistics.idf("ferry"), 3)
    (3, 2, 1.405)
    >>> statistics.occurrences is not None
    True
    """

    def __init__(
        self,
        documents: int,
        words: pa.LargeStringArray,
        counts: pa.UInt64Array,
        options: WordOptions,
        occurrences: pa.UInt64Array | None = None,
    ) -> None:
        self.documents = documents
        self.options = options
        often = {} if occurrences is None else {"occurrences": occurrences}
        self.table = pa.table({"word": words, "documents": counts, **often})
        self._kept: _core.KeptTexts | None = None

    @classmethod
    def count(
        cls,
        source: Source,
        *,
        options: WordOptions = PLAIN,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> Statistics:
        """Counts a collection: anything that `ss.read` takes, or `ss.read(...)` itself for other options of reading."""
        batches = without_metadata(documents_of(source)).batches(progress=progress)
        return cls.count_texts((batch.column("text") for batch in batches), options, threads)

    @classmethod
    def count_texts(
        cls, texts: Iterable[pa.Array], options: WordOptions, threads: int = 0, *, keep: int = 0
    ) -> Statistics:
        """Counts texts.

        Keeps their word numbers in up to `keep` bytes, so that they can be signed without being cut again.
        """
        counter = _core.WordCounter(options.key(), keep)
        for array in texts:
            counter.push(array, threads)
        documents, words, counts, occurrences, kept = counter.finish()
        statistics = cls(documents, words, counts, options, occurrences)
        statistics._kept = kept
        return statistics

    @classmethod
    def count_words(cls, documents: Iterable[Iterable[str]], *, options: WordOptions = PLAIN) -> Statistics:
        """Counts documents that are given as their prepared words.

        >>> Statistics.count_words([["shares", "lose", "2%"], ["shares", "gain"]]).count_of("shares")
        2
        """
        count = 0
        held: Counter[str] = Counter()
        often: Counter[str] = Counter()
        for document in documents:
            count += 1
            prepared = list(document)
            held.update(set(prepared))
            often.update(prepared)
        words = sorted(held)
        counts, occurrences = (pa.array([of[word] for word in words], pa.uint64()) for of in (held, often))
        return cls(count, pa.array(words, pa.large_string()), counts, options, occurrences)

    @property
    def occurrences(self) -> pa.UInt64Array | None:
        """In how many places of the collection each word stands; None for files of before this was counted."""
        known = "occurrences" in self.table.column_names
        return self.table["occurrences"].combine_chunks() if known else None

    @cached_property
    def fingerprint(self) -> str:
        """Equal exactly if the words, their counts and their preparation are equal."""
        words, counts = (self.table[name].combine_chunks() for name in ("word", "documents"))
        return _core.fingerprint(self._preparation(), self.documents, words, counts, self.occurrences)

    def weights(self) -> _core.WordWeights:
        """The words in the form of the core. Texts that were kept are handed over, once."""
        words, counts = (self.table[name].combine_chunks() for name in ("word", "documents"))
        kept, self._kept = self._kept, None
        return _core.WordWeights(words, counts, self.documents, kept)

    def count_of(self, word: str) -> int:
        """The number of documents with the word, which must be in its prepared form; 0 for an unknown one."""
        row = pc.index_in(pa.scalar(word, pa.large_string()), value_set=self.table["word"].combine_chunks())
        return int(self.table["documents"][row.as_py()].as_py()) if row.is_valid else 0

    def idf(self, word: str) -> float:
        """`ln(N / df) + 1`; a word that the collection does not have counts as if one document had it."""
        return math.log(max(self.documents, 1) / max(self.count_of(word), 1)) + 1

    def merge(self, other: Statistics) -> Statistics:
        """The statistics of both collections together. Their words must have been prepared in the same way."""
        if self.options != other.options:
            raise StatisticsMismatch(
                f"words were prepared differently: {self._preparation()} and {other._preparation()}; count both alike"
            )
        counted = [name for name in COUNTED if all(name in one.table.column_names for one in (self, other))]
        both = pa.concat_tables([one.table.select(["word", *counted]) for one in (self, other)])
        total = both.group_by("word").aggregate([(name, "sum") for name in counted]).sort_by("word")
        words, *counts = (total[name].combine_chunks() for name in ("word", *(f"{name}_sum" for name in counted)))
        return Statistics(self.documents + other.documents, words, counts[0], self.options, *counts[1:])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Statistics) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __getstate__(self) -> dict[str, Any]:
        """Without the texts that were kept: elsewhere they are read again."""
        return {**self.__dict__, "_kept": None}

    def require(self, fingerprint: str) -> None:
        """Raises `StatisticsMismatch` unless these statistics have the fingerprint."""
        require_same(self.fingerprint, fingerprint)

    def save(self, path: str | Path) -> None:
        """Writes the statistics to a file."""
        header = {
            "format": FORMAT,
            "version": WITHOUT_OCCURRENCES if self.occurrences is None else VERSION,
            "documents": self.documents,
            "options": asdict(self.options),
            "fingerprint": self.fingerprint,
        }
        import pyarrow.parquet as pq

        table = self.table.replace_schema_metadata({FORMAT: json.dumps(header)})
        pq.write_table(
            table,
            str(path),
            compression="zstd",
            column_encoding=dict.fromkeys(table.column_names[1:], "DELTA_BINARY_PACKED"),
            use_dictionary=False,
        )

    @classmethod
    def load(cls, path: str | Path) -> Statistics:
        """Reads statistics from a file that `save` wrote."""
        table, header = _open(Path(path))
        version = header.get("version")
        if version not in (VERSION, WITHOUT_OCCURRENCES):
            raise FormatError(
                f"{path}: statistics of version {version}, this release reads the versions {WITHOUT_OCCURRENCES} and "
                f"{VERSION}; count them again with 'samesame stats'"
            )
        try:
            names = ("word", *(COUNTED if version == VERSION else COUNTED[:1]))
            words, *counts = (table[name].combine_chunks() for name in names)
            statistics = cls(header["documents"], words, counts[0], WordOptions(**header["options"]), *counts[1:])
            sound = statistics.fingerprint == header["fingerprint"]
        except (KeyError, TypeError, OverflowError, ParameterError) as error:
            raise FormatError(f"{path}: a part is missing or of another type; the file is damaged") from error
        if not sound:
            raise FormatError(f"{path}: the counts do not fit their fingerprint; the file is damaged")
        return statistics

    def _preparation(self) -> str:
        return json.dumps(asdict(self.options), sort_keys=True)

    def __repr__(self) -> str:
        return f"Statistics({self.documents:,} documents, {self.table.num_rows:,} words, {self.fingerprint[:8]})"


def _open(path: Path) -> tuple[pa.Table, dict[str, Any]]:
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(str(path))
        header = dict(json.loads((table.schema.metadata or {})[FORMAT.encode()]))
    except FileNotFoundError as error:
        raise InputError(f"{path}: no such file") from error
    except (pa.ArrowException, KeyError, TypeError, ValueError, OSError) as error:
        raise FormatError(f"{path}: not statistics of samesame; make them with 'samesame stats'") from error
    return table, header


def merge_all(parts: Iterable[Statistics]) -> Statistics:
    """The statistics of several collections together."""
    first, *rest = parts
    for part in rest:
        first = first.merge(part)
    return first


def require_same(left: str | None, right: str | None) -> None:
    """Raises `StatisticsMismatch` unless both were made under the same statistics."""
    if left != right:
        raise StatisticsMismatch(
            f"made under different statistics ({_short(left)} and {_short(right)}); sign both sides with the same file"
        )


def _short(fingerprint: str | None) -> str:
    return fingerprint[:8] if fingerprint else "none"
