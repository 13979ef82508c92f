"""A section of a PAN 2013 text-alignment collection, and how well its passages are located."""

from __future__ import annotations

import tarfile
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO, Any, NamedTuple, cast
from xml.etree import ElementTree

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


def section(path: Path, name: str) -> Section:
    """Reads a section from a packed collection."""
    found, files = Section(), {}
    with (
        pa.input_stream(str(path), compression="zstd") as packed,
        tarfile.open(fileobj=cast("IO[bytes]", packed), mode="r|") as archive,
    ):
        for member in archive:
            place = PurePosixPath(member.name)
            content = archive.extractfile(member) if member.isfile() else None
            if content is not None and (place.parent.name in ("susp", "src") or place.parent.name == name):
                files[place.parent.name, place.name] = content.read().decode("utf-8-sig")
    for line in files[name, "pairs"].split("\n"):
        if line.strip():
            suspicious, source = line.split()
            found.pairs.add((suspicious, source))
            found.suspicious[suspicious] = files["susp", suspicious]
            found.sources[source] = files["src", source]
    for (folder, _), text in files.items():
        if folder == name and text.lstrip().startswith("<"):
            found.truth += _passages(text)
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


def located_scores(found: Iterable[Located], texts: Section) -> dict[str, Any]:
    """Precision, recall and F1 over the characters of both sides, of the pairs that were to be compared."""
    told, true = _characters(found, texts.pairs), _characters(texts.truth, texts.pairs)
    both = sum(len(told[key] & true[key]) for key in told.keys() & true.keys())
    count, wanted = (sum(map(len, sets.values())) for sets in (told, true))
    precision, recall = both / max(count, 1), both / max(wanted, 1)
    return {"precision": precision, "recall": recall, "F1": 2 * both / max(count + wanted, 1)}


def _characters(located: Iterable[Located], pairs: set[tuple[str, str]]) -> dict[tuple[str, str, str], set[int]]:
    sets: dict[tuple[str, str, str], set[int]] = defaultdict(set)
    for passage in located:
        # find puts the smaller id left; suspicious documents may stand on either side.
        for one in (passage, Located(*passage[3:], *passage[:3])):
            if (one.suspicious, one.source) in pairs:
                sets[one.suspicious, one.source, "suspicious"].update(range(one.start, one.end))
                sets[one.suspicious, one.source, "source"].update(range(one.source_start, one.source_end))
    return sets
