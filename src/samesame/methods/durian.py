"""durian: form letters, their copies, and what people added; the method of `samesame cluster`."""

from __future__ import annotations

from dataclasses import InitVar, dataclass
from typing import ClassVar, Literal

from samesame.methods.base import Method, MethodSettings
from samesame.methods.common import LANGUAGE, UNSPACED
from samesame.methods.parameters import number, option
from samesame.segment.words import WordOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class Durian(MethodSettings):
    """The settings of the method `durian`.

    >>> import samesame as ss
    >>> letter = "Keep the ferry to the island, as we need it every day of the year."
    >>> letters = {"a": letter, "b": f"{letter} Thank you.", "c": "Close the port."}
    >>> for member in ss.cluster(letters, method=ss.Durian(theta=0.8)):
    ...     print(member.cluster, member.id, member.role)
    a a reference
    a b member
    c c singleton
    """

    verbs: ClassVar[tuple[str, ...] | None] = ("cluster",)
    clusters: ClassVar[bool] = True

    theta: float = number(
        1.0,
        "a document joins a centre nearer than this (smoothed Kullback-Leibler distance)",
        above=0,
        alias="threshold",
    )
    m: int = number(5, "more exact copies than this make a letter a reference copy", least=1, most=1_000_000_000)
    mu: float = number(1.0, "the weight of the collection when a document's words are smoothed", above=0)
    beta: float = number(0.05, "what a family-link takes off a distance", least=0, most=1_000_000)
    block: int = number(
        20,
        "words from which a letter or a paragraph of it holds the documents that contain it",
        least=1,
        most=1_000_000,
    )
    families: bool = option(True, "whether to look for the letter behind a family without exact copies")
    links: bool = option(True, "whether rules make must-, cannot- and family-links; your own hold in any case")
    language: str | None = option(None, LANGUAGE)
    unspaced: Literal["bigrams", "segmenter"] = option("bigrams", UNSPACED)

    threshold: InitVar[float | None] = None

    def __post_init__(self, threshold: float | None) -> None:
        self._take_aliases(threshold=threshold)
        MethodSettings.__post_init__(self)  # super() does not work in dataclasses with slots

    @property
    def same(self) -> Literal["letters"]:
        """The main texts have the same words when these are written as one."""
        return "letters"

    def words(self) -> WordOptions:
        """All words, unchanged."""
        return WordOptions(language=self.language, unspaced=self.unspaced)

    @property
    def uses_occurrences(self) -> bool:
        """The distance needs the frequency of words in a collection; if none is given, in the documents."""
        return True


DURIAN = Method(
    name="durian",
    kind=Durian,
    summary="form letters with their edited copies, clustered around reference copies under constraints",
    citation="H. Yang, J. Callan, 'Near-duplicate detection by instance-level constrained clustering', SIGIR 2006 "
    "(DURIAN). m = 5, mu = 1 and beta = .05 are the paper's; it gives no theta, ours was swept.",
    relations=("exact", "near", "contained"),
    cost="one pass for letters and words, one lookup by rare words per document that is in no cluster yet; each "
    "document is compared with centres, not with all others",
)
