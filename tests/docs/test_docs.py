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
    r"(?P<mark>^ *<!-- not run: [^\n]+ -->\n)?^(?P<indent> *)```(?P<language>\w*)[^\n]*\n"
    r"(?P<body>.*?)^(?P=indent)``` *$",
    re.MULTILINE | re.DOTALL,
)
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Block(NamedTuple):
    """A fenced block and the line that its content starts at."""

    language: str
    line: int
    body: str
    # Whether a comment before it says why it is not run.
    marked: bool = False


def blocks(page: str) -> Iterator[Block]:
    for match in FENCE.finditer(page):
        indent = len(match["indent"])
        body = "".join(line[indent:] or "\n" for line in match["body"].splitlines(keepends=True))
        yield Block(match["language"], page.count("\n", 0, match.start("body")) + 1, body, bool(match["mark"]))


class Command(NamedTuple):
    """What a console block runs, and the lines that it shows of the output; none: they are not compared."""

    line: str
    shown: list[str]


def commands(body: str) -> list[Command]:
    """The `$` lines of a console block, with the lines that a backslash continues them on, and what follows them."""
    found: list[Command] = []
    for line in body.replace("\\\n", " ").splitlines():
        if line.startswith("$ "):
            found.append(Command(line[2:], []))
        else:
            found[-1].shown.append(line)
    return found


def pattern(shown: list[str]) -> str:
    """Matches what is shown: `…` stands for anything in a line, and alone for any number of lines."""
    lines = (r"(?:.*\n)*" if line == "…" else r".*".join(map(re.escape, line.split("…"))) + r" *\n" for line in shown)
    return "".join(lines)


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
    """Runs the commands as in a terminal of 120 columns, where standard output and standard error are seen together."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    for command, shown in commands(block.body):
        done = subprocess.run(
            command,
            shell=True,
            cwd=folder,
            env={**os.environ, "PATH": path, "COLUMNS": "120"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
        )
        said = f"{name}:{block.line}: {command}\n{done.stdout}"
        assert done.returncode == 0, said
        assert not shown or re.fullmatch(pattern(shown), done.stdout), (
            f"{said}is not what the page shows:\n" + "\n".join(shown)
        )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_example_of_a_page_runs_in_order(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(SAMPLE, tmp_path / "documents.jsonl")
    shutil.copy(SAMPLE.with_name("truth.csv"), tmp_path)
    monkeypatch.chdir(tmp_path)
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.marked:
            continue
        if block.language == "python":
            run_python(block, str(page))
        elif block.language == "console":
            run_console(block, page.name, tmp_path)


def test_the_readme_shows_python_and_the_command_line() -> None:
    found = list(blocks((ROOT / "README.md").read_text(encoding="utf-8")))
    assert any(block.language == "python" for block in found)
    shown = [command for block in found if block.language == "console" for command in commands(block.body)]
    assert sum(bool(command.shown) for command in shown) >= 5


# Page, and the first line of what it shows but is not run here; tests/engines/spark runs what is on Spark's page.
NOT_RUN = [
    ("README.md", "make demo    # builds everything in .venv and finds the copies in the bundled sample"),
    ("service.md", "[Unit]"),
    ("service.md", "server {"),
    ("spark.md", "from pyspark.sql import SparkSession"),
    ("spark.md", "samesame find news.jsonl --engine spark --master 'local[4]' --out matches.parquet"),
    ("spark.md", "import sys"),
    ("spark.md", "cp samesame-*.whl samesame.zip"),
    ("spark.md", "spark-class org.apache.spark.deploy.master.Master --host 127.0.0.1 --port 7077"),
]


def test_only_what_is_listed_here_is_not_run() -> None:
    found = [(page, block) for page in PAGES for block in blocks(page.read_text(encoding="utf-8"))]
    assert [(page.name, block.body.splitlines()[0]) for page, block in found if block.marked] == NOT_RUN
    unknown = [(page.name, block) for page, block in found if block.language not in ("python", "console")]
    assert all(block.marked for _, block in unknown), unknown


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
    (find, shown), (ls, nothing) = commands(console.body)
    assert (find.split(), shown) == (["samesame", "find", "a", "--out", "b"], ["some output"])
    assert (ls, nothing) == ("ls", [])


def test_an_ellipsis_stands_for_anything_in_its_line_or_for_lines() -> None:
    assert re.fullmatch(pattern(["a … s", "…", "z"]), "a 0.3 s\nb\nc\nz\n")
    assert re.fullmatch(pattern(["a", "…", "z"]), "a\nz\n")
    assert not re.fullmatch(pattern(["a … s"]), "a 0.3 s\nb\n")
    assert not re.fullmatch(pattern(["a … s"]), "a 0.3\nb s\n")


def test_a_wrong_example_is_found_out(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        run_python(Block("python", 1, "1 / 0\n"), "page")
    with pytest.raises(AssertionError, match="Expected"):
        run_python(Block("python", 1, ">>> 1 + 1\n3\n"), "page")
    with pytest.raises(AssertionError, match="no-such-command"):
        run_console(Block("console", 1, "$ samesame no-such-command\n"), "page", tmp_path)
    run_console(Block("console", 1, "$ echo one; echo two >&2\none\ntwo\n"), "page", tmp_path)
    with pytest.raises(AssertionError, match="not what the page shows"):
        run_console(Block("console", 1, "$ echo one; echo two >&2\none\n"), "page", tmp_path)
