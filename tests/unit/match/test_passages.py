"""Passages planted in generated texts are found with their counts, places and texts."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import samesame as ss
from samesame.errors import InputError, ParameterError
from samesame.report.overflow import Overflow


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


def footed(random: Random, documents: int) -> dict[str, str]:
    """Documents with words of their own and one footer; before it half of them have the same words by chance."""
    footer = "You get this mail because you are on the list of the harbour office. To leave the list, write to us."
    words = [f"word{number}" for number in range(50)]
    chance = [" ".join(random.choices(words, k=random.choice([0, 0, 1, 2]))) for _ in range(documents)]
    return {f"m{number:05}": f"{sentence(random, 20)} {before} {footer}" for number, before in enumerate(chance)}


@pytest.mark.parametrize("engine", ["local", ss.Steps(partitions=2, processes=False)])
def test_words_before_a_footer_by_chance_make_no_passages_of_their_own(engine: str | ss.Steps) -> None:
    (found,) = ss.passages(footed(Random(4), 2_000), engine=engine)
    assert (found.words, found.count) == (21, 2_000)


def test_a_passage_that_adds_four_words_to_a_footer_is_told() -> None:
    random = Random(5)
    footer = "to leave the list of the small harbour office write one word to us"
    for added, told in (("dear", 1), ("dear all of you", 2), ("all of you", 1)):
        texts = {f"m{number:02}": f"{sentence(random, 9)} {footer} {sentence(random, 9)}" for number in range(28)}
        texts |= {f"n{number}": f"{sentence(random, 9)} {added} {footer} {sentence(random, 9)}" for number in range(2)}
        assert len(ss.passages(texts)) == told
        # On both sides together.
        first, *rest = added.split()
        texts |= {f"n{number}": f"x{number} {first} {footer} {' '.join(rest)} y{number}" for number in range(2)}
        assert len(ss.passages(texts)) == told


def test_a_passage_that_a_tenth_of_the_places_has_is_told_from_there_on() -> None:
    random = Random(6)
    footer = "to leave the list of the small harbour office write one word to us"
    for copies, told in ((2, 1), (3, 2)):
        texts = {f"m{number:02}": f"{sentence(random, 9)} {footer}" for number in range(29 - copies)}
        texts |= {f"n{number}": f"{sentence(random, 9)} dear {footer}" for number in range(copies)}
        assert [passage.count for passage in ss.passages(texts)] == [29, copies][:told]


def test_only_passages_that_are_told_keep_others_from_being_told() -> None:
    """600, 60 and 6 places, each two words longer: the longest adds four words to the one that is told."""
    random = Random(7)
    footer = "to leave the list of the small harbour office write one word to us"
    before = ["", "my dear ", "all of my dear "]
    counts = [540, 54, 6]
    texts = {
        f"m{kind}-{number}": f"{sentence(random, 5)} {before[kind]}{footer}"
        for kind in range(3)
        for number in range(counts[kind])
    }
    assert [(passage.count, passage.words) for passage in ss.passages(texts)] == [(600, 14), (6, 18)]


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
@pytest.mark.parametrize("value", [0, 1 << 32, 1 << 63, 10**400])
def test_wrong_numbers_are_refused_by_name(name: str, value: int) -> None:
    with pytest.raises(ParameterError, match=f"{name}: expected a whole number from"):
        ss.passages({"a": "x"}, **{name: value})  # type: ignore[arg-type]


def test_results_are_tables() -> None:
    texts = {"a": "one two three four", "b": "zero one two three four"}
    found = ss.passages(texts, min_words=3)
    assert found.to_arrow().column_names == ["passage", "text", "words", "count", "boilerplate", "places"]
    assert found.to_pandas()["count"].tolist() == [2]
    assert found.to_polars()["words"].to_list() == [4]


def thread(random: Random, mails: int) -> dict[str, str]:
    """Mails of which each quotes the one before it, in threads of twenty; all have the same footer."""
    texts, quoted = {}, ""
    for number in range(mails):
        quoted = sentence(random, 14) + "\n> " + (quoted if number % 20 else "")
        texts[f"m{number:05}"] = f"{quoted}\n--\nYou get this mail as one of the list of the small harbour office."
    return texts


def test_every_limit_gives_the_same_bytes(tmp_path: Path) -> None:
    texts = thread(Random(7), 2_000)
    written = {}
    for memory in ("0", "256KiB", "4MiB", "2GiB"):
        found = ss.passages(texts, memory=memory, min_words=8)
        found.write(tmp_path / f"{memory}.jsonl")
        written[memory] = (tmp_path / f"{memory}.jsonl").read_bytes()
        assert isinstance(found._table, Overflow) and found._table.on_disk == (memory != "2GiB")
        assert (found.places, len(found)) == (sum(found.to_arrow()["count"].to_pylist()), found.to_arrow().num_rows)
    assert len(set(written.values())) == 1
    assert len(written["0"]) > 4 << 20


def test_what_cannot_be_held_is_refused_with_what_it_needs() -> None:
    random = Random(3)
    blocks = [sentence(random, 3) for _ in range(2_000)]
    texts = {f"d{number}": " ".join(random.choices(blocks, k=700)) for number in range(800)}
    with pytest.raises(InputError, match=r"give --memory \d+MiB, or look for longer passages") as refused:
        ss.passages(texts, min_words=3, memory="1MiB")
    enough = re.search(r"--memory (\d+MiB)", str(refused.value))
    assert enough is not None
    assert ss.passages(texts, min_words=3, min_count=100, memory=enough[1]).places > 100_000


COPIES = """
import json, random, sys
from pathlib import Path
import samesame as ss
draw, path, count = random.Random(1), Path(sys.argv[1]), int(sys.argv[2])
texts = [" ".join(str(draw.randrange(10**7)) for _ in range(500)) for _ in range(count)]
with path.open("w") as file:
    for number, text in enumerate(texts * 2):
        file.write(json.dumps({"id": number, "text": text}) + "\\n")
del texts
ss.passages(path, memory="4MiB", threads=1)
"""


def test_memory_does_not_grow_with_copied_text(measured: Callable[..., Any], tmp_path: Path) -> None:
    def peak(count: int) -> int:
        done = measured(sys.executable, "-c", COPIES, tmp_path / "copies.jsonl", str(count))
        assert done.returncode == 0, done.stderr
        return int(done.peak) >> 20

    # 12 and 36 MB of text, all of it twice. Reading takes some 50 MB more for the larger one; what is repeated would
    # take another 80 MB, if it were held.
    small, large = peak(1_500), peak(4_500)
    assert large - small < 90, (small, large)
