"""Collections of a few documents: PDC-MR does not weigh their words, and the least that two can share is found."""

from __future__ import annotations

import pytest

import samesame as ss
from samesame.engines.base import Live
from samesame.engines.local.job import counted, weights_of
from samesame.engines.sides import open_sides
from samesame.methods.pdc import FEW_DOCUMENTS


@pytest.mark.parametrize("count", [FEW_DOCUMENTS - 1, FEW_DOCUMENTS])
def test_words_are_weighed_from_that_many_documents_on(count: int) -> None:
    story = "Storms closed the harbour number{0} on Monday. Ferries{0} waited outside for hours. Nobody{0} was hurt."
    texts = [story.format(i % (count - 1)) for i in range(count)]
    plan = ss.explain(texts, method="pdc")
    statistics = counted(plan, Live(), open_sides(plan, Live()))
    assert (weights_of(plan, statistics) is None) == (count < FEW_DOCUMENTS)
    # Statistics that are given are used, however few documents they count.
    given = ss.explain(texts, method="pdc", stats=statistics)
    assert weights_of(given, given.statistics) is not None
    rows = ss.find(texts, method="pdc").to_arrow()
    assert rows.equals(ss.find(texts, method="pdc", engine=ss.Steps(processes=False)).to_arrow()) and len(rows)


@pytest.mark.parametrize("partitions", [1, 2])
def test_a_pair_that_shares_one_node_of_the_tree_alone(partitions: int) -> None:
    documents = {"a": "Harbour storm.", "b": "Harbour comet.", "c": "Lighthouse moon."}
    method = ss.CoDet(ws=False, threshold=0.1, language="en")
    both = [ss.find(documents, method=method, engine=engine) for engine in engines(partitions)]
    assert [[(match.left, match.right) for match in found] for found in both] == [[("a", "b")]] * 2


@pytest.mark.parametrize("partitions", [1, 2])
def test_documents_of_exactly_gamma_sentences_have_one_window(partitions: int) -> None:
    documents = {
        "a": "The old ferry sank in the bay. Nobody on the shore was hurt. The harbour stays closed today.",
        "b": "In the bay sank the old ferry. Hurt was nobody on the shore. Today the harbour stays closed.",
    }
    both = [ss.find(documents, method="pdc", engine=engine) for engine in engines(partitions)]
    assert [[(match.left, match.right) for match in found] for found in both] == [[("a", "b")]] * 2


def engines(partitions: int) -> tuple[str, ss.Steps]:
    return "local", ss.Steps(partitions=partitions, processes=False)
