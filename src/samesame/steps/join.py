"""join: finds exactly which documents with sets of features can pass (prefix filter).

Features of only one document are dropped; features of a bucket with exactly the same documents become one weighted
feature. Each document then sorts its shared features, rarest first. To pass, another document must have one of the
first of these: as many that the rest is not enough alone. All features are shuffled once, then the shared ones twice:
by document to sort them, by feature to compare. A partition holds its bucket of features and its candidates.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import to_arrow, to_numpy
from samesame.match.groups import Numbers, Sides
from samesame.steps.frames import array, columns_of, made, numbers
from samesame.steps.meet import across, candidates, compared_within, distinct, meetings, runs_of
from samesame.steps.rule import rule_of
from samesame.steps.stage import Task, stage

# Odd numbers without a pattern, for the sums that are keys of sets of documents.
_MIX = (np.uint64(0x9E37_79B9_7F4A_7C15), np.uint64(0xC2B2_AE3D_27D4_EB4F))


@stage("join.spread", takes=("signatures",), gives=("features",))
def spread(task: Task, signatures: pa.Table) -> tuple[pa.Table]:
    """The distinct features of each document, and how many it has."""
    lists = array(signatures, "signature")
    row = np.repeat(np.arange(len(lists)), to_numpy(pc.list_value_length(lists)))
    values = to_numpy(lists.flatten())
    order = np.lexsort((values, row))
    once = order[runs_of(row[order], values[order])[0]]
    row, sizes = row[once], np.bincount(row[once], minlength=len(lists))
    documents = {name: numbers(signatures, name)[row] for name in ("document", "side")}
    return (made("features", {**documents, "feature": values[once], "size": sizes[row]}),)


@stage("join.shared", takes=("features",), gives=("shared",))
def shared(task: Task, features: pa.Table) -> tuple[pa.Table]:
    """The features that several documents have (with two sides, documents of both), and how many have each."""
    order = np.lexsort((numbers(features, "document"), to_numpy(features["feature"])))
    features = features.take(to_arrow(order))
    values = to_numpy(features["feature"])
    starts, holders = runs_of(values)
    meant = _of_both(task, numbers(features, "side"), starts) & (holders > 1)
    features = features.filter(to_arrow(np.repeat(meant, holders)))
    holders = holders[meant]
    weight, first = merged(numbers(features, "document"), holders)
    features = features.filter(to_arrow(np.repeat(first, holders)))
    holders = np.repeat(holders[first], holders[first])
    return (made("shared", {**columns_of(features), "holders": holders, "weight": weight}),)


def _of_both(task: Task, side: Numbers, starts: Numbers) -> npt.NDArray[np.bool_]:
    """For each feature, whether documents that may match have it."""
    if len(task.plan.sides) < 2:
        return np.ones(len(starts), np.bool_)
    if not len(starts):
        return starts > 0
    least = np.minimum.reduceat(side, starts)
    return np.asarray(least == 0 if compared_within(task) else np.maximum.reduceat(side, starts) != least)


def merged(documents: Numbers, holders: Numbers) -> tuple[Numbers, npt.NDArray[np.bool_]]:
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


def _mixed(numbers: Numbers, mix: np.uint64) -> npt.NDArray[np.uint64]:
    """A hash of each number."""
    mixed = (numbers.astype(np.uint64) + np.uint64(1)) * mix
    mixed = (mixed ^ (mixed >> np.uint64(29))) * _MIX[1]
    mixed = (mixed ^ (mixed >> np.uint64(32))) * _MIX[0]
    return mixed ^ (mixed >> np.uint64(31))


@stage("join.prefix", takes=("shared",), gives=("places",))
def prefix(task: Task, shared: pa.Table) -> tuple[pa.Table]:
    """For each feature of a document, how much the document shares from there on, rarest first.

    A partner must have one of the features from which on enough is left to pass. If the measure is the same in both
    directions, this holds for both documents, and the other features need not be compared.
    """
    rule, documents = rule_of(task), numbers(shared, "document")
    order = np.lexsort((to_numpy(shared["feature"]), numbers(shared, "holders"), documents))
    shared, documents = shared.take(to_arrow(order)), documents[order]
    rest = rest_of(documents, numbers(shared, "weight"))
    places = made("places", {**columns_of(shared), "rest": rest})
    size = numbers(places, "size")
    return (places.filter(to_arrow(rule.can_pass(rest, size))) if rule.is_mutual else places,)


def rest_of(documents: Numbers, weight: Numbers) -> Numbers:
    """The sum of weights from each row to the last of the same document."""
    starts, lengths = runs_of(documents)
    sums = np.append(0, np.cumsum(weight))
    return np.asarray(np.repeat(sums[starts + lengths], lengths) - sums[:-1])


@stage("join", takes=("places",), gives=("candidates",))
def join(task: Task, places: pa.Table) -> tuple[pa.Table]:
    """Pairs in which one document asks for a feature and the other has it, if they can share enough from there on.

    For the first common feature, that is everything they share: no pair that passes is lost.
    """
    rule = rule_of(task)
    places = places.take(pc.sort_indices(places["feature"]))
    documents, side, size, rest = (numbers(places, name) for name in ("document", "side", "size", "rest"))
    found: list[Sides] = []
    asks = rule.can_pass(rest, size)
    if task.plan.ahead and not rule.is_mutual:
        asks &= side == 0  # nobody wants to know what contains a document that stays
    for left, right in meetings(numbers(places, "feature"), asks):
        other = documents[left] < documents[right] if rule.is_mutual else documents[left] != documents[right]
        other &= across(task, side[left], side[right])
        left, right = left[other], right[other]
        enough = rule.passes(np.minimum(rest[left], rest[right]), size[left], size[right])
        found.append(distinct(documents[left[enough]], documents[right[enough]]))
    return (candidates(found),)
