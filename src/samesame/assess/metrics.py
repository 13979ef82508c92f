"""Pairs, and their measures: precision, recall and F1, by relation and over all.

Ids become numbers and a pair of numbers becomes one number, so sets of pairs are sorted arrays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.errors import InputError
from samesame.model import RELATIONS, Problem, Relation
from samesame.read.named_columns import STRING
from samesame.read.problems import Problems
from samesame.results import Table

Codes = npt.NDArray[np.int64]
PAIR = ("left", "right", "relation")
# A pair of relation 'none' only looks alike: it is listed, but counts as not true.
KNOWN = (*RELATIONS, "none")
SCHEMA = pa.schema(
    [
        ("relation", STRING),
        *((name, pa.int64()) for name in ("found", "true", "correct")),
        *((name, pa.float64()) for name in ("precision", "recall", "f1")),
    ]
)
# Ids are numbered in 31 bits, so two of them fit into one number of 62 bits.
SHIFT, MASK = 31, (1 << 31) - 1


@dataclass(frozen=True, slots=True)
class Measure:
    """How many pairs were found, are true, and are both; and their shares. None if the divisor is zero."""

    relation: str
    found: int
    true: int
    correct: int
    precision: float | None
    recall: float | None
    f1: float | None


class Evaluation(Table[Measure]):
    """How matches compare with the truth: a row per relation, and one over `all`.

    `all` counts a pair that was found with any relation. There are rows per relation only if both matches and truth
    have relations. `reversed` counts the `contained` matches whose truth has the other direction; `problems` are the
    bad rows.

    >>> import samesame as ss
    >>> result = ss.evaluate([("a", "b"), ("a", "c")], truth=[("b", "a"), ("c", "d")])
    >>> for row in result:
    ...     print(row.relation, row.found, row.true, row.correct, row.precision, row.recall, row.f1)
    all 2 2 1 0.5 0.5 0.5
    """

    def __init__(
        self, rows: Sequence[Measure], *, reversed: int = 0, problems: Problems | None = None, notes: Sequence[str] = ()
    ) -> None:
        super().__init__(pa.Table.from_pylist([asdict(row) for row in rows], SCHEMA))
        self._rows = {row.relation: row for row in rows}
        self.reversed = reversed
        self.problems = problems or Problems()
        self.notes = tuple(notes)

    def _row(self, values: dict[str, object]) -> Measure:
        return Measure(**cast("dict[str, Any]", values))

    def __getattr__(self, name: str) -> Measure:
        rows = self.__dict__.get("_rows", {})
        if name in rows:
            return cast("Measure", rows[name])
        hint = f"; the rows are: {', '.join(rows)}" if name in RELATIONS else ""
        raise AttributeError(f"Evaluation has no attribute '{name}'{hint}")

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, as `samesame evaluate --json` prints it."""
        rows = {row.pop("relation"): row for row in self.to_arrow().to_pylist()}
        return {
            "all": rows.pop("all"),
            "relations": rows,
            "contained_reversed": self.reversed,
            "problems": len(self.problems),
        }


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of ids. `relation` is an index into `RELATIONS`; None if the pairs have no relations."""

    left: pa.ChunkedArray
    right: pa.ChunkedArray
    relation: Codes | None
    # Which columns were taken for the ids, if their names did not say it.
    notes: tuple[str, ...] = ()


def checked(table: pa.Table, name: str, problems: Problems) -> pa.Table:
    """The rows that are pairs, with relations as numbers; the others are reported.

    Pairs that only look alike are dropped silently.
    """
    faults = faults_of(table)
    if (faults == 4).all():
        raise InputError(f"{name}: {_message(table.slice(0, 1).to_pylist()[0], 4)}; and so in every row")
    for index in np.flatnonzero(faults):
        row = table.slice(index, 1).to_pylist()[0]
        problems.add(Problem(name, row["line"] or 0, f"{_message(row, faults[index])}; left out"))
    if not _has_relations(table):
        return table.filter(pa.array(faults == 0))
    codes = pc.fill_null(pc.index_in(table["relation"], pa.array(KNOWN, STRING)), -1).to_numpy().astype(np.int64)
    table = table.set_column(2, "relation", pa.array(codes))
    return table.filter(pa.array((faults == 0) & (codes < len(RELATIONS))))


def faults_of(table: pa.Table) -> Codes:
    """What is wrong with each row; 0 for nothing."""
    left, right = (pc.fill_null(table[side], "") for side in PAIR[:2])
    tests = [pc.equal(left, ""), pc.equal(right, ""), pc.equal(left, right)]
    if _has_relations(table):
        tests.append(pc.invert(pc.is_in(table["relation"], pa.array(KNOWN, STRING))))
    faults = np.zeros(table.num_rows, np.int64)
    for number, test in reversed([*enumerate(tests, 1)]):
        faults[test.to_numpy()] = number
    return faults


def _has_relations(table: pa.Table) -> bool:
    return bool(table["relation"].null_count < table.num_rows)


def _message(row: Mapping[str, Any], fault: int) -> str:
    if fault == 3:
        return f"a pair of '{row['left']}' with itself"
    if fault == 4:
        return f"relation: expected one of {', '.join(KNOWN)}; got '{row['relation'] or ''}'"
    return f"the {PAIR[fault - 1]} id is missing or empty"


@dataclass(frozen=True, slots=True)
class Families:
    """The family of each document as a number; -1 if it has none."""

    ids: pa.ChunkedArray
    family: Codes


def only(pairs: Pairs, relations: Sequence[Relation]) -> Pairs:
    """The pairs with these relations; all of them if the pairs have no relations."""
    if pairs.relation is None:
        return pairs
    keep = np.isin(pairs.relation, [RELATIONS.index(relation) for relation in relations])
    mask = pa.array(keep)
    return replace(pairs, left=pairs.left.filter(mask), right=pairs.right.filter(mask), relation=pairs.relation[keep])


def measure_pairs(found: Pairs, truth: Pairs, relations: Sequence[Relation]) -> tuple[list[Measure], int]:
    """The measures against listed pairs, and how many `contained` matches have the wrong direction."""
    left, right, true_left, true_right = _numbered(found.left, found.right, truth.left, truth.right)[0]
    rows, turned = [], 0
    if found.relation is not None and truth.relation is not None:
        for relation in relations:
            mine, theirs = (side.relation == RELATIONS.index(relation) for side in (found, truth))
            directed = relation == "contained"
            ours = _pairs(left[mine], right[mine], directed=directed)
            true = _pairs(true_left[theirs], true_right[theirs], directed=directed)
            rows.append(_measure(relation, len(ours), len(true), _common(ours, true)))
            if directed:
                wrong = np.setdiff1d(ours, true, assume_unique=True)
                turned = _common(wrong, _pairs(true_right[theirs], true_left[theirs], directed=True))
    ours, true = _pairs(left, right), _pairs(true_left, true_right)
    return [*rows, _measure("all", len(ours), len(true), _common(ours, true))], turned


def measure_families(found: Pairs, truth: Families) -> Measure:
    """The measure against families: all pairs of a family are true. They are counted, not listed."""
    (left, right), ids = _numbered(found.left, found.right)
    places = pc.fill_null(pc.index_in(ids, truth.ids), len(truth.family)).to_numpy(zero_copy_only=False)
    family = np.append(truth.family, -1)[places]
    ours = _pairs(left, right)
    first, second = family[ours >> SHIFT], family[ours & MASK]
    sizes = np.bincount(truth.family[truth.family >= 0])
    true = sum(size * (size - 1) // 2 for size in sizes.tolist())
    return _measure("all", len(ours), true, int(np.count_nonzero((first == second) & (first >= 0))))


def _numbered(*columns: pa.ChunkedArray) -> tuple[list[Codes], pa.Array]:
    """Ids as numbers, equal ones alike in all columns; and the ids by their numbers."""
    chunks = [chunk for column in columns for chunk in column.chunks]
    coded = pa.chunked_array(chunks, STRING).dictionary_encode().combine_chunks()
    ends = np.cumsum([len(column) for column in columns])
    return np.split(coded.indices.to_numpy().astype(np.int64), ends[:-1]), coded.dictionary


def _pairs(left: Codes, right: Codes, *, directed: bool = False) -> Codes:
    """Each pair once, as one number, sorted."""
    if not directed:
        left, right = np.minimum(left, right), np.maximum(left, right)
    codes = np.sort(left << SHIFT | right)
    # The same as np.unique, which hashes first and is slower.
    return codes[np.append(True, codes[1:] != codes[:-1])] if len(codes) else codes


def _common(ours: Codes, true: Codes) -> int:
    return len(np.intersect1d(ours, true, assume_unique=True))


def _measure(relation: str, found: int, true: int, correct: int) -> Measure:
    precision, recall = (correct / whole if whole else None for whole in (found, true))
    # The harmonic mean of both, in a form that is defined if anything was found or was to be found.
    f1 = 2 * correct / (found + true) if found + true else None
    return Measure(relation, found, true, correct, precision, recall, f1)
