"""Every reader: many damaged files in one call, beside one that is whole."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import pyarrow as pa

import samesame as ss
from fuzz.case import Case, Fault, Target
from fuzz.expect import same
from fuzz.mutate import mutate
from fuzz.mutate.raw import MUTATORS
from fuzz.seeds import Seeds
from fuzz.seeds.packed import SUFFIXES, packed
from samesame.read.verb import without_metadata

COLUMNAR = (".parquet", ".arrow", ".feather")
# Read with the damaged files: whatever they hold, these documents must come out.
CONTROL = b"".join(b'{"id":"control-%d","text":"The control text number %d."}\n' % (i, i) for i in range(3))
# Part of the batches that are read in several ways; to read them once finds most faults at a third of the cost.
COMPARED = 0.2
Row = tuple[str, int, str, str, Any]


class Readers(Target):
    """Text formats, packed or not."""

    name = "readers"
    together = 64
    share = 3.0
    columnar: ClassVar[bool] = False

    def prepare(self, seed: int, folder: Path) -> None:
        self.seeds = Seeds(seed)
        self.suffixes = [suffix for suffix in self.seeds.suffixes if (suffix in COLUMNAR) == self.columnar]

    def make(self, rng: random.Random) -> Case:
        suffix = rng.choice(self.suffixes)
        return damaged(rng, self.seeds, suffix)

    def batch(self, seed: int, number: int) -> list[Case]:
        cases = super().batch(seed, number)
        rng = random.Random(f"options:{self.name}:{seed}:{number}")
        options = {**reading_options(rng), "compare": rng.random() < COMPARED}
        for case in cases:
            case.options = options
        return cases

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        paths = [folder / "control.jsonl"]
        paths[0].write_bytes(CONTROL)
        for i, case in enumerate(cases):
            for name, data in case.files.items():
                paths.append(folder / f"{i}-{name}")
                paths[-1].write_bytes(data)
        options = dict(cases[0].options)
        if options.pop("compare"):
            compare_readings(paths, options)
        else:
            check_control(rows_of(ss.read(paths, threads=2, **options))[0])


class Columnar(Readers):
    """Parquet, Arrow and Feather."""

    name = "columnar"
    share = 2.0
    columnar = True


def damaged(rng: random.Random, seeds: Seeds, suffix: str) -> Case:
    """A damaged file; some are packed before, some after, and a few are left whole."""
    seed, other = rng.choice(seeds.by_suffix[suffix]), rng.choice(seeds.by_suffix[suffix])
    data = seed.data if rng.random() < 0.03 else mutate(rng, suffix, seed.data, other.data)
    if suffix in COLUMNAR or rng.random() < 0.85:
        return Case({f"in{suffix}": data})
    way = rng.choice(SUFFIXES)
    data = packed(rng, data, way)
    if rng.random() < 0.5:
        data = rng.choice(MUTATORS)(rng, data)
    return Case({f"in{suffix}{way}": data})


def reading_options(rng: random.Random) -> dict[str, Any]:
    """How a batch is read: nearly always by the defaults."""
    options: dict[str, Any] = {}
    if rng.random() < 0.3:
        options["clean"] = rng.choice(("none", "tags"))
    if rng.random() < 0.1:
        options["max_record"] = rng.choice((100, 1000))
    if rng.random() < 0.1:
        # Those that have ASCII as it is, so that the whole file beside the damaged ones can be read.
        options["encoding"] = rng.choice(("latin-1", "cp1254", "shift_jis", "gb18030", "euc-kr", "utf8"))
    if rng.random() < 0.1:
        options["delimiter"] = rng.choice((";", "tab", "|"))
    return options


def compare_readings(paths: list[Path], options: dict[str, Any]) -> None:
    """Reads some files in three ways and compares: one thread, two, and without metadata."""
    one, told = rows_of(ss.read(paths, threads=1, **options))
    two, told_by_two = rows_of(ss.read(paths, threads=2, **options))
    bare, _ = rows_of(without_metadata(ss.read(paths, threads=2, **options)))
    same("the same with one thread and with two", one, two)
    same("the same problems with one thread and with two", told, told_by_two)
    same("the same documents with metadata and without", one, bare)
    check_control(one)


def check_control(rows: list[Row]) -> None:
    """Whatever the damaged files hold, the whole one beside them is read."""
    found = sum(row[2].startswith("control-") for row in rows)
    if found != 3:
        raise Fault(f"3 documents of a whole file must be read; got {found}")


def rows_of(documents: ss.Documents) -> tuple[list[Row], list[str]]:
    """What was read, checked on the way: file, line, id, text and time; and the problems."""
    rows: list[Row] = []
    for batch in documents.batches():
        batch.validate(full=True)
        _check_metadata(batch.column("metadata"))
        columns = [batch.column(name).to_pylist() for name in ("file", "line", "id", "text")]
        times = batch.column("time").cast(pa.int64()).to_pylist()
        rows += zip([documents.file_name(file) for file in columns[0]], *columns[1:], times, strict=True)
    names = {documents.file_name(i) for i in range(len(documents.sources))}
    problems = list(documents.problems)
    for problem in problems:
        if problem.file not in names:
            raise Fault(f"a problem must name its file; got '{problem.file}': {problem.message}")
    return rows, [str(problem) for problem in problems]


def _check_metadata(column: pa.Array) -> None:
    for value in column.to_pylist():
        if value is not None and not isinstance(json.loads(value), dict):
            raise Fault(f"metadata must be a JSON object; got {value[:200]}")
