"""Where rows go: to a file, as JSON lines to standard output, or as a table to the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from samesame.cli.progress import Watch
    from samesame.report.written import Writable


def put_out(
    rows: Writable[Any], show: Callable[[], None], *, out: Path | None, json: bool, csv_safe: bool, watch: Watch
) -> None:
    """Writes rows to `out`; without it as JSON lines in a pipe, or with `json`; on a terminal `show` prints them."""
    if out is not None:
        watch.stage("write")
        rows.write(out, csv_safe=csv_safe, progress=watch.rows)
    elif json or not sys.stdout.isatty():
        watch.stage("write")
        rows.print_json_lines(watch.rows)
    else:
        watch.end()
        show()
    watch.end()
