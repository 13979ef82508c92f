"""Text to features on one core: normal words, sentences, hashed word 4-shingles; the segmenter beside bigrams."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

from measure import best_of
from samesame import _core
from samesame.read.verb import read
from samesame.segment.words import WordOptions

COLLECTIONS = {
    "en (terms of service)": "tos-versions-dev",
    "en (mails)": "mailing-list",
    "en (news)": "event-news",
    "tr (news)": "turkish-news",
    "zh (laws)": "chinese-laws",
}
PLAIN = WordOptions()
SEGMENTER = WordOptions(unspaced="segmenter")


def texts_of(path: Path) -> pa.LargeStringArray:
    return read(path).to_arrow()["text"].combine_chunks()


def measure(data: Path, runs: int = 5) -> list[dict[str, Any]]:
    """MB/s on one core, from text in memory to Arrow arrays of features."""
    rows = []
    for name, file in COLLECTIONS.items():
        texts = texts_of(next(data.glob(f"{file}.jsonl*")))
        size = sum(len(text.as_buffer()) for text in texts) / 1e6
        row: dict[str, Any] = {"collection": name, "MB": size}
        row["shingles MB/s"] = size / best_of(runs, partial(_core.shingles, texts, PLAIN.key(), 4, 1))
        row["exact keys MB/s"] = size / best_of(runs, partial(_core.exact_keys, texts, "words", None, 1))
        row["sentences MB/s"] = size / best_of(runs, partial(_core.sentences, texts, 1))
        if file == "chinese-laws":
            some = texts.slice(0, 200)
            part = sum(len(text.as_buffer()) for text in some) / 1e6
            seconds = best_of(runs, partial(_core.shingles, some, SEGMENTER.key(), 4, 1))
            row["shingles by segmenter MB/s"] = part / seconds
        rows.append(row)
    return rows
