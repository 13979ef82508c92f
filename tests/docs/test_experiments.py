"""The pages of the experiments show what the committed runs say, table by table and plot by plot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from experiments.page import BLOCK, PAGES, filled

ROOT = Path(__file__).resolve().parents[2]
DATES = {"durian": "2026-11-19"}
RUNS = {name: ROOT / f"bench/runs/{DATES.get(name, '2026-11-16')}-experiments-{name}" for name in PAGES}


@pytest.mark.parametrize("name", PAGES)
def test_the_tables_of_a_page_are_those_of_its_run(name: str) -> None:
    page = (ROOT / f"docs/experiments/{name}.md").read_text(encoding="utf-8")
    tables, _ = PAGES[name]
    assert filled(page, RUNS[name], tables) == page
    assert sorted(match["name"] for match in BLOCK.finditer(page)) == sorted(tables), "each table once"


@pytest.mark.parametrize("name", PAGES)
def test_the_plots_of_a_page_are_those_of_its_run(name: str) -> None:
    _, plots = PAGES[name]
    folder = ROOT / f"docs/experiments/{name}"
    page = folder.with_suffix(".md").read_text(encoding="utf-8")
    assert {file.name for file in folder.iterdir()} == {f"{plot}.svg" for plot in plots}
    for plot, make in plots.items():
        assert (folder / f"{plot}.svg").read_text(encoding="utf-8") == make(RUNS[name]), plot
        assert f"({name}/{plot}.svg)" in page


@pytest.mark.parametrize("name", PAGES)
def test_a_page_prints_the_command_of_its_run(name: str) -> None:
    page = (ROOT / f"docs/experiments/{name}.md").read_text(encoding="utf-8")
    told = json.loads((RUNS[name] / "environment.json").read_text(encoding="utf-8"))
    assert told["command"].replace("DIR", RUNS[name].relative_to(ROOT).as_posix()) in page
    assert told["versions"].keys() >= {"samesame", "python", "numpy", "pyarrow"}


@pytest.mark.parametrize("name", PAGES)
def test_a_table_that_differs_is_found_out(name: str) -> None:
    tables, _ = PAGES[name]
    table = next(iter(tables))
    page = f"<!-- table {table} -->\n| a | 0 |\n<!-- end -->"
    assert filled(page, RUNS[name], tables) != page
