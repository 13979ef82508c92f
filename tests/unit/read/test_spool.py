"""Standard input as a file."""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

import pytest

from samesame.read.inputs import Input
from samesame.read.spool import spooled


class Stdin:
    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", Stdin(b'{"text": "one"}\n' * 100_000))
    return tmp_path


def test_standard_input_becomes_a_file_that_keeps_its_name_in_messages(temporary: Path) -> None:
    file = Input(Path("a.txt"), "a.txt", "text")
    with spooled([file, Input(None, "stdin", "jsonl")]) as (first, second):
        assert first is file
        assert (second.name, second.format) == ("stdin", "jsonl")
        assert second.path and second.path.read_bytes() == b'{"text": "one"}\n' * 100_000
    assert list(temporary.iterdir()) == []


def test_the_file_is_gone_after_an_error(temporary: Path) -> None:
    with pytest.raises(KeyboardInterrupt), spooled([Input(None, "stdin", "jsonl")]):
        raise KeyboardInterrupt
    assert list(temporary.iterdir()) == []


def test_without_standard_input_nothing_is_made(temporary: Path) -> None:
    with spooled([Input(Path("a.txt"), "a.txt", "text")]):
        assert list(temporary.iterdir()) == []
