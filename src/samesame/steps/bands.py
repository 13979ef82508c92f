"""bands: documents whose MinHash signatures agree in a band are candidates.

A 128-bit key per band and document is shuffled. A band that n documents have makes n² candidates, as in any MinHash;
each is listed once per partition.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow, to_numpy
from samesame.match.groups import Sides
from samesame.methods.minhash import MinHash
from samesame.steps.frames import array, halves, made, numbers
from samesame.steps.meet import across, candidates, distinct, meetings, runs_of
from samesame.steps.stage import Task, stage


@stage("bands.spread", takes=("signatures",), gives=("bands",))
def spread(task: Task, signatures: pa.Table) -> tuple[pa.Table]:
    """The bands of each document that has features."""
    settings = task.plan.chosen
    assert isinstance(settings, MinHash)
    permutations, (bands, rows) = settings.permutations, settings.shape
    features = array(signatures, "signature")
    minima = _core.minhash(features, permutations=permutations, seed=settings.seed, threads=1)
    signed = np.flatnonzero(to_numpy(minima.is_valid()))
    values = to_numpy(minima.values).reshape(-1, permutations)[signed, : bands * rows]
    row = np.repeat(signed, bands)
    documents = {name: numbers(signatures, name)[row] for name in ("document", "side")}
    return (made("bands", {**documents, "band": _keys(values.reshape(-1, rows), bands)}),)


def _keys(values: npt.NDArray[np.uint32], bands: int) -> pa.Array:
    """A key per band, from its number and its rows."""
    count, rows = values.shape
    band = np.arange(count) % bands
    lists = pa.LargeListArray.from_arrays(
        to_arrow(np.arange(count + 1) * rows, pa.int64()), to_arrow(values.ravel(), pa.uint64())
    )
    return _core.list_keys(to_arrow(band, pa.uint32()), lists)


@stage("bands", takes=("bands",), gives=("candidates",))
def join(task: Task, bands: pa.Table) -> tuple[pa.Table]:
    """The pairs that agree in a band."""
    keys = halves(bands, "band")
    order = np.lexsort(keys)
    starts, lengths = runs_of(*(key[order] for key in keys))
    band = np.repeat(np.arange(len(starts)), lengths)
    documents, side = (numbers(bands, name)[order] for name in ("document", "side"))
    found: list[Sides] = []
    for left, right in meetings(band, np.ones(len(band), np.bool_)):
        match = (documents[left] < documents[right]) & across(task, side[left], side[right])
        found.append(distinct(documents[left[match]], documents[right[match]]))
    return (candidates(found),)
