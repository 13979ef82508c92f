"""What was done to a letter: the edit class of each copy, and the text that its writer added."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from samesame import _core
from samesame.arrays import to_arrow, to_numpy
from samesame.errors import ParameterError
from samesame.match.groups import Numbers

# In the order of precedence: the first that fits.
EDITS = (
    *("exact", "repeated", "block_reordering", "minor_change", "block_added", "block_deleted"),
    *("minor_change_block_edit", "key_block", "bag_of_words"),
)
NO_EDIT = -1
RANGES = pa.large_list(pa.struct([("start", pa.int64()), ("end", pa.int64())]))


@dataclass(frozen=True, slots=True)
class Edits:
    """For each member a number among EDITS, NO_EDIT if it is no copy; and the ranges that its writer added.

    Ranges count code points of the member's whole text.
    """

    edit: Numbers
    unique: pa.Array


def edits(
    references: pa.LargeStringArray,
    reference_ranges: pa.LargeListArray,
    which: npt.NDArray[np.integer],
    members: pa.LargeStringArray,
    member_ranges: pa.LargeListArray,
    *,
    threads: int = 0,
) -> Edits:
    """The edit class and the added text of each member, against the reference whose number `which` gives.

    Ranges are those of the main texts, in code points; null stands for the whole text. Words are compared in the
    normal form, wherever lines and spaces break them. Paragraphs are separated by blank lines, or found by aligning.

    >>> letter = pa.array(["Keep the ferry to the island.\\n\\nIt is the only way to the school."], pa.large_string())
    >>> copies = pa.array([letter[0].as_py() + "\\n\\nMy son needs it.", "No bridge, please."], pa.large_string())
    >>> told = edits(letter, pa.nulls(1, RANGES), np.zeros(2, int), copies, pa.nulls(2, RANGES))
    >>> [EDITS[edit] if edit != NO_EDIT else None for edit in told.edit]
    ['block_added', None]
    >>> [copies[0].as_py()[place["start"] : place["end"]] for place in told.unique[0].as_py()]
    ['My son needs it.']
    """
    numbers = np.asarray(which)
    if len(numbers) and not 0 <= numbers.min() <= numbers.max() < len(references):
        raise ParameterError(f"which: expected numbers below {len(references)}; got {numbers.min()} to {numbers.max()}")
    sides = (references, _as_ranges(reference_ranges)), (members, _as_ranges(member_ranges))
    edit, unique = _core.edits(sides[0], to_arrow(numbers, pa.uint32()), sides[1], threads)
    return Edits(to_numpy(edit).astype(np.int64), unique)


def _as_ranges(ranges: pa.Array) -> pa.Array:
    """Ranges as the core takes them: their fields may come as other whole numbers."""
    return ranges if ranges.type == RANGES else ranges.cast(RANGES)
