"""spotsigs against brute force, straight from its definition."""

from __future__ import annotations

from collections.abc import Hashable

from hypothesis import given, settings
from hypothesis import strategies as st

from samesame.segment.words import stop_words

from .brute import Corpus, Features, brute, by_measure, found, signed, word_tuple
from .corpora import nasty_texts
from .prepared import CONTENT, named, thresholds

ANTECEDENTS = (
    "a an the that this in of to be is are was were will would shall should can could has have had do did does done"
)
SPOTTED = [*CONTENT[:6], "the", "of", "is", "that", "did", "of", "the", "by"]


def spots(text: str, antecedents: str, distance: int, chain: int, minimum: int) -> Features:
    """At each antecedent the next `chain` content words, each the `distance`-th from the one before."""
    all_words, stops = word_tuple(text), stop_words("en")
    signatures: list[Hashable] = []
    for at, word in enumerate(all_words):
        if word in antecedents.split():
            content = [after for after in all_words[at + 1 :] if after not in stops]
            links = content[distance - 1 :: distance][:chain]
            if len(links) == chain:
                signatures.append((word, distance, *links))
    return frozenset(signatures if len(signatures) >= minimum else [])


@settings(max_examples=120)
@given(nasty_texts(SPOTTED, 22).map(named), st.one_of(st.none(), thresholds))
def test_spotsigs_compares_chains_after_common_words(corpus: Corpus, threshold: float | None) -> None:
    texts = signed(corpus, lambda text: spots(text, ANTECEDENTS, 1, 2, 4))
    given_ = {} if threshold is None else {"threshold": threshold}
    told = found(corpus, method="spotsigs", all_pairs=True, **given_)
    assert told == brute(texts, by_measure("jaccard", threshold or 0.8))


@settings(max_examples=100)
@given(
    nasty_texts(SPOTTED, 22).map(named),
    st.sampled_from([(1, 1), (1, 2), (1, 3), (2, 1), (3, 1)]),
    st.integers(1, 5),
    st.sampled_from(["the of", "ferry the", "is by"]),
    st.sampled_from(["xxh3", "sha1"]),
)
def test_spotsigs_with_other_chains(
    corpus: Corpus, shape: tuple[int, int], minimum: int, antecedents: str, hash_: str
) -> None:
    distance, chain = shape
    texts = signed(corpus, lambda text: spots(text, antecedents, distance, chain, minimum))
    options = {"distance": distance, "chain": chain, "minimum": minimum, "antecedents": antecedents, "hash": hash_}
    told = found(corpus, method="spotsigs", all_pairs=True, threshold=0.5, **options)
    assert told == brute(texts, by_measure("jaccard", 0.5))
