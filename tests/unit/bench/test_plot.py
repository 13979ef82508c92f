"""The plots of the experiments: valid SVG, every point in its place."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from experiments.labelled import Labelled, families, law_name, ordered
from experiments.plot import HEIGHT, Axis, line_plot

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("log", [False, True])
def test_every_point_has_its_place(tmp_path: Path, log: bool) -> None:
    lines = {"one & two": [(1, 0.5), (10, 1.0), (100, 2.0)], "flat": [(1, 1.0), (100, 1.0)]}
    line_plot(tmp_path / "a.svg", "a < b", lines, Axis(label="x", log=log), Axis(label="y"))
    root = ElementTree.fromstring((tmp_path / "a.svg").read_text())
    places = [(float(c.get("cx", 0)), float(c.get("cy", 0))) for c in root.iter(f"{SVG}circle")]
    assert len(places) == 5
    assert places[0][0] < places[1][0] < places[2][0] and HEIGHT > places[0][1] > places[1][1] > places[2][1] > 0
    middle = (places[0][0] + places[2][0]) / 2
    assert (abs(places[1][0] - middle) < 1) == log, "ten is half way to a hundred only in powers of ten"


@pytest.mark.parametrize(
    ("axis", "ends", "ticks"),
    [
        (Axis(label="x"), (0, 1), [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (Axis(label="x", log=True), (10, 100), [10, 20, 50, 100]),
        (Axis(label="x"), (1, 5), [1, 2, 3, 4, 5]),
    ],
)
def test_ticks_are_round(axis: Axis, ends: tuple[float, float], ticks: list[float]) -> None:
    assert axis.ticks(*ends) == pytest.approx(ticks)


def test_scores_are_of_judged_pairs_without_direction() -> None:
    truth, judged = frozenset({("a", "b"), ("a", "c")}), frozenset({("a", "b"), ("a", "c"), ("a", "d")})
    assert Labelled("x", {}, truth, judged).score([("b", "a"), ("d", "a"), ("x", "y")]) == (0.5, 0.5, 0.5)
    assert Labelled("x", {}, truth).score([]) == (0.0, 0.0, 0.0)
    assert families("x", [("b", "", "f"), ("a", "", "f"), ("c", "", "g")]).truth == {("a", "b")}
    assert ordered("b", "a") == ("a", "b")
    assert law_name("folder/港口条例(2020-05-14).md") == law_name("other/港口条例（2011-01-01).md") == "港口条例"
