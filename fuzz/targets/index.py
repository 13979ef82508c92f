"""Damaged indexes: refused, or the right answer."""

from __future__ import annotations

import random
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import samesame as ss
from fuzz.case import Case, Fault, Target
from fuzz.expect import refused
from fuzz.mutate import mutate
from fuzz.mutate.raw import flip, truncate
from fuzz.seeds.collections import collection

_METHODS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("overlap", {}),
    ("ffp", {}),
    ("imatch", {}),
    ("spotsigs", {}),
    ("overlap", {"unit": "character"}),
)
_WAYS = ("flip", "flip", "truncate", "mutate", "delete", "swap", "other", "empty", "extra")


class DamagedIndex(Target):
    """An index with a file changed, cut, gone or exchanged."""

    name = "index"
    together = 8
    share = 2.0

    def prepare(self, seed: int, folder: Path) -> None:
        rng = random.Random(f"index:{seed}")
        self.indexes: list[dict[str, bytes]] = []
        self.answers: list[list[dict[str, Any]]] = []
        self.query = [{**record, "id": f"q{i}"} for i, record in enumerate(collection(rng, 40, 20))]
        for i, (method, settings) in enumerate(_METHODS):
            path = folder / str(i)
            self._build(path, method, settings, rng)
            self.indexes.append({file.relative_to(path).as_posix(): file.read_bytes() for file in _files(path)})
            self.answers.append(self._ask(path, i))

    def _build(self, path: Path, method: str, settings: dict[str, Any], rng: random.Random) -> None:
        pairs = zip(collection(rng, 60, 30), [*self.query, *self.query], strict=False)
        records = [{**record, "text": f"{record['text']} {query['text']}"} for record, query in pairs]
        half = len(records) // 2
        ss.build_index(path, records[:half], method=method, **settings)
        ss.add_to_index(path, records[half:])
        ss.remove_from_index(path, [str(record["id"]) for record in records[::7]])

    def _ask(self, path: Path, which: int) -> list[dict[str, Any]]:
        method, settings = _METHODS[which]
        found = ss.find(self.query, against=str(path), method=method, threads=1, **settings)
        rows: list[dict[str, Any]] = found.to_arrow().to_pylist()
        return rows

    def make(self, rng: random.Random) -> Case:
        which = rng.randrange(len(self.indexes))
        files = dict(self.indexes[which])
        way, name = rng.choice(_WAYS), rng.choice(sorted(files))
        other = rng.choice(sorted(files))
        if way == "delete":
            del files[name]
        elif way == "swap":
            files[name], files[other] = files[other], files[name]
        elif way == "other":
            another = rng.choice(self.indexes)
            files[name] = another.get(name, b"")
        elif way == "empty":
            files[name] = b""
        elif way == "extra":
            files["part-00003.parquet"] = files[name]
        else:
            files[name] = _changed(rng, way, name, files[name], files[other])
        then = rng.choice(("find", "find", "add", "remove"))
        return Case(files, {"which": which, "way": f"{way} {name}", "then": then})

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        for i, case in enumerate(cases):
            path = folder / str(i)
            path.mkdir()
            case.write(path)
            self._check_one(path, case.options)
            shutil.rmtree(path)

    def _check_one(self, path: Path, options: dict[str, Any]) -> None:
        if options["then"] != "find":
            self._change(path, options["then"])
            return
        which = options["which"]
        if not (path / "index.json").is_file():
            return  # then it is a folder like any other, and reading it is another target's matter
        found = refused(lambda: self._ask(path, which))
        if not isinstance(found, ss.SamesameError) and found != self.answers[which]:
            raise Fault(f"a damaged index gave a wrong answer: {options['way'].split()[0]}\n{options['way']}")

    def _change(self, path: Path, then: str) -> None:
        """What is added to or removed from a damaged index: done, or refused; never half."""
        if then == "add":
            refused(lambda: ss.add_to_index(path, {"new": "The ferry to the new pier leaves at noon."}, threads=1))
        else:
            refused(lambda: ss.remove_from_index(path, ["a0", "b1", "nobody"]))
        refused(lambda: ss.Index(path).documents)


def _changed(rng: random.Random, way: str, name: str, data: bytes, other: bytes) -> bytes:
    if way == "flip":
        return flip(rng, data)
    if way == "truncate":
        return truncate(rng, data)
    return mutate(rng, ".jsonl" if name.endswith(".json") else ".parquet", data, other)


def _files(path: Path) -> list[Path]:
    return sorted(file for file in path.rglob("*") if file.is_file())
