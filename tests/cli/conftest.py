"""What the tests of the command line share."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from samesame.cli import main

Done = subprocess.CompletedProcess[str]


@pytest.fixture
def call(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    """Runs the program in this process, which spares its start; `run` is the real one."""

    def program(*arguments: str | Path) -> Done:
        capsys.readouterr()
        monkeypatch.setenv("COLUMNS", "200")
        monkeypatch.setattr(sys, "argv", ["samesame", *map(str, arguments)])
        with pytest.raises(SystemExit) as left:
            main.run()
        return Done(arguments, int(left.value.code or 0), *capsys.readouterr())

    return program
