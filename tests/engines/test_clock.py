"""The seconds of each stage of a run."""

from __future__ import annotations

import pytest

from samesame.engines.clock import Clock


def test_a_stage_that_begins_again_adds_up(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter([0.0, 1.0, 3.0, 7.0, 15.0])
    monkeypatch.setattr("samesame.engines.clock.time.perf_counter", lambda: next(moments))
    clock = Clock()
    for stage in ("read", "match", "read", None):
        clock(stage)
    assert clock.stages == {"read": 2 + 8, "match": 4}
    assert clock.seconds == 15
