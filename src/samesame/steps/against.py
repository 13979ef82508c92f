"""against: documents that one of the other side covers go first, before this side is compared with itself.

The other side stays whole, so nothing here has rounds. The pairs of both sides go to the document that covers, to learn
who stands for its group, then to the covered one, which takes the best: one that it covers, too, else the first read.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import to_arrow
from samesame.match.groups import Numbers
from samesame.model import RELATIONS
from samesame.steps.frames import columns_of, made, numbers, places_of
from samesame.steps.meet import runs_of
from samesame.steps.stage import Task, stage

NEAR, CONTAINED = RELATIONS.index("near"), RELATIONS.index("contained")
# What is exchanged where the left document becomes the right one.
SIDED = ("", "_score", "_size")


def turned(pairs: pa.Table, which: npt.NDArray[np.bool_]) -> dict[str, pa.ChunkedArray]:
    """The columns of pairs, with left and right exchanged where `which` says so."""
    columns, turn = columns_of(pairs), to_arrow(which)
    for name in SIDED:
        one, other = columns[f"left{name}"], columns[f"right{name}"]
        columns[f"left{name}"], columns[f"right{name}"] = pc.if_else(turn, other, one), pc.if_else(turn, one, other)
    return columns


def of_this_side(documents: Numbers, starts: pa.Table) -> npt.NDArray[np.bool_]:
    """Whether documents are of the first side: the other one has the larger numbers."""
    return documents < (numbers(starts, "start").min() if starts.num_rows else np.iinfo(np.int64).max)


@stage("against.find", takes=("pairs", "starts"), gives=("ahead",))
def find(task: Task, pairs: pa.Table, starts: pa.Table) -> tuple[pa.Table]:
    """The pairs of a document of this side, left, and one of the other side that covers it."""
    left, right = (of_this_side(numbers(pairs, name), starts) for name in ("left", "right"))
    relation = numbers(pairs, "relation")
    covered = (relation == NEAR) & (left != right) | (relation == CONTAINED) & left & ~right
    return (made("ahead", turned(pairs.filter(to_arrow(covered)), right[covered])),)


@stage("against.name", takes=("ahead", "standing"), gives=("ahead_named",))
def name(task: Task, ahead: pa.Table, standing: pa.Table) -> tuple[pa.Table]:
    """The same with the document that stands for the group of the right one."""
    standing = standing.filter(standing["stands"])
    stands = standing.take(to_arrow(places_of(numbers(ahead, "right"), numbers(standing, "first"))))
    return (made("ahead_named", {**columns_of(ahead), "kept": stands["id"], "document": stands["document"]}),)


@stage("against", takes=("ahead_named",), gives=("gone_ahead", "pairs_ahead"))
def choose(task: Task, ahead: pa.Table) -> tuple[pa.Table, pa.Table]:
    """Groups that go for a document of the other side, and the pairs of the two."""
    left, one_way = numbers(ahead, "left"), numbers(ahead, "relation") != NEAR
    order = np.lexsort((numbers(ahead, "document"), one_way, left))
    best, _ = runs_of(left[order])
    ahead = ahead.take(to_arrow(order[best]))
    count = ahead.num_rows
    told = {"by_rule": np.zeros(count, np.bool_), "kept_side": np.ones(count, np.int8)}
    gone = made("gone_ahead", {"first": ahead["left"], "kept": ahead["kept"], **told})
    return gone, made("pairs_ahead", columns_of(ahead))


@stage("against.only", takes=("gone_ahead", "pairs_ahead"), gives=("gone", "pairs"))
def only(task: Task, gone: pa.Table, pairs: pa.Table) -> tuple[pa.Table, pa.Table]:
    """Nobody else goes."""
    return made("gone", columns_of(gone)), made("pairs", columns_of(pairs))
