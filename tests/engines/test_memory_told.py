"""What --memory does not bound, the ids and groups of very many documents, is told while they are read."""

from __future__ import annotations

import pytest

import samesame as ss
from samesame.engines.local import matching

TEXTS = [f"only words of its own {i}" for i in range(4000)]


def test_documents_that_take_more_than_the_limit_are_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "LITTLE", 0)
    with pytest.warns(UserWarning, match="4,000 documents up to now: .* do not bound; the run goes on") as told:
        assert list(ss.find(TEXTS, memory="1MiB")) == []
    assert len(told) == 1


def test_few_documents_are_not_told_of(recwarn: pytest.WarningsRecorder) -> None:
    assert list(ss.find(TEXTS, memory="1MiB")) == []
    assert not recwarn.list
