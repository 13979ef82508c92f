"""Bad records: counted, named, and the run goes on."""

from __future__ import annotations

import pytest

import samesame as ss
from samesame.model import Problem
from samesame.read.problems import KEPT, Problems


def test_problems_are_counted_kept_and_told() -> None:
    told: list[Problem] = []
    problems = Problems(tell=told.append)
    problems.add(Problem("a.jsonl", 3, "broken"))
    problems.add(Problem("b", 0, "empty"))
    assert len(problems) == 2
    assert list(problems) == told
    assert [str(problem) for problem in problems] == ["a.jsonl:3: broken", "b: empty"]


def test_a_file_of_garbage_does_not_fill_the_memory() -> None:
    problems = Problems()
    for line in range(KEPT + 5):
        problems.add(Problem("a", line, "broken"))
    assert (len(problems), len(list(problems))) == (KEPT + 5, KEPT)


def test_a_strict_run_ends_at_the_first() -> None:
    with pytest.raises(ss.InputError, match="a:1: broken"):
        Problems(strict=True).add(Problem("a", 1, "broken"))


def test_clear_forgets_what_reading_found_but_not_what_was_settled() -> None:
    problems = Problems()
    problems.add(Problem("folder", 0, "empty"))
    problems.settle()
    problems.add(Problem("a", 1, "broken"))
    problems.clear()
    assert [problem.file for problem in problems] == ["folder"] and len(problems) == 1


def test_reading_twice_does_not_count_twice() -> None:
    documents = ss.read(["one", 5, "three"])
    for _ in range(2):
        assert len(list(documents)) == 2
        assert len(documents.problems) == 1


def test_quiet_problems_tell_nobody() -> None:
    told: list[Problem] = []
    quiet = Problems(strict=True, tell=told.append).quietly()
    quiet.add(Problem("a", 1, "broken"))
    assert told == []
