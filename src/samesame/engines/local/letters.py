"""letters: one pass over the documents. Texts are taken apart, and those with the same main text put together."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import constant, to_arrow, to_numpy, words_array
from samesame.cluster.traits import Named, Traits
from samesame.engines.earlier import Links, links_of
from samesame.engines.local.run import Run
from samesame.engines.sides import open_sides
from samesame.letters.worker import Taken, Workers
from samesame.match.groups import Numbers, owned, ranks_of
from samesame.match.keep import NEVER
from samesame.plan.model import Step
from samesame.read.held import Held
from samesame.read.side import Side

# The share of the memory for documents that are read again to tell edits.
HELD_SHARE = 8
# Texts that are taken apart at once, and batches that wait for it.
AT_ONCE, AHEAD = 512, 8
NO_LETTER = -1


@dataclass(frozen=True, slots=True)
class Ranges:
    """The ranges of the main text of each distinct text."""

    ends: Numbers
    starts: Numbers
    stops: Numbers

    def of(self, texts: Numbers) -> pa.Array:
        """Lists of ranges of some texts."""
        begins = np.r_[0, self.ends][texts]
        counts = self.ends[texts] - begins
        offsets = np.r_[0, np.cumsum(counts)]
        places = np.arange(offsets[-1]) - np.repeat(offsets[:-1] - begins, counts)
        columns = [to_arrow(column[places]) for column in (self.starts, self.stops)]
        return pa.LargeListArray.from_arrays(to_arrow(offsets), pa.StructArray.from_arrays(columns, ["start", "end"]))


@dataclass(frozen=True, slots=True)
class Letters:
    """What the documents have in common.

    Documents with the same text have the same number in `text_of`. A letter is the words and paragraphs of a main text
    with its dockets, relayer and footer, or a document that a link names. Those of the same letters and digits, however
    a scanner parted them into words and paragraphs, have the same number in `words_of_letter`. `letter_of` is that of
    each text, or NO_LETTER if it has no words. `order` are the documents by rank: by time, then by id.
    """

    side: Side
    ids: pa.ChunkedArray
    times: Numbers
    characters: Numbers
    text_of: Numbers
    letter_of: Numbers
    words_of_letter: Numbers
    order: Numbers
    main: Ranges
    traits: Traits
    counter: _core.BagCounter

    @property
    def letters(self) -> Numbers:
        """The letter of each document."""
        return self.letter_of[self.text_of] if len(self.text_of) else self.text_of


def take_apart(run: Run, steps: Sequence[Step]) -> None:
    """letters: reads all documents."""
    run.live.stage("read letters")
    run.leave(links_of(run.plan.clustering))
    (side,) = open_sides(run.plan, run.live)
    held = Held(side, run.plan.limits.memory // HELD_SHARE)
    with Workers(run.plan.limits.threads) as workers:
        reading = _Reading(run, workers, run.take(Links).named)
        for batch in held.batches():
            reading.push(batch)
        run.leave(reading.done(held))


class _Reading:
    """Collects letters while documents are read."""

    def __init__(self, run: Run, workers: Workers, named: Set[str]) -> None:
        self._linked = named
        self._threads, self._settings, self._workers = run.plan.limits.threads, run.plan.chosen, workers
        self._ids: list[pa.Array] = []
        self._times: list[Numbers] = []
        self._text_of: list[Numbers] = []
        self._texts: dict[bytes, int] = {}
        self._coming: deque[tuple[list[tuple[str, str]], Callable[[], list[Taken]]]] = deque()
        self._characters: list[Numbers] = []
        self._ranges: list[Numbers] = []
        self._counts: list[Numbers] = []
        self._letters: dict[tuple[bytes, bytes, int, int, int, str], int] = {}
        self._letter_of: list[Numbers] = []
        self._words: dict[bytes, int] = {}
        self._named = Named(), Named(), Named()
        self._counter = _core.BagCounter(self._settings.words().key())

    def push(self, batch: pa.RecordBatch) -> None:
        """Adds documents."""
        self._ids.append(owned(batch.column("id")))
        self._times.append(to_numpy(batch.column("time").cast(pa.int64()).fill_null(constant(NEVER))))
        self._characters.append(to_numpy(pc.utf8_length(batch.column("text"))))
        texts, known = batch.column("text").to_pylist(), len(self._texts)
        alone = self._alone(batch.column("id"))
        numbers = [self._number(text, alone.get(row, "")) for row, text in enumerate(texts)]
        self._text_of.append(np.array(numbers, np.int64))
        new: list[tuple[str, str]] = []
        for row, (number, text) in enumerate(zip(numbers, texts, strict=True)):
            if number == known + len(new):
                new.append((text, alone.get(row, "")))
        for start in range(0, len(new), AT_ONCE):
            some = new[start : start + AT_ONCE]
            self._coming.append((some, self._workers.start([text for text, _ in some])))
            self._take_in(AHEAD)

    def _alone(self, ids: pa.Array) -> dict[int, str]:
        """The rows of documents that a link names, with their ids: these share nothing with their copies."""
        if not self._linked:
            return {}
        rows = np.flatnonzero(to_numpy(pc.is_in(ids, value_set=words_array(sorted(self._linked)))))
        return {row: ids[row].as_py() for row in rows.tolist()}

    def _number(self, text: str, alone: str) -> int:
        return self._texts.setdefault(_digest(text) + alone.encode(), len(self._texts))

    def _take_in(self, waiting: int) -> None:
        while len(self._coming) > waiting:
            texts, found = self._coming.popleft()
            self._add(texts, found())

    def _add(self, texts: list[tuple[str, str]], found: list[Taken]) -> None:
        self._ranges.append(np.array([place for one in found for place in one.main], np.int64).reshape(-1, 2))
        self._counts.append(np.array([len(one.main) for one in found], np.int64))
        mains = [one.main_text(text) for one, (text, _) in zip(found, texts, strict=True)]
        array = words_array(mains)
        keys = _core.exact_keys(array, "letters", self._settings.words().language, self._threads).to_pylist()
        layouts = self._counter.layouts(array, self._threads).to_pylist()
        known = len(self._letters)
        numbers: list[int] = []
        fresh: list[int] = []
        for place, (key, layout, one, (_, alone)) in enumerate(zip(keys, layouts, found, texts, strict=True)):
            numbers.append(self._letter(key, layout, one, alone))
            if numbers[-1] == known + len(fresh):
                fresh.append(place)
        self._letter_of.append(np.array(numbers, np.int64))
        self._counter.push(array.take(to_arrow(np.array(fresh, np.int64))), self._threads)

    def _letter(self, key: bytes | None, layout: bytes | None, one: Taken, alone: str) -> int:
        if key is None or layout is None:
            return NO_LETTER
        dockets, relayers, footers = self._named
        traits = dockets.number(one.dockets), relayers.number(one.relayers), footers.number(one.footers)
        self._words.setdefault(key, len(self._words))
        return self._letters.setdefault((key, layout, *traits, alone), len(self._letters))

    def done(self, side: Side) -> Letters:
        """All of it."""
        self._take_in(0)
        ids = pa.chunked_array(self._ids, pa.large_string())
        ranges = np.concatenate([np.zeros((0, 2), np.int64), *self._ranges])
        keys = np.array([(self._words[key], *traits) for key, _, *traits, _ in self._letters], np.int64).reshape(-1, 4)
        none = np.zeros(len(keys), np.int64)
        dockets, relayers, footers = (of.values for of in self._named)
        traits = Traits(keys[:, 1], keys[:, 2], keys[:, 3], none, (dockets, relayers, footers))
        return Letters(
            side=side,
            ids=ids,
            times=_joined(self._times),
            characters=_joined(self._characters),
            text_of=_joined(self._text_of),
            letter_of=_joined(self._letter_of),
            words_of_letter=keys[:, 0],
            order=np.lexsort((ranks_of(ids), _joined(self._times))),
            main=Ranges(np.cumsum(_joined(self._counts)), ranges[:, 0], ranges[:, 1]),
            traits=traits,
            counter=self._counter,
        )


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _joined(parts: list[Numbers]) -> Numbers:
    return np.concatenate([np.zeros(0, np.int64), *parts])
