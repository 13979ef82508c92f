"""All stages by name."""

from __future__ import annotations

from samesame.steps import (
    against,
    align,
    bands,
    blocks,
    classes,
    clusters,
    connect,
    count,
    diagonals,
    forms,
    group,
    join,
    key,
    link,
    measure,
    passages,
    remove,
    sign,
    stand,
    stars,
    tree,
    unique,
    verify,
    windows,
)
from samesame.steps.stage import Stage

_ALL = (
    *(unique.find, unique.drop),
    *(count.count, count.add_up, key.key, group.group, sign.sign),
    *(join.spread, join.count, join.prefix, join.reply, join.place, join.join),
    *(bands.spread, bands.join, blocks.spread, blocks.join),
    *(
        key.key_signed,
        sign.pick,
        tree.nodes,
        tree.count,
        tree.probe,
        tree.reply,
        tree.place,
        tree.meet,
        tree.ask,
        tree.verify,
    ),
    *(forms.forms, forms.number, forms.spread, forms.count, forms.prefix, forms.reply, forms.place, forms.meet),
    *(forms.ask, forms.send, forms.like, classes.larger, classes.smaller, forms.tell),
    *(windows.sequences, windows.windows, windows.meet),
    *(diagonals.ask, diagonals.send, diagonals.ask_like, diagonals.send_like, diagonals.diagonals),
    *(verify.ask, verify.send, verify.verify, measure.counted, measure.ask, measure.send, measure.measure),
    *(link.left_documents, link.right_documents, align.ask, align.send, align.align),
    *(connect.link, connect.tell),
    *(against.find, against.name, against.choose, against.only),
    *(stand.stand, stars.link, stars.hook_larger, stars.hook_smaller, stars.place, stars.choose),
    *(remove.remove, remove.keep),
    *(clusters.link, clusters.place, clusters.assign, clusters.members, clusters.tell),
    *(passages.windows, passages.repeated, passages.pieces, passages.passages, passages.locate, passages.tell),
)
STAGES: dict[str, Stage] = {stage.name: stage for stage in _ALL}
