"""Work in the background."""

from __future__ import annotations

import threading

import pytest

from samesame.background import Background


def test_calls_are_made_in_order_while_the_caller_goes_on() -> None:
    background, gate = Background(), threading.Event()
    done: list[str] = []
    first = background.start(gate.wait, 60)
    background.start(done.append, "second")
    assert not first.done() and not done
    gate.set()
    background.wait()
    assert done == ["second"]


def test_what_a_call_raises_reaches_who_waits() -> None:
    background = Background()
    background.start(int, "no number")
    with pytest.raises(ValueError, match="no number"):
        background.wait()
    background.wait()
