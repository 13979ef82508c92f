"""stand: which document stands for a group of identical ones, by the rule of `dedup`."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from samesame.arrays import to_numpy
from samesame.match.keep import NEVER, Traits, standing
from samesame.match.wishes import wish_ranks
from samesame.steps.frames import columns_of, made, numbers
from samesame.steps.group import groups_of, labels_of
from samesame.steps.stage import Task, stage


@stage("stand", takes=("keys",), gives=("standing",))
def stand(task: Task, keys: pa.Table) -> tuple[pa.Table]:
    """All documents with words, and the document that stands for each group.

    All documents with one key are in this partition, so this is decided like the groups themselves.
    """
    keys = keys.sort_by("document")
    groups = groups_of(task, keys, labels_of(keys))
    who = standing(groups, traits_of(task, keys), ordered=True, within=not task.plan.choosing.against_only)
    documents = numbers(keys, "document")
    stands = np.zeros(len(documents), np.bool_)
    stands[who.standing] = True
    firsts = documents[groups.first(np.arange(len(documents)))]
    return (made("standing", {**columns_of(keys), "first": firsts, "stands": stands}),)


def traits_of(task: Task, documents: pa.Table) -> Traits:
    """What the rules look at; of the other side, only that it goes ahead."""
    ahead = numbers(documents, "side") > 0
    wishes = wish_ranks(documents, task.plan.choosing.keep)
    times = np.where(ahead, NEVER, numbers(documents, "time"))
    return Traits(times, np.where(ahead, 0, wishes), to_numpy(documents["fixed"]) & ~ahead, ahead)
