"""Statistics: naive counts, merging, the file and its errors, the formula."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import samesame as ss
from samesame import _core
from samesame.segment.words import WordOptions, words
from samesame.sign.statistics import FORMAT, merge_all, require_same

WORDS = ["the", "The", "ferry", "sails", "北京大学", "İzmir", "Straße", "🙂", "don't", "3.5", "ferries"]
TEXTS = st.lists(
    st.one_of(st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join), st.text(max_size=12)), max_size=8
)
ENGLISH = WordOptions(language="en", stop=True, stem="snowball")
OPTIONS = st.sampled_from([WordOptions(), ENGLISH, WordOptions(unspaced="segmenter", stem="first5")])
PINNED_FINGERPRINT = "c7e7b6de5b4fa18167dbca5d04f3f422"
FEW = settings(max_examples=60, deadline=None, derandomize=True)


def naive_counts(texts: list[str], options: WordOptions) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update({word.word for word in words(text, options)})
    return dict(sorted(counts.items()))


def counts_of(statistics: ss.Statistics) -> dict[str, int]:
    table = statistics.table.to_pydict()
    return dict(zip(table["word"], table["documents"], strict=True))


def same(left: ss.Statistics, right: ss.Statistics) -> bool:
    return (
        left.documents == right.documents
        and left.table.equals(right.table)
        and left.options == right.options
        and left.fingerprint == right.fingerprint
    )


@FEW
@given(TEXTS, OPTIONS)
def test_counts_are_documents_per_word_in_the_order_of_words(texts: list[str], options: WordOptions) -> None:
    statistics = ss.Statistics.count(texts, options=options)
    assert statistics.documents == len(texts)
    assert list(counts_of(statistics).items()) == list(naive_counts(texts, options).items())


@FEW
@given(TEXTS, TEXTS, OPTIONS)
def test_merging_is_counting_together(left: list[str], right: list[str], options: WordOptions) -> None:
    merged = ss.Statistics.count(left, options=options).merge(ss.Statistics.count(right, options=options))
    assert same(merged, ss.Statistics.count(left + right, options=options))


@FEW
@given(TEXTS, st.randoms(use_true_random=False))
def test_the_order_of_documents_does_not_matter(texts: list[str], random: Any) -> None:
    shuffled = list(texts)
    random.shuffle(shuffled)
    assert same(ss.Statistics.count(texts), ss.Statistics.count(shuffled))


@FEW
@given(st.lists(TEXTS, min_size=1, max_size=4))
def test_merging_several_does_not_depend_on_their_order(parts: list[list[str]]) -> None:
    counted = [ss.Statistics.count(part) for part in parts]
    assert same(merge_all(counted), merge_all(counted[::-1]))


def test_batches_and_threads_do_not_matter() -> None:
    texts = [" ".join([*WORDS[n % 11 :], f"w{n % 97}"]) for n in range(1500)]
    expected = ss.Statistics.count(texts, threads=1)
    assert same(ss.Statistics.count(texts, threads=4), expected)
    for size, keep in ((1, 0), (300, 0), (1500, 0), (300, 1 << 30)):
        counter = _core.WordCounter(WordOptions().key(), keep)
        for at in range(0, len(texts), size):
            counter.push(pa.array(texts[at : at + size], pa.large_string()), 2)
        documents, found, counts, often, kept = counter.finish()
        assert (kept is None) == (keep == 0)
        assert same(ss.Statistics(documents, found, counts, WordOptions(), often), expected)


def test_a_finished_counter_is_used_up() -> None:
    counter = _core.WordCounter(WordOptions().key())
    counter.finish()
    with pytest.raises(ss.InternalError, match="already taken"):
        counter.finish()


@FEW
@given(TEXTS.filter(bool))
def test_idf_is_the_logarithm_of_n_over_df_plus_one(texts: list[str]) -> None:
    statistics = ss.Statistics.count(texts)
    for word, count in counts_of(statistics).items():
        assert statistics.count_of(word) == count
        assert statistics.idf(word) == pytest.approx(math.log(len(texts) / count) + 1)
    assert statistics.count_of("unheard-of") == 0
    assert statistics.idf("unheard-of") == pytest.approx(math.log(len(texts)) + 1)


def test_statistics_of_nothing_have_an_idf_too() -> None:
    assert ss.Statistics.count([]).idf("a") == 1


# --- fingerprints ---


def test_the_fingerprint_is_pinned() -> None:
    statistics = ss.Statistics.count(["the ferry sails", "the ferry waits", "the sea"])
    assert statistics.fingerprint == "9e6a2fe09a67086997b46e336f4511ac"
    # Without occurrences it is that of before these were counted.
    words, counts = (statistics.table[name].combine_chunks() for name in ("word", "documents"))
    before = ss.Statistics(statistics.documents, words, counts, statistics.options)
    assert before.fingerprint == PINNED_FINGERPRINT


def test_whatever_differs_changes_the_fingerprint() -> None:
    base = ["the ferry sails", "the sea"]
    seen = [
        ss.Statistics.count(base),
        ss.Statistics.count([*base, ""]),
        ss.Statistics.count(["the ferry sails", "the ferry"]),
        ss.Statistics.count(["the ferry sails", "the"]),
        ss.Statistics.count(base, options=WordOptions(stem="first5")),
        ss.Statistics.count(base, options=WordOptions(unspaced="segmenter")),
        ss.Statistics.count(base, options=WordOptions(language="vi")),
    ]
    assert len({statistics.fingerprint for statistics in seen}) == len(seen)


def test_what_was_prepared_differently_refuses_to_merge() -> None:
    with pytest.raises(ss.StatisticsMismatch, match="prepared differently"):
        ss.Statistics.count(["a"]).merge(ss.Statistics.count(["a"], options=ENGLISH))


def test_different_statistics_refuse_to_meet_by_name() -> None:
    monday, tuesday = ss.Statistics.count(["a"]), ss.Statistics.count(["b"])
    monday.require(monday.fingerprint)
    with pytest.raises(ss.StatisticsMismatch, match="sign both sides with the same file"):
        monday.require(tuesday.fingerprint)
    for left, right in [(monday.fingerprint, None), (None, monday.fingerprint)]:
        with pytest.raises(ss.StatisticsMismatch, match="none"):
            require_same(left, right)
    require_same(None, None)


# --- the file ---


@settings(max_examples=20, deadline=None, derandomize=True)
@given(texts=TEXTS, options=OPTIONS)
def test_a_file_gives_back_what_was_saved(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], options: WordOptions
) -> None:
    path = tmp_path_factory.mktemp("stats") / "a.stats"
    statistics = ss.Statistics.count(texts, options=options)
    statistics.save(path)
    assert same(ss.Statistics.load(path), statistics)
    assert same(ss.Statistics.load(str(path)).merge(statistics), statistics.merge(statistics))


def test_the_file_is_small(tmp_path: Path) -> None:
    syllables = ["ka", "lo", "mi", "ren", "tus", "va", "dor", "pel"]
    vocabulary = [a + b + c + d for a in syllables for b in syllables for c in syllables for d in syllables]
    texts = [" ".join(vocabulary[n :: 1 + n % 50]) for n in range(100)]
    statistics = ss.Statistics.count(texts)
    statistics.save(tmp_path / "a.stats")
    size = (tmp_path / "a.stats").stat().st_size
    per_word = size / statistics.table.num_rows
    plain = sum(len(word.encode()) + 8 for word in vocabulary) / len(vocabulary)
    assert per_word < plain / 2, f"{per_word:.2f} bytes per word ({size} bytes for {len(vocabulary)} words)"


def test_the_same_statistics_give_the_same_file(tmp_path: Path) -> None:
    for name, threads in [("a", 1), ("b", 4)]:
        ss.Statistics.count(["the ferry sails", "the sea"] * 400, threads=threads).save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def saved(tmp_path: Path) -> tuple[Path, pa.Table, dict[str, Any]]:
    path = tmp_path / "good.stats"
    ss.Statistics.count(["the ferry sails", "the sea"]).save(path)
    table = pq.read_table(path)
    return path, table, json.loads(table.schema.metadata[FORMAT.encode()])


def rewrite(path: Path, table: pa.Table, header: object) -> None:
    pq.write_table(table.replace_schema_metadata({FORMAT: json.dumps(header)}), str(path))


def test_a_file_that_is_not_there_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(ss.InputError, match="no such file"):
        ss.Statistics.load(tmp_path / "none.stats")


@pytest.mark.parametrize("content", [b"", b"PAR1", b"hello\n", b'{"format": "samesame-statistics"}', bytes(range(256))])
def test_a_foreign_file_is_a_format_error(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "foreign.stats").write_bytes(content)
    with pytest.raises(ss.FormatError, match=r"not statistics of samesame; make them with 'samesame stats'"):
        ss.Statistics.load(tmp_path / "foreign.stats")


def test_a_parquet_file_of_something_else_is_a_format_error(tmp_path: Path) -> None:
    pq.write_table(pa.table({"word": ["a"], "documents": [1]}), tmp_path / "other.parquet")
    with pytest.raises(ss.FormatError, match="not statistics of samesame"):
        ss.Statistics.load(tmp_path / "other.parquet")


def test_a_folder_is_a_format_error(tmp_path: Path) -> None:
    with pytest.raises(ss.FormatError):
        ss.Statistics.load(tmp_path)


@pytest.mark.parametrize("version", [0, 2, 5, "3", None])
def test_another_version_is_refused_by_name(tmp_path: Path, version: object) -> None:
    path, table, header = saved(tmp_path)
    rewrite(path, table, {**header, "version": version})
    with pytest.raises(
        ss.FormatError, match=f"statistics of version {version}, this release reads the versions 3 and 4"
    ):
        ss.Statistics.load(path)


def test_occurrences_are_kept_and_added_up(tmp_path: Path) -> None:
    one, other = ss.Statistics.count(["a b a", "b"]), ss.Statistics.count_words([["a", "c", "a"]])
    path = tmp_path / "words.parquet"
    one.merge(other).save(path)
    both = ss.Statistics.load(path)
    assert both.table.to_pydict() == {"word": ["a", "b", "c"], "documents": [2, 2, 1], "occurrences": [4, 2, 1]}


def test_a_file_of_before_occurrences_were_counted_is_read(tmp_path: Path) -> None:
    new = ss.Statistics.count(["a b a", "b"])
    words, counts = (new.table[name].combine_chunks() for name in ("word", "documents"))
    old = ss.Statistics(new.documents, words, counts, new.options)
    path = tmp_path / "words.parquet"
    old.save(path)
    loaded = ss.Statistics.load(path)
    assert (loaded.occurrences, loaded.fingerprint) == (None, old.fingerprint)
    assert loaded.fingerprint != new.fingerprint
    assert loaded.merge(new).occurrences is None
    with pytest.raises(ss.StatisticsMismatch, match="how often each word stands in the collection"):
        ss.cluster(["a"], stats=path)


def change_count(table: pa.Table) -> pa.Table:
    return table.set_column(1, "documents", pa.array([9] * table.num_rows, pa.uint64()))


def change_type(table: pa.Table) -> pa.Table:
    return table.set_column(1, "documents", pa.array([1.5] * table.num_rows))


def drop_column(table: pa.Table) -> pa.Table:
    return table.drop_columns(["documents"])


def lose_rows(table: pa.Table) -> pa.Table:
    return table.slice(1)


def put_null(table: pa.Table) -> pa.Table:
    return table.set_column(0, "word", pa.array([None] * table.num_rows, pa.large_string()))


@pytest.mark.parametrize("damage", [change_count, change_type, drop_column, lose_rows, put_null])
def test_damaged_counts_are_a_format_error(tmp_path: Path, damage: Callable[[pa.Table], pa.Table]) -> None:
    path, table, header = saved(tmp_path)
    rewrite(path, damage(table), header)
    with pytest.raises(ss.FormatError):
        ss.Statistics.load(path)


@pytest.mark.parametrize("missing", ["documents", "options", "fingerprint"])
def test_a_header_without_a_part_is_a_format_error(tmp_path: Path, missing: str) -> None:
    path, table, header = saved(tmp_path)
    del header[missing]
    rewrite(path, table, header)
    with pytest.raises(ss.FormatError):
        ss.Statistics.load(path)


@pytest.mark.parametrize("header", [[], "text", 7, None, {"version": 2, "documents": "x", "options": {"magic": 1}}])
def test_a_header_of_another_shape_is_a_format_error(tmp_path: Path, header: object) -> None:
    path, table, _ = saved(tmp_path)
    rewrite(path, table, header)
    with pytest.raises(ss.FormatError):
        ss.Statistics.load(path)


@pytest.mark.parametrize("keep", [0.3, 0.7, 0.99])
def test_a_file_cut_short_is_a_format_error(tmp_path: Path, keep: float) -> None:
    path, _, _ = saved(tmp_path)
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * keep)])
    with pytest.raises(ss.FormatError):
        ss.Statistics.load(path)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(place=st.integers(0, 10**6), value=st.integers(0, 255))
def test_one_changed_byte_never_changes_the_counts_silently(
    tmp_path_factory: pytest.TempPathFactory, place: int, value: int
) -> None:
    path, _, _ = saved(tmp_path_factory.mktemp("stats"))
    before = ss.Statistics.load(path)
    content = bytearray(path.read_bytes())
    content[place % len(content)] = value
    path.write_bytes(content)
    try:
        after = ss.Statistics.load(path)
    except ss.FormatError:
        return
    assert same(after, before)
