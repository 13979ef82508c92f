"""join: finds exactly which documents with sets of features can pass (prefix filter), counting before anything moves.

Documents stay where they are; of each feature a partition tells only how many documents here have it. Features that
several documents have come back with their number. Each document then sorts these, rarest first. To pass, another
document must have one of the first: as many that the rest is not enough alone. Only features at which some document
asks are sent with the documents that have them, so that a footer of all documents, which is the last in each order, is
not. A feature that is asked for and very frequent is divided by document over several places (salts), to each of which
the documents that ask go.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import to_arrow, to_numpy
from samesame.match.groups import Numbers, Sides
from samesame.steps.frames import array, made, numbers, places_of
from samesame.steps.meet import across, candidates, compared_within, distinct, meetings, runs_of
from samesame.steps.rule import rule_of
from samesame.steps.stage import Task, stage

Hashes = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]
# Odd numbers without a pattern, for the sums that are keys of sets of documents.
_MIX = (np.uint64(0x9E37_79B9_7F4A_7C15), np.uint64(0xC2B2_AE3D_27D4_EB4F))
# Documents with a feature that are compared in one place.
MOST = 1 << 14
_KEPT = ("feature", "document", "side", "size", "rest", "holders")


@stage("join.spread", takes=("signatures",), gives=("feature_counts",))
def spread(task: Task, signatures: pa.Table) -> tuple[pa.Table]:
    """How many documents here have each feature, of either side."""
    values, rows, _ = features_of(signatures)
    other = numbers(signatures, "side")[rows] > 0
    order = np.argsort(values, kind="stable")
    starts, lengths = runs_of(values[order])
    there = np.add.reduceat(other[order].astype(np.int64), starts) if len(starts) else starts
    to = np.full(len(starts), task.partition)
    found = {"feature": values[order][starts], "to": to, "here": lengths - there, "there": there}
    return (made("feature_counts", found),)


def features_of(signatures: pa.Table) -> tuple[Hashes, Numbers, Numbers]:
    """The distinct features of each document, the row of the document, and how many it has (per document)."""
    lists = array(signatures, "signature")
    row = np.repeat(np.arange(len(lists)), to_numpy(pc.list_value_length(lists)))
    values = to_numpy(lists.flatten())
    order = np.lexsort((values, row))
    once = order[runs_of(row[order], values[order])[0]]
    return values[once], row[once], np.bincount(row[once], minlength=len(lists))


@stage("join.count", takes=("feature_counts",), gives=("shared_features",))
def count(task: Task, counts: pa.Table) -> tuple[pa.Table]:
    """Tells partitions which of their features several documents have (with two sides, documents of both)."""
    _, which = np.unique(to_numpy(counts["feature"]), return_inverse=True)
    here, there = (_summed(which, numbers(counts, side)) for side in ("here", "there"))
    meant = here + there > 1
    if len(task.plan.sides) > 1:
        meant &= here > 0 if compared_within(task) else (here > 0) & (there > 0)
    told = made("shared_features", {**_asking(counts), "holders": (here + there)[which]})
    return (told.filter(to_arrow(meant[which])),)


def _summed(which: Numbers, values: Numbers) -> Numbers:
    """Sums of values by number."""
    sums = np.zeros(int(which.max(initial=-1)) + 1, np.int64)
    np.add.at(sums, which, values)
    return sums


def _asking(table: pa.Table) -> dict[str, pa.ChunkedArray]:
    return {name: table[name] for name in ("feature", "to")}


class _Ranked:
    """The shared features of the documents here, rarest first, with what a document shares from each on."""

    def __init__(self, task: Task, signatures: pa.Table, shared: pa.Table) -> None:
        values, row, sizes = features_of(signatures)
        at = _places(values, to_numpy(shared["feature"]))
        values, row, at = values[at >= 0], row[at >= 0], at[at >= 0]
        holders = numbers(shared, "holders")[at]
        order = np.lexsort((values, holders, row))
        self.feature, self.row, self.holders = values[order], row[order], holders[order]
        self.size = sizes[self.row]
        self.rest = rest_of(self.row, np.ones(len(order), np.int64))
        self.side = numbers(signatures, "side")[self.row]
        self.document = numbers(signatures, "document")[self.row]
        rule = rule_of(task)
        # A partner must have one of the features from which on enough is left to pass.
        self.asks = rule.can_pass(self.rest, self.size)
        # If the measure is the same in both directions, this holds for both documents.
        self.has = self.asks if rule.is_mutual else np.ones(len(order), np.bool_)
        if task.plan.ahead and not rule.is_mutual:
            self.asks = self.asks & (self.side == 0)  # nobody wants to know what contains a document that stays


def _places(values: Hashes, among: Hashes) -> Numbers:
    """The index of each value among others, -1 if it is not there."""
    return places_of(values.view(np.int64), among.view(np.int64))


def rest_of(documents: Numbers, weight: Numbers) -> Numbers:
    """The sum of weights from each row to the last of the same document."""
    starts, lengths = runs_of(documents)
    sums = np.append(0, np.cumsum(weight))
    return np.asarray(np.repeat(sums[starts + lengths], lengths) - sums[:-1])


@stage("join.prefix", takes=("signatures", "shared_features"), gives=("asked_features",))
def prefix(task: Task, signatures: pa.Table, shared: pa.Table) -> tuple[pa.Table]:
    """The features at which documents here ask for others."""
    ranked = _Ranked(task, signatures, shared)
    return (made("asked_features", {"feature": np.unique(ranked.feature[ranked.asks])}),)


@stage("join.reply", takes=("feature_counts", "asked_features"), gives=("wanted_features",))
def reply(task: Task, counts: pa.Table, asked: pa.Table) -> tuple[pa.Table]:
    """Tells partitions which of their features are asked for anywhere, and over how many places each is divided."""
    wanted = np.isin(to_numpy(counts["feature"]), to_numpy(asked["feature"]))
    counts = counts.filter(to_arrow(wanted))
    _, which = np.unique(to_numpy(counts["feature"]), return_inverse=True)
    salts = salts_of(which, numbers(counts, "here") + numbers(counts, "there"))
    return (made("wanted_features", {**_asking(counts), "salts": salts}),)


@stage("join.place", takes=("signatures", "shared_features", "wanted_features"), gives=("places",))
def place(task: Task, signatures: pa.Table, shared: pa.Table, wanted: pa.Table) -> tuple[pa.Table]:
    """The documents at the places of their features; those that ask at a divided one go to all of its places."""
    ranked = _Ranked(task, signatures, shared)
    at = _places(ranked.feature, to_numpy(wanted["feature"]))
    rows = np.flatnonzero((at >= 0) & (ranked.has | ranked.asks))
    salts = numbers(wanted, "salts")[at[rows]]
    found = divided(ranked.document[rows], ranked.feature[rows], ranked.asks[rows], salts)
    rows = rows[found.row]
    told = {name: getattr(ranked, name)[rows] for name in (*_KEPT, "asks")}
    return (made("places", {**told, "place": found.place, "has": ranked.has[rows] & found.own}),)


@dataclass(frozen=True, slots=True)
class Divided:
    """Where documents go: the row of each, the place, and whether it is the one at which others meet the document."""

    row: Numbers
    place: Hashes
    own: Flags


def divided(documents: Numbers, values: Hashes, asks: Flags, salts: Numbers) -> Divided:
    """Divides values over places: a document is met at one of them, and asks at all."""
    own = documents % salts
    copies = np.where(asks, salts, 1)
    row = np.repeat(np.arange(len(documents)), copies)
    salt = np.arange(len(row)) - np.repeat(np.cumsum(copies) - copies, copies)
    salt = np.where(copies[row] > 1, salt, own[row])
    place = np.where(salts[row] > 1, (values[row] ^ _mixed(salt, _MIX[0])) * _MIX[1], values[row])
    return Divided(row, place, salt == own[row])


def salts_of(which: Numbers, holders: Numbers) -> Numbers:
    """Over how many places each value is divided, given the numbers of documents in several rows per value."""
    salts: Numbers = -(-_summed(which, holders) // MOST)
    return salts[which]


def merged(documents: Numbers, holders: Numbers) -> tuple[Numbers, Flags]:
    """Which features represent all those with the same documents, and for each row of these the number of features.

    Two sums of hashes are a 128-bit key of a set of documents.
    """
    if not len(holders):
        return holders, holders > 0
    starts = np.cumsum(holders) - holders
    keys = [np.add.reduceat(_mixed(documents, mix), starts) for mix in _MIX]
    order = np.lexsort((*keys, holders))
    runs, counts = runs_of(holders[order], *(key[order] for key in keys))
    first = np.zeros(len(holders), np.bool_)
    weight = np.zeros(len(holders), np.int64)
    # Sorting is stable, so the smallest feature of a set comes first.
    first[order[runs]] = True
    weight[order[runs]] = counts
    return np.repeat(weight[first], holders[first]), first


def _mixed(numbers: Numbers, mix: np.uint64) -> Hashes:
    """A hash of each number."""
    mixed = (numbers.astype(np.uint64) + np.uint64(1)) * mix
    mixed = (mixed ^ (mixed >> np.uint64(29))) * _MIX[1]
    mixed = (mixed ^ (mixed >> np.uint64(32))) * _MIX[0]
    return mixed ^ (mixed >> np.uint64(31))


@stage("join", takes=("places",), gives=("candidates",))
def join(task: Task, places: pa.Table) -> tuple[pa.Table]:
    """Pairs in which one document asks for a feature and the other has it, if they can share enough from there on.

    For the first common feature, that is everything they share: no pair that passes is lost.
    """
    rule = rule_of(task)
    places = _of_different_documents(places)
    has = to_numpy(places["has"])
    documents, side, size, rest = (numbers(places, name) for name in ("document", "side", "size", "rest"))
    found: list[Sides] = []
    for left, right in meetings(to_numpy(places["place"]), to_numpy(places["asks"]), has=has):
        other = documents[left] < documents[right] if rule.is_mutual else documents[left] != documents[right]
        other &= across(task, side[left], side[right])
        left, right = left[other], right[other]
        enough = rule.passes(np.minimum(rest[left], rest[right]), size[left], size[right])
        found.append(distinct(documents[left[enough]], documents[right[enough]]))
    return (candidates(found),)


def _of_different_documents(places: pa.Table) -> pa.Table:
    """By place, of places with the same documents only the one that comes first for all of them; who has it first."""
    keys = [("holders", "ascending"), ("feature", "ascending"), ("place", "ascending"), ("document", "ascending")]
    places = places.take(pc.sort_indices(places, sort_keys=keys))
    _, lengths = runs_of(numbers(places, "holders"), to_numpy(places["feature"]), to_numpy(places["place"]))
    # Who has it and who only asks are told apart.
    documents = 2 * numbers(places, "document") + to_numpy(places["has"])
    _, first = merged(documents, lengths)
    places = places.filter(to_arrow(np.repeat(first, lengths)))
    order = np.lexsort((~to_numpy(places["has"]), to_numpy(places["place"])))
    return places.take(to_arrow(order))
