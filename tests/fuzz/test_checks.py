"""The checks can fail: each is shown an answer that is wrong in the way it looks for."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import samesame as ss
from fuzz.case import Case, Fault
from fuzz.program import Ended, manners
from fuzz.targets.readers import Readers
from fuzz.targets.statistics import StatisticsFile
from fuzz.targets.verbs import Verbs
from samesame.read.problems import Problems

_SENTENCE = "The ferry to the island leaves at ten every morning and comes back at noon."
_RECORDS = [{"id": f"a{i}", "text": f"{_SENTENCE} {'Again.' * (i % 2)}"} for i in range(6)]


def _case(verb: str, **more: object) -> Case:
    rng = random.Random(1)
    options = {**Verbs().make(rng).options, "verb": verb, "records": _RECORDS, "others": [], "more": more}
    return Case({}, {**options, "method": "overlap", "settings": {}})


def _without_last(call: Callable[..., Any], when: Callable[[dict[str, Any]], bool]) -> Callable[..., Any]:
    """Loses a row of the answer where the options are such."""

    def lossy(*arguments: Any, **options: Any) -> Any:
        answer = call(*arguments, **options)
        if when(options):
            answer._table = answer.to_arrow().slice(0, len(answer) - 1)
        return answer

    return lossy


@pytest.mark.parametrize(("verb", "more"), [("find", {}), ("passages", {"min_words": 4, "min_count": 2})])
def test_a_row_that_is_lost_is_seen(
    verb: str, more: dict[str, object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    Verbs().check([_case(verb, **more)], tmp_path)
    monkeypatch.setattr(ss, verb, _without_last(getattr(ss, verb), lambda options: options["threads"] == 2))
    with pytest.raises(Fault, match="the same"):
        Verbs().check([_case(verb, **more)], tmp_path)


def test_a_document_that_is_neither_kept_nor_removed_is_seen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    case = _case("dedup", keep="longest", out="x.jsonl")
    Verbs().check([case], tmp_path)
    whole = ss.Deduplication.__iter__
    monkeypatch.setattr(ss.Deduplication, "__iter__", lambda self: iter(list(whole(self))[1:]))
    with pytest.raises(Fault, match="kept and removed to be all documents"):
        Verbs().check([case], tmp_path)


def test_an_index_that_answers_otherwise_is_seen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    case = _case("index")
    case.options["others"] = [{"id": "o", "text": _SENTENCE}]
    Verbs().check([case], tmp_path)
    monkeypatch.setattr(ss, "find", _without_last(ss.find, lambda options: isinstance(options["against"], str)))
    (tmp_path / "second").mkdir()
    with pytest.raises(Fault, match="an index to answer as its documents"):
        Verbs().check([case], tmp_path / "second")


def test_a_whole_file_that_is_not_read_is_seen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    case = Case({"in.txt": b"words"}, {"compare": True})
    Readers().check([case], tmp_path)
    read = ss.read
    monkeypatch.setattr(ss, "read", lambda paths, **options: read(paths[1:], **options))
    with pytest.raises(Fault, match="3 documents of a whole file must be read; got 0"):
        Readers().check([case], tmp_path)


def test_problems_that_differ_are_seen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    case = Case({"in.jsonl": b"no JSON\n"}, {"compare": True})
    Readers().check([case], tmp_path)
    add, count = Problems.add, iter(range(100))
    monkeypatch.setattr(Problems, "add", lambda self, problem: None if next(count) == 1 else add(self, problem))
    with pytest.raises(Fault, match="the same problems"):
        Readers().check([case], tmp_path)


def test_damaged_statistics_that_are_taken_for_whole_are_seen(tmp_path: Path) -> None:
    target = StatisticsFile()
    target.prepare(1, tmp_path)
    target.known.clear()
    with pytest.raises(Fault, match="taken for whole"):
        target.check([Case({"in.stats": target.files[0]})], tmp_path / "cases")


@pytest.mark.parametrize(
    ("code", "errors", "what"),
    [(-11, "", "ended with -11"), (2, "Traceback (most recent call last)\nKeyError: 1", "traceback: KeyError")],
)
def test_bad_manners_are_seen(code: int, errors: str, what: str) -> None:
    manners(Ended(2, b"", "samesame: no such file"), ["find"])
    with pytest.raises(Fault, match=what):
        manners(Ended(code, b"", errors), ["find"])
