"""An index on disk answers as the documents themselves do, whatever its history."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame.index import Index
from samesame.segment.words import WordOptions
from samesame.verbs.index import add_to_index, build_index, remove_from_index

Texts = dict[str, str]
Options = dict[str, Any]
SIX = "one two three four five six"
LETTERS: Texts = {"a": SIX, "b": f"{SIX} seven eight nine", "c": "the ferry leaves at ten", "d": "", "e": "no"}
COMMON = [
    "the",
    "of",
    "and",
    "to",
    "in",
    "a",
    "is",
    "that",
    "it",
    "was",
    "for",
    "on",
    "are",
    "as",
    "with",
    "they",
    "be",
    "at",
]
CONTENT = [
    f"{first}{second}" for first in ("harb", "ferr", "isla", "moun", "gard") for second in ("or", "ies", "nd", "er")
]
PREPARED = WordOptions(language="en", stop=True, stem="first5")


def rows(matches: ss.Matches) -> list[dict[str, Any]]:
    """All columns of all matches."""
    return list(matches.to_arrow().to_pylist())


def files(path: Path) -> dict[str, bytes]:
    """Everything below a folder, to the byte."""
    return {str(file.relative_to(path)): file.read_bytes() for file in path.rglob("*") if file.is_file()}


class Author:
    """Writes texts that share much: copies, cuts, additions, edits of a few letters; and what has no features."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.letters = [self.prose(self.random.randint(30, 60)) for _ in range(4)]
        self.ids = [f"{i:03}" for i in range(200)]
        self.random.shuffle(self.ids)

    def prose(self, count: int) -> list[str]:
        return [self.random.choice(COMMON if i % 2 else CONTENT) for i in range(count)]

    def text(self) -> str:
        random = self.random
        words = list(random.choice(self.letters))
        kind = random.randrange(10)
        if kind < 2:
            words = words[random.choice([0, 0, 3]) : len(words) - random.randrange(15)]
        elif kind < 4:
            words += self.prose(random.randint(1, 30))
        elif kind < 6:
            # Only common words are changed, which the papers' methods do not see.
            words[random.randrange(1, len(words), 2)] = random.choice(COMMON)
        elif kind == 6:
            words = random.choice([[], ["?"], ["no"], ["the", "of", "and"], words[:3]])
        return random.choice([" ", ", ", "\n"]).join(word.title() if random.random() < 0.2 else word for word in words)

    def texts(self, count: int) -> Texts:
        return {self.ids.pop(): self.text() for _ in range(count)}


def histories(author: Author, documents: Texts) -> dict[str, Callable[[Path, Options], None]]:
    """Ways to come to an index of the same documents."""
    ids = author.random.sample(sorted(documents), len(documents))
    some = {id_: documents[id_] for id_ in ids[: len(ids) // 2]}
    others = {id_: documents[id_] for id_ in ids[len(ids) // 2 :]}
    more = author.texts(8)
    more_ids = [*more]

    def at_once(path: Path, options: Options) -> None:
        build_index(path, documents, **options)

    def some_and_the_others(path: Path, options: Options) -> None:
        build_index(path, some, **options)
        assert add_to_index(path, others) == len(others)

    def more_and_fewer(path: Path, options: Options) -> None:
        build_index(path, {**some, **more, **others}, **options)
        assert remove_from_index(path, more_ids[:3]) == []
        assert remove_from_index(path, more_ids[3:]) == []

    def gone_and_back(path: Path, options: Options) -> None:
        build_index(path, {**others, **some}, **options)
        assert remove_from_index(path, [*some]) == []
        assert add_to_index(path, some) == len(some)

    def other_texts_before(path: Path, options: Options) -> None:
        build_index(path, {**others, **dict(zip(some, reversed(documents.values()), strict=False))}, **options)
        assert remove_from_index(path, [*some]) == []
        assert add_to_index(path, some) == len(some)

    ways = [at_once, some_and_the_others, more_and_fewer, gone_and_back, other_texts_before]
    return {way.__name__: way for way in ways}


# Name: options of the index, options of each question, relations that must come up.
METHODS: dict[str, tuple[Options, list[Options], set[str]]] = {
    "overlap": (
        {},
        [{}, {"threshold": 0.5}, {"threshold": 1}, {"measure": "jaccard", "threshold": 0.6}, {"measure": "max"}],
        {"exact", "near", "contained"},
    ),
    "overlap of another size": (
        {"size": 2, "measure": "max", "threshold": 0.4},
        [{"size": 2}, {"size": 2, "measure": "jaccard", "threshold": 0.5}],
        {"exact", "near", "contained"},
    ),
    "ffp": (
        {"method": "ffp", "preset": "durian"},
        [
            {"method": "ffp", "preset": "durian"},
            {"method": "ffp", "preset": "durian", "threshold": 0.9},
            {"method": "ffp", "preset": "durian", "strict": False},
        ],
        {"exact", "near", "contained"},
    ),
    "dsc": (
        {"method": "dsc", "language": "en"},
        [{"method": "dsc", "language": "en"}, {"method": "dsc", "language": "en", "threshold": 0.9}],
        {"exact", "near", "contained"},
    ),
    "spotsigs": (
        {"method": "spotsigs"},
        [{"method": "spotsigs"}, {"method": "spotsigs", "threshold": 0.4}],
        {"exact", "near"},
    ),
    "ddd": (
        {"method": "ddd", "fold": True},
        [{"method": "ddd", "fold": True}, {"method": "ddd", "fold": True, "threshold": 0.5}],
        {"exact", "near"},
    ),
}
SEEDS = range(2)


@pytest.mark.parametrize("method", METHODS)
def test_every_history_answers_as_the_documents_do(method: str, tmp_path: Path) -> None:
    made_with, questions, relations = METHODS[method]
    seen: set[str] = set()
    asking = [{**question, "all_pairs": all_pairs} for question in questions for all_pairs in (False, True)]
    for seed in SEEDS:
        author = Author(seed)
        asked, documents = author.texts(15), author.texts(25)
        expected = [rows(ss.find(asked, against=documents, **options)) for options in asking]
        seen |= {row["relation"] for answer in expected for row in answer}
        for name, way in histories(author, documents).items():
            path = tmp_path / f"{seed} {name}"
            way(path, made_with)
            for options, answer in zip(asking, expected, strict=True):
                assert rows(ss.find(asked, against=path, **options)) == answer, (seed, name, options)
    assert seen == relations


@pytest.mark.parametrize("own", [False, True])
def test_imatch_answers_under_the_statistics_of_the_index(own: bool, tmp_path: Path) -> None:
    count = 0
    settings: Options = {"method": "imatch", "language": "en", "skip": 1, "take": 3}
    for seed in SEEDS:
        author = Author(seed)
        asked, documents = author.texts(15), author.texts(25)
        given_ = ss.Statistics.count([*asked.values(), *author.texts(30).values()], options=PREPARED)
        given_.save(tmp_path / "words.stats")
        for name, way in histories(author, documents).items():
            path = tmp_path / f"{seed} {name}"
            way(path, settings if own else {**settings, "stats": tmp_path / "words.stats"})
            statistics = Index(path).statistics()
            assert statistics is not None and (statistics.fingerprint == given_.fingerprint) != own
            for all_pairs in (False, True):
                options = {**settings, "all_pairs": all_pairs}
                expected = rows(ss.find(asked, against=documents, stats=statistics, **options))
                assert rows(ss.find(asked, against=path, **options)) == expected, (seed, name)
                assert rows(ss.find(asked, against=path, stats=statistics, **options)) == expected, (seed, name)
                count += sum(row["jaccard"] < 1 for row in expected)
    assert count > 0


word = st.sampled_from(["one", "two", "three", "four", "five", "One", "?"])
texts = st.lists(word, max_size=9).map(" ".join)
name = st.sampled_from([f"d{i}" for i in range(8)])
steps = st.lists(st.one_of(st.dictionaries(name, texts, max_size=5), st.sets(name, max_size=5)), max_size=7)


# What each is asked with; the words of the other methods are weighed by the statistics of a few texts.
ASKING: list[Options] = [
    {"size": 2, "threshold": 0.5},
    {"threshold": 0.3},
    {"size": 1, "measure": "jaccard", "threshold": 0.4},
    {"method": "spotsigs", "antecedents": "one two", "chain": 1, "minimum": 1, "threshold": 0.3},
    {"method": "imatch", "language": "en", "stop": False, "skip": 0, "take": 2},
    {"method": "codet", "language": "en", "stop": False, "depth": 2, "threshold": 0.3},
]
LATE = {"threshold", "measure"}


@settings(max_examples=40, deadline=None)
@given(
    st.dictionaries(name, texts, max_size=5),
    steps,
    st.dictionaries(st.sampled_from("abcdefghijxyz"), texts, max_size=12),
    st.sampled_from(ASKING),
)
def test_whatever_came_and_went(first: Texts, steps: list[Texts | set[str]], asked: Texts, options: Options) -> None:
    model = dict(first)
    made = {key: value for key, value in options.items() if key not in LATE}
    weighed = options.get("method") in ("imatch", "codet")
    words = WordOptions(language="en", stem="first5")
    stats: Options = {"stats": ss.Statistics.count(["one two", "two three", "four"], options=words)} if weighed else {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "index")
        build_index(path, first, **made, **stats)
        for step in steps:
            if isinstance(step, dict):
                step = {id_: text for id_, text in step.items() if id_ not in model}
                assert add_to_index(path, step) == len(step)
                model |= step
            else:
                assert set(remove_from_index(path, sorted(step))) == step - {*model}
                model = {id_: text for id_, text in model.items() if id_ not in step}
        index = Index(path)
        index.verify()
        assert index.documents == len(model)
        assert sorted(index.ids().to_pylist()) == sorted(model)
        assert sorted(id_ for batch in index.batches() for id_ in batch.column("id").to_pylist()) == sorted(model)
        alone: list[Texts] = [{id_: text} for id_, text in asked.items()]
        for questions in [asked, *alone[:3]]:
            for all_pairs in (False, True):
                wish: Options = {**options, **stats, "all_pairs": all_pairs}
                assert rows(ss.find(questions, against=index, **wish)) == rows(
                    ss.find(questions, against=model, **wish)
                )


def test_documents_beyond_a_row_group_are_found_and_removed(tmp_path: Path) -> None:
    path = tmp_path / "index"
    documents = {f"d{i:05}": f"{SIX} number w{i} of many" for i in range(4500)}
    build_index(path, {**documents, "x": "one more"})
    gone = [f"d{i:05}" for i in (0, 1999, 2000, 2001, 3999, 4000, 4499)]
    asked = {f"q{id_}": documents[id_] for id_ in [*gone, "d00001", "d02002", "d04498"]}
    assert remove_from_index(path, [*gone, "x"]) == []
    found = [(match.left, match.right) for match in ss.find(asked, against=path, threshold=1)]
    assert found == [(id_, f"q{id_}") for id_ in ("d00001", "d02002", "d04498")]
    assert Index(path).documents == 4493


def test_neither_the_input_nor_its_texts_are_needed(tmp_path: Path) -> None:
    source, path = tmp_path / "a.jsonl", tmp_path / "deep" / "index"
    source.write_text(json.dumps({"id": "a", "text": f"Zanzibar {SIX}"}) + "\n")
    made = build_index(path, source)
    source.unlink()
    (match,) = ss.find({"b": f"zanzibar, {SIX}!"}, against=str(path))
    assert (match.left, match.relation, made.documents) == ("a", "exact", 1)
    assert not any(b"anzibar" in content for content in files(path).values())
    shutil.move(path, tmp_path / "elsewhere")
    assert len(ss.find({"b": SIX}, against=tmp_path / "elsewhere")) == 1


def test_an_index_of_nothing_takes_documents(tmp_path: Path) -> None:
    assert build_index(tmp_path / "index", {}).documents == 0
    assert len(ss.find(LETTERS, against=tmp_path / "index")) == 0
    assert add_to_index(tmp_path / "index", LETTERS) == 5
    assert [match.left for match in ss.find({"x": SIX}, against=tmp_path / "index")] == ["a", "x"]
