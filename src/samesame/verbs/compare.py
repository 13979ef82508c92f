"""The verb `compare`: two texts side by side."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np
import pyarrow as pa

from samesame import _core
from samesame.align.passages import Aligner, AlignerName, align_pairs
from samesame.arrays import to_arrow, words_array
from samesame.errors import InputError, ParameterError
from samesame.limits import checked_threads
from samesame.model import Document, Span
from samesame.read.documents import Clean, Documents, IdsFrom
from samesame.read.verb import Reading, Size
from samesame.results import Table
from samesame.segment.words import PLAIN

SHINGLE = 4
# The relations between two texts; `contained` reads "left is contained in right", `contains` is the reverse.
Verdict = Literal["exact", "near", "contained", "contains", "partial", "none"]
Text: TypeAlias = str | Document | os.PathLike[str]


class Comparison(Table[Span]):
    """Two texts: how they are related, how much of each is in the other, and the passages that they share.

    >>> import samesame as ss
    >>> note = "The ferry to the island leaves at ten every morning."
    >>> comparison = ss.compare(note, "Please note: the ferry to the island leaves at ten every morning, not at noon.")
    >>> comparison.relation, comparison.left_coverage
    ('contained', 1.0)
    >>> [comparison.left.text[span.left_start : span.left_end] for span in comparison]
    ['The ferry to the island leaves at ten every morning.']
    """

    def __init__(
        self,
        table: pa.Table,
        left: Document,
        right: Document,
        *,
        shared: tuple[int, int, int],
        threshold: float,
        same: bool,
        aligner: Aligner,
    ) -> None:
        super().__init__(table)
        self.left, self.right, self.aligner = left, right, aligner
        common, own, other = shared
        self.left_coverage = common / own if own else 0.0
        self.right_coverage = common / other if other else 0.0
        self.jaccard = common / (own + other - common) if own + other else 0.0
        self.relation: Verdict = self._relation(threshold, same)

    def _relation(self, threshold: float, same: bool) -> Verdict:
        left, right = self.left_coverage >= threshold, self.right_coverage >= threshold
        if same:
            return "exact"
        if left or right:
            return "near" if left and right else "contained" if left else "contains"
        return "partial" if len(self) else "none"

    def _row(self, values: dict[str, Any]) -> Span:
        return Span(**values)

    @property
    def spans(self) -> tuple[Span, ...]:
        """The passages, in the order of the left text."""
        return tuple(self)

    def to_dict(self) -> dict[str, Any]:
        """Everything except the texts, as JSON values."""
        return {
            "left": self.left.id,
            "right": self.right.id,
            "relation": self.relation,
            "left_coverage": self.left_coverage,
            "right_coverage": self.right_coverage,
            "jaccard": self.jaccard,
            "spans": self.to_arrow().to_pylist(),
        }

    def to_html(self) -> str:
        """A self-contained page: both texts, a colour per passage, and the dot matrix of their sentences."""
        from samesame.report.comparison_page import comparison_page

        return comparison_page(self)

    def __repr__(self) -> str:
        return f"Comparison({self.left.id!r} {self.relation} {self.right.id!r}, {len(self):,} passages)"


def compare(
    a: Text,
    b: Text,
    *,
    aligner: AlignerName = "verbatim",
    adapt: bool = False,
    summary: bool = False,
    threshold: float = 0.8,
    threads: int = 0,
    format: str | None = None,
    id_field: str = "id",
    text_field: str = "text",
    time_field: str = "time",
    ids: IdsFrom = "field",
    clean: Clean = "article",
    delimiter: str = ",",
    encoding: str = "utf-8",
    max_record: Size = 128 << 20,
    strict: bool = False,
) -> Comparison:
    """Compares two texts: relation, coverage in both directions, and the passages with their positions.

    A string is a text itself. A `pathlib.Path` is a file with one document, of any format that `ss.read` takes; a
    `Document` is used as it is. `text_field` and the other options of `ss.read` say how files are read. Coverages are
    over 4-word shingles, as everywhere; from `threshold` on a text counts as covered.

    >>> import samesame as ss
    >>> ss.compare("one two three four five", "zero one two three four five six seven eight")
    Comparison('left' contained 'right', 1 passages)
    """
    if not 0 < threshold <= 1:
        raise ParameterError(f"threshold: expected a number above 0 and up to 1, got {threshold}")
    checked_threads(threads)
    chosen = Aligner(name=aligner, adapt=adapt, summary=summary)
    reading = Reading.among(locals())
    left, right = document_of(a, "left", reading), document_of(b, "right", reading)
    texts = words_array([left.text, right.text])
    spans = align_pairs(texts, [0], [1], chosen, threads=threads)
    columns = spans.values.flatten()
    names = [field.name for field in spans.type.value_type]
    keys = _core.exact_keys(texts, "words", None, threads)
    return Comparison(
        pa.Table.from_arrays(columns, names=names),
        left,
        right,
        shared=_shared(texts, threads),
        threshold=threshold,
        same=keys[0].is_valid and keys[0] == keys[1],
        aligner=chosen,
    )


def coverages(left: str, right: str) -> tuple[float, float]:
    """How much of each text is in the other, over 4-word shingles, without looking for passages.

    >>> coverages("one two three four five", "zero one two three four five six")
    (1.0, 0.5)
    """
    common, own, other = _shared(words_array([left, right]), 1)
    return common / own if own else 0.0, common / other if other else 0.0


def _shared(texts: pa.LargeStringArray, threads: int) -> tuple[int, int, int]:
    """The numbers of distinct shingles that both have, and that each has."""
    overlaps = _core.Overlaps(1 << 40)
    numbers = to_arrow(np.arange(2), pa.uint32())
    overlaps.push(numbers, _core.shingles(texts, PLAIN.key(), SHINGLE, threads), threads)
    common, left, right = overlaps.of(numbers[:1], numbers[1:], threads)
    return common[0].as_py(), left[0].as_py(), right[0].as_py()


def document_of(source: Text, name: str, reading: Reading) -> Document:
    """The document that the user means."""
    if isinstance(source, Document):
        return source
    if isinstance(source, str):
        return Document(name, source)
    if isinstance(source, os.PathLike):
        return only_document(reading.open(Path(source)), os.fspath(source))
    raise ParameterError(f"{name}: expected a text, a Document or a pathlib.Path, got {type(source).__name__}")


def only_document(documents: Documents, name: str) -> Document:
    """The document of a file that has exactly one."""
    found = list(islice(documents, 2))
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(f"{name}: holds several documents; compare takes one per side: 'samesame find' compares many")
    reason = next((f": {problem.message}" for problem in documents.problems), "")
    raise InputError(f"{name}: holds no document{reason}; give a file with one text")
