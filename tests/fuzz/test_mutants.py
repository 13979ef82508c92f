"""The mutation tester: each change is one, can be parsed, and is noticed by a test that reaches it and looks."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from fuzz import mutants, mutations
from fuzz.mutants import callers_of, copied, within_budget
from fuzz.mutations import Mutant, mutants_of
from fuzz.reach import Reach, gathered, record

SOURCE = '''"""Counts 1 or 2."""
LIMIT: int = 3


def few(count: int, *, least: int = 0) -> bool:
    """Whether ü is not many."""
    return "ü" != "" and not (least <= count < LIMIT)


@dataclass(frozen=True)
class Pairs:
    """Guards against mistakes are no behaviour."""

    def all(self) -> object:
        """Of equal length."""
        return zip(self.left, self.right, strict=True)
'''


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Mutant]:
    """The changes of the source."""
    monkeypatch.setattr(mutations, "ROOT", tmp_path)
    (tmp_path / "few.py").write_text(SOURCE, encoding="utf-8")
    return list(mutants_of(Path("few.py")))


def test_all_operators_and_constants_are_changed_but_no_texts_and_annotations(found: list[Mutant]) -> None:
    assert sorted(one.shown() for one in found) == [
        "few.py:2: 3 → 4",
        "few.py:5: 0 → 1",
        "few.py:7: != → ==",
        "few.py:7: < → <=",
        "few.py:7: <= → <",
        "few.py:7: and → or",
        "few.py:7: not → ",
    ]


def test_what_is_changed_can_be_parsed_and_differs(found: list[Mutant]) -> None:
    sources = [SOURCE.encode(), *(one.applied(SOURCE.encode()) for one in found)]
    trees = {ast.dump(ast.parse(source)) for source in sources}
    assert len(trees) == len(found) + 1


def test_a_change_is_in_a_function_or_of_a_name(found: list[Mutant]) -> None:
    assert {(one.line, one.within(), *one.names()) for one in found} == {(2, (), "LIMIT"), (5, (5,)), (7, (5,))}


def test_callers_are_run_the_quickest_first_without_those_that_fail_anyway(found: list[Mutant]) -> None:
    reach = Reach({"few.py:5": ["slow", "quick", "broken"]}, {"slow": 3.0, "quick": 1.0, "other": 0.5}, ["broken"])
    assert {tuple(callers_of(one, reach)) for one in found} == {("quick", "slow")}
    assert within_budget(["quick", "slow"], reach, 3.5) == ["quick"]
    assert within_budget(["quick", "slow"], reach, 4) == ["quick", "slow"]
    assert within_budget(["slow"], reach, 1) == ["slow"], "one is always run"


def test_every_room_is_there() -> None:
    assert all((mutations.ROOT / "src/samesame" / room).is_dir() for room in mutants.ROOMS)


TESTS = """
import subprocess, sys, time
import pytest
from samesame.limits import parse_size

def test_here():
    assert parse_size("1KiB", "memory") == 1024

def test_there():
    code = "from samesame.limits import parse_size; parse_size('1KiB', 'memory')"
    subprocess.run([sys.executable, "-c", code], check=True)

def test_elsewhere():
    time.sleep(0.2)

def test_that_fails():
    assert False
"""


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    path = tmp_path / "test_sizes.py"
    path.write_text(TESTS)
    return path


def test_what_a_test_reaches_is_recorded_also_in_the_processes_that_it_starts(tests: Path) -> None:
    reach = record([str(tests)], processes=1)
    names = [name.split("::")[1] for name in reach.seconds]
    assert names == ["test_here", "test_there", "test_elsewhere", "test_that_fails"]
    assert [name.split("::")[1] for name in reach.failed] == ["test_that_fails"]
    assert next(took for name, took in reach.seconds.items() if "elsewhere" in name) >= 0.2
    line = (mutations.ROOT / "src/samesame/limits.py").read_text().split("def parse_size")[0].count("\n") + 1
    reaching = reach.of(Path("src/samesame/limits.py"), line)
    assert sorted(name.split("::")[1] for name in reaching) == ["test_here", "test_there"]
    assert reach.of_file(Path("src/samesame/limits.py")) == reaching


@pytest.mark.parametrize(
    ("old", "new", "test", "fate"),
    [
        ("10**3", "10**4", "test_here", "SURVIVED"),
        ("1024 **", "1024 *", "test_here", "SURVIVED"),
        ("1024 **", "1025 **", "test_here", "killed by"),
        ("if not match", "if match", "test_there", "killed by"),
        ("    return int(", "    while True:\n        int(", "test_here", "out of time"),
    ],
)
def test_a_change_is_noticed_where_a_test_looks(tests: Path, old: str, new: str, test: str, fate: str) -> None:
    file = Path("src/samesame/limits.py")
    source = (mutations.ROOT / file).read_bytes()
    start = source.index(old.encode())
    mutant = Mutant(file, 0, start, start + len(old), new.encode())
    copy = copied(tests.parent / "copy", ())
    became = copy.fate([f"{tests}::{test}"], 20 if fate != "out of time" else 4, mutant)
    assert became.startswith(fate)
    assert (copy.folder / file).read_bytes() == source


def test_a_line_of_the_record_that_a_limit_cut_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "1.reached").write_text(
        "a::t\tsrc/a.py\t3\na::t\tsr\na::u\tsrc/a.py\t3\nb::t\tsrc/b.p", encoding="utf-8"
    )
    (tmp_path / "1.took").write_text("a::t\t0.5\tpassed\na::u\t1.0\tfailed\na::u\t", encoding="utf-8")
    found = gathered(tmp_path)
    assert found == Reach({"src/a.py:3": ["a::t", "a::u"]}, {"a::t": 0.5, "a::u": 1.0}, ["a::u"])
