"""PDC-MR leaves words out by their idf only where enough documents were counted; both engines agree on how many."""

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
