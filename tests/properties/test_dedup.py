"""dedup is safe and complete, measured by brute force: who goes is covered by who stays, and no copies stay."""

from __future__ import annotations

import contextlib
import json
import tempfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations, permutations
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.match.keep import Keep

from .brute import MEASURES, THRESHOLDS, Features, counts, coverage, shingles, word_tuple
from .corpora import nasty_texts

Documents = list[ss.Document]
KEEP: tuple[Keep, ...] = ("earliest", "longest", "first", "sources", "quality", "quality:min")
START = datetime(2025, 3, 1, tzinfo=UTC)
# Values of a field: numbers, as such and written as texts, times, texts, none.
VALUES = (7, "10", 9.5, -2, "2025-03-01", "2025-02-28T23:00:00-02:00", "b", "ab", "", None, True)


@st.composite
def collections(draw: st.DrawFn) -> Documents:
    """Documents of which some have times, with ids in another order."""
    texts = draw(nasty_texts())
    times = draw(st.lists(st.one_of(st.none(), st.integers(0, 3)), min_size=len(texts), max_size=len(texts)))
    moments = [None if day is None else START + timedelta(days=day) for day in times]
    ids = [f"d{(i * 7) % 11:02}" for i in range(len(texts))]
    fields = [ss.Document(*fields) for fields in zip(ids, texts, moments, strict=True)]
    return [replace(document, metadata=value) for document, value in zip(fields, qualities(len(fields)), strict=True)]


def qualities(count: int) -> list[dict[str, object]]:
    """Values of the field `quality`; some documents have none. The first one has: else the field were misspelt."""
    return [{"quality": VALUES[i * 5 % len(VALUES)]} if i % 4 < 3 else {"other": 1} for i in range(count)]


@st.composite
def ladders(draw: st.DrawFn) -> Documents:
    """Texts inside texts, some a word or two longer than the next: chains of near copies and of containment."""
    words = [f"w{i}" for i in range(40)]
    rungs = draw(st.lists(st.tuples(st.integers(0, 6), st.integers(8, 34)), min_size=2, max_size=10))
    return [
        ss.Document(f"d{(i * 7) % 11:02}", " ".join(words[start : start + length]), metadata=value)
        for i, ((start, length), value) in enumerate(zip(rungs, qualities(len(rungs)), strict=True))
    ]


any_collection = st.one_of(collections(), ladders())
thresholds = st.sampled_from(THRESHOLDS)
rules = st.sampled_from(KEEP)


class Oracle:
    """The definitions, over plain sets."""

    def __init__(self, documents: Documents, threshold: float, size: int = 4, measure: str = "coverage") -> None:
        self.documents = {document.id: document for document in documents}
        self.places = {document.id: place for place, document in enumerate(documents)}
        self.threshold, self.measure = threshold, measure
        self.words = {document.id: word_tuple(document.text) for document in documents}
        self.features: dict[str, Features] = {id_: shingles(words, size) for id_, words in self.words.items()}
        self.plain: dict[str, Features] = {id_: shingles(words, 4) for id_, words in self.words.items()}

    def covered(self, one: str, other: str) -> bool:
        """Whether the first is covered by the second."""
        return MEASURES[self.measure](*counts(self.features[one], self.features[other]))[0] >= self.threshold

    def relation(self, one: str, other: str) -> str | None:
        if self.words[one] == self.words[other]:
            return "exact" if self.words[one] else None
        if not self.covered(one, other):
            return None
        return "near" if self.covered(other, one) else "contained"

    def coverages(self, one: str, other: str) -> tuple[float, float]:
        return coverage(*counts(self.plain[one], self.plain[other]))

    def rank(self, id_: str, keep: Keep, forced: frozenset[str] = frozenset()) -> tuple[object, ...]:
        """Whoever comes first should stay."""
        document = self.documents[id_]
        time = (document.time is None, document.time or START)
        wish: dict[Keep, tuple[object, ...]] = {
            "longest": (-len(document.text),),
            "first": (self.places[id_],),
            "quality": quality(document.metadata.get("quality"), -1),
            "quality:min": quality(document.metadata.get("quality"), 1),
        }
        # Who has no time, and nothing else to tell him from another one, comes in the order of input.
        tie = self.places[id_] if document.time is None else id_
        return (id_ not in forced, *wish.get(keep, ()), time, tie)


def quality(value: object, sign: int) -> tuple[object, ...]:
    """Numbers before times before texts before nothing; the one that is to stay first."""
    if value is None or value == "":
        return (3,)
    if isinstance(value, bool):
        value = "true"
    with contextlib.suppress(ValueError):
        return 0, sign * float(value)  # type: ignore[arg-type]
    with contextlib.suppress(ValueError):
        moment = datetime.fromisoformat(str(value))
        return 1, sign * (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    return 2, sorted(["b", "ab", "true"], reverse=sign < 0).index(str(value))


def check_safe(result: ss.Deduplication, oracle: Oracle, keep: Keep, forced: frozenset[str] = frozenset()) -> None:
    """Everybody is there once; who goes is covered by who stays, as the row says.

    Who goes for one that the rule would not prefer goes because that one contains it, or contains whom it went for.
    """
    stays = [document.id for document in result]
    gone = [removal.id for removal in result.removed]
    assert sorted([*stays, *gone]) == sorted(oracle.documents)
    assert gone == sorted(gone)
    for removal in result.removed:
        one, other = removal.id, removal.kept
        assert other in stays
        relation = oracle.relation(one, other)
        assert removal.relation == relation
        assert (removal.left_coverage, removal.right_coverage) == oracle.coverages(one, other)
        assert relation == "exact" or oracle.covered(one, other)
        by_rule = relation != "contained" and oracle.rank(other, keep, forced) < oracle.rank(one, keep, forced)
        assert removal.rule == (keep if by_rule else "contained")


def check_complete(result: ss.Deduplication, oracle: Oracle, forced: frozenset[str] = frozenset()) -> None:
    """No copies stay but those that must."""
    stays = [document.id for document in result]
    went: dict[str, list[str]] = {id_: [] for id_ in stays}
    for removal in result.removed:
        if removal.relation == "near":
            went[removal.kept].append(removal.id)
    for one, other in combinations(stays, 2):
        assert oracle.relation(one, other) not in ("exact", "near") or {one, other} <= forced
    for one, other in permutations(stays, 2):
        if oracle.relation(one, other) == "contained" and one not in forced:
            # It stays only for those that went for it: one of them is not covered by the other.
            assert any(not oracle.covered(ray, other) for ray in went[one])


def check_preferred(result: ss.Deduplication, oracle: Oracle, keep: Keep, forced: frozenset[str] = frozenset()) -> None:
    """Of identical documents the preferred one stays; one without a preferred copy goes only where it is contained."""
    ranks = {id_: oracle.rank(id_, keep, forced) for id_ in oracle.documents}
    for removal in result.removed:
        better = [id_ for id_ in ranks if ranks[id_] < ranks[removal.id]]
        if removal.relation == "exact":
            assert removal.kept in better
        assert removal.relation == "contained" or any(
            oracle.relation(removal.id, id_) in ("exact", "near") for id_ in better
        )


@settings(max_examples=300)
@given(any_collection, thresholds, rules)
def test_who_goes_is_covered_by_who_stays_and_no_copies_stay(
    documents: Documents, threshold: float, keep: Keep
) -> None:
    result = ss.dedup(documents, threshold=threshold, keep=keep)
    oracle = Oracle(documents, threshold)
    check_safe(result, oracle, keep)
    check_complete(result, oracle)
    check_preferred(result, oracle, keep)


@settings(max_examples=120)
@given(any_collection, thresholds, rules, st.sampled_from([2, 3, 5]), st.sampled_from(sorted(MEASURES)))
def test_whatever_the_measure_and_the_size(
    documents: Documents, threshold: float, keep: Keep, size: int, measure: str
) -> None:
    result = ss.dedup(documents, threshold=threshold, keep=keep, size=size, measure=measure)
    oracle = Oracle(documents, threshold, size, measure)
    check_safe(result, oracle, keep)
    check_complete(result, oracle)
    check_preferred(result, oracle, keep)


@settings(max_examples=100)
@given(any_collection, thresholds, st.randoms(use_true_random=False), st.sampled_from([1, 2, 4]))
def test_the_order_of_reading_and_the_threads_do_not_matter(
    documents: Documents, threshold: float, random: Random, threads: int
) -> None:
    """As far as documents have times: of those without, the first stays."""
    documents = [replace(document, time=document.time or START) for document in documents]
    shuffled = list(documents)
    random.shuffle(shuffled)
    for keep in ("earliest", "longest", "quality"):
        one = ss.dedup(documents, threshold=threshold, keep=keep)
        other = ss.dedup(shuffled, threshold=threshold, keep=keep, threads=threads)
        assert list(one.removed) == list(other.removed)
        assert sorted(document.id for document in one) == sorted(document.id for document in other)


@settings(max_examples=100)
@given(any_collection, thresholds, rules, st.sets(st.integers(0, 9)))
def test_who_stayed_before_stays_again(documents: Documents, threshold: float, keep: Keep, chosen: set[int]) -> None:
    forced = frozenset(document.id for i, document in enumerate(documents) if i in chosen)
    oracle = Oracle(documents, threshold)
    with tempfile.TemporaryDirectory() as folder:
        previous = Path(folder, "kept.jsonl")
        # A document that is no longer there, too.
        lines = [{"id": id_, "text": oracle.documents[id_].text} for id_ in sorted(forced)] + [{"id": "x", "text": "x"}]
        previous.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        result = ss.dedup(documents, threshold=threshold, keep=keep, previous=previous)
    assert forced <= {document.id for document in result}
    check_safe(result, oracle, keep, forced)
    check_complete(result, oracle, forced)
    check_preferred(result, oracle, keep, forced)


@settings(max_examples=60)
@given(any_collection, thresholds, rules, st.sampled_from(["csv", "jsonl", "parquet"]), st.integers(1, 9))
def test_those_that_others_went_for_stay_again(
    documents: Documents, threshold: float, keep: Keep, suffix: str, count: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        removed, out = Path(folder, f"removed.{suffix}"), Path(folder, "out.jsonl")
        first = ss.dedup(documents[:count], threshold=threshold, keep=keep, removed=removed, out=out)
        stayed = frozenset(document.id for document in first)
        needed = frozenset(removal.kept for removal in first.removed)
        oracle = Oracle(documents, threshold)
        if needed:
            again = ss.dedup(documents, threshold=threshold, keep=keep, previous=removed)
            assert needed <= {document.id for document in again}
            check_safe(again, oracle, keep, needed)
            check_complete(again, oracle, needed)
        if stayed:
            again = ss.dedup(documents, threshold=threshold, keep=keep, previous=out)
            assert stayed <= {document.id for document in again}
            check_safe(again, oracle, keep, stayed)
            check_complete(again, oracle, stayed)


def test_a_chain_of_edits_is_not_one_copy() -> None:
    """Each is near the next one, the ends are strangers: every ray is verified against its centre."""
    words = [f"w{i}" for i in range(200)]
    documents = [ss.Document(f"{i:02}", " ".join(words[4 * i : 4 * i + 60])) for i in range(30)]
    result = ss.dedup(documents, threshold=0.8)
    check_safe(result, Oracle(documents, 0.8), "earliest")
    check_complete(result, Oracle(documents, 0.8))
    assert 10 <= len(result) < 30


def test_a_centre_whose_rays_are_not_in_the_container_stays() -> None:
    words = [f"w{i}" for i in range(13)]
    centre = " ".join(words)
    ray = " ".join([*words[2:], "x", "y"])  # 8 of 10 shingles are the centre's, and back
    container = " ".join([*words[:11], *(f"z{i}" for i in range(10))])  # has 8 of 10 of the centre, 6 of 10 of the ray
    alone = ss.dedup({"a": centre, "c": container}, threshold=0.8)
    assert [(removal.id, removal.kept) for removal in alone.removed] == [("a", "c")]
    with_ray = ss.dedup({"a": centre, "b": ray, "c": container}, threshold=0.8)
    assert [(removal.id, removal.kept) for removal in with_ray.removed] == [("b", "a")]


def test_no_longer_text_is_lost_for_a_shorter_one() -> None:
    words = [f"w{i}" for i in range(40)]
    documents = {"a": " ".join(words[:20]), "b": " ".join(words)}
    for keep in ("earliest", "longest", "first", "sources"):
        assert [document.id for document in ss.dedup(documents, keep=keep)] == ["b"]
