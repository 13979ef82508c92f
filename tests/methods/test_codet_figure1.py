"""Fig. 1 of the CoDet paper, node by node: three documents come, the tree grows, and it is drawn."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

import samesame as ss

# The running text, words ready-made; the caption has one word more.
A = ["nasdaq starts day with an increase", "shares gain 2%"]
B = ["nasdaq starts day with a decrease", "shares lose 2%"]
C = ["shares lose 2%"]
DOCUMENTS = {"A": A, "B": B, "C": C}


def cut(sentences: list[str]) -> list[list[str]]:
    return [sentence.split() for sentence in sentences]


def statistics() -> ss.Statistics:
    return ss.Statistics.count_words(" ".join(sentences).split() for sentences in DOCUMENTS.values())


def tree(ids: str, **parameters: Any) -> ss.CorpusTree:
    """The words of sentences are not sorted, for the sake of clarity; all of them count."""
    made = ss.CorpusTree(statistics(), ws=False, depth=6, **parameters)
    for id_ in ids:
        made.add(id_, cut(DOCUMENTS[id_]))
    return made


def seen(made: ss.CorpusTree) -> dict[str, str]:
    """The words from the root to each node, and its documents."""
    paths: list[str] = []
    for node in made.nodes():
        above = "" if node.parent is None else paths[node.parent] + " "
        paths.append(above + node.label)
        assert node.depth == len(paths[-1].split())
    return {path: "".join(node.documents) for path, node in zip(paths, made.nodes(), strict=True)}


FIRST = {
    "nasdaq": "A",
    "nasdaq starts": "A",
    "nasdaq starts day": "A",
    "nasdaq starts day with": "A",
    "nasdaq starts day with an": "A",
    "nasdaq starts day with an increase": "A",
    "shares": "A",
    "shares gain": "A",
    "shares gain 2%": "A",
}
SECOND = {
    **FIRST,
    "nasdaq": "AB",
    "nasdaq starts": "AB",
    "nasdaq starts day": "AB",
    "nasdaq starts day with": "AB",
    "nasdaq starts day with a": "B",
    "nasdaq starts day with a decrease": "B",
    "shares": "AB",
    "shares lose": "B",
    "shares lose 2%": "B",
}
THIRD = {**SECOND, "shares": "ABC", "shares lose": "BC", "shares lose 2%": "BC"}
SEEN = {"A": FIRST, "AB": SECOND, "ABC": THIRD}


@pytest.mark.parametrize("ids", SEEN)
def test_the_tree_after_each_insertion(ids: str) -> None:
    made = tree(ids)
    assert seen(made) == SEEN[ids]
    assert made.stats().nodes == len(SEEN[ids])
    assert made.stats().visits == sum(map(len, SEEN[ids].values()))


def test_the_order_of_insertion_does_not_matter() -> None:
    assert tree("CAB").nodes() == tree("ABC").nodes()


@pytest.mark.parametrize("gone", ["A", "B", "C"])
def test_a_document_that_is_removed_was_never_there(gone: str) -> None:
    made = tree("ABC")
    made.remove(gone)
    assert made.nodes() == tree("ABC".replace(gone, "")).nodes()
    assert made.stats().visits == tree("ABC".replace(gone, "")).stats().visits


def test_the_contribution_of_starts() -> None:
    """Depth 2, in 2 of 3 documents."""
    (starts,) = [node for node in tree("ABC").nodes() if node.label == "starts"]
    assert starts.contribution == pytest.approx(2 * (math.log(3 / 2) + 1), rel=1e-9)


def idf(documents: int) -> float:
    return math.log(3 / documents) + 1


def test_the_similarities_are_those_of_formula_1() -> None:
    """`with`, `starts`, `nasdaq`, `day` and `lose` stand in two documents, `shares` and `2%` in three."""
    two, one, all_ = idf(2), idf(1), idf(3)
    whole_a = (1 + 2 + 3 + 4) * two + (5 + 6) * one + 1 * all_ + 2 * one + 3 * all_
    whole_b = (1 + 2 + 3 + 4) * two + (5 + 6) * one + 1 * all_ + 2 * two + 3 * all_
    whole_c = 1 * all_ + 2 * two + 3 * all_
    a_and_b = (1 + 2 + 3 + 4) * two + 1 * all_
    made = ss.CorpusTree(statistics(), ws=False, depth=6, threshold=0)
    assert made.add("A", cut(A)) == []
    (match,) = made.add("B", cut(B))
    assert (match.left, match.right, match.relation) == ("A", "B", "near")
    assert match.left_score == pytest.approx(a_and_b / whole_a, rel=1e-9)
    assert match.right_score == pytest.approx(a_and_b / whole_b, rel=1e-9)
    with_a, with_b = made.add("C", cut(C))
    assert (with_a.left, with_a.right, with_b.left, with_b.right) == ("A", "C", "B", "C")
    assert with_a.right_score == pytest.approx(all_ / whole_c, rel=1e-9)
    assert with_b.right_score == pytest.approx(1.0) and with_b.left_score == pytest.approx(whole_c / whole_b, rel=1e-9)


def test_c_is_contained_in_b() -> None:
    made = tree("AB")
    (match,) = made.add("C", cut(C))
    assert (match.left, match.relation, match.right, match.method) == ("C", "contained", "B", "codet")


DRAWN = """
3 documents, 13 nodes
├─ nasdaq  [A B]  1 × 1.405 = 1.405
│  └─ starts  [A B]  2 × 1.405 = 2.811
│     └─ day  [A B]  3 × 1.405 = 4.216
│        └─ with  [A B]  4 × 1.405 = 5.622
│           ├─ an  [A]  5 × 2.099 = 10.493
│           │  └─ increase  [A]  6 × 2.099 = 12.592
│           └─ a  [B]  5 × 2.099 = 10.493
│              └─ decrease  [B]  6 × 2.099 = 12.592
└─ shares  [A B C]  1 × 1.000 = 1.000
   ├─ gain  [A]  2 × 2.099 = 4.197
   │  └─ 2%  [A]  3 × 1.000 = 3.000
   └─ lose  [B C]  2 × 1.405 = 2.811
      └─ 2%  [B C]  3 × 1.000 = 3.000
"""


def test_the_drawing_as_text() -> None:
    assert tree("ABC").draw() == DRAWN.strip()


def test_the_drawing_as_a_picture() -> None:
    svg = tree("ABC").draw("svg")
    root = ElementTree.fromstring(svg)
    space = "{http://www.w3.org/2000/svg}"
    boxes = root.findall(f"{space}g")
    labels = ["".join(box.findall(f"{space}text")[0].itertext()) for box in boxes]
    assert labels == [path.split()[-1] for path in seen(tree("ABC"))]
    assert [box.get("class") == "shared" for box in boxes] == [len(ids) > 1 for ids in seen(tree("ABC")).values()]
    assert len(root.findall(f"{space}path")) == len(boxes)
    assert "depth 2 × idf 1.405465 = 2.810930" in svg


def test_a_large_tree_is_drawn_in_part() -> None:
    assert tree("ABC").draw(limit=2).splitlines()[2:] == [
        "   └─ starts  [A B]  2 × 1.405 = 2.811",
        "… and 11 more nodes",
    ]
    with pytest.raises(ss.ParameterError, match="format: expected 'text' or 'svg', got 'png'"):
        tree("A").draw("png")  # type: ignore[arg-type]


def test_an_empty_tree_can_be_drawn() -> None:
    assert tree("").draw() == "0 documents, 0 nodes"
    ElementTree.fromstring(tree("").draw("svg"))
