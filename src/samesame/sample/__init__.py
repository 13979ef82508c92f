"""The bundled sample collection with its truth: see the README beside this file."""

from __future__ import annotations

import csv
from importlib.resources import as_file, files
from pathlib import Path

from samesame.read.documents import Documents
from samesame.read.verb import read


def sample_path(name: str = "documents.jsonl") -> Path:
    """The path of a file of the sample."""
    with as_file(files("samesame.sample") / name) as path:
        return path


def sample_documents() -> Documents:
    """The documents of the sample."""
    return read(sample_path())


def sample_truth() -> list[dict[str, str]]:
    """The known pairs: left, right, relation ('none' for pairs that only look alike), note."""
    with sample_path("truth.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
