"""ddd against brute force, straight from its definition."""

from __future__ import annotations

import unicodedata
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss

from .brute import THRESHOLDS, Corpus
from .corpora import named, nasty_texts

# left, right, relation, score
Told = tuple[str, str, str, float]
# Pieces of two scripts with capitals, punctuation, combining marks and numbers.
PIECES = ["ab", "Ab", "AB", "b a", "ba.", "…", " ", "é", "e\u0301", "ß", "12", "北京", "का", "-", "ababab"]


def letters(text: str, fold: bool) -> str:
    """Letters, marks and numbers of the normal form."""
    normal = unicodedata.normalize("NFKC", text)
    normal = unicodedata.normalize("NFKC", normal.casefold()) if fold else normal
    return "".join(c for c in normal if unicodedata.category(c)[0] in "LMN")


def grams(form: str, q: int) -> set[str]:
    """The set of q-grams; of a shorter text one, all of it."""
    return {form[at : at + q] for at in range(max(1, len(form) - q + 1))} if form else set()


def brute(corpus: Corpus, q: int, threshold: float, fold: bool) -> list[Told]:
    """All pairs, from the definitions."""
    rows: list[Told] = []
    forms = {id_: letters(text, fold) for id_, text in corpus.items()}
    for left, right in combinations(sorted(forms), 2):
        a, b = grams(forms[left], q), grams(forms[right], q)
        score = len(a & b) / max(len(a), len(b)) if a and b else 0.0
        if forms[left] and forms[left] == forms[right]:
            rows.append((left, right, "exact", 1.0))
        elif score >= threshold:
            rows.append((left, right, "near", score))
    return rows


def found(corpus: Corpus, **options: object) -> list[Told]:
    matches = ss.find(corpus, method="ddd", all_pairs=True, **options)  # type: ignore[arg-type]
    assert all(match.left_score == match.right_score for match in matches)
    return [(match.left, match.right, match.relation, match.left_score) for match in matches]


texts = st.one_of(
    nasty_texts(), st.lists(st.lists(st.sampled_from(PIECES), max_size=8).map("".join), min_size=2, max_size=10)
)


@settings(max_examples=200)
@given(
    texts.map(named), st.integers(1, 6), st.sampled_from(THRESHOLDS), st.booleans(), st.sampled_from(["xxh3", "sha1"])
)
def test_ddd_finds_exactly_the_pairs_of_its_definition(
    corpus: Corpus, q: int, threshold: float, fold: bool, hash_: str
) -> None:
    options = {"q": q, "threshold": threshold, "fold": fold, "hash": hash_}
    assert found(corpus, **options) == brute(corpus, q, threshold, fold)


def test_the_same_grams_do_not_make_the_same_text() -> None:
    corpus = {"a": "abababab", "b": "ababababab", "c": "ab ab, abab!", "d": "ABABABAB"}
    assert found(corpus) == [("a", "b", "near", 1.0), ("a", "c", "exact", 1.0), ("b", "c", "near", 1.0)]
    assert ("a", "d", "exact", 1.0) in found(corpus, fold=True)


def test_a_text_shorter_than_q_is_one_feature_and_one_without_letters_none() -> None:
    assert found({"a": "abc", "b": "a-b-c", "c": "abcd", "d": "ab", "e": "?!", "f": "…"}) == [("a", "b", "exact", 1.0)]


def test_the_defaults_are_the_papers() -> None:
    assert ss.Ddd().to_dict() | {"threshold": 0.8, "q": 4, "fold": False} == ss.Ddd().to_dict()
