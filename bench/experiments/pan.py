"""A section of a PAN 2013 text-alignment collection, and how well its passages are located."""

from __future__ import annotations

import tarfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple, cast
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
import pyarrow as pa


class Located(NamedTuple):
    """A passage of a suspicious document and its source, in code points."""

    suspicious: str
    start: int
    end: int
    source: str
    source_start: int
    source_end: int


@dataclass
class Section:
    """The texts of a section, by file name; which pairs were to be compared; the passages that were copied."""

    suspicious: dict[str, str] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    pairs: set[tuple[str, str]] = field(default_factory=set)
    truth: list[Located] = field(default_factory=list)


def sections(path: Path, names: Sequence[str]) -> dict[str, Section]:
    """Reads sections of a packed collection."""
    files = _files(path, {"susp", "src", *names})
    found = {name: Section() for name in names}
    for name, texts in found.items():
        for line in files[name, "pairs"].splitlines():
            if line.strip():
                suspicious, source = line.split()
                texts.pairs.add((suspicious, source))
                texts.suspicious[suspicious] = files["susp", suspicious]
                texts.sources[source] = files["src", source]
    for (folder, _), text in files.items():
        if folder in found and text.lstrip().startswith("<"):
            found[folder].truth += _passages(text)
    return found


def sources(path: Path) -> list[str]:
    """The web pages that passages were taken from."""
    return [text for _, text in sorted(_files(path, {"src"}).items())]


def _files(path: Path, folders: set[str]) -> dict[tuple[str, str], str]:
    """The files of some folders of a packed collection, by folder and name."""
    found = {}
    with (
        pa.input_stream(str(path), compression="zstd") as packed,
        tarfile.open(fileobj=cast("IO[bytes]", packed), mode="r|") as archive,
    ):
        for member in archive:
            place = PurePosixPath(member.name)
            content = archive.extractfile(member) if member.isfile() else None
            if content is not None and place.parent.name in folders:
                found[place.parent.name, place.name] = content.read().decode("utf-8-sig")
    return found


def _passages(xml: str) -> Iterable[Located]:
    document = ElementTree.fromstring(xml)
    for feature in document.iter("feature"):
        if feature.get("name") == "plagiarism":
            number = {key: int(value) for key, value in feature.attrib.items() if key.endswith(("offset", "length"))}
            start, source_start = number["this_offset"], number["source_offset"]
            yield Located(
                str(document.get("reference")),
                start,
                start + number["this_length"],
                str(feature.get("source_reference")),
                source_start,
                source_start + number["source_length"],
            )


def located_counts(found: Iterable[Located], texts: Section) -> tuple[list[str], npt.NDArray[np.int64]]:
    """For each pair that was to be compared: its suspicious document; characters of both sides that are rightly told,
    told, and copied."""
    told, true = _ranges(found, texts.pairs), _ranges(texts.truth, texts.pairs)
    keys = sorted(told.keys() | true.keys())
    counts = [(_common(told[key], true[key]), _length(told[key]), _length(true[key])) for key in keys]
    return [key[0] for key in keys], np.array(counts, np.int64).reshape(-1, 3)


Ranges = list[tuple[int, int]]


def _ranges(located: Iterable[Located], pairs: set[tuple[str, str]]) -> dict[tuple[str, str, str], Ranges]:
    """The ranges of each side of each pair, merged and in order."""
    found: dict[tuple[str, str, str], Ranges] = defaultdict(list)
    for passage in located:
        # find puts the smaller id left; suspicious documents may stand on either side.
        for one in (passage, Located(*passage[3:], *passage[:3])):
            if (one.suspicious, one.source) in pairs:
                found[one.suspicious, one.source, "suspicious"].append((one.start, one.end))
                found[one.suspicious, one.source, "source"].append((one.source_start, one.source_end))
    return defaultdict(list, {key: _merged(ranges) for key, ranges in found.items()})


def _merged(ranges: Ranges) -> Ranges:
    found: Ranges = []
    for start, end in sorted(ranges):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((start, end))
    return found


def _length(ranges: Ranges) -> int:
    return sum(end - start for start, end in ranges)


def _common(one: Ranges, other: Ranges) -> int:
    """The length of what two merged lists of ranges have in common."""
    return _length(one) + _length(other) - _length(_merged([*one, *other]))
