"""The links that users give: which documents must, or cannot, be in one cluster, and which probably are."""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, cast, get_args

from samesame.errors import InputError

LinkKind: TypeAlias = Literal["must", "cannot", "family"]
COLUMNS = ("left", "right", "kind")
# So many bad rows are named.
NAMED = 5


@dataclass(frozen=True, slots=True)
class Link:
    """Two documents by id, and where the link was given."""

    left: str
    right: str
    kind: LinkKind
    place: str = ""

    def __str__(self) -> str:
        where = f" ({self.place})" if self.place else ""
        return f"'{self.left}' {self.kind} '{self.right}'{where}"


def read_links(path: str | Path) -> list[Link]:
    """The links of a CSV file with the columns left, right and kind. All bad rows are named together."""
    path = Path(path)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.reader(file)
            header = [name.strip().lower() for name in next(rows, [])]
            if sorted(header) != sorted(COLUMNS):
                raise InputError(
                    f"constraints: {path} must have the columns left, right and kind in its first line; got "
                    f"{', '.join(header) or 'nothing'}"
                )
            found = [_link(dict(zip(header, row, strict=False)), path, rows.line_num) for row in rows if any(row)]
    except FileNotFoundError as error:
        raise InputError(f"constraints: {path}: no such file") from error
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"constraints: {path} cannot be read as CSV in UTF-8: {error}") from error
    refuse([one for one in found if isinstance(one, str)])
    return [one for one in found if isinstance(one, Link)]


def _link(row: dict[str, str], path: Path, line: int) -> Link | str:
    """The link of a row, or what is wrong with it."""
    left, right, kind = (row.get(name, "").strip() for name in COLUMNS)
    place = f"{path.name}:{line}"
    if not left or not right:
        return f"{place}: left and right must both have the id of a document"
    if kind.lower() not in get_args(LinkKind):
        return f"{place}: kind must be must, cannot or family; got '{kind}'"
    if left == right:
        return f"{place}: links '{left}' with itself"
    return Link(left, right, cast(LinkKind, kind.lower()), place)


def refuse(wrong: Sequence[str]) -> None:
    """Raises an error that names bad rows, if there are any."""
    if wrong:
        more = f"\nand {len(wrong) - NAMED:,} more" if len(wrong) > NAMED else ""
        raise InputError("constraints: " + "\n".join(wrong[:NAMED]) + more)


def write_links(path: Path, links: Iterable[Link]) -> None:
    """Writes links as `read_links` takes them."""
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        rows.writerows((link.left, link.right, link.kind) for link in links)


def together(links: Iterable[Link]) -> list[Link]:
    """Each link once; those given first stay.

    >>> len(together([Link("a", "b", "must"), Link("b", "a", "must"), Link("a", "b", "family")]))
    2
    """
    found: dict[tuple[str, str, str], Link] = {}
    for link in links:
        found.setdefault((min(link.left, link.right), max(link.left, link.right), link.kind), link)
    return list(found.values())


class Musts:
    """The graph of must-links: who is joined with whom, and by which links."""

    def __init__(self, links: Iterable[Link]) -> None:
        self._next: dict[str, list[Link]] = {}
        for link in sorted((link for link in links if link.kind == "must"), key=lambda one: (one.left, one.right)):
            self._next.setdefault(link.left, []).append(link)
            self._next.setdefault(link.right, []).append(link)

    def ways_from(self, start: str) -> dict[str, Link | None]:
        """All documents joined with one, each with the link that leads to it on a shortest way."""
        found: dict[str, Link | None] = {start: None}
        waiting = deque([start])
        while waiting:
            here = waiting.popleft()
            for link in self._next.get(here, ()):
                there = link.right if link.left == here else link.left
                if there not in found:
                    found[there] = link
                    waiting.append(there)
        return found

    def chain(self, start: str, end: str) -> list[Link]:
        """The links between two documents that are joined."""
        ways = self.ways_from(start)
        return list(_back(ways, end))[::-1]

    def components(self) -> list[list[str]]:
        """The documents that are joined, in sets of at least two, each sorted."""
        found: list[list[str]] = []
        met: set[str] = set()
        for id_ in sorted(self._next):
            if id_ not in met:
                found.append(sorted(self.ways_from(id_)))
                met.update(found[-1])
        return found


def _back(ways: dict[str, Link | None], end: str) -> Iterator[Link]:
    while (link := ways[end]) is not None:
        yield link
        end = link.left if link.right == end else link.right


def refuse_contradictions(links: Sequence[Link]) -> None:
    """A cannot-link between documents that must-links join is an error, which shows the chain."""
    musts = Musts(links)
    part = {id_: number for number, ids in enumerate(musts.components()) for id_ in ids}
    for link in sorted((one for one in links if one.kind == "cannot"), key=lambda one: (one.left, one.right)):
        if link.left in part and part[link.left] == part.get(link.right):
            chain = ", ".join(map(str, musts.chain(link.left, link.right)))
            raise InputError(f"constraints: the links contradict each other: {chain}, but {link}; take one of them out")
