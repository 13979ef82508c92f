"""Puts the tables and plots of a committed run into its page.

python bench/experiments/page.py bench/runs/DATE-experiments-codet docs/experiments/codet.md

A page has `<!-- table NAME -->` and `<!-- end -->` around each table; what stands between them is made of the files
of the run. Plots are written into the folder of the page's name. No texts are needed for this.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from experiments import codet_page, ddd_page, durian_page, pdc_page

Tables = Mapping[str, Callable[[Path], str]]
Plots = Mapping[str, Callable[[Path], str]]
PAGES: dict[str, tuple[Tables, Plots]] = {
    "codet": (codet_page.TABLES, codet_page.PLOTS),
    "ddd": (ddd_page.TABLES, ddd_page.PLOTS),
    "durian": (durian_page.TABLES, durian_page.PLOTS),
    "pdc": (pdc_page.TABLES, pdc_page.PLOTS),
}
BLOCK = re.compile(r"(<!-- table (?P<name>[\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def filled(text: str, run: Path, tables: Tables) -> str:
    """The page with its tables made of the run; a table that the page has and the run does not is an error."""
    return BLOCK.sub(lambda match: f"{match[1]}{tables[match['name']](run)}\n{match[3]}", text)


def main() -> None:
    """Writes the page and its plots."""
    run, page = Path(sys.argv[1]), Path(sys.argv[2])
    tables, plots = PAGES[page.stem]
    page.write_text(filled(page.read_text(encoding="utf-8"), run, tables), encoding="utf-8")
    for name, make in plots.items():
        (page.with_suffix("") / f"{name}.svg").write_text(make(run), encoding="utf-8")


if __name__ == "__main__":
    main()
