"""`evaluate`: damaged matches, truth and PAN collections."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import samesame as ss
from fuzz.case import Case, Fault, Target
from fuzz.expect import refused
from fuzz.mutate import mutate
from fuzz.mutate.raw import MUTATORS
from fuzz.seeds import texts
from fuzz.seeds.packed import SUFFIXES, packed
from samesame.verbs.alignment import evaluate_alignment

_RELATIONS = ("exact", "near", "contained", "partial", "none")
_NAMES = (("left", "right"), ("id1", "id2"), ("a", "b"), ("first", "second"), ("x", "y"))


def _pairs(rng: random.Random) -> list[dict[str, object]]:
    left, right = rng.choice(_NAMES)
    with_relation = rng.random() < 0.7
    rows: list[dict[str, object]] = []
    for _ in range(rng.randrange(12)):
        row: dict[str, object] = {left: f"d{rng.randrange(9)}", right: f"d{rng.randrange(9)}"}
        rows.append({**row, "relation": rng.choice(_RELATIONS)} if with_relation else row)
    return rows


def pairs_file(rng: random.Random) -> tuple[str, bytes]:
    """A suffix and the bytes of a file of pairs."""
    rows, suffix = _pairs(rng), rng.choice((".jsonl", ".csv", ".tsv", ".parquet", ".arrow"))
    names = list(rows[0]) if rows else ["left", "right"]
    if suffix == ".jsonl":
        return suffix, "".join(json.dumps(row) + "\n" for row in rows).encode()
    if suffix in (".csv", ".tsv"):
        stream = io.StringIO()
        writer = csv.DictWriter(stream, names, delimiter="," if suffix == ".csv" else "\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return suffix, stream.getvalue().encode()
    table, out = pa.table({name: [str(row[name]) for row in rows] for name in names}), io.BytesIO()
    if suffix == ".parquet":
        pq.write_table(table, out)
    else:
        with pa.ipc.new_file(out, table.schema) as writer:
            writer.write_table(table)
    return suffix, out.getvalue()


class Evaluate(Target):
    """Matches and truth from files."""

    name = "evaluate"
    together = 32

    def make(self, rng: random.Random) -> Case:
        files = {}
        for name in ("matches", "truth"):
            suffix, data = pairs_file(rng)
            if rng.random() < 0.7:
                data = mutate(rng, suffix, data, pairs_file(rng)[1])
            if suffix in (".jsonl", ".csv", ".tsv") and rng.random() < 0.1:
                way = rng.choice(SUFFIXES)
                data, suffix = packed(rng, data, way), suffix + way
                data = rng.choice(MUTATORS)(rng, data) if rng.random() < 0.5 else data
            files[name + suffix] = data
        return Case(files, {"family": rng.choice((None, None, None, "right", "relation"))})

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        for i, case in enumerate(cases):
            matches, truth = case.write(folder / str(i))
            result = refused(lambda: ss.evaluate(matches, truth=truth, family=case.options["family"]))  # noqa: B023
            if isinstance(result, ss.SamesameError):
                continue
            for row in result:
                if not 0 <= row.correct <= min(row.found, row.true):
                    raise Fault(f"impossible counts: {row}")
            json.dumps(result.to_dict(), allow_nan=False)


class Pan(Target):
    """Collections in the PAN format."""

    name = "pan"
    together = 8
    share = 0.5

    def make(self, rng: random.Random) -> Case:
        a, b = texts.text(rng) + texts.sentence(rng) * 3, texts.text(rng) + texts.sentence(rng) * 3
        numbers = [rng.choice((0, 5, -1, 10**6, 10**30, "x", "")) for _ in range(4)]
        feature = '<feature name="plagiarism" source_reference="b.txt" this_offset="{}" this_length="{}" '
        feature += 'source_offset="{}" source_length="{}"/>'
        cases = feature.format(*numbers) if rng.random() < 0.3 else feature.format(0, len(a), 0, len(b))
        files = {
            "susp/a.txt": a.encode(),
            "src/b.txt": b.encode(),
            "01/pairs": b"a.txt b.txt\n",
            "01/a-b.xml": f'<?xml version="1.0"?><document reference="a.txt">{cases}</document>'.encode(),
        }
        for name in rng.sample(sorted(files), rng.randrange(3)):
            suffix = ".xml" if name.endswith("xml") else ".txt"
            files[name] = mutate(rng, suffix, files[name], files["01/a-b.xml"])
        if rng.random() < 0.1:
            del files[rng.choice(sorted(files))]
        return Case(files)

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        for i, case in enumerate(cases):
            case.write(folder / str(i))
            result = refused(lambda: evaluate_alignment(folder / str(i), threads=1))  # noqa: B023
            if not isinstance(result, ss.SamesameError):
                json.dumps(result.to_dict())
