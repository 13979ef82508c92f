"""The memory changes no row: held, in temporary files, in one part or in many."""

from __future__ import annotations

import json
import warnings
from random import Random
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame import _core
from samesame.plain import NotJson
from samesame.report.files import any_json_lines
from samesame.report.matches import MATCH_SCHEMA

from .brute import Corpus, brute, by_measure, found, shingles, signed, word_tuple
from .corpora import named, nasty_texts

MEMORIES = ["1MiB", "64MiB", "2GiB"]
METHODS: dict[str, dict[str, Any]] = {
    "overlap": {},
    "characters": {"method": "overlap", "unit": "character", "size": 5},
    "spotsigs": {"method": "spotsigs", "language": "en", "threshold": 0.3},
    "minhash": {"method": "minhash", "threshold": 0.6},
    "simhash": {"method": "simhash", "threshold": 20, "language": "en"},
    "codet": {"method": "codet", "language": "en", "threshold": 0.2},
    "pdc": {"method": "pdc"},
    "ddd": {"method": "ddd"},
}
SENTENCES = [f"The {a} {b} of the {a}{b} is at the {b}{a}." for a, b in zip("abcdefghij", "klmnopqrst", strict=True)]


def near_copies(count: int, seed: int = 0) -> dict[str, str]:
    """Texts of which each two are near: one word of each is its own. Some are there twice."""
    random = Random(seed)
    texts: dict[str, str] = {}
    for i in range(count):
        sentences = list(SENTENCES)
        at = random.randrange(len(sentences))
        sentences[at] = sentences[at].replace(" of ", f" of x{i - i % 9 // 8} ")
        texts[f"d{random.randrange(10**6)}"] = " ".join(sentences)
    return texts


@settings(max_examples=100)
@given(nasty_texts().map(named), st.sampled_from([0.3, 0.8]), st.booleans())
def test_without_memory_the_pairs_are_those_of_brute_force(corpus: Corpus, threshold: float, all_pairs: bool) -> None:
    told = found(corpus, threshold=threshold, all_pairs=all_pairs, memory=0)
    assert told == found(corpus, threshold=threshold, all_pairs=all_pairs)
    if all_pairs:
        texts = signed(corpus, lambda text: shingles(word_tuple(text), 4))
        assert told == brute(texts, by_measure("coverage", threshold))


@pytest.mark.parametrize("options", [{}, {"all_pairs": True}, {"spans": True}, {"relations": ["exact", "contained"]}])
@pytest.mark.parametrize("method", METHODS)
def test_every_method_tells_the_same_in_any_memory(method: str, options: dict[str, Any]) -> None:
    texts = near_copies(60)
    wish = {**METHODS[method], **options}
    without = ss.find(texts, memory=0, **wish)
    rows = without.to_arrow().to_pylist()
    assert len(rows) == len(without) == sum(without.summary.relations.values())
    for memory in MEMORIES:
        matches = ss.find(texts, memory=memory, **wish)
        assert (matches.to_arrow().to_pylist(), matches.summary.relations) == (rows, without.summary.relations)
    assert list(without) == list(matches) and matches.summary.spilled == 0
    # Twice the same: what is on disk is read anew.
    assert [match.left for match in without] == [row["left"] for row in rows]
    if not options and method != "pdc":
        assert len(rows) > 500 and without.summary.spilled >= len(rows)


@pytest.mark.parametrize("method", [name for name in METHODS if name != "pdc"])
def test_pairs_and_rows_beyond_the_memory_are_on_disk(method: str) -> None:
    matches = ss.find(near_copies(400), memory="1MiB", **METHODS[method])
    assert len(matches) > 50_000
    # Once as pairs, of which a few thousand are held, and once in parts of rows.
    assert matches.summary.spilled > 1.7 * len(matches)
    assert not isinstance(matches._table, pa.Table)


def test_files_are_the_same_whatever_the_memory(tmp_path: Any) -> None:
    texts = near_copies(200)
    for suffix in ("jsonl", "csv", "parquet"):
        written = []
        for memory in (0, "2GiB"):
            path = tmp_path / f"{memory}.{suffix}"
            ss.find(texts, memory=memory).write(path)
            written.append(path.read_bytes())
        assert written[0] == written[1]


def test_across_two_sides_nothing_depends_on_the_memory() -> None:
    here, there = near_copies(60), near_copies(60, seed=1)
    there.update(dict(list(here.items())[:20]))
    for options in ({}, {"all_pairs": True}, {"spans": True}):
        wish: dict[str, Any] = options
        few, many = (ss.find(here, against=there, memory=memory, **wish) for memory in (0, "2GiB"))
        assert few.to_arrow().equals(many.to_arrow()) and len(few) > 500
        assert few.summary.spilled > 0 == many.summary.spilled


values = st.floats() | st.floats(0, 1)
span = st.fixed_dictionaries(
    {name: st.integers(0, 2**40) for name in ("left_start", "left_end", "right_start", "right_end")}
    | {"kind": st.sampled_from(["identical", "edited"])}
)
words = st.text(st.characters(exclude_categories=["Cs"]))
row = st.fixed_dictionaries(
    dict.fromkeys(("left", "right", "relation", "method"), words)
    | dict.fromkeys(("left_score", "right_score", "left_coverage", "right_coverage", "jaccard"), values)
    | {"spans": st.none() | st.lists(span, max_size=3)}
)


@settings(max_examples=100)
@given(st.lists(row, max_size=4), st.integers(0, 3))
def test_lines_are_those_of_the_json_of_python(rows: list[dict[str, Any]], start: int) -> None:
    batch = pa.RecordBatch.from_pylist(rows, MATCH_SCHEMA).slice(start)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotJson)
        assert _core.row_lines(batch) == any_json_lines(batch)
    for line, told in zip(_core.row_lines(batch).splitlines(), rows[start:], strict=False):
        assert json.loads(line)["left"] == told["left"]
