"""Tables of a run as CSV files, and as tables of a page."""

from __future__ import annotations

import csv
import json
import platform
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

import samesame as ss

Row = dict[str, Any]


def save(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Writes a table, figures with four digits, and says so."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: _written(value) for name, value in row.items()} for row in rows)
    print(f"{path.name}: {len(rows)} rows", flush=True)


def _written(value: Any) -> Any:
    return f"{value:.4f}" if isinstance(value, float | np.floating) else value


def load(path: Path) -> list[Row]:
    """Reads a table; figures become numbers."""
    with path.open(newline="", encoding="utf-8") as file:
        return [{name: _read(value) for name, value in row.items()} for row in csv.DictReader(file)]


def _read(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return {"True": True, "False": False}.get(text, text)


def environment(path: Path, command: str, seconds: Mapping[str, float]) -> None:
    """What a run was made with, and the seconds of the processor that each part took."""
    versions = {"samesame": ss.__version__, "python": platform.python_version()}
    versions |= {"pyarrow": pa.__version__, "numpy": np.__version__}
    told = {
        "command": command,
        "versions": versions,
        "seconds of the processor": {k: round(v) for k, v in seconds.items()},
    }
    path.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


def markdown(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table of a page."""
    lines = [head, ["---"] * len(head), *([_shown(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def _shown(cell: Any) -> str:
    if isinstance(cell, float):
        return share(cell)
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


def share(value: float, digits: int = 2) -> str:
    """A figure between 0 and 1 without its first zero."""
    text = f"{value:.{digits}f}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def pivot(
    rows: Sequence[Row], across: str, down: str, cell: Callable[[Row], Any], corner: str, order: Sequence[str] = ()
) -> str:
    """A table with the values of one column across and those of another one down."""
    names = list(order) or list(dict.fromkeys(row[across] for row in rows))
    found: dict[Any, dict[Any, Any]] = {}
    for row in rows:
        found.setdefault(row[down], {})[row[across]] = cell(row)
    return markdown(
        [corner, *map(_shown, names)],
        [[key, *(cells.get(name, "–") for name in names)] for key, cells in found.items()],
    )
