"""All stages by name."""

from __future__ import annotations

from samesame.steps import align, group, key, link
from samesame.steps.stage import Stage

_ALL = (key.key, group.group, link.left_documents, link.right_documents, align.ask, align.send, align.align)
STAGES: dict[str, Stage] = {stage.name: stage for stage in _ALL}
