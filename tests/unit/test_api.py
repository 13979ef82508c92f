"""The public names: complete, documented, cheap to import; results as Arrow, pandas and Polars."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import samesame as ss
from samesame import _core, errors

ROOT = Path(__file__).resolve().parents[2]
# Records that only come out of samesame; nobody makes one.
RECORDS = {"Letter", "Match", "Problem", "Removal", "Span"}
NOTES = {"a": "Keep the ferry!", "b": "keep the ferry", "c": "Close the port."}


def python(code: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def is_error(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)


def test_all_is_sorted_and_every_name_is_there() -> None:
    assert ss.__all__ == sorted(set(ss.__all__))
    for name in ss.__all__:
        assert getattr(ss, name).__name__ == name


def test_all_is_exactly_what_the_package_exports() -> None:
    code = "scope = {}; exec('from samesame import *', scope); print(*sorted(set(scope) - {'__builtins__'}))"
    assert python(code).split() == ss.__all__
    public = {name for name in dir(ss) if not name.startswith("_") and name not in ("TYPE_CHECKING", "annotations")}
    assert {name for name in public if not isinstance(getattr(ss, name), ModuleType)} == set(ss.__all__)


def test_the_design_promises_are_kept_by_name() -> None:
    assert {"read", "find", "dedup", "evaluate", "Document", "Statistics"} <= set(ss.__all__)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'samesame' has no attribute 'magic'"):
        _ = ss.magic


@pytest.mark.parametrize("name", ss.__all__)
def test_every_public_name_says_what_it_is(name: str) -> None:
    text = inspect.getdoc(getattr(ss, name))
    assert text and text[0].isupper() and not text.startswith(f"{name}(")


@pytest.mark.parametrize("name", [n for n in ss.__all__ if n not in RECORDS and not is_error(getattr(ss, n))])
def test_what_people_call_has_an_example(name: str) -> None:
    assert ">>> " in (inspect.getdoc(getattr(ss, name)) or "")


@pytest.mark.parametrize("name", [n for n in ss.__all__ if not is_error(getattr(ss, n))])
def test_every_public_method_is_documented_and_annotated(name: str) -> None:
    value = getattr(ss, name)
    members = vars(value).items() if inspect.isclass(value) else [(name, value)]
    for attribute, member in members:
        function = inspect.unwrap(getattr(member, "__func__", member))
        if inspect.isfunction(function) and not attribute.startswith("_"):
            assert inspect.getdoc(function), f"{name}.{attribute}"
            assert "return" in function.__annotations__, f"{name}.{attribute}"


def test_importing_samesame_imports_nothing_heavy() -> None:
    heavy = ("pyarrow", "numpy", "pandas", "polars", "typer", "rich")
    assert python(f"import sys, samesame; print([m for m in {heavy} if m in sys.modules])") == "[]"


@pytest.mark.parametrize(
    "imports",
    [
        "import samesame.read",
        "import samesame.read.verb, samesame.read.documents",
        "import samesame; samesame.find; import samesame.read.inputs",
        "from samesame.read.documents import Documents; import samesame.verbs.dedup, samesame.cli.main",
        "import importlib; importlib.import_module('samesame.read')",
    ],
)
def test_read_stays_a_verb_whatever_is_imported(imports: str) -> None:
    used = "import samesame as ss\nfrom samesame import read\nprint(len(list(ss.read(['a', 'b']))), read is ss.read)"
    assert python(f"{imports}\n{used}") == "2 True"


def test_the_errors_are_those_of_the_core() -> None:
    source = (ROOT / "crates/core/src/error.rs").read_text(encoding="utf-8")
    enum = source[source.index("pub enum Error {") :]
    kinds = set(re.findall(r"^    (\w+)[(,]", enum[: enum.index("\n}")], re.MULTILINE))
    # Ctrl-C is Python's own KeyboardInterrupt.
    assert kinds - {"Interrupted"} | {"SamesameError"} == set(errors.__all__)
    in_core = {name for name, value in vars(_core).items() if is_error(value)}
    assert in_core == set(errors.__all__) <= set(ss.__all__)


def test_every_error_is_a_samesame_error_of_the_package() -> None:
    for name in errors.__all__:
        error = getattr(ss, name)
        assert error is getattr(errors, name) is getattr(_core, name)
        assert issubclass(error, ss.SamesameError) and issubclass(error, Exception)
        assert error.__module__ == "samesame"
        assert name == "SamesameError" or error.__bases__ == (ss.SamesameError,)


RESULTS: dict[str, tuple[Callable[[Any], Any], int]] = {
    "documents": (ss.read, 3),
    "matches": (lambda source: ss.find(source, method="exact"), 1),
    "kept": (ss.dedup, 2),
    "removed": (lambda source: ss.dedup(source).removed, 1),
}


@pytest.mark.parametrize("name", sorted(RESULTS))
def test_results_iterate_and_become_arrow_pandas_and_polars(name: str) -> None:
    make, rows = RESULTS[name]
    result = make(NOTES)
    table, frame, polars = result.to_arrow(), result.to_pandas(), result.to_polars()
    assert isinstance(table, pa.Table) and isinstance(frame, pd.DataFrame) and isinstance(polars, pl.DataFrame)
    assert len(list(result)) == table.num_rows == len(frame) == len(polars) == rows
    assert table.column_names == list(frame.columns) == polars.columns
    assert frame.iloc[0, 0] == polars[0, 0] == str(table.column(0)[0])
    assert len(list(result)) == rows, "a result can be iterated again"


@pytest.mark.parametrize("name", sorted(RESULTS))
def test_a_result_without_rows_keeps_its_columns(name: str) -> None:
    make, _ = RESULTS[name]
    empty = make({})
    assert empty.to_arrow().schema.equals(make(NOTES).to_arrow().schema)
    assert list(empty) == [] and len(empty.to_pandas()) == len(empty.to_polars()) == 0


def test_a_match_is_what_the_design_says() -> None:
    (match,) = ss.find(NOTES, method="exact")
    assert match == ss.Match("a", "b", "exact", "exact", 1.0, 1.0, 1.0, 1.0, 1.0, None)
    columns = "left right relation method left_score right_score left_coverage right_coverage jaccard spans"
    assert ss.find(NOTES, method="exact").to_arrow().column_names == columns.split()


def test_the_records_cannot_be_changed() -> None:
    document = ss.Document("a", "text")
    with pytest.raises(AttributeError):
        document.text = "other"  # type: ignore[misc]


def test_the_version_is_that_of_the_package() -> None:
    assert ss.__version__ == version("samesame")
