"""Damaged stores: refused by name, or open with the texts that were stored."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import samesame as ss
from fuzz.case import Case, Fault, Target
from fuzz.expect import refused
from fuzz.mutate.raw import flip, truncate
from fuzz.seeds.collections import collection
from samesame.store import Desk, Item

_NOW = "2026-03-02T12:30:00Z"
_NAME = "state.db"
_WAYS = ("flip", "flip", "flip", "truncate", "delete", "swap", "empty", "beginning")


class DamagedStore(Target):
    """A store that was closed, or whose process was killed, with a file changed, cut, gone or exchanged."""

    name = "store"
    together = 4

    def prepare(self, seed: int, folder: Path) -> None:
        rng = random.Random(f"store:{seed}")
        records = [*collection(rng, 30, 20), *collection(rng, 30, 20)]
        items = [Item(id=f"d{at}", text=str(one["text"]), source="wire") for at, one in enumerate(records)]
        self.texts = {item.id: item.text for item in items}
        path = folder / _NAME
        with Desk.open(path, now=_NOW, method="ddd", threshold=0.5) as desk:
            desk.judge(items[:30])
            desk.snapshot()
            desk.judge(items[30:])
            desk.remove("d3")
            desk.write_notes({"feed": "etag 1", "folder": "x"})
            killed = _files(folder)
        self.stores = [_files(folder), killed]

    def make(self, rng: random.Random) -> Case:
        which = rng.randrange(len(self.stores))
        files = dict(self.stores[which])
        way, name = rng.choice(_WAYS), rng.choice(sorted(files))
        if way == "delete":
            del files[name]
        elif way == "swap":
            other = rng.choice(sorted(files))
            files[name], files[other] = files[other], files[name]
        elif way == "empty":
            files[name] = b""
        elif way == "beginning":
            files[name] = flip(rng, files[name][:4096]) + files[name][4096:]
        else:
            files[name] = (flip if way == "flip" else truncate)(rng, files[name])
        return Case(files, {"which": which, "way": f"{way} {name}"})

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        for i, case in enumerate(cases):
            (folder / str(i)).mkdir()
            case.write(folder / str(i))
            (folder / str(i) / f"{_NAME}.lock").touch()
            self._check_one(folder / str(i) / _NAME, case.options)
            shutil.rmtree(folder / str(i))

    def _check_one(self, path: Path, options: dict[str, Any]) -> None:
        whole = options["which"] == 0 and path.exists()
        desk = refused(lambda: Desk.open(path, now=_NOW))
        if isinstance(desk, ss.SamesameError):
            return
        try:
            told = [refused(ask) for ask in self._questions(desk)]
        finally:
            refused(desk.close)
        if whole and not any(told[: len(self.texts)]):
            raise Fault(f"a damaged store was taken for an empty one: {options['way']}")

    def _questions(self, desk: Desk) -> Iterator[Callable[[], object]]:
        for id_ in self.texts:
            yield lambda id_=id_: self._document(desk, id_)  # type: ignore[misc]
        yield desk.matches
        yield desk.groups
        yield desk.stats
        yield desk.notes
        for id_ in ("d1", "d40", "new"):
            yield lambda id_=id_: desk.judge([Item(id=id_, text=self.texts.get(id_, "The ferry is new."))])  # type: ignore[misc]
        yield lambda: desk.remove("d5")
        yield desk.rest

    def _document(self, desk: Desk, id_: str) -> bool:
        found = desk.document(id_)
        # A text has a checksum, the number that leads from a document to its text has none.
        if found is not None and found["text"] not in self.texts.values():
            raise Fault(f"a damaged store told another text than was stored\n{id_}: {found['text']!r:.300}")
        return found is not None


def _files(folder: Path) -> dict[str, bytes]:
    found = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}
    return {name: data for name, data in found.items() if not name.endswith((".lock", "-shm"))}
