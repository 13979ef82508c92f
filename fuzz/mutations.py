"""What the mutation tester changes: one operator, comparison or constant of a file at a time."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
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
Function = ast.FunctionDef | ast.AsyncFunctionDef


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

    def applied(self, source: bytes) -> bytes:
        """The file with the change."""
        return source[: self.start] + self.new + source[self.end :]

    def within(self) -> tuple[int, ...]:
        """The functions that it stands in, by the line that each begins at; the inner one first."""
        tree = ast.walk(ast.parse((ROOT / self.path).read_bytes()))
        begins = [_begin(node) for node in tree if isinstance(node, Function) and self._inside(node)]
        return tuple(sorted(begins, reverse=True))

    def names(self) -> set[str]:
        """What the statement of the module defines that it stands in: a class or constants."""
        for node in ast.parse((ROOT / self.path).read_bytes()).body:
            if _begin(node) <= self.line <= (node.end_lineno or 0):
                if isinstance(node, ast.ClassDef):
                    return {node.name}
                found = (one for one in ast.walk(node) if isinstance(one, ast.Name))
                return {one.id for one in found if isinstance(one.ctx, ast.Store)}
        return set()

    def _inside(self, node: Function) -> bool:
        return _begin(node) <= self.line <= (node.end_lineno or 0)


def _begin(node: ast.stmt) -> int:
    """The line that Python counts as the first of a function: that of its first decorator."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)])


def mentioning(names: set[str]) -> Iterator[Path]:
    """The sources that mention one of the names."""
    found = re.compile(r"\b(" + "|".join(map(re.escape, sorted(names))) + r")\b") if names else None
    for path in sorted((ROOT / "src/samesame").rglob("*.py")):
        if found and found.search(path.read_text(encoding="utf-8")):
            yield path.relative_to(ROOT)


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
    """All nodes that run, without annotations and without what only guards against mistakes (`frozen`, `strict`)."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns") or (name == "decorator_list" and isinstance(node, ast.ClassDef)):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not (isinstance(child, ast.keyword) and child.arg == "strict"):
                yield from _code(child)
