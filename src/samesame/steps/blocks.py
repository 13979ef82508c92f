"""blocks: bit strings that differ in few bits agree in two blocks, and are compared there (as in the core).

If signatures are cut into k + 2 blocks, two that differ in at most k bits agree in at least two blocks. So each
signature is shuffled once per two blocks, by a key of these bits, and only those that agree are compared: for 3 of 64
bits in 6 ways. If so many small blocks would cost more than comparing all pairs, all signatures go to one partition.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import to_arrow
from samesame.methods.simhash import SimHash
from samesame.model import RELATIONS
from samesame.steps.frames import array, columns_of, halves, made, numbers
from samesame.steps.meet import across, meetings, runs_of
from samesame.steps.stage import Task, stage

Bytes = npt.NDArray[np.uint8]
NEAR = RELATIONS.index("near")
WORD = 8
_ONES = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).sum(axis=1)


@stage("blocks.spread", takes=("signatures",), gives=("blocks",))
def spread(task: Task, signatures: pa.Table) -> tuple[pa.Table]:
    """Each signature under the bits of each two blocks."""
    bits, distance = _shape(task)
    signatures = signatures.filter(pc.is_valid(signatures["signature"]))
    values = _bytes(array(signatures, "signature"), bits)
    parts = [made("blocks", {"signature": array(signatures, "signature").slice(0, 0)})]
    for number, mask in enumerate(masks(bits, distance + 1)):
        columns = {**columns_of(signatures), "block": _keys(values & mask, number)}
        parts.append(made("blocks", {**columns, "mask": np.full(len(values), number)}))
    return (pa.concat_tables(parts),)


@stage("blocks", takes=("blocks",), gives=("pairs",))
def join(task: Task, blocks: pa.Table) -> tuple[pa.Table]:
    """The pairs within the distance. Most agree under several masks; they are listed under the first."""
    bits, distance = _shape(task)
    keys = halves(blocks, "block")
    order = np.lexsort(keys)
    starts, lengths = runs_of(*(key[order] for key in keys))
    block = np.repeat(np.arange(len(starts)), lengths)
    documents, side, mask = (numbers(blocks, name)[order] for name in ("document", "side", "mask"))
    values = _bytes(array(blocks, "signature"), bits)[order]
    all_masks = masks(bits, distance + 1)
    parts = [made("pairs", {})]
    for left, right in meetings(block, np.ones(len(block), np.bool_)):
        match = (documents[left] < documents[right]) & across(task, side[left], side[right])
        left, right = left[match], right[match]
        differing = values[left] ^ values[right]
        count = _ONES[differing].sum(axis=1)
        near = np.flatnonzero(count < distance)
        told = near[_first_agreed(differing[near], all_masks) == mask[left[near]]]
        score = 1.0 - count[told] / bits
        found = {"left": documents[left[told]], "right": documents[right[told]], "relation": np.full(len(told), NEAR)}
        parts.append(made("pairs", {**found, "left_score": score, "right_score": score}))
    return (pa.concat_tables(parts),)


def masks(bits: int, blocks: int) -> list[Bytes]:
    """The bits of each two of `blocks` blocks; a single empty mask, under which all agree, if that is cheaper.

    >>> [mask.tolist() for mask in masks(8, 3)]
    [[248], [199], [63]]
    """
    ways = blocks * (blocks - 1) // 2
    if ways * 0.5 ** (2.0 * bits / blocks) >= 1.0:
        return [np.zeros(bits // 8, np.uint8)]
    block = np.repeat(np.arange(blocks), np.diff(np.arange(blocks + 1) * bits // blocks))
    return [np.packbits(np.isin(block, two)) for two in combinations(range(blocks), 2)]


def _first_agreed(differing: Bytes, all_masks: list[Bytes]) -> npt.NDArray[np.int64]:
    """The first mask under which nothing differs; -1 if there is none."""
    first = np.full(len(differing), -1)
    for number, mask in reversed(list(enumerate(all_masks))):
        first[~(differing & mask).any(axis=1)] = number
    return first


def _shape(task: Task) -> tuple[int, int]:
    """The number of bits of a signature, and the distance from which two of them do not match."""
    settings = task.plan.chosen
    assert isinstance(settings, SimHash)
    bits, distance = settings.bits, settings.threshold
    # The core refuses a distance that signatures of this size cannot have.
    none = pa.nulls(0, pa.binary(bits // 8))
    _core.hamming_pairs(none, distance=distance, split=None, memory=0, threads=1)
    return bits, distance


def _bytes(signatures: pa.Array, bits: int) -> Bytes:
    """Signatures as rows of bytes."""
    fixed = signatures.cast(pa.binary(bits // 8))
    data = np.frombuffer(fixed.buffers()[1] or b"", np.uint8).reshape(-1, bits // 8)
    return data[fixed.offset : fixed.offset + len(fixed)]


def _keys(values: Bytes, mask: int) -> pa.Array:
    """A key per row of bytes, from the row and its mask."""
    count, width = values.shape
    words = -(-width // WORD)
    filled = np.zeros((count, words * WORD), np.uint8)
    filled[:, :width] = values
    lists = pa.LargeListArray.from_arrays(
        to_arrow(np.arange(count + 1) * words, pa.int64()), to_arrow(filled.view(np.uint64).ravel())
    )
    return _core.list_keys(to_arrow(np.full(count, mask), pa.uint32()), lists)
