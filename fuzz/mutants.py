"""Changes one operator, comparison or constant at a time and runs the tests: `python -m fuzz.mutants --sample 60`.

A change that no test notices is a survivor: it needs a test, or a reason why it changes nothing that can be seen. The
changed sources are a copy, which PYTHONPATH puts before the installed ones, also for processes that the tests start.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
# The tests of each room, the quickest first: the first that fails ends the run.
TESTS = {
    "match": [
        "tests/unit/match",
        "tests/unit/verbs",
        "tests/engines/test_both.py",
        "tests/properties",
        "tests/engines",
    ],
    "verbs": ["tests/unit/verbs", "tests/unit/test_api.py", "src/samesame/verbs", "tests/cli", "tests/engines"],
    "engines": ["tests/engines/test_both.py", "tests/engines/test_limits.py", "tests/unit", "tests/properties"],
    "plan": ["src/samesame/plan", "tests/unit/verbs", "tests/engines/test_both.py", "tests/cli"],
    "steps": ["tests/engines/test_both.py", "src/samesame/steps", "tests/properties"],
}
SWAPS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
}


class Mutant(NamedTuple):
    """A change of one place of a file, in bytes."""

    path: Path
    line: int
    start: int
    end: int
    new: bytes

    @property
    def room(self) -> str:
        """The room of src/samesame that it is in."""
        return self.path.parts[2]

    def shown(self) -> str:
        """Where it is, and what it changes."""
        old = (ROOT / self.path).read_bytes()[self.start : self.end].decode()
        return f"{self.path}:{self.line}: {old.strip()} → {self.new.decode().strip()}"


def mutants_of(path: Path) -> Iterator[Mutant]:
    """All changes of a file, of which annotations are spared."""
    source = (ROOT / path).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def begin(node: ast.expr) -> int:
        return starts[node.lineno - 1] + node.col_offset

    def end(node: ast.expr) -> int:
        return starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)

    def swap(left: ast.expr, right: ast.expr, kind: type[ast.AST]) -> Iterator[Mutant]:
        old, new = SWAPS.get(kind, ("", ""))
        between = source[end(left) : begin(right)]
        if old and between.count(old.encode()) == 1:
            yield Mutant(path, left.lineno, end(left), begin(right), between.replace(old.encode(), new.encode()))

    for node in _code(ast.parse(source)):
        match node:
            case ast.Compare():
                for left, op, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
                    yield from swap(left, right, type(op))
            case ast.BinOp():
                yield from swap(node.left, node.right, type(node.op))
            case ast.BoolOp():
                for left, right in zip(node.values, node.values[1:], strict=False):
                    yield from swap(left, right, type(node.op))
            case ast.UnaryOp(op=ast.Not()):
                yield Mutant(path, node.lineno, begin(node), begin(node) + len("not "), b"")
            case ast.Constant(value=bool(value)):
                yield Mutant(path, node.lineno, begin(node), end(node), str(not value).encode())
            case ast.Constant(value=int(value)):
                yield Mutant(path, node.lineno, begin(node), end(node), str(value + 1).encode())


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes that run, without annotations."""
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _code(child)


def fate(tests: Sequence[str], seconds: float, mutant: Mutant | None = None) -> str:
    """What becomes of a change: killed by a test, survived all, or not decided in the time (it may hang, too)."""
    with tempfile.TemporaryDirectory(prefix="samesame-mutant-") as folder:
        sources = Path(folder) / "src"
        shutil.copytree(ROOT / "src", sources, ignore=shutil.ignore_patterns("__pycache__"))
        if mutant is not None:
            path = Path(folder) / mutant.path
            source = path.read_bytes()
            path.write_bytes(source[: mutant.start] + mutant.new + source[mutant.end :])
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "2", "-p", "no:cacheprovider", *tests]
        environment = {**os.environ, "PYTHONPATH": str(sources), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            return "TOO SLOW"
        if mutant is None and done.returncode:
            print(done.stdout.decode(errors="replace")[-2000:])
        return "killed" if done.returncode else "SURVIVED"


def main() -> int:
    """Tries a sample of all changes and names the survivors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=900, help="for the tests of one change")
    parser.add_argument("--baseline", type=float, default=3600, help="for all tests without a change")
    parser.add_argument("rooms", nargs="*", default=list(TESTS))
    asked = parser.parse_args()
    files = [path for room in asked.rooms for path in sorted((ROOT / "src/samesame" / room).rglob("*.py"))]
    every = [mutant for path in files for mutant in mutants_of(path.relative_to(ROOT))]
    chosen = Random(asked.seed).sample(every, min(asked.sample, len(every)))
    print(f"{len(chosen)} of {len(every)} changes in {len(files)} files, seed {asked.seed}", flush=True)
    # Where tests fail anyway, a change that fails says nothing.
    needed = dict.fromkeys(test for mutant in chosen for test in TESTS[mutant.room])
    if fate(list(needed), asked.baseline) != "SURVIVED":
        print(f"the tests do not pass in {asked.baseline:.0f} s without any change")
        return 2
    fates: Counter[str] = Counter()
    for mutant in chosen:
        became = fate(TESTS[mutant.room], asked.seconds, mutant)
        fates[became] += 1
        print(f"{became:8} {mutant.shown()}", flush=True)
    print(", ".join(f"{count} {became}" for became, count in sorted(fates.items())))
    return int(fates["killed"] < len(chosen))


if __name__ == "__main__":
    sys.exit(main())
