"""find --method exact against a naive oracle, over nasty corpora."""

from __future__ import annotations

import json
import re
import tempfile
import unicodedata
from itertools import combinations
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss

Pairs = list[tuple[str, str]]
# Words whose spellings meet after normalisation, and gaps that hold no word. Every gap has a white space, so that
# the oracle needs no rules about marks inside words.
WORDS = ["a", "A", "bc", "BC", "ab", "c", "straße", "STRASSE", "café", "cafe\u0301", "ﬁn", "fin", "ＦＩＮ", "1", "①"]
WORDS += [
    "北京",
    "北",
    "京",
    "İz",
    "ız",
    "IZ",
    "iz",
    "co\u00adop",
    "coop",
    "CO\u200dOP",
    "नमस्ते",
    "שלום",
    "ὈΔΎΣ",
    "ὀδύς",
]
GAPS = [
    " ",
    "  ",
    "\n",
    "\t",
    "\u00a0",
    "\u3000",
    " \r\n",
    ", ",
    ". ",
    " -- ",
    "! ",
    " 🙂 ",
    " … ",
    " “",
    "” ",
    " ___ ",
]
EDGES = ["", *GAPS, "?!", "\ufeff", "🙂"]
INVISIBLE = re.compile("[\u00ad\u200d\ufeff]")


@st.composite
def texts(draw: st.DrawFn) -> str:
    words = draw(st.lists(st.sampled_from(WORDS), max_size=3))
    parts = [draw(st.sampled_from(EDGES))]
    for i, word in enumerate(words):
        parts += [draw(st.sampled_from(GAPS)) if i else "", word]
    return "".join([*parts, draw(st.sampled_from(EDGES))])


corpora = st.lists(texts(), max_size=14).map(lambda found: {f"d{i:02}": text for i, text in enumerate(found)})


def form(text: str) -> tuple[str, ...]:
    """The words of a text, the slow and simple way."""
    plain = INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    folded = unicodedata.normalize("NFKC", plain.casefold())
    wordless = "".join(" " if unicodedata.category(c)[0] in "PSZC" else c for c in folded)
    return tuple(wordless.split())


def naive(corpus: dict[str, str]) -> Pairs:
    forms = {id_: form(text) for id_, text in corpus.items()}
    return [(a, b) for a, b in combinations(sorted(corpus), 2) if forms[a] and forms[a] == forms[b]]


def pairs(source: object, **options: object) -> Pairs:
    return [(match.left, match.right) for match in ss.find(source, method="exact", **options)]  # type: ignore[arg-type]


@given(corpora)
def test_all_pairs_are_those_of_the_oracle(corpus: dict[str, str]) -> None:
    assert pairs(corpus, all_pairs=True) == naive(corpus)


@settings(max_examples=60)
@given(corpora)
def test_collapsed_pairs_link_each_copy_to_the_first_of_its_group(corpus: dict[str, str]) -> None:
    everything = naive(corpus)
    copies = {right for _, right in everything}
    assert pairs(corpus) == [pair for pair in everything if pair[0] not in copies]


@settings(max_examples=60)
@given(corpora, st.randoms(use_true_random=False), st.sampled_from([1, 2, 5]))
def test_the_order_of_documents_and_the_threads_do_not_matter(
    corpus: dict[str, str], random: Random, threads: int
) -> None:
    items = list(corpus.items())
    random.shuffle(items)
    for all_pairs in (False, True):
        shuffled = pairs(dict(items), all_pairs=all_pairs, threads=threads)
        assert shuffled == pairs(corpus, all_pairs=all_pairs)


@settings(max_examples=30)
@given(corpora, st.lists(st.integers(0, 3), min_size=14, max_size=14), st.sampled_from([0, 1, 2]))
def test_the_files_that_documents_come_in_do_not_matter(
    corpus: dict[str, str], places: list[int], threads: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for (id_, text), place in zip(corpus.items(), places, strict=False):
            with Path(folder, f"{place}.jsonl").open("a", encoding="utf-8") as file:
                file.write(json.dumps({"id": id_, "text": text}) + "\n")
        assert pairs(Path(folder), all_pairs=True, threads=threads) == naive(corpus)


@settings(max_examples=60)
@given(corpora)
def test_dedup_removes_what_has_a_copy_that_stays_and_nothing_else(corpus: dict[str, str]) -> None:
    result = ss.dedup(corpus, method="exact")
    stays = [document.id for document in result]
    removed = {removal.id: removal.kept for removal in result.removed}
    assert sorted([*stays, *removed]) == sorted(corpus)
    assert all(kept in stays and form(corpus[id_]) == form(corpus[kept]) != () for id_, kept in removed.items())
    assert naive({id_: corpus[id_] for id_ in stays}) == []


def test_the_memory_cap_does_not_matter() -> None:
    # More text than is ever kept in memory under a small cap, so that copies are confirmed on disk.
    random = Random(7)
    originals = [" ".join(str(random.randrange(10**6)) for _ in range(4000)) for _ in range(400)]
    picked = [random.randrange(400) for _ in range(600)]
    corpus = {f"{i:03}": originals[pick] + "!" * (i % 3) for i, pick in enumerate(picked)}
    expected = [(f"{i:03}", f"{j:03}") for i, j in combinations(range(600), 2) if picked[i] == picked[j]]
    for memory in (0, "1MiB", "2GiB"):
        assert pairs(corpus, all_pairs=True, memory=memory) == expected
