"""A stage: a function from one partition of some tables to one partition of others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import pyarrow as pa

if TYPE_CHECKING:
    from samesame.methods import SigningSettings
    from samesame.plan.model import Plan


@dataclass(frozen=True, slots=True)
class Task:
    """The partition that a stage works on: everything that it may know besides its tables."""

    plan: Plan
    partition: int = 0
    partitions: int = 1

    @property
    def signing(self) -> SigningSettings:
        """The settings of the method, which signs documents: otherwise there would be no such stage."""
        signing = self.plan.chosen.signing
        assert signing is not None
        return signing


# (task, one partition of each table taken) → one partition of each table given.
Run: TypeAlias = Callable[..., tuple[pa.Table, ...]]


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage: the tables it takes, those it gives, and the function that makes them."""

    name: str
    takes: tuple[str, ...]
    gives: tuple[str, ...]
    run: Run


def stage(name: str, *, takes: tuple[str, ...], gives: tuple[str, ...]) -> Callable[[Run], Stage]:
    """Makes a stage of a function."""
    return lambda run: Stage(name, takes, gives, run)
