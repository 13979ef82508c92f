"""All stages by name."""

from __future__ import annotations

from samesame.steps import align, group, key, link, remove, stand, stars
from samesame.steps.stage import Stage

_ALL = (key.key, group.group, link.left_documents, link.right_documents, align.ask, align.send, align.align)
_ALL += (stand.stand, stars.link, stars.hook_larger, stars.hook_smaller, stars.place, stars.choose)
_ALL += (remove.remove, remove.keep)
STAGES: dict[str, Stage] = {stage.name: stage for stage in _ALL}
