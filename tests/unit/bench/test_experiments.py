"""The experiments: what is counted, what is planted, and how scores are resampled, beside naive twins."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest

import samesame as ss
from experiments.codet_tests import cut_up, once_each, without_common
from experiments.ddd_sets import KINDS, made
from experiments.ddd_time import clip, grams_of
from experiments.judged import FALSE, TRUE, UNKNOWN, Judged, Scored, direction, sweep
from experiments.natural import enumerate_ids, quoted_share, threads_of
from experiments.pan import Located, Section, located_counts
from experiments.pdc_located import Sentences
from experiments.pdc_sentences import sentence_scores
from experiments.planted import Planted, planted
from experiments.plants import contained, cut_out
from experiments.resample import drawn, f1_draws, interval, weighed
from experiments.tables import load
from samesame.match.sentences import match_sequences, sentence_duplicates
from samesame.sign.sentences import sign_sentences

WORDS = [f"{first}{second}" for first in "bdfgklmnprst" for second in ("arin", "olet", "umba", "ineh", "estor", "ayik")]


def news(count: int, sentences: int = 10) -> list[str]:
    """Texts of which no two share anything."""
    random = Random(5)
    return [
        " ".join(f"{' '.join(random.choices(WORDS, k=9)).capitalize()} n{number}s{s}." for s in range(sentences))
        for number in range(count)
    ]


def pairs(*rows: tuple[int, int, float, float]) -> Scored:
    left, right, one, two = zip(*rows, strict=True)
    return Scored(np.array(left), np.array(right), np.array(one, float), np.array(two, float))


JUDGED = Judged(
    "x", ["a"] * 5, np.array([0, 0, 1, 2, 3]), frozenset({(1, 0), (2, 3)}), frozenset({(4, 0)}), directed=True
)
FOUND = pairs((0, 1, 0.2, 0.9), (2, 3, 0.4, 0.4), (0, 4, 1.0, 1.0), (1, 4, 0.6, 0.1))


def test_a_pair_is_true_false_or_not_judged_whatever_its_order() -> None:
    assert JUDGED.labels(FOUND.left, FOUND.right).tolist() == [TRUE, TRUE, UNKNOWN, FALSE]
    assert JUDGED.labels(FOUND.right, FOUND.left).tolist() == [TRUE, TRUE, UNKNOWN, FALSE]
    sided = Judged("x", ["a"] * 5, JUDGED.groups, JUDGED.truth, sides=np.array([False, False, False, True, True]))
    assert sided.labels(FOUND.left, FOUND.right).tolist() == [UNKNOWN, TRUE, FALSE, FALSE]


def test_scores_at_each_threshold() -> None:
    low, edge, above = sweep(JUDGED, FOUND, [0.1, 0.4, 0.95], strict=True)
    assert low == (2 / 3, 1.0, 0.8)
    assert edge == (0.5, 0.5, 0.5), "two fifths do not exceed two fifths"
    assert above == (0.0, 0.0, 0.0)
    assert sweep(JUDGED, FOUND, [0.4], strict=False) == [low]


def test_the_way_is_right_if_the_contained_document_passes() -> None:
    assert direction(JUDGED, FOUND, 0.5, strict=True) == (1, 1)
    assert direction(JUDGED, pairs((0, 1, 0.9, 0.2), (2, 3, 0.9, 0.9)), 0.5, strict=True) == (2, 1)


def test_resampled_pairs_are_those_of_the_documents_that_were_drawn() -> None:
    groups, counts = np.array([0, 0, 1, 2, 2]), drawn(3, draws=20, seed=3)
    ends = np.array(list(combinations(range(5), 2)))
    told = weighed(groups[ends[:, 0]], groups[ends[:, 1]], counts)
    for draw, total in zip(counts.astype(int), told, strict=True):
        copies = [(number, copy) for number in range(5) for copy in range(draw[groups[number]])]
        naive = sum(
            one[0] < other[0] and (groups[one[0]] != groups[other[0]] or one[1] == other[1])
            for one in copies
            for other in copies
        )
        assert naive == total


def test_f1_of_a_draw_of_everything_once_is_f1() -> None:
    once = np.ones((1, 4))
    assert f1_draws(JUDGED, FOUND, FOUND.score > 0.1, once) == pytest.approx([0.8])
    assert interval(np.linspace(0, 1, 1001)) == pytest.approx((0.025, 0.975))


def test_planted_copies_stand_where_the_truth_says() -> None:
    made = contained("x", news(60), spaced=True, each=10, most=60)
    again = contained("x", news(60), spaced=True, each=10, most=60)
    assert made.judged.texts == again.judged.texts and made.plants == again.plants, "the seed decides"
    assert {plant.kind for plant in made.plants} == {"excerpt", "whole", "part"}
    for plant in made.plants:
        inner, outer = (made.judged.texts[number] for number in plant.pair)
        copied = [" ".join(s.split()) in " ".join(outer.split()) for s in cut_up([inner])[0]]
        if plant.rate == 0:
            assert all(copied) == (plant.kind != "part")
            assert plant.kind != "part" or sum(copied) == max(round(len(copied) * plant.share), 1)
        assert (plant.pair in made.judged.truth) == (plant.kind != "part")
        assert made.judged.groups[plant.pair[0]] == made.judged.groups[plant.pair[1]]


def test_a_passage_is_cut_out_with_its_line_ends() -> None:
    assert cut_out("A b.\nC d. E f.", [(0, 4), (5, 9)]) == [("A b.", "\n"), ("C d.", "")]


@pytest.fixture(scope="module")
def collection() -> Planted:
    return planted("x", news(90), spaced=True, edited=0.3, most=90)


def test_planted_sentences_are_those_of_the_donor(collection: Planted) -> None:
    assert {copied.length for copied in collection.truth} == set(range(1, 9)), "passages of every length"
    cut = sign_sentences(collection.texts, "2-shingles").to_pylist()
    texts = collection.texts.to_pylist()
    same = 0
    for c in collection.truth:
        ends = (c.donor, c.donor_sentence), (c.receiver, c.receiver_sentence)
        one, other = (texts[d][cut[d][s]["start"] : cut[d][s]["end"]].split() for d, s in ends)
        assert (Counter(one) & Counter(other)).total() >= len(one) - 1
        same += one == other
    assert 0.5 < same / len(collection.truth) < 0.9


@pytest.mark.parametrize("tau", [0.3, 0.6, 0.9])
def test_sentence_scores_are_those_of_all_pairs(collection: Planted, tau: float) -> None:
    signed = sign_sentences(collection.texts, "2-shingles")
    sentences = [(d, n, row) for d, rows in enumerate(signed.to_pylist()) for n, row in enumerate(rows)]
    truth = {frozenset(((c.donor, c.donor_sentence), (c.receiver, c.receiver_sentence))) for c in collection.truth}
    true = found = 0
    for (d, n, one), (e, m, other) in combinations(sentences, 2):
        a, b = set(one["signatures"]), set(other["signatures"])
        if d != e and len(a & b) >= tau * len(a | b):
            planted_too = frozenset(((d, n), (e, m))) in truth
            true += planted_too
            found += planted_too or one["key"] != other["key"]
    told = sentence_scores(collection, signed, tau)
    assert told["precision"] == pytest.approx(true / found) and told["recall"] == pytest.approx(true / len(truth))


def test_located_cells_are_the_sentences_of_diagonals(collection: Planted) -> None:
    steps = sentence_duplicates(sign_sentences(collection.texts, "4-shingles"), tau=0.9)
    diagonals = match_sequences(*steps, gamma=2)
    sentences = Sentences(collection)
    cells = sentences.cells(diagonals)
    naive = [
        (
            sentences.offsets[row["left"]] + row["left_start"] + step,
            sentences.offsets[row["right"]] + row["right_start"] + step,
        )
        for row in diagonals.to_pylist()
        for step in range(row["length"])
    ]
    assert naive and list(zip(cells.left.tolist(), cells.right.tolist(), strict=True)) == naive


def test_located_characters_beside_sets_of_them() -> None:
    random = Random(2)

    def some(count: int) -> list[Located]:
        starts = [(random.randrange(90), random.randrange(90)) for _ in range(count)]
        return [Located(random.choice("ab"), s, s + random.randrange(1, 20), "c", t, t + 9) for s, t in starts]

    section = Section(pairs={("a", "c"), ("b", "c")}, truth=some(12))
    found = [Located(*one[3:], *one[:3]) if random.random() < 0.5 else one for one in some(12)]

    def characters(located: list[Located]) -> set[tuple[str, str, int]]:
        turned = [one if one.source == "c" else Located(*one[3:], *one[:3]) for one in located]
        left = {(p.suspicious, "left", place) for p in turned for place in range(p.start, p.end)}
        return left | {(p.suspicious, "right", place) for p in turned for place in range(p.source_start, p.source_end)}

    told, true = characters(found), characters(section.truth)
    _, counts = located_counts(found, section)
    assert counts.sum(axis=0).tolist() == [len(told & true), len(told), len(true)]


def test_quoted_lines_and_threads() -> None:
    assert quoted_share("One line.\nTwo\n", "> one line\n\nYes.\n>> Two") == 1.0
    assert quoted_share("One line.\nTwo\n", "one line") == 0.0 == quoted_share("", "> a")
    mails: dict[str, dict[str, str | None]] = {
        "1": {"in_reply_to": None, "subject": "Ferry"},
        "2": {"in_reply_to": "1", "subject": "other"},
        "3": {"in_reply_to": None, "subject": "Re: [R] ferry"},
        "4": {"in_reply_to": "0", "subject": None},
    }
    found = threads_of(mails)
    assert found["1"] == found["2"] == found["3"] != found["4"]


def test_sentences_that_are_left_out_to_look_for_a_cause() -> None:
    cut = cut_up(["Now. One two. NOW! Three.", "Now. Four."])
    assert once_each(cut)[0] == ["NOW!", "One two.", "Three."]
    many = [["Everywhere.", f"Here {number}."] for number in range(11)]
    assert without_common(many) == [[own] for _, own in many] and without_common(many[:10]) == many[:10]


def test_a_made_day_has_its_copies_and_what_is_none() -> None:
    texts = news(120)
    day = made("day", texts, most=120)
    (same,) = {made("day", texts, most=120).edits == day.edits}
    assert same
    known = set(" ".join(texts).split())
    assert all(set(text.split()) <= known for text in day.judged.texts), "no invented words"
    assert {edit.kind for edit in day.edits} == {kind for kind, *_ in KINDS}
    assert day.judged.truth == {(edit.item, edit.copy) for edit in day.edits} and len(day.edits) == 47
    for edit in day.edits:
        one, other = (grams_of(day.judged.texts[number], 4) for number in (edit.item, edit.copy))
        assert 0.55 < len(one & other) / max(len(one), len(other)) <= 1, edit
        assert day.judged.groups[edit.copy] == edit.item
    # Items in the channel's frame and follow-ups: no copies, though they share up to half.
    found = ss.find({str(n): text for n, text in enumerate(day.judged.texts)}, method="ddd", threshold=0.35)
    false = {(int(m.left), int(m.right)) for m in found} | {(int(m.right), int(m.left)) for m in found}
    assert len(false - day.judged.truth - {pair[::-1] for pair in day.judged.truth}) > 10


def test_clipping_is_counted_beside_brute_force(tmp_path: Path) -> None:
    day = made("day", news(60), most=60)
    clip([day.judged], tmp_path)
    rows = load(tmp_path / "clip.csv")
    told = ss.find(dict(enumerate_ids(day.judged.texts)), method="ddd")
    assert rows[0]["matches"] == rows[0]["told"] == len(told) > 0
    assert all(row["told"] <= row["matches"] for row in rows)
