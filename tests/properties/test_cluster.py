"""Clusters, told from the matches of `find` by their definition; and the same over partitions."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss

from .brute import word_tuple
from .test_dedup import Documents, any_collection
from .test_steps_sets import METHODS

THRESHOLDS = st.sampled_from([0.3, 0.5, 0.8])
NEVER = 10**20


class Naive:
    """The definition, over the rows of `find` and plain dictionaries."""

    def __init__(self, documents: Documents, threshold: float) -> None:
        self.documents = {document.id: document for document in documents}
        self.place = {document.id: place for place, document in enumerate(documents)}
        self.words = {document.id: word_tuple(document.text) for document in documents}
        self.copies = Counter(self.words.values())
        self.found = {
            frozenset((match.left, match.right)): match
            for match in ss.find(documents, threshold=threshold, all_pairs=True)
        }

    def rank(self, id: str) -> tuple[object, ...]:
        """The earliest first; without times the first."""
        time = self.documents[id].time
        return (NEVER, self.place[id]) if time is None else (time.timestamp(), id)

    def order(self, id: str) -> tuple[object, ...]:
        """Most copies, then most documents that match and are no copies, then the rank."""
        others = sum(id in pair and match.relation != "exact" for pair, match in self.found.items())
        return -self.copies[self.words[id]], -others, self.rank(id)

    def references(self) -> list[str]:
        chosen: list[str] = []
        for id_ in sorted((id_ for id_ in self.documents if self.words[id_]), key=self.order):
            if not any(frozenset((id_, other)) in self.found for other in chosen):
                chosen.append(id_)
        return chosen

    def cluster_of(self, id: str, references: list[str]) -> str:
        """The reference with which it shares most; of several the first."""
        near = [other for other in references if frozenset((id, other)) in self.found]
        if id in references or not near:
            return id
        return max(near, key=lambda other: (self.found[frozenset((id, other))].jaccard, -references.index(other)))


@settings(max_examples=150)
@given(any_collection, THRESHOLDS)
def test_stars_are_those_of_the_definition(documents: Documents, threshold: float) -> None:
    naive = Naive(documents, threshold)
    references = naive.references()
    members = {member.id: member for member in ss.cluster(documents, method="overlap", threshold=threshold)}
    assert {id_: member.cluster for id_, member in members.items()} == {
        id_: naive.cluster_of(id_, references) for id_ in naive.documents
    }
    for member in members.values():
        if member.role != "member":
            assert (member.cluster, member.rule) == (member.id, None)
            continue
        match = naive.found[frozenset((member.id, member.cluster))]
        is_left = match.left == member.id
        assert member.rule == ("contains" if match.relation == "contained" and not is_left else match.relation)
        assert member.coverage_of_reference == (match.right_coverage if is_left else match.left_coverage)


@settings(max_examples=100)
@given(any_collection, THRESHOLDS, st.randoms(use_true_random=False))
def test_components_are_joined_by_chains_of_matches(documents: Documents, threshold: float, random: Random) -> None:
    options: Any = {"method": "overlap", "threshold": threshold}
    clusters = defaultdict(set)
    for member in ss.cluster(documents, kind="components", **options):
        clusters[member.cluster].add(member.id)
    of = {id_: cluster for cluster, ids in clusters.items() for id_ in ids}
    found = ss.find(documents, threshold=threshold, all_pairs=True)
    assert all(of[match.left] == of[match.right] for match in found)
    # As many as are left when each match joins two.
    parts = {document.id: {document.id} for document in documents}
    for match in found:
        joined = parts[match.left] | parts[match.right]
        parts.update(dict.fromkeys(joined, joined))
    assert {frozenset(part) for part in parts.values()} == {frozenset(ids) for ids in clusters.values()}


@pytest.mark.parametrize("name", ["exact", *METHODS])
@settings(max_examples=15)
@given(st.data(), any_collection, st.sampled_from(["stars", "components"]), st.integers(1, 4))
def test_partitions_do_not_matter(name: str, data: st.DataObject, documents: Documents, kind: Any, k: int) -> None:
    method = {"method": "exact"} if name == "exact" else data.draw(METHODS[name])
    if method.get("bits") == 160:
        method["hash"] = "sha1"
    steps = ss.Steps(partitions=k, processes=False)
    here, there = (ss.cluster(documents, kind=kind, engine=engine, **method) for engine in ("local", steps))
    assert here.to_arrow().equals(there.to_arrow())
    assert sorted(member.id for member in here) == sorted(document.id for document in documents)
