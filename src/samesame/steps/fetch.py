"""Reads the documents of pairs again: a partition asks for them, and the partitions that hold them send what is needed.

Each document is sent to a partition once, however many pairs it is in there.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from samesame.match.groups import Numbers
from samesame.steps.frames import expand, made, numbers
from samesame.steps.stage import Task


def asked_for(task: Task, documents: Numbers) -> pa.Table:
    """The table `wanted` of the documents that this partition needs."""
    wanted = np.unique(documents)
    return made("wanted", {"document": wanted, "to": np.full(len(wanted), task.partition)})


def answered(wanted: pa.Table, held: pa.Table) -> tuple[Numbers, Numbers]:
    """For each request, the row of the document and the partition that asked. Every document is in `held` once."""
    rows, places = expand(numbers(wanted, "document"), numbers(held, "document"))
    return places, numbers(wanted, "to")[rows]
