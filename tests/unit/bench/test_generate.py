"""The corpus generator: the same for a seed, natural, and with a truth that is true."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

pa = pytest.importorskip("pyarrow")
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "bench"))

import generate as command  # noqa: E402
from generator import (  # noqa: E402
    Block,
    Document,
    Options,
    Truth,
    batches,
    blocks,
    generate,
    identical,
    variants,
)
from generator.corpus import KINDS, make_block  # noqa: E402
from generator.output import lines, name  # noqa: E402
from generator.truth import Pair  # noqa: E402

LANGUAGES = ("en", "tr", "zh")
Found = tuple[str, str, str, float, float]
SMALL = Options(mean_words=100.0, share_copies=0.35)


def documents(options: Options, count: int) -> list[Document]:
    """Give a corpus as a list."""
    return [document for block in blocks(options, count) for document in block.documents]


def truth(some: list[Block], pairs: str = "star") -> list[Pair]:
    """Give the truth of some blocks."""
    reader = Truth(pairs=pairs)
    return [pair for block in some for pair in reader.pairs(block)]


# An independent computation: no code of the generator, lists and loops only.


def naive_words(text: str, language: str) -> list[str]:
    """Cut a text into words, the slow way."""
    out: list[str] = []
    for run in re.findall(r"[^\W_]+", text):
        if language != "zh":
            out.append(run.lower())
            continue
        for part in re.findall(r"[0-9a-zA-Z]+|[^0-9a-zA-Z]+", run):
            bigrams = [part[i] + part[i + 1] for i in range(len(part) - 1)]
            out += [part.lower()] if part[0].isascii() else bigrams or [part]
    return out


def grams(words: list[str], size: int) -> set[str]:
    """Give the distinct runs of `size` words."""
    return {" ".join(words[i : i + size]) for i in range(len(words) - size + 1)}


class Naive:
    """A document as the slow computation sees it."""

    def __init__(self, document: Document, language: str) -> None:
        self.id, self.family = name(document.index), document.family
        self.words = naive_words(document.text, language)
        self.shingles, self.passages = grams(self.words, 4), grams(self.words, 12)


def naive_pair(a: Naive, b: Naive) -> Found | None:
    """Say how two documents are related, the slow way."""
    shared = len(a.shingles & b.shingles)
    forth, back = shared / len(a.shingles), shared / len(b.shingles)
    if a.words == b.words:
        relation = "exact"
    elif forth >= 0.8 and back >= 0.8:
        relation = "near"
    elif forth >= 0.8 or back >= 0.8:
        relation = "contained"
    elif a.passages & b.passages:
        relation = "partial"
    else:
        return None
    if relation == "contained" and back >= 0.8:
        return b.id, a.id, relation, back, forth
    return a.id, b.id, relation, forth, back


@pytest.mark.parametrize("language", LANGUAGES)
def test_truth_is_what_a_naive_computation_finds(language: str) -> None:
    options = Options(language=language, mean_words=90.0, share_copies=0.35)
    corpus = [Naive(document, language) for document in documents(options, 250)]
    found = {(name(p.left), name(p.right), *p[2:]) for p in truth(list(blocks(options, 250)), "all")}
    expected: set[Found | None] = set()
    strangers: set[Found | None] = set()
    for a, b in combinations(corpus, 2):
        pair = naive_pair(a, b)
        (expected if a.family == b.family else strangers).update({pair} - {None})
    assert found == expected
    assert {pair[2] for pair in expected if pair} == {"exact", "near", "contained", "partial"}
    # Documents of different families share phrases and footers, and nothing more.
    assert {pair[2] for pair in strangers if pair} <= {"partial"}


def test_star_is_the_part_of_all_between_a_copy_and_its_source() -> None:
    corpus = documents(SMALL, 1500)
    links = {frozenset((d.index, d.source)) for d in corpus if d.source is not None}
    every = truth(list(blocks(SMALL, 1500)), "all")
    star = truth(list(blocks(SMALL, 1500)))
    assert set(star) == {pair for pair in every if frozenset(pair[:2]) in links}


def test_same_seed_same_corpus_other_seed_other_corpus() -> None:
    first = list(generate(60, seed=5))
    assert first == list(generate(60, seed=5))
    assert not {row["text"] for row in first} & {row["text"] for row in generate(60, seed=6)}


def test_a_shorter_corpus_is_the_beginning_of_a_longer_one() -> None:
    longer = documents(SMALL, 2100)
    assert documents(SMALL, 1030) == longer[:1030]
    assert make_block(SMALL, 1).documents == longer[1024:2048]


def test_every_kind_chains_and_sources_before_their_copies() -> None:
    corpus = documents(SMALL, 2048)
    kinds = Counter(document.kind for document in corpus)
    assert set(kinds) == {"original", *KINDS}
    assert 1 - kinds["original"] / len(corpus) == pytest.approx(0.35, abs=0.03)
    copies = [document for document in corpus if document.source is not None]
    assert all(document.source is not None and document.source < document.index for document in copies)
    assert any(corpus[d.source].source is not None for d in copies if d.source is not None), "no chain"
    assert any(d.index >= 1024 > d.source for d in copies if d.source is not None), "no copy across blocks"


def test_family_sizes_have_a_long_tail() -> None:
    corpus = documents(Options(mean_words=40.0), 6000)
    sizes = Counter(Counter(document.family for document in corpus).values())
    assert max(sizes) >= 100
    assert sizes[2] > sizes[3] > sizes[6]


def test_footers_follow_their_share() -> None:
    def tails(share: float) -> int:
        options = Options(share_copies=0.0, boilerplate=share)
        last = Counter(document.text.rsplit("\n\n", 1)[-1] for document in documents(options, 1000))
        return sum(count for count in last.values() if count > 1)

    assert tails(0.0) == 0
    assert tails(0.5) == pytest.approx(500, abs=80)


@pytest.mark.parametrize(("language", "low", "high"), [("en", 0.91, 0.96), ("tr", 0.97, 0.995), ("zh", 0.9, 0.98)])
def test_share_of_shingles_that_occur_once(language: str, low: float, high: float) -> None:
    options = Options(language=language, mean_words=262.0, share_copies=0.0, boilerplate=0.0)
    seen: Counter[str] = Counter()
    for document in documents(options, 500):
        words = naive_words(document.text, language)
        seen.update(" ".join(words[i : i + 4]) for i in range(len(words) - 3))
    assert low < sum(count == 1 for count in seen.values()) / len(seen) < high


def test_vocabulary_keeps_growing_and_lengths_are_right() -> None:
    corpus = documents(Options(share_copies=0.0, boilerplate=0.0), 1500)
    words = [naive_words(document.text, "en") for document in corpus]
    assert sum(map(len, words)) / len(words) == pytest.approx(300, rel=0.08)
    half = {word for text in words[:750] for word in text}
    rest = {word for text in words[750:] for word in text}
    assert len(rest - half) > 0.15 * len(half)


def test_turkish_letters_and_chinese_marks() -> None:
    turkish = "".join(document.text for document in documents(Options(language="tr"), 60))
    assert set("ğüşıöçİ") <= set(turkish)
    chinese = "".join(document.text for document in documents(Options(language="zh", share_copies=0.0), 60))
    assert {"，", "。"} <= set(chinese) and " " not in chinese


def test_identical_documents() -> None:
    made = list(identical(SMALL, 1500))
    assert len({document.text for block in made for document in block.documents}) == 1
    pairs = truth(made)
    assert len(pairs) == 1499
    assert {(pair.left, pair.relation) for pair in pairs} == {(0, "exact")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_variants_are_all_different_and_all_near(language: str) -> None:
    options = Options(language=language, mean_words=300.0)
    made = list(variants(options, 60))
    texts = {tuple(naive_words(document.text, language)) for block in made for document in block.documents}
    assert len(texts) == 60
    pairs = truth(made, "all")
    assert len(pairs) == 60 * 59 // 2
    assert {pair.relation for pair in pairs} == {"near"}


def test_lines_are_json_and_times_increase() -> None:
    block = make_block(SMALL, 0)
    rows = [json.loads(line) for line in lines(block, "en").decode().splitlines()]
    assert rows == list(generate(1024, mean_words=100.0, share_copies=0.35))
    times = [row["time"] for row in rows]
    assert times == sorted(set(times))


def test_arrow_batches_hold_the_same_rows() -> None:
    table = pa.Table.from_batches(batches(40, seed=3))
    assert table.to_pylist() == list(generate(40, seed=3))


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.zst", ".jsonl.gz"])
def test_command_line(tmp_path: Path, suffix: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, pairs = tmp_path / f"corpus{suffix}", tmp_path / "truth.csv"
    options = ["--documents", "300", "--mean-words", "80", "--seed", "4"]
    assert command.main([*options, "--out", str(out), "--truth", str(pairs)]) == 0
    data = out.read_bytes()
    if suffix == ".jsonl.gz":
        data = gzip.decompress(data)
    elif suffix == ".jsonl.zst":
        data = pa.CompressedInputStream(pa.BufferReader(data), "zstd").read()
    rows = [json.loads(line) for line in io.StringIO(data.decode())]
    assert rows == list(generate(300, mean_words=80.0, seed=4))
    with pairs.open(encoding="utf-8") as file:
        found = list(csv.DictReader(file))
    ids = {row["id"] for row in rows}
    assert found and all({pair["left"], pair["right"]} <= ids for pair in found)
    assert "MB/s" in capsys.readouterr().err


@pytest.mark.parametrize("mode", ["--identical", "--variants"])
def test_command_line_modes(tmp_path: Path, mode: str) -> None:
    out = tmp_path / "corpus.jsonl"
    assert command.main([mode, "20", "--out", str(out)]) == 0
    assert len(out.read_text(encoding="utf-8").splitlines()) == 20
