"""Which steps a verb takes with a method, and which stages each step has."""

from __future__ import annotations

from samesame.methods import Method
from samesame.methods.base import Compared
from samesame.plan.model import Step
from samesame.steps import (
    align,
    classes,
    count,
    diagonals,
    forms,
    group,
    join,
    key,
    link,
    measure,
    sign,
    tree,
    verify,
    windows,
)
from samesame.steps.stage import Stage

_ALL = (
    *(key.key, group.group, link.left_documents, link.right_documents, align.ask, align.send, align.align),
    *(count.count, count.add_up, sign.sign, join.spread, join.shared, join.prefix, join.join),
    *(
        forms.forms,
        forms.number,
        forms.spread,
        forms.shared,
        forms.prefix,
        forms.meet,
        forms.ask,
        forms.send,
        forms.like,
    ),
    *(classes.hook_larger, classes.hook_smaller, forms.tell, windows.sequences, windows.windows, windows.meet),
    *(diagonals.ask, diagonals.send, diagonals.ask_like, diagonals.send_like, diagonals.diagonals),
    *(key.key_signed, sign.pick, tree.nodes, tree.shared, tree.probe, tree.meet, tree.ask, tree.verify),
    *(verify.ask, verify.send, verify.verify, measure.counted, measure.ask, measure.send, measure.measure),
)
STAGES: dict[str, Stage] = {stage.name: stage for stage in _ALL}

KEY = Step(name="key", stages=("key",), reads=True, holds="a batch of texts")
GROUP = Step(name="group", stages=("group",), holds="a key and the id per document")
COUNT = Step(name="count", stages=("count", "count.sum"), reads=True, holds="the words of the collection")
SIGN = Step(name="sign", stages=("sign",), reads=True, holds="a batch of texts, and the signatures")
JOIN = Step(
    name="join",
    stages=("join.spread", "join.shared", "join.prefix", "join"),
    holds="features that documents share; beyond the memory they wait on disk",
)
VERIFY = Step(name="verify", stages=("verify.ask", "verify.send", "verify"), holds="the features of candidates")
LIKE = Step(
    name="join",
    stages=(
        *("pdc.forms", "pdc.number", "like.spread", "like.shared", "like.prefix", "like.join"),
        *("like.ask", "like.send", "like"),
    ),
    holds="the different sentences; beyond the memory they wait on disk",
)
CLASSES = Step(
    name="join",
    stages=("classes.large", "classes.small"),
    holds="pairs of like sentences",
    until="unsettled",
)
DIAGONALS = Step(
    name="verify",
    stages=(
        *("pdc.tell", "pdc.sequences", "pdc.windows", "pdc.meet"),
        *("pdc.ask", "pdc.send", "pdc.ask_like", "pdc.send_like", "pdc.diagonals"),
    ),
    holds="a few numbers per sentence, and the pairs with diagonals",
)
KEY_SIGNED = Step(
    name="key", stages=("key.signed",), reads=True, holds="a batch of texts, the words of the collection, signatures"
)
PICK = Step(name="sign", stages=("sign.pick",), holds="the signatures")
TREE = Step(
    name="join",
    stages=("tree.nodes", "tree.shared", "tree.probe", "tree.meet"),
    holds="the nodes of a share of the tree, and the documents that visit them",
)
CONTAINERS = Step(
    name="verify", stages=("tree.ask", "verify.send", "tree.verify"), holds="the signatures of candidates"
)
COUNTED = Step(name="measure", stages=("measure.counted",), holds="nothing: the features are the 4-word shingles")
MEASURE = Step(
    name="measure",
    stages=("measure.ask", "measure.send", "measure"),
    reads=True,
    holds="the 4-word shingles of the documents of pairs",
)
LINK = Step(name="link", stages=("link.left", "link.right"), holds="pairs; beyond the memory they wait on disk")
ALIGN = Step(name="align", stages=("align.ask", "align.send", "align"), reads=True, holds="the texts of the matches")
WRITE = Step(name="write", stages=(), holds="rows; beyond the memory they wait on disk")


# How signatures become pairs.
_MATCH: dict[str, tuple[Step, ...]] = dict.fromkeys(("overlap", "ffp", "dsc", "imatch", "spotsigs"), (JOIN, VERIFY))
_MATCH["codet"] = (TREE, CONTAINERS)
_MATCH["pdc"] = (LIKE, CLASSES, DIAGONALS)


def find_steps(method: Method, *, spans: bool, counts: bool = False, plain: bool = False) -> tuple[Step, ...]:
    """The steps of `find`.

    `counts`: words are weighed, and no statistics are given. `plain`: the features are the 4-word shingles.
    """
    aligned = (ALIGN,) if spans else ()
    if method.stages is None:
        return (KEY, GROUP, LINK, *aligned, WRITE)
    counted = (COUNT,) if counts else ()
    measured = COUNTED if plain else MEASURE
    each = method.stages.compared is Compared.EACH
    key_step, sign_step = (KEY_SIGNED, PICK) if each else (KEY, SIGN)
    return (*counted, key_step, GROUP, sign_step, *_MATCH[method.name], measured, LINK, *aligned, WRITE)
