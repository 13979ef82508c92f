"""dedup over partitions: the same removals and the same documents that stay, to the last digit."""

from __future__ import annotations

import json
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.cluster import components
from samesame.engines.base import Live
from samesame.engines.collect import collected
from samesame.engines.local import LocalEngine
from samesame.engines.numbered import write_documents
from samesame.engines.shuffle import Shuffle
from samesame.engines.steps import Steps, run_step
from samesame.match.keep import Keep
from samesame.methods import settings_of
from samesame.model import RELATIONS
from samesame.plan.model import FindOptions, Plan
from samesame.plan.steps import COMPONENTS, GROUP, KEY, LINKS, MEASURE, REMOVE, STAND, STARS, find_steps
from samesame.report.kept import KeptRows
from samesame.steps.frames import made

from .brute import word_tuple
from .test_dedup import KEEP, Documents, any_collection, collections
from .test_steps_sets import METHODS

partitions = st.integers(1, 4)
rules = st.sampled_from(KEEP)
METHOD_NAMES = ["exact", *METHODS]


def same(one: ss.Deduplication, other: ss.Deduplication) -> None:
    assert other.removed.to_arrow().equals(one.removed.to_arrow())
    assert other.to_arrow().equals(one.to_arrow())
    assert other.summary.relations == one.summary.relations


def stepped(documents: Documents, k: int, *, processes: bool = False, **options: Any) -> ss.Deduplication:
    return ss.dedup(documents, engine=ss.Steps(partitions=k, processes=processes), **options)


@pytest.mark.parametrize("name", METHOD_NAMES)
@settings(max_examples=40)
@given(st.data(), any_collection, rules, partitions)
def test_every_method_removes_the_same(
    name: str, data: st.DataObject, documents: Documents, keep: Keep, k: int
) -> None:
    method = {"method": "exact"} if name == "exact" else data.draw(METHODS[name])
    if method.get("bits") == 160:
        method["hash"] = "sha1"
    same(ss.dedup(documents, keep=keep, **method), stepped(documents, k, keep=keep, **method))


@settings(max_examples=60)
@given(any_collection, st.sampled_from([0.3, 0.5, 0.8]), rules, st.sets(st.integers(0, 9)), partitions)
def test_who_stayed_before_stays_again(
    documents: Documents, threshold: float, keep: Keep, chosen: set[int], k: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        previous = Path(folder, "kept.jsonl")
        lines = [{"id": d.id, "text": d.text} for i, d in enumerate(documents) if i in chosen] + [
            {"id": "x", "text": ""}
        ]
        previous.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        options: Any = {"threshold": threshold, "keep": keep, "previous": previous}
        same(ss.dedup(documents, **options), stepped(documents, k, **options))


def test_real_processes_remove_the_same(tmp_path: Path) -> None:
    words = [f"w{i}" for i in range(60)]
    texts = [" ".join(words[start : start + length]) for start in range(0, 30, 3) for length in (12, 28)]
    documents = [ss.Document(f"d{(i * 7) % 31:02}", text) for i, text in enumerate([*texts, *texts[:5], ""])]
    out, removed = tmp_path / "out.jsonl", tmp_path / "removed.csv"
    found = stepped(documents, 2, processes=True, threshold=0.5, size=3, out=out, removed=removed)
    same(ss.dedup(documents, threshold=0.5, size=3), found)
    assert len(found.removed) > 10
    assert len(out.read_text().splitlines()) == len(found)
    assert len(removed.read_text().splitlines()) == 1 + len(found.removed)


# --- trees, where weights tell who is larger: the stages behind the pairs, with the local engine's own pairs ---

_STEPS = (KEY, GROUP, STAND, LINKS, COMPONENTS, STARS, MEASURE, REMOVE)


def from_local_pairs(plan: Plan, documents: Documents, k: int) -> tuple[pa.Table, list[str]]:
    """The removals, and the ids of those who stay, from the pairs that the local engine finds."""
    relations = tuple(RELATIONS)
    steps = find_steps(plan.chosen, counts=False, spans=False)
    finding = replace(plan, verb="find", options=FindOptions(relations=relations), steps=steps)
    found = LocalEngine().run(finding, Live()).table
    assert isinstance(found, pa.Table)
    at = {document.id: place for place, document in enumerate(documents)}
    left, right = (np.array([at[id_] for id_ in found[side].to_pylist()], np.int64) for side in ("left", "right"))
    relation = np.array([RELATIONS.index(name) for name in found["relation"].to_pylist()], np.int64)
    sizes = np.full(len(left), 7)  # say nothing of who is larger
    pairs = made("pairs", {"left": left, "right": right, "relation": relation, "left_size": sizes, "right_size": sizes})
    assert plan.statistics is not None
    texts = pa.array([document.text for document in documents], pa.large_string())
    signed = plan.chosen.signing.sign(texts, plan.statistics.weights(), 1)  # type: ignore[union-attr]
    numbers = {"document": np.arange(len(texts)), "side": np.zeros(len(texts), np.int8)}
    signatures = made("signatures", {**numbers, "signature": signed.cast(plan.signature)})
    with tempfile.TemporaryDirectory() as folder:
        shuffle, engine = Shuffle(Path(folder), k), Steps(partitions=k, processes=False)
        read = write_documents(plan, Live(), shuffle)
        shuffle.write("pairs", 0, pairs)
        for partition in range(k):
            mine = pa.array(np.arange(partition, len(texts), k))
            shuffle.write("signatures", partition, signatures.take(mine))
        with engine.runner(plan, shuffle) as run:
            for step in _STEPS:
                run_step(step, run, shuffle)
        outcome = collected(plan, shuffle, read)
    assert isinstance(outcome.table, pa.Table) and isinstance(outcome.kept, KeptRows)
    return outcome.table, [d.id for d, stays in zip(documents, outcome.kept.mask, strict=True) if stays]


@st.composite
def sentences(draw: st.DrawFn) -> Documents:
    """Documents of sentences, all with different words: one is in another, twice in a third, ahead of a fourth."""
    pool = ["the ferry left", "storm over the harbour", "the island waits", "a comet", "storm again", "harbour lights"]
    cut = draw(st.lists(st.lists(st.sampled_from(pool), min_size=1, max_size=6), min_size=1, max_size=9))
    texts = {word_tuple(text): text for text in (". ".join(one) + "." for one in cut)}
    ids = [f"d{(i * 7) % 11:02}" for i in range(len(texts))]
    return [ss.Document(*fields) for fields in zip(ids, texts.values(), strict=True)]


@settings(max_examples=80)
@given(sentences(), st.sampled_from([0.2, 0.5, 0.8]), st.sampled_from(KEEP[:4]), partitions)
def test_trees_choose_the_same(documents: Documents, threshold: float, keep: Keep, k: int) -> None:
    plan = ss.explain(documents, verb="dedup", keep=keep)
    chosen = settings_of("codet", {"threshold": threshold, "language": "en"}, None)
    plan = replace(plan, settings=chosen, statistics=ss.Statistics.count(documents, options=chosen.words()))
    expected = LocalEngine().run(plan, Live())
    table, stay = from_local_pairs(plan, documents, k)
    assert isinstance(expected.table, pa.Table) and isinstance(expected.kept, KeptRows)
    assert table.equals(expected.table)
    assert stay == [d.id for d, stays in zip(documents, expected.kept.mask, strict=True) if stays]


# --- components ---

graphs = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=40)


def naive_components(links: list[tuple[int, int]]) -> dict[int, int]:
    smallest = {node: node for link in links for node in link}
    for _ in smallest:
        for one, other in links:
            smallest[one] = smallest[other] = min(smallest[one], smallest[other])
    return smallest


@given(graphs)
def test_components_are_found(graph: list[tuple[int, int]]) -> None:
    links = [link for link in graph if link[0] != link[1]]
    left, right = (np.array([link[side] for link in links], np.int64) for side in (0, 1))
    node, other = components.both_ways(left, right)
    loose = node
    while len(loose):
        hooks, loose = components.hook_larger(node, other)
        node, other = components.hook_smaller(*hooks)
    found = dict(zip(*(side.tolist() for side in components.smallest(node, other)), strict=True))
    assert found == naive_components(links)


def test_a_long_chain_takes_few_rounds() -> None:
    """Rounds grow with the logarithm: 1,000 documents, each near the next, in an order that does not help."""
    chain = np.random.default_rng(7).permutation(1000)
    node, other = components.both_ways(chain[:-1], chain[1:])
    rounds, most = 0, len(node)
    while True:
        hooks, loose = components.hook_larger(node, other)
        node, other = components.hook_smaller(*hooks)
        rounds, most = rounds + 1, max(most, len(node))
        if not len(loose):
            break
    assert rounds <= 12 and most <= 2 * 999
    assert components.smallest(node, other)[1].max() == 0


@given(collections(), partitions)
def test_documents_without_words_stay(documents: Documents, k: int) -> None:
    documents = [*documents, ss.Document("e1", ""), ss.Document("e2", "...")]
    assert {"e1", "e2"} <= {document.id for document in stepped(documents, k)}
