"""The generator of letter campaigns: the mix, the truth by the naive twin of edit classes, and places."""

from __future__ import annotations

from collections import Counter
from itertools import count
from random import Random

import pytest

import samesame as ss
from experiments.durian_links import drawn, links
from experiments.durian_sets import Collection, bodies
from generator.campaign_edits import EDITS, SINGLETON, Body, Copy, edited, size_of, words_in
from generator.campaigns import Options, campaigns, items, unlike
from tests.properties.letters_edited import naive, words_of

STEMS = [f"{first}{second}" for first in "bdfgklmnprst" for second in ("arin", "olet", "umba", "ineh", "estor", "ayik")]
SMALL = Options(campaigns=6, small=1, twins=1, edited=200, seed=3)


def letter(random: Random, number: int, paragraphs: int) -> Body:
    """Sentences of six to nine words; each paragraph has words that no other letter has."""

    def sentence() -> str:
        return f"{' '.join(random.choices(STEMS, k=random.randrange(5, 9))).capitalize()} n{number}x{next(numbers)}."

    numbers = count()
    return [[w for _ in range(random.randrange(3, 5)) for w in sentence().split()] for _ in range(paragraphs)]


def pool(seed: int = 1) -> list[Body]:
    random = Random(seed)
    return [letter(random, n, 1 if n % 3 else random.randrange(3, 5)) for n in range(120)]


@pytest.fixture(scope="module")
def collection() -> Collection:
    return Collection("test", items(pool(), SMALL))


def shown(body: Body) -> str:
    return "\n\n".join(" ".join(paragraph) for paragraph in body)


def written(copy: Copy) -> str:
    return shown([[word for word, _ in paragraph] for paragraph in copy])


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("edit", EDITS)
def test_each_edit_is_what_it_is_called(edit: str, hard: bool) -> None:
    random = Random(7)
    texts = [body for body in pool(2) if len(body) == 3]
    donors = [paragraph for body in pool(4) for paragraph in body]
    for body in texts[:3]:
        turn = lambda: random.choice(donors)  # noqa: E731
        copy, how = edited(random, edit, body, turn, hard=hard, keep=frozenset({0}), lent=texts[-1] if hard else None)
        told = naive(shown(body), written(copy))
        assert told.edit == (None if edit == SINGLETON else edit), written(copy)
        own = [own for paragraph in copy for word, own in paragraph for _ in words_of(word)[0]]
        if edit not in ("bag_of_words", SINGLETON):
            # Of words that stand there several times, another one may be the one that was added.
            differ = {i for i, mine in enumerate(own) if mine} ^ told.own
            assert len(differ) <= (4 if hard else 0)
        assert how == "easy" or hard or edit == SINGLETON


def test_the_mix_is_that_of_the_paper(collection: Collection) -> None:
    edits = Counter(item.edit for item in collection.items if item.edit != "exact")
    whole = sum(edits.values())
    assert edits["block_added"] + edits["key_block"] > whole / 2 and edits["minor_change"] > whole / 5
    assert 0.08 < edits["singleton"] / whole < 0.12 and set(edits) == set(EDITS) - {"exact"}
    exact = Counter(item.cluster for item in collection.items if item.edit == "exact")
    assert len(exact) == 6 and min(exact.values()) > 5
    assert {"easy", "small", "shared", "quoting", "rewritten"} == {item.part for item in collection.items}


def test_what_writers_added_stands_where_it_is_said_to(collection: Collection) -> None:
    references = {name: collection.items[number] for name, number in collection.references.items()}
    looked = 0
    for item in collection.items:
        assert all(a < b for a, b in item.own) and item.own == tuple(sorted(item.own))
        if item.edit == "block_added" and item.part == "easy":
            own = words_in([one.split() for one in (item.text[a:b] for a, b in item.own)])
            reference = words_in([ss.letter(references[item.cluster].text).main_text.split()])
            assert own and set(own).isdisjoint(word for word in reference if "x" in word and word.startswith("n"))
            looked += 1
        if item.edit == "exact":
            assert not item.own
    assert looked > 20


def test_the_same_seed_gives_the_same_letters(collection: Collection) -> None:
    assert items(pool(), SMALL) == collection.items
    assert items(pool(), Options(campaigns=6, small=1, edited=200, seed=4)) != collection.items
    with pytest.raises(ValueError, match="needs more texts"):
        campaigns(Random(1), pool()[:5], SMALL)


def test_texts_that_share_a_run_of_words_are_left_out() -> None:
    one = [["a", "b", "c", "d", "e", "f", "g"]]
    alike = [["x", "B,", "c", "d", "e", "f", "g."]]
    assert list(unlike([one, alike, [["a", "b", "c", "d", "e", "x"]]], 9)) == [one, [["a", "b", "c", "d", "e", "x"]]]
    assert list(unlike([one, [["q"]], alike], 1)) == [one]
    assert list(bodies(["Dear all,\n\nOne two\nthree.\n\nFour.\n\nSincerely,\nAnn Lee", " "])) == [
        [["One", "two", "three."], ["Four."]]
    ]
    assert size_of(["a-b", "--", "c"]) == 3


def test_the_truth_agrees_with_itself_and_links_with_the_truth(collection: Collection) -> None:
    result = ss.evaluate(collection.truth, truth=collection.truth)
    assert result.ac1 == result.macro_ac1 == result.all.f1 == result.singleton.f1 == 1
    clusters = {item.id: item.cluster for item in collection.items}
    known = links(collection)
    must = [link for link in known if link[2] == "must"]
    wrong = [link for link in must if clusters[link[0]] != clusters[link[1]]]
    # A letter that quotes a paragraph of another one is linked with both.
    assert len(must) > 150 and len(wrong) < len(must) / 10
    few = drawn(known, ("must", "cannot"), 20, seed=1)
    assert (
        len(few) == 20
        and {kind for *_, kind in few} <= {"must", "cannot"}
        and few == drawn(known, ("must", "cannot"), 20, seed=1)
    )
