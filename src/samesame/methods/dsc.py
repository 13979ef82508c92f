"""dsc: sampled shingles, a comparator of CoDet and DURIAN."""

from samesame.methods.base import Method, Parameter, Stages
from samesame.methods.common import (
    DURIAN,
    HASH,
    PREPARATION,
    STRICT,
    match_sets,
    note_sets,
    prepared_words,
    sign_shingles,
    threshold,
)

DSC = Method(
    name="dsc",
    summary="digital syntactic clustering: a sample of the word substrings",
    citation="A. Z. Broder, S. C. Glassman, M. S. Manasse, G. Zweig, 'Syntactic clustering of the Web', 1997, with the "
    "parameters of CoDet (CIKM 2011) or DURIAN (H. Yang, J. Callan, SIGIR 2006).",
    relations=("exact", "near", "contained"),
    cost="as ffp with a fraction of the shingles",
    parameters=(
        threshold(0.6),
        STRICT,
        Parameter("size", 4, "words in a substring", least=1, most=64),
        Parameter("select", "stride", "every n-th by position, or those whose hash is 0 modulo n", ("stride", "mod")),
        Parameter("step", 3, "the n of the selection", least=1, most=1_000_000),
        HASH,
        *PREPARATION,
    ),
    presets={
        "codet": {"size": 4, "step": 3, "threshold": 0.6},
        "durian": {"size": 3, "step": 5, **DURIAN},
    },
    stages=Stages(sign=sign_shingles, match=match_sets, words=prepared_words),
    note=note_sets,
)
