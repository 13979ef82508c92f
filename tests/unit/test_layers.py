"""Packages import only downwards, and no import hides in a function because of a cycle."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import samesame

ROOT = Path(samesame.__file__).parent
TOP = Path(__file__).parents[2]
# From the lowest to the highest, as ARCHITECTURE.md has them.
LAYERS = (
    *("_core", "errors", "model", "limits", "arrays", "plain", "results", "background", "extras"),
    *("segment", "clean", "read", "sign", "align", "match", "cluster", "methods", "index", "tree", "assess", "report"),
    *("window", "store", "plan", "steps", "engines", "verbs", "service", "sample", "cli"),
)
# Where imports wait for start-up time: the program; engines, methods and formats when they are asked for; pages.
LATE = {
    "cli",
    "assess/previous.py",
    "engines/__init__.py",
    "methods/__init__.py",
    "plan/model.py",
    "read/columnar.py",
    "verbs/compare.py",
}


class Import(NamedTuple):
    file: str
    line: int
    target: str
    in_function: bool


def imports(nodes: Iterable[ast.AST], file: str, in_function: bool = False) -> Iterator[Import]:
    """The imports of our own packages, but for those that only type checkers see."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom | ast.Import):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
            if modules == ["samesame"]:
                modules = [f"samesame.{alias.name}" for alias in node.names]
            for module in modules:
                if module.startswith("samesame."):
                    yield Import(file, node.lineno, module.split(".")[1], in_function)
        elif isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        else:
            inside = in_function or isinstance(node, ast.FunctionDef)
            yield from imports(ast.iter_child_nodes(node), file, inside)


def all_imports() -> Iterator[Import]:
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if "/" in name or name.removesuffix(".py") in LAYERS:
            yield from imports(ast.parse(path.read_text(encoding="utf-8")).body, name)


def layer(name: str) -> int:
    return LAYERS.index(name.split("/")[0].removesuffix(".py"))


def test_packages_import_only_downwards() -> None:
    found = [one for one in all_imports() if one.target in LAYERS]
    assert len(found) > 500
    assert [one for one in found if layer(one.target) > layer(one.file)] == []


def test_only_start_up_time_puts_an_import_into_a_function() -> None:
    late = {one.file for one in all_imports() if one.in_function and one.target in LAYERS}
    assert late - {file for file in late if file in LATE or file.split("/")[0] in LATE} == set()


def test_contributors_are_shown_the_step_that_there_is() -> None:
    shown = (TOP / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for file, first in (("steps/align.py", '@stage("align.ask"'), ("plan/steps.py", "ALIGN = Step(")):
        code = (ROOT / file).read_text(encoding="utf-8")
        part = code[code.index(first) :].split("\n\n")[0].split("\n)\n")[0]
        assert all(f"   {line}".rstrip() in shown for line in part.splitlines()), part


def test_the_tree_of_the_architecture_names_every_module() -> None:
    page = (TOP / "ARCHITECTURE.md").read_text(encoding="utf-8")
    tree = set(re.findall(r"\w+", page[page.index("## The tree") : page.index("Packages import only downwards")]))
    modules = [*ROOT.rglob("*.py"), *(TOP / "crates").glob("*/src/**/*.rs")]
    plain = {"__init__", "__main__", "mod", "lib", "tests"}
    missing = [str(path) for path in modules if path.stem not in tree | plain]
    assert not missing
