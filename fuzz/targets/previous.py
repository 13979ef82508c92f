"""`dedup --previous`: decisions of an earlier run, damaged."""

from __future__ import annotations

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

_DOCUMENTS = {f"d{i}": text for i, text in enumerate(["The ferry leaves at ten every morning."] * 4 + ["Another one."])}


class Previous(Target):
    """A damaged list of what stayed, or of what went."""

    name = "previous"
    together = 16
    share = 0.5

    def make(self, rng: random.Random) -> Case:
        suffix, data = _decisions(rng)
        return Case({f"previous{suffix}": mutate(rng, suffix, data, data) if rng.random() < 0.9 else data})

    def check(self, cases: Sequence[Case], folder: Path) -> None:
        for i, case in enumerate(cases):
            (path,) = case.write(folder / str(i))
            result = refused(lambda: ss.dedup(_DOCUMENTS, previous=path, method="exact", threads=1))  # noqa: B023
            if isinstance(result, ss.SamesameError):
                continue
            kept, gone = [document.id for document in result], [removal.id for removal in result.removed]
            if sorted([*kept, *gone]) != sorted(_DOCUMENTS):
                raise Fault(f"kept and removed must be all documents; kept {kept}, removed {gone}")


def _decisions(rng: random.Random) -> tuple[str, bytes]:
    if rng.random() < 0.5:
        rows = [{"id": f"d{rng.randrange(6)}", "kept": f"d{rng.randrange(6)}", "rule": "earliest"} for _ in range(4)]
    else:
        rows = [{"id": f"d{i}", "text": "words"} for i in rng.sample(range(6), 3)]
    suffix = rng.choice((".jsonl", ".csv", ".parquet"))
    if suffix == ".jsonl":
        return suffix, "".join(json.dumps(row) + "\n" for row in rows).encode()
    if suffix == ".csv":
        return suffix, "".join(
            ",".join(row) + "\n" for row in [list(rows[0]), *(row.values() for row in rows)]
        ).encode()
    stream = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows), stream)
    return suffix, stream.getvalue()
