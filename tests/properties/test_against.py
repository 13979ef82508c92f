"""dedup --against, by its definition: what the other collection covers goes first, then the rest as without it."""

from __future__ import annotations

import json
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.match.keep import Keep

from .brute import MEASURES, THRESHOLDS
from .test_dedup import KEEP, Documents, Oracle, any_collection
from .test_steps_sets import METHODS

OTHER = "other side "
thresholds = st.sampled_from(THRESHOLDS)
rules = st.sampled_from(KEEP)
partitions = st.integers(1, 4)


def written(folder: str, documents: Documents) -> Path:
    """What an earlier run left; a document that is no longer there, too."""
    lines = [*({"id": d.id, "text": d.text} for d in documents), {"id": "x", "text": "x"}]
    path = Path(folder, "kept.jsonl")
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def cover(one: ss.Document, against: Documents, oracle: Oracle) -> tuple[str, str] | None:
    """The relation to the document of the other collection that stays in the place of one, and its id."""
    for relation in ("exact", "near", "contained"):
        for other in against:
            if oracle.relation(one.id, OTHER + other.id) == relation:
                return relation, other.id
    return None


def expected(
    documents: Documents, against: Documents, oracle: Oracle, *, within: bool, **options: Any
) -> tuple[list[ss.Removal], list[str]]:
    """Who goes and who stays, by the definition."""
    rows, rest = [], []
    for document in documents:
        found = cover(document, against, oracle)
        if found is None:
            rest.append(document)
            continue
        coverages = oracle.coverages(document.id, OTHER + found[1])
        rows.append(ss.Removal(document.id, found[1], found[0], "overlap", *coverages, "against", "against"))  # type: ignore[arg-type]
    if within:
        result = ss.dedup(rest, **options)
        rows += [replace(removal, kept_side="in") for removal in result.removed]
        rest = list(result)
    return sorted(rows, key=lambda removal: removal.id), [document.id for document in rest]


@settings(max_examples=250)
@given(
    any_collection,
    any_collection,
    thresholds,
    rules,
    st.sampled_from(sorted(MEASURES)),
    st.booleans(),
    st.sets(st.integers(0, 9)),
    st.sampled_from([0, 2 << 30]),
)
def test_what_the_other_collection_covers_goes_first_then_the_rest_as_without_it(
    documents: Documents,
    against: Documents,
    threshold: float,
    keep: Keep,
    measure: str,
    within: bool,
    chosen: set[int],
    memory: int,
) -> None:
    """Whatever is kept and stayed before, and though both collections have the same ids."""
    named = [replace(document, id=OTHER + document.id) for document in against]
    oracle = Oracle([*documents, *named], threshold, measure=measure)
    with tempfile.TemporaryDirectory() as folder:
        previous = written(folder, [document for i, document in enumerate(documents) if i in chosen])
        options: Any = {
            "threshold": threshold,
            "keep": keep,
            "measure": measure,
            "previous": previous,
            "memory": memory,
        }
        result = ss.dedup(documents, against=against, against_only=not within, **options)
        left = [document for document in documents if cover(document, against, oracle) is None]
        if keep.startswith("quality") and not any(document.metadata.get("quality") for document in left):
            # Without the other collection the field would be misspelt.
            options["keep"] = "earliest"
            result = ss.dedup(documents, against=against, against_only=not within, **options)
        rows, stays = expected(documents, against, oracle, within=within, **options)
    assert list(result.removed) == rows
    assert [document.id for document in result] == stays


@pytest.mark.parametrize("name", ["exact", *METHODS])
@settings(max_examples=40)
@given(st.data(), any_collection, any_collection, rules, st.booleans(), st.sets(st.integers(0, 9)), partitions)
def test_every_method_removes_the_same_on_both_engines(
    name: str,
    data: st.DataObject,
    documents: Documents,
    against: Documents,
    keep: Keep,
    against_only: bool,
    chosen: set[int],
    k: int,
) -> None:
    method = {"method": "exact"} if name == "exact" else data.draw(METHODS[name])
    if method.get("bits") == 160:
        method["hash"] = "sha1"
    with tempfile.TemporaryDirectory() as folder:
        previous = written(folder, [document for i, document in enumerate(documents) if i in chosen])
        options: Any = {"keep": keep, "against_only": against_only, "previous": previous, **method}
        here = ss.dedup(documents, against=against, **options)
        there = ss.dedup(documents, against=against, engine=ss.Steps(partitions=k, processes=False), **options)
    assert there.removed.to_arrow().equals(here.removed.to_arrow())
    assert there.to_arrow().equals(here.to_arrow())


@settings(max_examples=40)
@given(any_collection, any_collection, thresholds, rules, partitions)
def test_an_index_stands_for_its_collection(
    documents: Documents, against: Documents, threshold: float, keep: Keep, k: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        index = Path(folder, "index")
        ss.build_index(index, against)
        options: Any = {"threshold": threshold, "keep": keep}
        given_documents = ss.dedup(documents, against=against, **options).removed.to_arrow()
        assert ss.dedup(documents, against=index, **options).removed.to_arrow().equals(given_documents)
        steps = ss.Steps(partitions=k, processes=False)
        assert ss.dedup(documents, against=index, engine=steps, **options).removed.to_arrow().equals(given_documents)


@given(any_collection, any_collection, thresholds)
def test_what_is_left_is_not_covered_by_the_other_collection(
    documents: Documents, against: Documents, threshold: float
) -> None:
    left = list(ss.dedup(documents, against=against, threshold=threshold))
    for match in ss.find(left, against=against, threshold=threshold, all_pairs=True):
        assert (match.relation, match.left_side) == ("contained", "against")


def test_a_longer_text_stays_though_the_other_collection_has_a_part_of_it() -> None:
    short = "the ferry to the island leaves at ten every morning"
    long = f"please note that {short} and comes back at noon or later in the afternoon if the weather is fine"
    assert [document.id for document in ss.dedup({"a": long}, against={"b": short})] == ["a"]
    (removal,) = ss.dedup({"a": short}, against={"b": long}).removed
    assert (removal.kept, removal.relation, removal.rule, removal.kept_side) == ("b", "contained", "against", "against")


def test_a_near_copy_is_named_before_a_text_that_only_contains_the_document() -> None:
    text = "the ferry to the island leaves at ten every morning and comes back at noon"
    longer = f"{text} or later in the afternoon if the weather is fine and the crew is well"
    (removal,) = ss.dedup({"a": text}, against={"contains": longer, "near": f"{text} today"}).removed
    assert (removal.kept, removal.relation) == ("near", "near")


def test_of_identical_documents_of_the_other_collection_the_first_is_named() -> None:
    (removal,) = ss.dedup({"a": "keep the ferry"}, against={"z": "Keep the ferry!", "b": "keep the ferry"}).removed
    assert (removal.kept, removal.relation) == ("z", "exact")
