"""The measure of a method that compares sets, and when two sets pass."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from samesame.match.groups import Numbers
from samesame.match.pairs import Measured
from samesame.steps.stage import Task


@dataclass(frozen=True, slots=True)
class Rule:
    """The measure and the threshold of a match."""

    measure: str
    threshold: float

    @property
    def is_mutual(self) -> bool:
        """Whether both directions have the same score."""
        return self.measure != "coverage"

    def passes(self, shared: Numbers, size: Numbers, other: Numbers) -> npt.NDArray[np.bool_]:
        """Whether sets of one size pass against others. Decided by division, as in the core."""
        return Measured(shared, size, other).scores(self.measure)[0] >= self.threshold

    def can_pass(self, shared: Numbers, size: Numbers) -> npt.NDArray[np.bool_]:
        """Whether sets that share at most this much can pass against a set that has nothing else."""
        return self.passes(shared, size, shared)


def rule_of(task: Task) -> Rule:
    """The rule of the method under the settings of the plan."""
    return Rule(*task.signing.rule)
