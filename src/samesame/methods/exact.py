"""exact: the same words; case, punctuation and white space do not count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from samesame.methods.base import Method, MethodSettings
from samesame.methods.common import LANGUAGE
from samesame.methods.parameters import option
from samesame.segment.words import WordOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class Exact(MethodSettings):
    """The settings of the method `exact`.

    >>> import samesame as ss
    >>> letters = ["An ice cream, please.", "A nice cream, please."]
    >>> len(ss.find(letters, method=ss.Exact())), len(ss.find(letters, method=ss.Exact(same="letters")))
    (0, 1)
    """

    same: Literal["words", "letters"] = option("words", "what must be the same: the words, or only the letters")
    language: str | None = option(None, LANGUAGE)

    def words(self) -> WordOptions:
        """All words, unchanged."""
        return WordOptions(language=self.language)


EXACT = Method(
    name="exact",
    kind=Exact,
    summary="documents with the same words in the same order",
    citation="The exact duplicates of DURIAN: H. Yang, J. Callan, S. Shulman, 'Next steps in near-duplicate "
    "detection for eRulemaking', dg.o 2006; there the letters without white space and punctuation.",
    relations=("exact",),
    cost="linear: one pass, a 128-bit key per document, copies confirmed on the text",
)
