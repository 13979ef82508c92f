"""Clusters of documents against a truth, or against those of another program or person.

Detection by edit class follows DURIAN (Yang, Callan 2006, Table 2), which does not define it; so it is defined here.
A cluster stands for the true one with which it shares most documents, and no two stand for the same. A document is
found if it is in a cluster with others, and rightly so if that stands for its own. The precision of a class is over its
documents that were found, its recall over all of it. A singleton is found if it is in no such cluster.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.assess.agreement import Codes, Contingency, Counts, mean
from samesame.cluster.edits import EDITS
from samesame.errors import InputError
from samesame.model import Problem
from samesame.read.named_columns import STRING
from samesame.read.problems import Problems
from samesame.results import Table

LABELS = ("id", "cluster", "edit", "role")
REFERENCE, SINGLETON, UNLABELLED = "reference", "singleton", "-"
ORDER = (REFERENCE, *EDITS)
SCHEMA = pa.schema(
    [
        ("edit", STRING),
        *((name, pa.int64()) for name in ("found", "true", "correct", "labelled")),
        *((name, pa.float64()) for name in ("precision", "recall", "f1", "label_accuracy")),
    ]
)


@dataclass(frozen=True, slots=True)
class Labels:
    """Documents with the number of their cluster and the name of what was done to them, '-' if it is not told.

    A singleton has a cluster of its own.
    """

    ids: pa.ChunkedArray
    cluster: Codes
    edit: npt.NDArray[np.object_]


def labels_of(tables: Sequence[tuple[str, pa.Table]], problems: Problems) -> Labels:
    """Labels of tables with the columns of LABELS and line. Rows without an id and repeated ids are left out."""
    parts = [_checked(name, table, problems) for name, table in tables]
    whole = pa.concat_tables(parts) if parts else pa.table({name: pa.array([], STRING) for name in LABELS})
    whole = _each_once(whole, problems)
    edit = np.array(whole["edit"].to_pylist(), object)
    role, cluster = (np.array(whole[name].to_pylist(), object) for name in ("role", "cluster"))
    alone = (edit == SINGLETON) | (role == SINGLETON) | (cluster == None)  # noqa: E711  # elementwise
    codes = pc.fill_null(whole["cluster"].dictionary_encode().combine_chunks().indices, -1)
    numbers = codes.to_numpy(zero_copy_only=False).astype(np.int64)
    numbers[alone] = numbers.max(initial=-1) + 1 + np.arange(np.count_nonzero(alone))
    numbers = np.unique(numbers, return_inverse=True)[1].astype(np.int64)
    edit[role == REFERENCE] = REFERENCE
    edit[np.bincount(numbers, minlength=1)[numbers] == 1] = SINGLETON
    edit[edit == None] = UNLABELLED  # noqa: E711
    return Labels(whole["id"], numbers, edit)


def _checked(name: str, table: pa.Table, problems: Problems) -> pa.Table:
    columns = [table[label] if label in table.column_names else pa.nulls(len(table), STRING) for label in LABELS]
    blank = [pc.if_else(pc.equal(column, ""), pa.scalar(None, STRING), column) for column in columns]
    table = pa.table([*blank, table["line"], pa.array([name] * len(table), STRING)], [*LABELS, "line", "file"])
    for line in table["line"].filter(pc.is_null(table["id"])).to_pylist():
        problems.add(Problem(name, line, "the id is missing or empty; left out"))
    return table.filter(pc.is_valid(table["id"]))


def _each_once(table: pa.Table, problems: Problems) -> pa.Table:
    if "line" not in table.column_names:
        return table
    codes = table["id"].dictionary_encode().combine_chunks().indices.to_numpy(zero_copy_only=False)
    first = np.unique(codes, return_index=True)[1]
    again = np.setdiff1d(np.arange(len(codes)), first)
    for row in again.tolist():
        known = table.slice(row, 1).to_pylist()[0]
        problems.add(Problem(known["file"], known["line"], f"the id '{known['id']}' stands there already; left out"))
    return table.take(pa.array(np.sort(first)))


@dataclass(frozen=True, slots=True)
class Detection:
    """Documents of one edit class: found in a cluster, truly of the class, both and in the right cluster.

    `labelled` of the latter have the right edit class. `all` stands for all that are truly in clusters; what is found
    of it may be singletons in truth. Shares of nothing are None.
    """

    edit: str
    found: int
    true: int
    correct: int
    labelled: int
    precision: float | None
    recall: float | None
    f1: float | None
    label_accuracy: float | None


class ClusterEvaluation(Table[Detection]):
    """How clusters compare with the truth: a row per edit class, `singleton`, and `all`.

    `pairs` counts pairs of documents: in one cluster in both, found only, true only, in none. `ac1` and `kappa` are
    over all pairs at once (micro), `macro_ac1` and `macro_kappa` means over the true clusters of "belongs to it or
    not". `confusion[true][found]` counts labels; '-' stands for none.

    >>> import samesame as ss
    >>> truth = [{"id": "a", "cluster": "1"}, {"id": "b", "cluster": "1", "edit": "exact"}, {"id": "c", "cluster": "2"}]
    >>> result = ss.evaluate([{**row, "cluster": "x"} for row in truth], truth=truth)
    >>> result.pairs, result.pairs.precision, result.exact.recall, result.singleton.recall
    (Counts(a=1, b=2, c=0, d=0), 0.3333333333333333, 1.0, 0.0)
    """

    def __init__(
        self,
        rows: Sequence[Detection],
        *,
        pairs: Counts,
        macro: tuple[float | None, float | None],
        confusion: Mapping[str, Mapping[str, int]],
        problems: Problems,
        notes: Sequence[str],
    ) -> None:
        super().__init__(pa.Table.from_pylist([asdict(row) for row in rows], SCHEMA))
        self._rows = {row.edit: row for row in rows}
        self.pairs, self.ac1, self.kappa = pairs, pairs.ac1, pairs.kappa
        self.macro_ac1, self.macro_kappa = macro
        self.confusion = confusion
        self.problems, self.notes = problems, tuple(notes)

    def _row(self, values: dict[str, object]) -> Detection:
        return Detection(**cast("dict[str, Any]", values))

    def __getattr__(self, name: str) -> Detection:
        rows = self.__dict__.get("_rows", {})
        if name in rows:
            return cast("Detection", rows[name])
        raise AttributeError(f"ClusterEvaluation has no attribute '{name}'; the rows are: {', '.join(rows)}")

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, as `samesame evaluate --json` prints it."""
        rows = {row.pop("edit"): row for row in self.to_arrow().to_pylist()}
        measures = {name: getattr(self.pairs, name) for name in ("precision", "recall", "f1")}
        return {
            "all": rows.pop("all"),
            "edits": rows,
            "pairs": {**asdict(self.pairs), **measures},
            "ac1": {"micro": self.ac1, "macro": self.macro_ac1},
            "kappa": {"micro": self.kappa, "macro": self.macro_kappa},
            "confusion": self.confusion,
            "problems": len(self.problems),
        }


def measure_clusters(found: Labels, truth: Labels, problems: Problems) -> ClusterEvaluation:
    """Compares over the documents of the truth. One that was not found at all is in no cluster."""
    if not len(truth.ids):
        raise InputError("truth: expected rows of id, cluster and perhaps edit; got none")
    ours, edits, grouped = _aligned(found, truth.ids)
    missing = int(np.count_nonzero(edits == None))  # noqa: E711
    notes = [f"{missing:,} documents of the truth are not among the members"] if missing else []
    edits[edits == None] = SINGLETON  # noqa: E711
    table = Contingency.of(ours, truth.cluster)
    letters = table.second_sizes > 1
    in_group = np.zeros(len(table.first_sizes), np.bool_)
    in_group[ours] = grouped
    partner = table.counterparts(in_group, letters)
    right = partner[truth.cluster] == ours
    counts = [table.documents(int(partner[letter]), letter) for letter in np.flatnonzero(letters).tolist()]
    return ClusterEvaluation(
        list(_rows(truth, letters[truth.cluster], grouped, right & letters[truth.cluster], edits)),
        pairs=table.pairs(),
        macro=(mean([one.ac1 for one in counts]), mean([one.kappa for one in counts])),
        confusion=_confusion(truth.edit, edits),
        problems=problems,
        notes=notes,
    )


Flags = npt.NDArray[np.bool_]


def _aligned(found: Labels, ids: pa.ChunkedArray) -> tuple[Codes, npt.NDArray[np.object_], Flags]:
    """For each id its cluster, its edit (None: it is not there), and whether others are in its cluster."""
    places = pc.fill_null(pc.index_in(ids, found.ids.combine_chunks()), -1).to_numpy().astype(np.int64)
    there = places >= 0
    beyond = int(found.cluster.max(initial=-1)) + 1
    cluster = np.where(there, np.append(found.cluster, 0)[places], beyond + np.arange(len(places)))
    # Those that are not there have place -1, which is the last one.
    edit: npt.NDArray[np.object_] = np.full(len(found.edit) + 1, None)
    edit[:-1] = found.edit
    sizes = np.bincount(found.cluster, minlength=1)
    in_group = np.append(sizes[found.cluster], 0) if len(found.cluster) else np.zeros(1, np.int64)
    grouped: Flags = there & (in_group[places] > 1)
    return np.unique(cluster, return_inverse=True)[1].astype(np.int64), edit[places], grouped


def _rows(
    truth: Labels, in_letter: Flags, grouped: Flags, right: Flags, edits: npt.NDArray[np.object_]
) -> list[Detection]:
    rows = []
    # A reference is an exact copy of itself.
    same = right & ((edits == truth.edit) | ((edits == REFERENCE) & (truth.edit == "exact")))
    for name in _names(truth.edit[in_letter]):
        of = in_letter & (truth.edit == name)
        rows.append(_detection(name, of & grouped, of, of & right, of & same))
    alone = ~in_letter
    rows.append(_detection(SINGLETON, ~grouped, alone, alone & ~grouped, alone & (edits == SINGLETON)))
    return [*rows, _detection("all", grouped, in_letter, right, same)]


def _names(edits: npt.NDArray[np.object_]) -> list[str]:
    there = set(edits.tolist())
    return [name for name in ORDER if name in there] + sorted(there - set(ORDER))


def _detection(name: str, found: Flags, true: Flags, correct: Flags, labelled: Flags) -> Detection:
    counts = [int(np.count_nonzero(flags)) for flags in (found, true, correct, labelled)]
    measured = Counts(counts[2], counts[0] - counts[2], counts[1] - counts[2], 0)
    shares = (measured.precision, measured.recall, measured.f1, counts[3] / counts[2] if counts[2] else None)
    return Detection(name, counts[0], counts[1], counts[2], counts[3], *shares)


def _confusion(true: npt.NDArray[np.object_], found: npt.NDArray[np.object_]) -> dict[str, dict[str, int]]:
    rows = [*ORDER, SINGLETON]
    place = {name: number for number, name in enumerate(rows)}
    table: dict[str, dict[str, int]] = {}
    pairs, counts = np.unique(np.stack([true.astype(str), found.astype(str)]), axis=1, return_counts=True)
    order = sorted(range(pairs.shape[1]), key=lambda i: [(place.get(name, 99), name) for name in pairs[:, i].tolist()])
    for i in order:
        table.setdefault(str(pairs[0, i]), {})[str(pairs[1, i])] = int(counts[i])
    return table
