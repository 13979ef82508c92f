"""Collections in the PAN text-alignment format.

A folder with `susp/` and `src/`, and either one `pairs` file or one folder per section with its own; a line of `pairs`
names a suspicious text and a source. Beside `pairs` there is an XML file per pair, with the true cases as its features.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from samesame.assess.plagdet import Case
from samesame.errors import InputError

_NUMBERS = ("this_offset", "this_length", "source_offset", "source_length")


@dataclass(frozen=True, slots=True)
class PanPair:
    """A pair of a section, with its true cases."""

    section: str
    suspicious: str
    source: str
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class PanCollection:
    """The pairs of all sections, and the folder of their texts."""

    folder: Path
    pairs: list[PanPair]

    def texts(self) -> dict[tuple[str, str], str]:
        """The texts of all pairs, by folder and name. Line ends are kept as they are, because offsets count them."""
        names = {("susp", pair.suspicious) for pair in self.pairs} | {("src", pair.source) for pair in self.pairs}
        return {name: _read(self.folder.joinpath(*name)) for name in sorted(names)}


def load_pan(folder: str | Path) -> PanCollection:
    """The pairs of a collection, section after section."""
    root = Path(folder)
    sections = sorted(path.parent for path in root.glob("*/pairs"))
    if not sections and (root / "pairs").is_file():
        sections = [root]
    if not sections or not (root / "susp").is_dir() or not (root / "src").is_dir():
        raise InputError(
            f"{folder}: expected a PAN collection: folders susp and src, and sections with a file 'pairs'; "
            "unpack the collection and name the folder that holds them"
        )
    return PanCollection(root, [pair for section in sections for pair in _section(section)])


def _section(folder: Path) -> Iterator[PanPair]:
    for number, line in enumerate(_read(folder / "pairs").splitlines(), 1):
        names = line.split()
        if not names:
            continue
        if len(names) != 2:
            raise InputError(f"{folder / 'pairs'}:{number}: expected a suspicious and a source file, got '{line}'")
        suspicious, source = names
        truth = folder / f"{Path(suspicious).stem}-{Path(source).stem}.xml"
        yield PanPair(folder.name, suspicious, source, tuple(_cases(truth, source)))


def _cases(path: Path, source: str) -> Iterator[Case]:
    try:
        features = ET.fromstring(path.read_bytes()).iter("feature")
        for feature in features:
            if feature.get("name") == "plagiarism" and feature.get("source_reference") == source:
                start, length, source_start, source_length = (int(feature.attrib[name]) for name in _NUMBERS)
                yield Case(start, start + length, source_start, source_start + source_length)
    except FileNotFoundError:
        raise InputError(f"{path}: the truth of a listed pair is missing") from None
    except (ET.ParseError, KeyError, ValueError, OSError) as error:
        raise InputError(f"{path}: not the truth of a PAN pair: {error}") from None


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise InputError(f"{path}: a listed text is missing") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8: {error}") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read: {error}") from None
