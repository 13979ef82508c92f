"""ffp: full fingerprinting, a comparator of CoDet and DURIAN."""

from samesame.methods.base import Method, Parameter, Stages
from samesame.methods.common import (
    DURIAN,
    HASH,
    PREPARATION,
    STRICT,
    match_sets,
    note_sets,
    prepared_words,
    shingle_size,
    sign_shingles,
    threshold,
)

FFP = Method(
    name="ffp",
    summary="full fingerprinting: all word substrings after stop words and truncation",
    citation="E. Varol, F. Can, C. Aykanat, O. Kaya, 'CoDet: sentence-based containment detection in news corpora', "
    "CIKM 2011; H. Yang, J. Callan, 'Near-duplicate detection by instance-level constrained clustering', SIGIR 2006.",
    relations=("exact", "near", "contained"),
    cost="as overlap, plus stop words and stems",
    parameters=(
        threshold(0.6),
        STRICT,
        Parameter("size", 4, "words in a substring", least=1, most=64),
        HASH,
        *PREPARATION,
    ),
    presets={"codet": {"size": 4, "threshold": 0.6}, "durian": {"size": 3, **DURIAN}},
    stages=Stages(sign=sign_shingles, match=match_sets, words=prepared_words, shingles=shingle_size),
    note=note_sets,
)
