"""overlap: shared word shingles, exactly. The default."""

from samesame.methods.base import Method, Parameter, Stages
from samesame.methods.common import (
    HASH,
    LANGUAGE,
    UNSPACED,
    is_plain,
    match_sets,
    plain_words,
    shingle_size,
    sign_shingles,
    threshold,
)

OVERLAP = Method(
    name="overlap",
    summary="near copies and containment: the share of a document's word shingles that another one has",
    citation="Containment and resemblance: A. Z. Broder, 'On the resemblance and containment of documents', 1997; "
    "the prefix filter: S. Chaudhuri, V. Ganti, R. Kaushik, 'A primitive operator for similarity joins in data "
    "cleaning', ICDE 2006. Here over exact sets, without sampling.",
    relations=("exact", "near", "contained"),
    cost="hashing and one pass over what is shared; grows with the text and with the pairs found",
    parameters=(
        threshold(0.8),
        Parameter("size", 4, "words (or characters) in a shingle", least=1, most=64),
        Parameter("unit", "word", "shingles of words or of characters", ("word", "character")),
        Parameter(
            "measure", "coverage", "share of one in the other; or one number for both", ("coverage", "jaccard", "max")
        ),
        HASH,
        LANGUAGE,
        UNSPACED,
    ),
    stages=Stages(sign=sign_shingles, match=match_sets, words=plain_words, plain=is_plain, shingles=shingle_size),
)
