"""All stages by name."""

from __future__ import annotations

from samesame.steps import align, bands, blocks, count, group, join, key, link, measure, sign, verify
from samesame.steps.stage import Stage

_ALL = (
    *(count.count, count.add_up, key.key, group.group, sign.sign),
    *(join.spread, join.shared, join.prefix, join.join),
    *(bands.spread, bands.join, blocks.spread, blocks.join),
    *(verify.ask, verify.send, verify.verify, measure.counted, measure.ask, measure.send, measure.measure),
    *(link.left_documents, link.right_documents, align.ask, align.send, align.align),
)
STAGES: dict[str, Stage] = {stage.name: stage for stage in _ALL}
