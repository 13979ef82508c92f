"""Standard input and pipes can be read once. Those who read twice, or by columns, get them as files."""

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
    """The inputs, standard input and pipes among them as temporary files that are gone at the end."""
    with contextlib.ExitStack() as stack:
        yield [
            replace(source, path=stack.enter_context(_copied(source))) if _once(source) else source for source in inputs
        ]


def _once(source: Input) -> bool:
    return source.path is None or source.path.is_fifo() or source.path.is_char_device()


@contextlib.contextmanager
def _copied(source: Input) -> Iterator[Path]:
    with tempfile.NamedTemporaryFile(prefix="samesame-") as file:
        if source.path is None:
            shutil.copyfileobj(sys.stdin.buffer, file, 1 << 20)
        else:
            with source.path.open("rb") as pipe:
                shutil.copyfileobj(pipe, file, 1 << 20)
        file.flush()
        yield Path(file.name)
