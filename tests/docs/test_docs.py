"""What the documentation shows runs as it stands there."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import samesame

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = Path(samesame.__file__).parent / "sample" / "documents.jsonl"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
FENCE = re.compile(
    r"^(?P<indent> *)```(?P<language>\w*)[^\n]*\n(?P<body>.*?)^(?P=indent)``` *$", re.MULTILINE | re.DOTALL
)
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Block(NamedTuple):
    """A fenced block and the line that its content starts at."""

    language: str
    line: int
    body: str


def blocks(page: str) -> Iterator[Block]:
    for match in FENCE.finditer(page):
        indent = len(match["indent"])
        body = "".join(line[indent:] or "\n" for line in match["body"].splitlines(keepends=True))
        yield Block(match["language"], page.count("\n", 0, match.start("body")) + 1, body)


def commands(body: str) -> list[str]:
    """The `$ samesame` lines of a console block, with the lines that a backslash continues them on."""
    joined = body.replace("\\\n", " ")
    return [line[2:] for line in joined.splitlines() if line.startswith("$ samesame")]


def run_python(block: Block, name: str) -> None:
    if ">>> " not in block.body:
        code = compile("\n" * (block.line - 1) + block.body, name, "exec")
        exec(code, {"__name__": "__main__"})
        return
    example = doctest.DocTestParser().get_doctest(block.body, {}, name, name, block.line - 1)
    report: list[str] = []
    doctest.DocTestRunner(optionflags=OPTIONS).run(example, out=report.append)
    assert not report, "".join(report)


def run_console(block: Block, name: str, folder: Path) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    for command in commands(block.body):
        done = subprocess.run(
            command,
            shell=True,
            cwd=folder,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, f"{name}:{block.line}: {command}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_example_of_a_page_runs_in_order(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(SAMPLE, tmp_path / "documents.jsonl")
    shutil.copy(SAMPLE.with_name("truth.csv"), tmp_path)
    monkeypatch.chdir(tmp_path)
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.language == "python":
            run_python(block, str(page))
        elif block.language == "console":
            run_console(block, page.name, tmp_path)


def test_the_readme_shows_python_and_the_command_line() -> None:
    found = list(blocks((ROOT / "README.md").read_text(encoding="utf-8")))
    assert any(block.language == "python" for block in found)
    assert any(commands(block.body) for block in found if block.language == "console")


PAGE = """Text
```python
x = 1
```
- an item
  ```console
  $ samesame find a \\
      --out b
  some output
  $ ls
  ```
"""


def test_blocks_are_found_with_their_lines_and_without_their_indent() -> None:
    python, console = blocks(PAGE)
    assert python == Block("python", 3, "x = 1\n")
    assert (console.language, console.line) == ("console", 7)
    assert [command.split() for command in commands(console.body)] == [["samesame", "find", "a", "--out", "b"]]


def test_a_wrong_example_is_found_out(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        run_python(Block("python", 1, "1 / 0\n"), "page")
    with pytest.raises(AssertionError, match="Expected"):
        run_python(Block("python", 1, ">>> 1 + 1\n3\n"), "page")
    with pytest.raises(AssertionError, match="no-such-command"):
        run_console(Block("console", 1, "$ samesame no-such-command\n"), "page", tmp_path)
