"""What the tests of engines share."""

from __future__ import annotations

from pathlib import Path

import pytest

import samesame as ss


@pytest.fixture(scope="session")
def halves(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sample in two files, line by line, so that copies stand in both."""
    lines = (Path(ss.__file__).parent / "sample" / "documents.jsonl").read_bytes().splitlines(keepends=True)
    folder = tmp_path_factory.mktemp("halves")
    paths = (folder / "left.jsonl", folder / "right.jsonl")
    for number, path in enumerate(paths):
        path.write_bytes(b"".join(lines[number::2]))
    return paths
