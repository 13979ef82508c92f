"""Passages planted in generated texts are found with their counts, places and texts."""

from __future__ import annotations

from random import Random

import pytest

import samesame as ss
from samesame.errors import ParameterError


def sentence(random: Random, words: int) -> str:
    """Words that no other sentence has."""
    return " ".join(f"w{random.randrange(10**12)}" for _ in range(words)).capitalize() + "."


def planted(
    random: Random, passages: list[str], copies: int, documents: int
) -> tuple[dict[str, str], dict[str, list[tuple[str, int, int]]]]:
    """Documents of unique sentences, with each passage in some of them; and where it stands."""
    texts = {f"d{number:05}": "" for number in range(documents)}
    truth: dict[str, list[tuple[str, int, int]]] = {passage: [] for passage in passages}
    for passage in passages:
        for id_ in random.sample(sorted(texts), copies):
            before = texts[id_] + sentence(random, random.randrange(3, 30)) + "\n"
            texts[id_] = before + passage + "\n"
            truth[passage].append((id_, len(before), len(before) + len(passage)))
    return {id_: text + sentence(random, 5) for id_, text in texts.items()}, truth


@pytest.mark.parametrize("copies", [2, 3, 17])
def test_planted_passages_are_found_with_counts_places_and_texts(copies: int) -> None:
    random = Random(copies)
    passages = [" ".join(sentence(random, 12) for _ in range(random.randrange(1, 6))) for _ in range(20)]
    texts, truth = planted(random, passages, copies, 60)
    found = list(ss.passages(texts))
    assert {passage.text: passage.count for passage in found} == dict.fromkeys(passages, copies)
    for passage in found:
        places = [(place.id, place.start, place.end) for place in passage.places]
        assert places == sorted(truth[passage.text])
        assert passage.words == len(passage.text.split())
        assert not passage.boilerplate or copies >= 10


def test_a_footer_is_one_group_and_boilerplate() -> None:
    random = Random(1)
    footer = "You get this mail because you are on the list of the harbour office. To leave the list, write to us."
    quote = "The council has decided to close the old pier for the whole of the winter, and nobody may fish from it."
    texts = {}
    for number in range(3000):
        body = f"{sentence(random, 15)} {quote}" if number % 500 == 0 else sentence(random, 15)
        texts[f"m{number:04}"] = f"{body} {sentence(random, 40)}\n--\n{footer}\n"
    first, second = ss.passages(texts)
    assert (first.text, first.count, first.boilerplate) == (footer, 3000, True)
    assert (second.text, second.count, second.boilerplate) == (quote, 6, False)
    assert [place.id for place in first.places] == sorted(texts)
    assert all(texts[place.id][place.start : place.end] == footer for place in first.places)


def test_a_text_copied_whole_is_no_boilerplate() -> None:
    letter = "Dear sirs, we ask you to keep the library of our small town open on Sundays, as it was last year."
    (found,) = ss.passages({f"l{number}": letter for number in range(30)})
    assert (found.count, found.boilerplate) == (30, False)


def test_a_passage_inside_a_longer_one_is_told_only_where_it_stands_alone() -> None:
    quote = "the pier is closed for the whole of the winter and nobody may fish"
    article = f"alpha beta gamma delta {quote} epsilon zeta eta theta"
    texts = {"a": f"one {article} two", "b": f"three {article} four"}
    assert [passage.text for passage in ss.passages(texts)] == [article]
    texts["c"] = f"five {quote} six"
    found = {passage.text: [place.id for place in passage.places] for passage in ss.passages(texts)}
    assert found == {quote: ["a", "b", "c"], article: ["a", "b"]}


def test_a_passage_may_stand_several_times_in_one_document() -> None:
    line = "one two three four five six seven eight nine ten eleven twelve"
    (found,) = ss.passages({"a": f"{line} x {line} y {line}"})
    assert (found.count, [place.id for place in found.places]) == (3, ["a"] * 3)


@pytest.mark.parametrize("text", ["", "?", "word " * 10_000, "0 1 " * 5_000, "🙂" * 100, "\u0301" * 50, "a b c"])
def test_texts_without_passages_are_no_trouble(text: str) -> None:
    assert len(ss.passages({"a": text})) == 0
    found = list(ss.passages({"a": text, "b": text}))
    assert len(found) <= 1


def test_chinese_is_located_by_characters() -> None:
    law = "为了保护海洋环境，防止污染损害，制定本法。"
    (found,) = ss.passages({"a": f"第一条 {law}", "b": f"总则：{law}第二条"}, min_words=8)
    assert found.text == law
    assert [(place.id, place.start) for place in found.places] == [("a", 4), ("b", 3)]


@pytest.mark.parametrize("name", ["min_words", "min_sentences", "min_count", "boilerplate"])
def test_wrong_numbers_are_refused_by_name(name: str) -> None:
    with pytest.raises(ParameterError, match=f"{name}: expected a whole number from"):
        ss.passages({"a": "x"}, **{name: 0})  # type: ignore[arg-type]


def test_results_are_tables() -> None:
    texts = {"a": "one two three four", "b": "zero one two three four"}
    found = ss.passages(texts, min_words=3)
    assert found.to_arrow().column_names == ["passage", "text", "words", "count", "boilerplate", "places"]
    assert found.to_pandas()["count"].tolist() == [2]
    assert found.to_polars()["words"].to_list() == [4]
