"""The corpus: blocks of documents, each made from the seed and its own number only.

Every 32nd document is an *anchor*: an original with random bits of its own, so that a later block can copy it
without making the block it stands in. That keeps memory constant and every prefix of a corpus the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

import numpy as np

from . import edits
from .bits import Bits, mix
from .text import document_lengths, fresh_texts
from .vocabulary import Vocabulary, vocabulary

BLOCK = 1024
ANCHOR_STEP = 32
_FOOTERS = 64
_CAMPAIGN_BLOCKS = 4
_ANCHORS, _BODY, _FOOTER = range(3)  # separate streams of random bits
KINDS = ("exact", "reformatted", "near", "shortened", "embedding", "quoting", "letter")
_WEIGHTS = (0.14, 0.10, 0.28, 0.12, 0.10, 0.10, 0.16)
_NEEDS_FRESH = frozenset(("embedding", "quoting", "letter"))


@dataclass(frozen=True)
class Options:
    """What a corpus is like; equal options give equal corpora."""

    seed: int = 1
    language: str = "en"
    mean_words: float = 300.0
    spread: float = 0.8
    share_copies: float = 0.2
    boilerplate: float = 0.1


@dataclass(frozen=True)
class Document:
    """One document; `source` is the text it was made from, `family` the original behind all its sources.

    `body` is the text without its footer: what an editor shortens or quotes.
    """

    index: int
    text: str
    body: str
    kind: str = "original"
    source: int | None = None
    family: int = -1


@dataclass
class Block:
    """Documents in order, and the texts of earlier blocks that they copy."""

    documents: list[Document]
    outside: dict[int, str] = field(default_factory=dict)


@lru_cache(maxsize=8)
def _footers(options: Options) -> list[str]:
    bits = Bits(options.seed, _FOOTER)
    return fresh_texts(vocabulary(options.language), bits, 15.0 + 30.0 * bits.units(_FOOTERS))


def _with_footer(random: Random, text: str, options: Options) -> str:
    """End a share of the texts with one of the footers; the square makes some footers common.

    A text shorter than its footer stays without: the footer alone would make it a copy of strangers.
    """
    share, choice = random.random(), random.random()
    footer = _footers(options)[int(choice * choice * _FOOTERS)]
    if share >= options.boilerplate or len(text) < len(footer):
        return text
    return text + ("\n" if options.language == "zh" else "\n\n") + footer


@lru_cache(maxsize=64)
def anchors(options: Options, block: int) -> tuple[Document, ...]:
    """Write the anchors of a block."""
    bits = Bits(options.seed, _ANCHORS, block)
    lengths = document_lengths(bits, BLOCK // ANCHOR_STEP, options.mean_words, options.spread)
    random = bits.chooser()
    texts = fresh_texts(vocabulary(options.language), bits, lengths)
    indexes = range(block * BLOCK, (block + 1) * BLOCK, ANCHOR_STEP)
    pairs = zip(indexes, texts, strict=True)
    return tuple(Document(i, _with_footer(random, text, options), text, family=i) for i, text in pairs)


@dataclass
class _Writer:
    """Makes the documents of one block, one after the other."""

    options: Options
    number: int
    random: Random
    donors: list[str]
    block: Block = field(default_factory=lambda: Block([]))
    copied: list[int] = field(default_factory=list)

    def choose_source(self, kind: str) -> int:
        """Pick the index of the document to copy."""
        random, documents = self.random, self.block.documents
        if kind == "letter":
            # The first anchor of every fourth block is a form letter; the newest campaign is the busiest.
            campaign = self.number // _CAMPAIGN_BLOCKS - int(random.random() ** 3 * 4)
            return max(campaign, 0) * _CAMPAIGN_BLOCKS * BLOCK
        if self.number and random.random() < 0.25:
            # From three earlier blocks, so that few are made again; distances spread on a logarithmic scale.
            back = int(self.number ** ((int(random.random() * 3) + self.number % 7 / 7) / 3))
            anchor = int(random.random() ** 2 * (BLOCK // ANCHOR_STEP))
            return (self.number - max(back, 1)) * BLOCK + anchor * ANCHOR_STEP
        if self.copied and random.random() < 0.45:
            # What was copied is copied again (Simon's process): family sizes follow Zipf's law.
            return self.copied[int(random.random() * len(self.copied))]
        # Any document before, copies too: that makes chains.
        return documents[int(random.random() * len(documents))].index

    def source(self, index: int) -> Document:
        """Give the document to copy, made again if it stands in an earlier block."""
        start = self.number * BLOCK
        if index >= start:
            return self.block.documents[index - start]
        block, place = divmod(index, BLOCK)
        source = anchors(self.options, block)[place // ANCHOR_STEP]
        self.block.outside[index] = source.text
        return source

    def original(self, text: str) -> None:
        """Add an original."""
        index = self.number * BLOCK + len(self.block.documents)
        full = _with_footer(self.random, text, self.options)
        self.block.documents.append(Document(index, full, text, family=index))

    def copy(self, kind: str, fresh: str) -> None:
        """Add a copy of some earlier document."""
        source = self.source(self.choose_source(kind))
        if kind in ("exact", "reformatted"):
            text = self.make(kind, source.text, fresh)
            body = source.body
        else:
            body = self.make(kind, source.body, fresh)
            text = _with_footer(self.random, body, self.options)
        index = self.number * BLOCK + len(self.block.documents)
        self.block.documents.append(Document(index, text, body, kind, source.index, source.family))
        if kind != "letter":
            self.copied.append(source.index)

    def make(self, kind: str, text: str, fresh: str) -> str:
        """Make the text of a copy."""
        random, language = self.random, self.options.language
        if kind == "reformatted":
            return edits.reformat(random, text, language)
        if kind == "near":
            return edits.near(random, text, language, self.donors)
        if kind == "shortened":
            return edits.shorten(random, text)
        if kind == "embedding":
            return edits.embed(random, text, fresh, language)
        if kind == "quoting":
            return edits.quote(random, text, fresh, language)
        if kind == "letter":
            return edits.letter(random, text, fresh, language, self.donors)
        return text


def _plan(bits: Bits, options: Options) -> list[str]:
    """Choose the kind of each document of a block; the first is an anchor, so there is always a source."""
    draws, choices = bits.units(BLOCK), bits.units(BLOCK)
    kinds = np.searchsorted(np.cumsum(_WEIGHTS)[:-1], choices)
    # Anchors are never copies, so the others are copies a little more often.
    share = options.share_copies * ANCHOR_STEP / (ANCHOR_STEP - 1)
    copies = (draws < share) & (np.arange(BLOCK) % ANCHOR_STEP > 0)
    return [KINDS[kind] if copy else "original" for kind, copy in zip(kinds.tolist(), copies.tolist(), strict=True)]


def _donors(words: Vocabulary, random: Random) -> list[str]:
    """Take some words to write into near copies."""
    if words.language == "zh":
        return [words.strings[int(random.random() * words.profile.words)][:1] for _ in range(256)]
    return [words.strings[int(random.random() * words.profile.words)].strip() for _ in range(256)]


def make_block(options: Options, number: int) -> Block:
    """Make one block of the corpus."""
    bits = Bits(options.seed, _BODY, number)
    plan = _plan(bits, options)
    fresh_for = [i for i, kind in enumerate(plan) if i % ANCHOR_STEP and (kind == "original" or kind in _NEEDS_FRESH)]
    lengths = document_lengths(bits, len(fresh_for), options.mean_words, options.spread)
    random = bits.chooser()
    words = vocabulary(options.language)
    fresh = dict(zip(fresh_for, fresh_texts(words, bits, lengths), strict=True))
    writer = _Writer(options, number, random, _donors(words, random))
    for place, kind in enumerate(plan):
        if place % ANCHOR_STEP == 0:
            writer.block.documents.append(anchors(options, number)[place // ANCHOR_STEP])
        elif kind == "original":
            writer.original(fresh[place])
        else:
            writer.copy(kind, fresh.get(place, ""))
    return writer.block


def blocks(options: Options, documents: int) -> Iterator[Block]:
    """Make the first `documents` documents of the corpus, block by block."""
    for number in range(-(-documents // BLOCK)):
        block = make_block(options, number)
        del block.documents[max(0, documents - number * BLOCK) :]
        yield block


def times(indexes: list[int]) -> list[str]:
    """Give each document its time: later documents have later times, at uneven steps of about a minute."""
    steps = np.array(indexes, dtype=np.int64)
    jitter = (mix(steps.astype(np.uint64)) % np.uint64(60)).astype(np.int64)
    moments = np.datetime64("2024-01-01T00:00:00") + (steps * 60 + jitter).astype("timedelta64[s]")
    return [str(moment) + "Z" for moment in np.datetime_as_string(moments)]
