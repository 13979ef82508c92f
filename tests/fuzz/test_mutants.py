"""The mutation tester: each change is one, can be parsed, and is noticed by a test that looks."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from fuzz import mutants

SOURCE = '''"""Counts 1 or 2."""
LIMIT: int = 3


def few(count: int, *, least: int = 0) -> bool:
    """Whether ü is not many."""
    return "ü" != "" and not (least <= count < LIMIT)
'''


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The changes of the source, with what they make of it."""
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    (tmp_path / "few.py").write_text(SOURCE, encoding="utf-8")
    source = SOURCE.encode()
    found = mutants.mutants_of(Path("few.py"))
    return {one.shown(): (source[: one.start] + one.new + source[one.end :]).decode() for one in found}


def test_all_operators_and_constants_are_changed_but_no_texts_and_annotations(changed: dict[str, str]) -> None:
    assert sorted(changed) == [
        "few.py:2: 3 → 4",
        "few.py:5: 0 → 1",
        "few.py:7: != → ==",
        "few.py:7: < → <=",
        "few.py:7: <= → <",
        "few.py:7: and → or",
        "few.py:7: not → ",
    ]


def test_what_is_changed_can_be_parsed_and_differs(changed: dict[str, str]) -> None:
    trees = {ast.dump(ast.parse(source)) for source in [SOURCE, *changed.values()]}
    assert len(trees) == len(changed) + 1


def test_every_room_is_there_and_has_tests() -> None:
    for room, tests in mutants.TESTS.items():
        assert (mutants.ROOT / "src/samesame" / room).is_dir()
        assert all((mutants.ROOT / test).exists() for test in tests)
