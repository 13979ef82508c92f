"""How long it takes to import the package and to see the help."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from typing import Any

from measure import best_of_each


def measure(runs: int = 10) -> list[dict[str, Any]]:
    """Milliseconds of whole processes, the empty interpreter beside them."""
    commands = {
        "python -c pass": ["-c", "pass"],
        "import samesame": ["-c", "import samesame"],
        "import pyarrow": ["-c", "import pyarrow"],
        "first ss.find": ["-c", "import samesame as ss; ss.find(['a b', 'A b'], method='exact')"],
        "samesame --help": ["-m", "samesame", "--help"],
    }

    def run(arguments: list[str]) -> None:
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)

    best = best_of_each(runs, {name: partial(run, arguments) for name, arguments in commands.items()})
    return [{"process": name, "ms": seconds * 1000} for name, seconds in best.items()]
