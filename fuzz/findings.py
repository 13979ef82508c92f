"""What was found: told once per kind, written to a folder with its input and the command that repeats it."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

from fuzz.worker import Failure

# So many inputs of one kind are written; the others are counted.
WRITTEN = 3


class Findings:
    """Collects the failures of a campaign."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.seed = folder, seed
        self.kinds: Counter[tuple[str, str]] = Counter()

    def __len__(self) -> int:
        return self.kinds.total()

    def add(self, target: str, failure: Failure) -> None:
        """Takes in a failure: the first of a kind is told."""
        kind = (target, signature(failure))
        self.kinds[kind] += 1
        if self.kinds[kind] > WRITTEN:
            return
        place = self._write(target, failure)
        if self.kinds[kind] == 1:
            print(
                f"FAULT {target}: {failure.what}\n  input: {place}\n  again: {self._command(target, failure)}",
                flush=True,
            )

    def _command(self, target: str, failure: Failure) -> str:
        if failure.again:
            return failure.again
        case = f" --case {failure.case}" if failure.case >= 0 else ""
        return f".venv/bin/python -m fuzz {target} --seed {self.seed} --batch {failure.number}{case}"

    def _write(self, target: str, failure: Failure) -> Path:
        place = self.folder / f"{target}-{self.seed}-{failure.number}-{max(failure.case, 0)}"
        failure.input.write(place)
        place.mkdir(parents=True, exist_ok=True)
        options = json.dumps(failure.input.options, indent=1, default=str, ensure_ascii=True)
        story = f"{failure.what}\n\nagain: {self._command(target, failure)}\n\noptions: {options}\n\n{failure.details}"
        (place / "FAULT.txt").write_text(story, encoding="utf-8", errors="backslashreplace")
        return place


def signature(failure: Failure) -> str:
    """Failures that are alike have the same: the last line of code, and the message without numbers and names."""
    places = re.findall(r'File "[^"]*?([^/"]+)", line (\d+)', failure.details)
    message = re.sub(r"'[^']*'|\d+", "…", failure.what)[:120]
    return f"{message} @ {':'.join(places[-1]) if places else ''}"
