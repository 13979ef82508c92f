"""passages against its definition, over texts made to be nasty."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.segment.words import words

OPENING = "\"'([{«“„‘¿¡「『（【《"
CLOSING = ".!?…,;:\"')]}»”“’。！？，、；：」』）】》"
PERIOD = 16

Symbols = tuple[tuple[str, ...], ...]
Place = tuple[str, int]


# --- the oracle ---


def symbols(spelled: list[str], size: int) -> list[tuple[str, ...] | None]:
    """The shingles of a document; None for one that overlaps an earlier one of the same words."""
    shingles = [tuple(spelled[at : at + size]) for at in range(len(spelled) - size + 1)]
    near = min(PERIOD, size - 1)
    return [None if shingle in shingles[max(0, at - near) : at] else shingle for at, shingle in enumerate(shingles)]


def places_of(run: Symbols, documents: dict[str, list[tuple[str, ...] | None]]) -> list[Place]:
    return [
        (id_, at)
        for id_, shingles in sorted(documents.items())
        for at in range(len(shingles) - len(run) + 1)
        if tuple(shingles[at : at + len(run)]) == run
    ]


def longest(shingles: list[tuple[str, ...] | None], at: int, documents: dict[str, list[tuple[str, ...] | None]]) -> int:
    """How far a run from `at` on can be made longer and still stand in two places."""
    end = at
    while end < len(shingles) and shingles[end] is not None:
        if len(places_of(tuple(shingles[at : end + 1]), documents)) < 2:  # type: ignore[arg-type]
            break
        end += 1
    return end


def naive(corpus: dict[str, str], size: int) -> list[tuple[str, int, list[tuple[str, int, int]]]]:
    located = {id_: list(words(text)) for id_, text in corpus.items()}
    documents = {id_: symbols([word.word for word in found], size) for id_, found in located.items()}
    runs: set[Symbols] = set()
    for shingles in documents.values():
        before = 0
        for at in range(len(shingles)):
            end = longest(shingles, at, documents)
            if end > at and end > before:
                runs.add(tuple(shingles[at:end]))  # type: ignore[arg-type]
            before = max(before, end)
    standing: dict[tuple[str, ...], list[Place]] = {}
    for run in runs:
        count = len(run) + size - 1
        kept: list[Place] = []
        for id_, at in places_of(run, documents):
            if not kept or kept[-1][0] != id_ or at - kept[-1][1] >= count:
                kept.append((id_, at))
        if len(kept) > 1:
            standing[*run[0], *(shingle[-1] for shingle in run[1:])] = kept
    passages = []
    for spelled, kept in told_of(standing).items():
        ranges = [(id_, located[id_][at].start, located[id_][at + len(spelled) - 1].end) for id_, at in kept]
        passages.append(with_marks(corpus, ranges, len(spelled)))
    return sorted(passages, key=lambda passage: (-len(passage[2]), -passage[1], passage[2][0]))


def told_of(standing: dict[tuple[str, ...], list[Place]]) -> dict[tuple[str, ...], list[Place]]:
    """Without those that add less than four words to one that is told and stands in ten times as many places."""
    told: dict[tuple[str, ...], list[Place]] = {}
    for spelled, places in sorted(standing.items(), key=lambda passage: len(passage[0])):
        if not any(
            len(other) < len(spelled) < len(other) + 4
            and len(others) >= 10 * len(places)
            and any(spelled[at : at + len(other)] == other for at in range(4))
            for other, others in told.items()
        ):
            told[spelled] = places
    return told


def with_marks(
    corpus: dict[str, str], ranges: list[tuple[str, int, int]], count: int
) -> tuple[str, int, list[tuple[str, int, int]]]:
    """Up to two marks around a passage belong to it where all its places have them."""
    for _ in range(2):
        before = {corpus[id_][start - 1 : start] if start else "" for id_, start, _ in ranges}
        if len(before) > 1 or not (mark := before.pop()) or mark not in OPENING:
            break
        ranges = [(id_, start - 1, end) for id_, start, end in ranges]
    for _ in range(2):
        after = {corpus[id_][end : end + 1] for id_, _, end in ranges}
        if len(after) > 1 or not (mark := after.pop()) or mark not in CLOSING:
            break
        ranges = [(id_, start, end + 1) for id_, start, end in ranges]
    id_, start, end = ranges[0]
    return corpus[id_][start:end], count, ranges


def found(corpus: dict[str, str], size: int, **options: object) -> list[tuple[str, int, list[tuple[str, int, int]]]]:
    passages = list(ss.passages(corpus, min_words=size, **options))  # type: ignore[arg-type]
    assert [passage.passage for passage in passages] == list(range(1, len(passages) + 1))
    assert all(passage.count == len(passage.places) for passage in passages)
    return [
        (passage.text, passage.words, [(place.id, place.start, place.end) for place in passage.places])
        for passage in passages
    ]


# --- the corpora ---

WORDS = st.sampled_from(["a", "b", "c", "d", "Ş1", "我好", "e\u0301", "🙂 x"])
GAPS = st.sampled_from([" ", ", ", ". ", "\n> ", " (", ") ", "。", " “", "” "])


@st.composite
def corpora(draw: st.DrawFn) -> dict[str, str]:
    """Documents of a few blocks, some of which they share, over few words."""
    blocks = draw(st.lists(st.lists(WORDS, max_size=8), min_size=1, max_size=4))
    texts = []
    for _ in range(draw(st.integers(1, 5))):
        spelled = []
        for block in draw(st.lists(st.sampled_from(blocks) | st.lists(WORDS, max_size=4), max_size=5)):
            spelled += [word + draw(GAPS) for word in block]
        texts.append("".join(spelled))
    return {f"d{number}": text for number, text in enumerate(texts)}


@given(corpora(), st.integers(1, 5))
def test_passages_are_those_of_the_definition(corpus: dict[str, str], size: int) -> None:
    assert found(corpus, size) == naive(corpus, size)


@st.composite
def footers(draw: st.DrawFn) -> dict[str, str]:
    """A run of words in many documents, in some of them with the same few words before or after it by chance."""
    footer = draw(st.lists(st.sampled_from("abcdef"), min_size=2, max_size=5))
    around = st.lists(st.sampled_from("uvw"), max_size=3)
    texts = [" ".join(footer)] * draw(st.integers(10, 25))
    for _ in range(draw(st.integers(1, 5))):
        text = " ".join([*draw(around), *footer, *draw(around)])
        texts += [text] * draw(st.sampled_from([1, 2, 2, 3, 20]))
    return {f"d{number:03}": f"x{number} {text} y{number}" for number, text in enumerate(texts)}


@settings(max_examples=80)
@given(footers(), st.integers(1, 3))
def test_chance_words_beside_a_footer_make_the_passages_of_the_definition(corpus: dict[str, str], size: int) -> None:
    expected = naive(corpus, size)
    assert found(corpus, size) == expected
    assert found(corpus, size, engine=ss.Steps(partitions=2, processes=False)) == expected


@given(corpora(), st.integers(1, 4), st.randoms(use_true_random=False))
def test_order_threads_and_memory_change_nothing(corpus: dict[str, str], size: int, random: Random) -> None:
    expected = found(corpus, size)
    shuffled = dict(random.sample(list(corpus.items()), len(corpus)))
    assert found(shuffled, size, threads=2, memory=0) == expected
    with tempfile.TemporaryDirectory() as folder:
        lines = [json.dumps({"id": id_, "text": text}) for id_, text in shuffled.items()]
        path = Path(folder) / "corpus.jsonl"
        path.write_text("\n".join(lines), encoding="utf-8")
        assert found(path, size, threads=1) == expected  # type: ignore[arg-type]


@given(corpora(), st.integers(2, 4), st.integers(1, 3), st.integers(2, 4))
def test_options_only_leave_passages_out(corpus: dict[str, str], size: int, sentences: int, count: int) -> None:
    from samesame.segment.sentences import sentences as cut

    expected = [
        passage
        for passage in found(corpus, size)
        if len(passage[2]) >= count and (sentences == 1 or len(list(cut(passage[0]))) >= sentences)
    ]
    assert found(corpus, size, min_sentences=sentences, min_count=count) == expected
