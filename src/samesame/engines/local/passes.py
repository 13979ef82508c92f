"""Which consecutive steps of a plan the local engine carries out at once.

Most steps alone would write down what the next one reads at once. A pass fuses them: the words of a batch are hashed
once for key, group, sign and join, and `dedup` chooses who stays while the pairs are found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TypeAlias

from samesame.engines.local.run import Run
from samesame.errors import ParameterError
from samesame.plan.model import Step

RunPass: TypeAlias = Callable[[Run, Sequence[Step]], None]


@dataclass(frozen=True, slots=True)
class Pass:
    """A function that carries out the steps whose names match a pattern."""

    names: re.Pattern[str]
    module: str
    function: str

    def load(self) -> RunPass:
        """The function. Its module is imported when a plan needs it; importing all of them would cost time."""
        found: RunPass = getattr(import_module(f"samesame.engines.local.{self.module}"), self.function)
        return found


def _pass(names: str, module: str, function: str) -> Pass:
    return Pass(re.compile(rf"{names}(?= |$)"), module, function)


# The first that matches is taken.
PASSES = (
    _pass("(count )?key sign write", "index", "write_index"),
    _pass("letters", "letters", "take_apart"),
    _pass("references constrain gather", "durian", "cluster"),
    _pass("edits", "members", "tell"),
    _pass("count", "job", "count_words"),
    _pass("key group( sign)?", "matching", "take_in"),
    _pass("stand( cluster)+", "cluster", "group"),
    _pass("((join|verify) )*stand( against)?( stars)*( measure)?", "dedup", "choose"),
    _pass("remove", "dedup", "remove"),
    _pass("join( join)*( verify)?", "matching", "find_pairs"),
    _pass("measure", "matching", "measure"),
    _pass("link( align)?( connect)*", "find", "link"),
    _pass("sign join passages", "passages", "find_passages"),
    _pass("locate", "passages", "locate"),
    _pass("write", "run", "write"),
)


def fused(steps: Sequence[Step]) -> Iterator[tuple[Pass, Sequence[Step]]]:
    """The passes that carry out these steps, each with its steps."""
    while steps:
        names = " ".join(step.name for step in steps)
        matches = ((one, one.names.match(names)) for one in PASSES)
        found = next(((one, match.group().count(" ") + 1) for one, match in matches if match), None)
        if found is None:
            raise ParameterError(f"engine: 'local' has no pass for the steps '{names}'")
        yield found[0], steps[: found[1]]
        steps = steps[found[1] :]
