"""What a write makes: a part with the documents that it adds, or a list of those that it removes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import pyarrow as pa

from samesame import _core
from samesame.index.header import File, Part
from samesame.limits import Limits
from samesame.match.candidates import BYTES_A_FEATURE
from samesame.methods import SigningSettings

LIST = pa.large_list(pa.uint64())
# Sets of 4-word shingles; of other features, which are looked up too; or lists that are read as a whole.
Keeping: TypeAlias = Literal["plain", "sets", "lists"]


class Signed(NamedTuple):
    """The documents of a batch as an index keeps them."""

    ids: pa.LargeStringArray
    keys: pa.FixedSizeBinaryArray
    features: pa.LargeListArray
    # The 4-word shingles that coverages are told in; empty where the features are these.
    plain: pa.LargeListArray


def sign(batch: pa.RecordBatch, settings: SigningSettings, weights: _core.WordWeights | None, threads: int) -> Signed:
    """The documents of a batch as an index keeps them."""
    texts = batch.column("text")
    keys = _core.exact_keys(texts, settings.same, settings.words().language, threads)
    features = settings.sign(texts, weights, threads)
    none = pa.nulls(len(texts), LIST)
    plain = none if settings.plain else settings.sign_plain(texts, weights, threads)
    return Signed(batch.column("id"), keys, features.cast(LIST), plain.cast(LIST))


def keeping(settings: SigningSettings) -> Keeping:
    """How the signatures of a method are kept."""
    if settings.joined != "sets":
        return "lists"
    return "plain" if settings.plain else "sets"


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """Documents to be written: their signatures, batch after batch; `size` is bytes of input, roughly."""

    signed: Iterable[Signed]
    keeping: Keeping
    size: int
    limits: Limits

    def write(self, folder: Path, number: int, before: _core.IndexReader | None) -> Part:
        """Writes them to a file of their own. Those with words that are known need no features."""
        path = folder / f"part-{number:05}.blocks"
        writer = _core.IndexWriter(
            path,
            keeping=self.keeping,
            before=before,
            memory=self.limits.memory,
            features=self.size // BYTES_A_FEATURE,
        )
        for batch in self.signed:
            writer.push(*batch, self.limits.threads)
        return Part(writer.documents, File(path.name, *writer.finish(self.limits.threads)))


def open_parts(folder: Path, parts: Iterable[Part], removed: File | None) -> _core.IndexReader:
    """Opens the files of an index."""
    named = [_named(folder, part.file) for part in parts]
    return _core.IndexReader(named, None if removed is None else _named(folder, removed))


def _named(folder: Path, file: File) -> tuple[Path, int, str]:
    return folder / file.name, file.size, file.checksum
