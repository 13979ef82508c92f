"""Which steps a verb takes with a method, and which stages each step has."""

from __future__ import annotations

from samesame.methods import Method
from samesame.plan.model import Step
from samesame.steps import align, bands, blocks, count, group, join, key, link, measure, sign, verify
from samesame.steps.stage import Stage

_ALL = (
    *(key.key, group.group, link.left_documents, link.right_documents, align.ask, align.send, align.align),
    *(count.count, count.add_up, sign.sign, join.spread, join.shared, join.prefix, join.join),
    *(bands.spread, bands.join, blocks.spread, blocks.join),
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
BANDS = Step(name="join", stages=("bands.spread", "bands"), holds="a key per band and document, and the candidates")
BLOCKS = Step(name="join", stages=("blocks.spread", "blocks"), holds="a bit string per two blocks and document")
VERIFY = Step(name="verify", stages=("verify.ask", "verify.send", "verify"), holds="the features of candidates")
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
_MATCH: dict[str, tuple[Step, ...]] = {
    **dict.fromkeys(("overlap", "ffp", "dsc", "imatch", "spotsigs"), (JOIN, VERIFY)),
    "minhash": (BANDS, VERIFY),
    "simhash": (BLOCKS,),
}


def find_steps(method: Method, *, spans: bool, counts: bool = False, plain: bool = False) -> tuple[Step, ...]:
    """The steps of `find`.

    `counts`: words are weighed, and no statistics are given. `plain`: the features are the 4-word shingles.
    """
    aligned = (ALIGN,) if spans else ()
    if method.stages is None:
        return (KEY, GROUP, LINK, *aligned, WRITE)
    counted = (COUNT,) if counts else ()
    measured = COUNTED if plain else MEASURE
    return (*counted, KEY, GROUP, SIGN, *_MATCH[method.name], measured, LINK, *aligned, WRITE)
