"""The comparators against brute force, straight from their definitions."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Hashable
from random import Random
from typing import Any

import pyarrow as pa
import pytest
import xxhash
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame import _core
from samesame.segment.words import WordOptions, stop_words, words

from .test_overlap import (
    Corpus,
    Features,
    Judge,
    Row,
    Text,
    across,
    brute,
    by_measure,
    found,
    nasty_texts,
    runs,
    shingles,
    signed,
    word_tuple,
)

CODET: dict[str, Any] = {"preset": "codet"}
DURIAN: dict[str, Any] = {"preset": "durian"}
# Words that meet after truncation, and stop words among them.
CONTENT = ["harbour", "harbours", "island", "islands", "ferry", "ferries", "morning", "letter", "winter", "sailor"]
PROSE = [*CONTENT, "the", "of", "and", "is"]
THRESHOLDS = [0.3, 0.6, 0.8, 1.0]
thresholds = st.sampled_from(THRESHOLDS)
presets = st.sampled_from([CODET, DURIAN])


def named(texts: list[str]) -> Corpus:
    return {f"d{(i * 7) % 11:02}": text for i, text in enumerate(texts)}


def one_text_for_the_same_words(corpus: Corpus) -> Corpus:
    """Where languages are detected, the same words may be of different languages, told by their punctuation."""
    return {id_: text for id_, text in corpus.items() if text == " ".join(word_tuple(text))}


corpora = nasty_texts(PROSE, 14).map(named)
languages = st.sampled_from(["en", "en", "auto", "tr"])


def prepared(language: str) -> WordOptions:
    return WordOptions(language=language, stop=True, stem="first5")


def with_language(corpus: Corpus, language: str) -> Corpus:
    return one_text_for_the_same_words(corpus) if language == "auto" else corpus


# --- ffp and dsc ---


@settings(max_examples=120)
@given(corpora, presets, st.one_of(st.none(), thresholds), languages)
def test_ffp_compares_all_prepared_shingles(
    corpus: Corpus, preset: dict[str, Any], threshold: float | None, language: str
) -> None:
    corpus = with_language(corpus, language)
    size, default = {"codet": (4, 0.6), "durian": (3, 0.8)}[preset["preset"]]
    options = prepared(language)
    texts = signed(corpus, lambda text: shingles(word_tuple(text, options), size), WordOptions(language=language))
    given_ = {} if threshold is None else {"threshold": threshold}
    told = found(corpus, method="ffp", all_pairs=True, language=language, **preset, **given_)
    assert told == brute(texts, by_measure("coverage", threshold or default))


@settings(max_examples=60)
@given(corpora, st.booleans(), st.sampled_from(["none", "snowball"]), st.sampled_from(["xxh3", "sha1"]))
def test_ffp_takes_other_preparations(corpus: Corpus, stop: bool, stem: Any, hash_: str) -> None:
    options = WordOptions(language="en", stop=stop, stem=stem)
    texts = signed(corpus, lambda text: shingles(word_tuple(text, options), 4))
    told = found(corpus, method="ffp", all_pairs=True, language="en", stop=stop, stem=stem, hash=hash_)
    assert told == brute(texts, by_measure("coverage", 0.6))


@settings(max_examples=120)
@given(corpora, presets, st.one_of(st.none(), thresholds), languages)
def test_dsc_compares_every_nth_shingle(
    corpus: Corpus, preset: dict[str, Any], threshold: float | None, language: str
) -> None:
    corpus = with_language(corpus, language)
    size, step, default = {"codet": (4, 3, 0.6), "durian": (3, 5, 0.8)}[preset["preset"]]
    options = prepared(language)
    every_nth = {text: frozenset(runs(word_tuple(text, options), size)[::step]) for text in corpus.values()}
    texts = signed(corpus, every_nth.__getitem__, WordOptions(language=language))
    given_ = {} if threshold is None else {"threshold": threshold}
    told = found(corpus, method="dsc", all_pairs=True, language=language, **preset, **given_)
    assert told == brute(texts, by_measure("coverage", threshold or default))


def hashed(text: str, options: WordOptions, **selection: Any) -> list[int]:
    array = pa.array([text], pa.large_string())
    table = _core.shingle_features(array, options.key(), size=3, unit="word", threads=1, **selection)
    return [int(value) for value in table[0].as_py()]


@settings(max_examples=100)
@given(corpora, st.sampled_from([1, 2, 3, 5]), thresholds, st.sampled_from(["xxh3", "sha1"]))
def test_dsc_by_hash_compares_the_shingles_whose_hash_is_a_multiple(
    corpus: Corpus, step: int, threshold: float, hash_: str
) -> None:
    options = prepared("en")
    sampled = {
        text: hashed(text, options, select="mod", step=step, hash=hash_) for text in {*corpus.values(), "one more text"}
    }
    for text, kept in sampled.items():
        everything = hashed(text, options, select="all", step=1, hash=hash_)
        assert len(set(everything)) == len(shingles(word_tuple(text, options), 3))
        assert kept == [value for value in everything if value % step == 0]
    texts = signed(corpus, lambda text: frozenset(sampled[text]))
    told = found(
        corpus,
        method="dsc",
        all_pairs=True,
        select="mod",
        size=3,
        step=step,
        threshold=threshold,
        hash=hash_,
        language="en",
    )
    assert told == brute(texts, by_measure("coverage", threshold))


# --- imatch and simhash ---


def ranked(text: str, options: WordOptions, statistics: ss.Statistics) -> list[str]:
    """The different words, highest idf first, ties by the word."""
    return sorted(set(word_tuple(text, options)), key=lambda word: (-statistics.idf(word), word))


def imatch_sign(options: WordOptions, statistics: ss.Statistics, skip: int, take: int) -> Callable[[str], Features]:
    def sign(text: str) -> Features:
        chosen = ranked(text, options, statistics)[skip : skip + take]
        return frozenset([tuple(sorted(chosen))] if chosen else [])

    return sign


@settings(max_examples=120)
@given(corpora, st.one_of(presets, st.tuples(st.integers(0, 3), st.integers(1, 4))), languages)
def test_imatch_pairs_have_the_same_words_of_high_idf(corpus: Corpus, wish: Any, language: str) -> None:
    corpus = with_language(corpus, language)
    if isinstance(wish, dict):
        skip, take = {"codet": (2, 10), "durian": (5, 30)}[wish["preset"]]
    else:
        skip, take = wish
        wish = {"skip": skip, "take": take}
    options = prepared(language)
    statistics = ss.Statistics.count(corpus, options=options)
    texts = signed(corpus, imatch_sign(options, statistics, skip, take), WordOptions(language=language))
    everything = brute(texts, by_measure("coverage", 1.0), same="near")
    assert {row[3:5] for row in everything} <= {(1.0, 1.0)}
    told = found(corpus, method="imatch", all_pairs=True, language=language, **wish)
    assert told == everything


def bits_of(word: str, bits: int, hash_: str) -> int:
    data = word.encode()
    digest = xxhash.xxh3_64_digest(data) if hash_ == "xxh3" else hashlib.sha1(data).digest()
    return int.from_bytes(digest[: bits // 8], "big")


def simhash_sign(
    options: WordOptions, statistics: ss.Statistics, skip: int, bits: int, hash_: str
) -> Callable[[str], Features]:
    """The bits that weigh more set than not, as a set of one number; weights are whole numbers, idf in 2^20ths."""

    def sign(text: str) -> Features:
        votes = {word: round(statistics.idf(word) * 2**20) for word in ranked(text, options, statistics)[skip:]}
        hashes = {word: bits_of(word, bits, hash_) for word in votes}
        value = 0
        for bit in range(bits):
            weight = sum(vote if hashes[word] >> bit & 1 else -vote for word, vote in votes.items())
            value |= (weight > 0) << bit
        return frozenset([value] if votes else [])

    return sign


def number(features: Features) -> int:
    (value,) = features
    assert isinstance(value, int)
    return value


def by_distance(threshold: int, bits: int) -> Judge:
    def judge(a: Text, b: Text) -> tuple[float, float, bool, bool]:
        distance = (number(a.features) ^ number(b.features)).bit_count()
        score = 1 - distance / bits
        return score, score, distance < threshold, distance < threshold

    return judge


@settings(max_examples=150)
@given(corpora, st.sampled_from([None, 1, 3, 8, 17, 33, 64]), st.sampled_from([0, 2]), languages)
def test_simhash_pairs_differ_in_fewer_bits(corpus: Corpus, threshold: int | None, skip: int, language: str) -> None:
    corpus = with_language(corpus, language)
    options = prepared(language)
    statistics = ss.Statistics.count(corpus, options=options)
    texts = signed(corpus, simhash_sign(options, statistics, skip, 64, "xxh3"), WordOptions(language=language))
    wish: dict[str, Any] = {"skip": skip, "threshold": threshold} if threshold else CODET if skip == 2 else {"skip": 0}
    told = found(corpus, method="simhash", all_pairs=True, language=language, **wish)
    assert told == brute(texts, by_distance(threshold or 3, 64), same="near")


@settings(max_examples=40)
@given(corpora, st.sampled_from([(64, 9), (160, 3), (160, 25), (160, 160)]))
def test_simhash_by_sha1(corpus: Corpus, wish: tuple[int, int]) -> None:
    bits, threshold = wish
    options = prepared("en")
    statistics = ss.Statistics.count(corpus, options=options)
    texts = signed(corpus, simhash_sign(options, statistics, 2, bits, "sha1"))
    told = found(
        corpus, method="simhash", all_pairs=True, language="en", bits=bits, threshold=threshold, hash="sha1", skip=2
    )
    assert told == brute(texts, by_distance(threshold, bits), same="near")


@settings(max_examples=60)
@given(corpora, nasty_texts(PROSE, 14))
def test_statistics_of_another_collection_are_used_when_given(corpus: Corpus, reference: list[str]) -> None:
    options = prepared("en")
    statistics = ss.Statistics.count([*reference, "harbour", "ferry harbour"], options=options)
    sign = imatch_sign(options, statistics, 2, 3)
    told = found(corpus, method="imatch", all_pairs=True, language="en", stats=statistics, skip=2, take=3)
    assert told == brute(signed(corpus, sign), by_measure("coverage", 1.0), same="near")
    sign = simhash_sign(options, statistics, 2, 64, "xxh3")
    told = found(corpus, method="simhash", all_pairs=True, language="en", stats=statistics, threshold=12)
    assert told == brute(signed(corpus, sign), by_distance(12, 64), same="near")


def test_statistics_of_words_prepared_otherwise_are_refused() -> None:
    with pytest.raises(ss.StatisticsMismatch, match="count them alike"):
        ss.find(["one"], method="imatch", stats=ss.Statistics.count(["one"]))


# --- spotsigs ---

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


# --- minhash ---


def five(corpus: Corpus, threshold: float, size: int = 5) -> list[Row]:
    return brute(signed(corpus, lambda text: shingles(word_tuple(text), size)), by_measure("jaccard", threshold))


@settings(max_examples=60)
@given(nasty_texts().map(named), st.one_of(st.none(), thresholds))
def test_minhash_tells_only_what_passes_and_all_exact_copies(corpus: Corpus, threshold: float | None) -> None:
    everything = five(corpus, threshold or 0.8)
    given_ = {} if threshold is None else {"threshold": threshold}
    told = found(corpus, method="minhash", all_pairs=True, **given_)
    assert set(told) <= set(everything)
    assert told == sorted(set(told))
    assert {row for row in told if row[2] == "exact"} == {row for row in everything if row[2] == "exact"}


@settings(max_examples=100)
@given(nasty_texts().map(named), thresholds, st.sampled_from([1, 3, 5]), st.integers(0, 3))
def test_minhash_with_bands_of_one_row_finds_all(corpus: Corpus, threshold: float, size: int, seed: int) -> None:
    # A pair at .3 agrees in none of 128 with probability 1e-20.
    options = {"bands": 128, "rows": 1, "permutations": 128, "size": size, "seed": seed}
    assert found(corpus, method="minhash", all_pairs=True, threshold=threshold, **options) == five(
        corpus, threshold, size
    )


NOTE = re.compile(
    r"(\d+) bands of (\d+) rows; a pair exactly at the threshold (\S+) is found with probability (\d\.\d+)"
)


@pytest.mark.parametrize(("bands", "rows"), [(8, 16), (16, 8), (4, 8), (None, None), (32, None), (None, 4)])
def test_minhash_notes_what_its_bands_find_and_finds_that(bands: int | None, rows: int | None) -> None:
    """Of many pairs exactly at the threshold, as many are found as the note says."""
    pairs = 300
    corpus = {}
    for i in range(pairs):
        shared = " ".join(f"s{i}x{j}" for j in range(8))
        corpus[f"{i:03}a"], corpus[f"{i:03}b"] = f"left{i} {shared}", f"{shared} right{i}"
    result = ss.find(corpus, method="minhash", size=1, threshold=0.8, bands=bands, rows=rows)
    match = NOTE.search(result.summary.note or "")
    assert match, result.summary.note
    told_bands, told_rows = int(match[1]), int(match[2])
    assert told_bands == bands or bands is None
    assert told_rows == rows or rows is None
    assert told_bands * told_rows <= 128
    chance = 1 - (1 - 0.8**told_rows) ** told_bands
    assert (float(match[3]), float(match[4])) == (0.8, round(chance, 3))
    assert all(row.left[:3] == row.right[:3] and row.left_score == row.right_score == 0.8 for row in result)
    # Four standard deviations.
    assert len(result) / pairs == pytest.approx(chance, abs=4 * (chance * (1 - chance) / pairs) ** 0.5 + 0.01)


def test_another_seed_finds_other_pairs_and_the_same_seed_the_same() -> None:
    random = Random(5)
    shared = [[f"s{i}x{j}" for j in range(8)] for i in range(100)]
    corpus = {
        f"{i:02}{side}": " ".join([side, *random.sample(words, 8)]) for i, words in enumerate(shared) for side in "ab"
    }
    one, same, other = (
        found(corpus, method="minhash", size=1, bands=8, rows=16, threshold=0.8, seed=seed) for seed in (1, 1, 2)
    )
    assert one == same != other


# --- two sides, and removing, for all of them ---

METHODS: dict[str, tuple[dict[str, Any], Judge, str]] = {
    "ffp": ({"language": "en", "preset": "durian"}, by_measure("coverage", 0.8), "exact"),
    "dsc": ({"language": "en", "step": 2}, by_measure("coverage", 0.6), "exact"),
    "imatch": ({"language": "en", "skip": 1, "take": 4}, by_measure("coverage", 1.0), "near"),
    "simhash": ({"language": "en", "threshold": 14}, by_distance(14, 64), "near"),
    "spotsigs": ({"threshold": 0.5, "minimum": 2}, by_measure("jaccard", 0.5), "exact"),
    "minhash": ({"bands": 128, "rows": 1, "threshold": 0.3}, by_measure("jaccard", 0.3), "exact"),
}


def signer(method: str, statistics: ss.Statistics) -> Callable[[str], Features]:
    options = prepared("en")
    signs: dict[str, Callable[[str], Features]] = {
        "ffp": lambda text: shingles(word_tuple(text, options), 3),
        "dsc": lambda text: frozenset(runs(word_tuple(text, options), 4)[::2]),
        "imatch": imatch_sign(options, statistics, 1, 4),
        "simhash": simhash_sign(options, statistics, 2, 64, "xxh3"),
        "spotsigs": lambda text: spots(text, ANTECEDENTS, 1, 2, 2),
        "minhash": lambda text: shingles(word_tuple(text), 5),
    }
    return signs[method]


def stats_for(method: str, statistics: ss.Statistics) -> dict[str, Any]:
    return {"stats": statistics} if method in ("imatch", "simhash") else {}


mixed = nasty_texts([*PROSE, *SPOTTED], 16)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=40)
@given(texts=mixed, others=mixed)
def test_against_gives_exactly_the_pairs_across(method: str, texts: list[str], others: list[str]) -> None:
    options, judge, same = METHODS[method]
    source = {f"a{i:02}": text for i, text in enumerate(texts)}
    against = {f"b{i:02}": text for i, text in enumerate(others + texts[:2])}
    statistics = ss.Statistics.count(texts, options=prepared("en"))
    sign = signer(method, statistics)
    told = found(source, against=against, all_pairs=True, method=method, **options, **stats_for(method, statistics))
    assert told == across(signed(source, sign), signed(against, sign), judge, same)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=40)
@given(texts=mixed, random=st.randoms(use_true_random=False), threads=st.sampled_from([1, 2, 4]))
def test_the_order_and_the_threads_do_not_matter(method: str, texts: list[str], random: Random, threads: int) -> None:
    options, judge, same = METHODS[method]
    corpus = named(texts)
    statistics = ss.Statistics.count(texts, options=prepared("en"))
    items = list(corpus.items())
    random.shuffle(items)
    told = found(dict(items), method=method, all_pairs=True, threads=threads, **options)
    assert told == brute(signed(corpus, signer(method, statistics)), judge, same)


def preference(corpus: Corpus, id_: str, keep: str) -> tuple[int, str]:
    """Whoever comes first should stay."""
    return {"first": list(corpus).index(id_), "longest": -len(corpus[id_])}.get(keep, 0), id_


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=60)
@given(texts=mixed, keep=st.sampled_from(["earliest", "longest", "first"]))
def test_dedup_lets_go_only_what_passes_and_keeps_no_two_that_pass_both_ways(
    method: str, texts: list[str], keep: Any
) -> None:
    options, judge, same = METHODS[method]
    corpus = named(texts)
    statistics = ss.Statistics.count(texts, options=prepared("en"))
    known = {id_: text for id_, text in signed(corpus, signer(method, statistics)).items() if text.features}
    result = ss.dedup(corpus, method=method, keep=keep, **options)
    stays = {document.id for document in result}
    rows = {row[:2]: row for row in brute(known, judge, same)}
    assert stays | {removal.id for removal in result.removed} == set(corpus)
    ranks = {id_: preference(corpus, id_, keep) for id_ in corpus}
    for removal in result.removed:
        assert removal.kept in stays and removal.id not in stays
        # Where all pass both ways, the preferred one stays.
        assert method in ("ffp", "dsc") or ranks[removal.kept] < ranks[removal.id]
        if removal.id not in known:
            continue
        forward, back = rows.get((removal.id, removal.kept)), rows.get((removal.kept, removal.id))
        if forward is None:
            # Not the other way round: what is contained goes for what contains it.
            assert back is not None and back[2] != "contained"
            assert (removal.right_coverage, removal.left_coverage) == back[5:7]
        else:
            assert (removal.left_coverage, removal.right_coverage) == forward[5:7]
    for left, right in rows:
        assert not {left, right} <= stays or rows[left, right][2] == "contained"


def test_words_are_those_of_the_method() -> None:
    """The oracle prepares words as the papers do."""
    assert [word.word for word in words("The harbours of the islands", prepared("en"))] == ["harbo", "islan"]
