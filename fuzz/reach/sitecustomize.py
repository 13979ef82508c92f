"""Records which functions of samesame each test calls, in the processes that it starts, too.

Python imports this file when it starts, if its folder is in PYTHONPATH. `SAMESAME_REACH` names the folder of the
records. pytest names the test that runs in PYTEST_CURRENT_TEST, which processes inherit. A line is written when a test
first calls a function: the test, the file and the line that the function begins at.
"""

from __future__ import annotations

import os
import sys
import threading
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

FOLDER = os.environ.get("SAMESAME_REACH", "")
PACKAGE = f"src{os.sep}samesame{os.sep}"


class Recorder:
    """What was seen of the test that runs."""

    def __init__(self) -> None:
        self.test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
        self.seen: set[CodeType] = set()
        # Where a function stands, or nothing for those of others.
        self.places: dict[CodeType, str] = {}

    def begin(self, test: str) -> None:
        """Another test runs from now on."""
        self.test = test
        self.seen.clear()

    def called(self, frame: FrameType, event: str, argument: Any) -> None:
        """Python calls this for every call of a function; lines are not traced."""
        code = frame.f_code
        if code in self.seen:
            return
        self.seen.add(code)
        if code not in self.places:
            _, found, path = code.co_filename.rpartition(PACKAGE)
            # Modules and classes are run, too, when they are imported, but nothing says that a test needs them.
            function = code.co_flags & CO_OPTIMIZED
            self.places[code] = f"{PACKAGE}{path}\t{code.co_firstlineno}" if found and function else ""
        if self.test and self.places[code]:
            # A process that was forked has a file of its own; one that is killed has written all before.
            with Path(FOLDER, f"{os.getpid()}.reached").open("a", encoding="utf-8") as file:
                file.write(f"{self.test}\t{self.places[code]}\n")


recorder = Recorder()
if FOLDER:
    threading.settrace(recorder.called)
    sys.settrace(recorder.called)
