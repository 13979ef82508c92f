"""Messages for people. All of them go to standard error; standard output is for data."""

from __future__ import annotations

import sys

from samesame.model import Problem
from samesame.report.visible import visible

# Further problems are only counted, so that a file of garbage does not bury the other messages.
SHOWN = 1000


def say(text: str) -> None:
    """Prints a line for people. Control characters in it, for example from names and ids, are escaped."""
    print(visible(text), file=sys.stderr)


class ProblemTeller:
    """Prints bad records as they are met, up to a limit."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, problem: Problem) -> None:
        """Prints one."""
        self.count += 1
        if self.count <= SHOWN:
            say(f"samesame: {problem}")

    def close(self) -> None:
        """Prints how many more there were."""
        if self.count > SHOWN:
            say(f"samesame: … and {self.count - SHOWN:,} more")
        if self.count:
            word = "record" if self.count == 1 else "records"
            say(f"samesame: {self.count:,} bad {word}, named above; --strict stops at the first")
