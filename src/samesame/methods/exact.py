"""exact: the same words, whatever case, punctuation and white space."""

from samesame.methods.base import Method, Parameter

EXACT = Method(
    name="exact",
    summary="documents with the same words in the same order",
    citation="The exact duplicates of DURIAN: H. Yang, J. Callan, S. Shulman, 'Next steps in near-duplicate "
    "detection for eRulemaking', dg.o 2006; there the letters without white space and punctuation.",
    relations=("exact",),
    cost="linear: one pass, a 128-bit key a document, copies confirmed on the text",
    parameters=(
        Parameter("same", "words", "what must be the same: the words, or only the letters", ("words", "letters")),
        Parameter("language", None, "language code for case folding, or 'auto' to detect it per document"),
    ),
)
