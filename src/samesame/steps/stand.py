"""stand: which document stands for a group of identical ones, by the rule of `dedup`."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from samesame.arrays import to_numpy
from samesame.match.groups import Groups
from samesame.match.keep import Traits, standing
from samesame.steps.frames import columns_of, made, numbers
from samesame.steps.group import labels_of
from samesame.steps.stage import Task, stage


@stage("stand", takes=("keys",), gives=("standing",))
def stand(task: Task, keys: pa.Table) -> tuple[pa.Table]:
    """All documents with words, and the document that stands for each group.

    All documents with one key are in this partition, so this is decided like the groups themselves.
    """
    keys = keys.sort_by("document")
    groups = Groups(keys["id"], labels_of(keys))
    who = standing(groups, traits_of(keys), task.plan.deduplicating.keep, ordered=True)
    documents = numbers(keys, "document")
    stands = np.zeros(len(documents), np.bool_)
    stands[who.standing] = True
    firsts = documents[groups.first(np.arange(len(documents)))]
    return (made("standing", {**columns_of(keys), "first": firsts, "stands": stands}),)


def traits_of(documents: pa.Table) -> Traits:
    """What the rules look at."""
    return Traits(numbers(documents, "time"), numbers(documents, "length"), to_numpy(documents["fixed"]))
