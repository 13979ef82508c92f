"""Standard input can be read once. Those who read twice, or by columns, get it as a file."""

from __future__ import annotations

import contextlib
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from samesame.read.inputs import Input


@contextlib.contextmanager
def spooled(inputs: list[Input]) -> Iterator[list[Input]]:
    """The inputs, standard input among them as a temporary file that is gone at the end."""
    if all(source.path for source in inputs):
        yield inputs
        return
    with tempfile.NamedTemporaryFile(prefix="samesame-") as file:
        shutil.copyfileobj(sys.stdin.buffer, file, 1 << 20)
        file.flush()
        yield [source if source.path else replace(source, path=Path(file.name)) for source in inputs]
