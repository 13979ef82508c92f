"""Documents held between readings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import samesame as ss
from samesame.read.held import Held
from samesame.read.problems import Problems
from samesame.read.side import DocumentSide

LINES = ['{"id": "a", "text": "good morning"}', "broken", '{"id": "b", "text": "good night"}']


@pytest.fixture
def news(tmp_path: Path) -> Path:
    path = tmp_path / "news.jsonl"
    path.write_text("\n".join(LINES), "utf-8")
    return path


class Readings:
    """A side over a file, with what is told when it is read."""

    def __init__(self, path: Path, room: int) -> None:
        self.progress: list[int] = []
        self.problems: list[Any] = []
        documents = ss.read(path)
        documents.problems = Problems(tell=self.problems.append)
        self.documents = documents
        self.side = Held(DocumentSide(documents, lambda count, done, size: self.progress.append(count)), room)

    def ids(self, *, again: bool = False) -> list[str]:
        return [id for batch in self.side.batches(again=again) for id in batch.column("id").to_pylist()]


@pytest.mark.parametrize("room", [0, 1 << 20])
def test_every_reading_gives_the_same_and_problems_are_told_once(news: Path, room: int) -> None:
    readings = Readings(news, room)
    assert [readings.ids(again=again) for again in (True, False, True)] == [["a", "b"]] * 3
    assert len(readings.problems) == len(readings.documents.problems) == 1


def test_what_fits_is_read_once_and_what_does_not_is_read_again(news: Path) -> None:
    for room, times in ((0, 3), (1 << 20, 1)):
        readings = Readings(news, room)
        for _ in range(3):
            readings.ids()
        assert readings.progress == [2] * times


def test_a_reading_that_was_not_finished_does_not_count(news: Path) -> None:
    readings = Readings(news, 1 << 20)
    next(iter(readings.side.batches()))
    assert readings.ids() == ["a", "b"]
    assert len(readings.documents.problems) == 1


def test_memory_changes_no_match_of_a_method_that_counts_first() -> None:
    texts = {str(i): f"The ferry number {i % 7} sails at ten. Nobody waits for it on day {i % 3}." for i in range(60)}
    found = [list(ss.find(texts, method="codet", memory=memory)) for memory in ("1", "1GiB")]
    assert found[0] == found[1] and found[0]
