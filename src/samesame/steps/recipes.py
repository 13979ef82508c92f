"""Which steps a verb takes with a method, and which stages each step has."""

from __future__ import annotations

from samesame.methods import Method
from samesame.plan.model import Step
from samesame.steps import align, group, key, link
from samesame.steps.stage import Stage

_ALL = (key.key, group.group, link.left_documents, link.right_documents, align.ask, align.send, align.align)
STAGES: dict[str, Stage] = {stage.name: stage for stage in _ALL}

KEY = Step(name="key", stages=("key",), reads=True, holds="a batch of texts")
GROUP = Step(name="group", stages=("group",), holds="a key and the id per document")
LINK = Step(name="link", stages=("link.left", "link.right"), holds="pairs; beyond the memory they wait on disk")
ALIGN = Step(name="align", stages=("align.ask", "align.send", "align"), reads=True, holds="the texts of the matches")
WRITE = Step(name="write", stages=(), holds="rows; beyond the memory they wait on disk")


def find_steps(method: Method, *, spans: bool) -> tuple[Step, ...]:
    """The steps of `find`."""
    return (KEY, GROUP, LINK, *((ALIGN,) if spans else ()), WRITE)
