"""pdc: partial duplicates with their positions, by sequences of like sentences (PDC-MR).

Three steps: sentences are signed (`samesame.sign.sentences`), like ones are paired, and their sequences matched
(`samesame.match.sentences`). Where the paper leaves a choice, this is what was chosen:

- Words are used unchanged, without stop list and stems. Sentences without words are ignored.
- I-Match hashes the set of a sentence's words. A sentence without words after the idf filter, or without SpotSigs, is
like no other. idf comes from `--stats`, otherwise from the collection itself if it has 100 documents or more.
- The most frequent words are those that most documents have; ties are broken by the word.
- |a| in the length bound is the number of signatures, as in the bound's proof; the Jaccard coefficient implies it.
- The dots of two documents are on diagonal lines; a diagonal is a maximal run of dots, so each dot belongs to one. It
needs at least gamma dots, or as many as the shorter document has sentences. (Algorithm 2 prints `> gamma`; the text and
the experiments with gamma = 1 mean "at least".)
- A sentence of fewer than three words starts no diagonal: a run needs a dot of two longer sentences. Short sentences
inside the run belong to it.
- `bridge` extends a diagonal, on its line, by further dots after at most that many missing ones. The sentences between
count as part of it.
- n documents with a common passage are n²/2 pairs. All are reported as far as the memory allows; more are refused with
an error: `common` then leaves such sentences to `samesame passages`, where they are one group.
- Of identical documents, the one with the smallest id is compared, because its punctuation decides about sentences.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from samesame.match.sentences import SequenceCandidates
from samesame.methods.base import Compared, Joined, Method
from samesame.methods.common import PlainWords, share
from samesame.methods.parameters import number, option
from samesame.sign.sentences import sentence_type, sign_weighed

if TYPE_CHECKING:
    import pyarrow as pa

    from samesame import _core
    from samesame.limits import Limits
    from samesame.match.candidates import Candidates

# With fewer documents the statistics say little about words.
FEW_DOCUMENTS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class PDC(PlainWords):
    """The settings of the method `pdc`.

    >>> import samesame as ss
    >>> mails = ["Dear all. The ferry is late. Bring a coat.", "Hello! The ferry is late. Bring a coat. See you."]
    >>> [match.relation for match in ss.find(mails, method=ss.PDC(language="en", gamma=2))]
    ['partial']
    """

    joined: ClassVar[Joined] = "sentences"
    compared: ClassVar[Compared] = Compared.FIRST
    indexed: ClassVar[bool] = False

    threshold: float = share(0.8, "a document is covered when this share of its sentences lies in diagonals")
    tau: float = share(0.9, "sentences are alike from this Jaccard of their signatures on")
    gamma: int = number(
        3,
        "a diagonal has at least so many sentences, or all of a shorter document (Algorithm 2 prints '> gamma')",
        least=1,
        most=1000,
    )
    signature: Literal["imatch", "2-shingles", "3-shingles", "4-shingles", "spotsigs"] = option(
        "imatch", "what stands for a sentence"
    )
    idf_least: float = number(0.1, "imatch: words of lower idf, log(N/df)/log(N), do not count", least=0, most=1)
    idf_most: float = number(1.0, "imatch: words of higher idf do not count", least=0, most=1)
    antecedents: int | None = number(
        None,
        "spotsigs: so many of the most frequent words; by default 10,000, of Chinese 60",
        least=1,
        most=1_000_000_000,
    )
    chain: int = number(2, "spotsigs: content words in a chain", least=1, most=100)
    bridge: int = number(0, "missing pairs that a diagonal may go on after", least=0, most=1000)
    common: int | None = number(
        None,
        "sentences met more often than this start no diagonal; 'samesame passages' tells them in groups",
        least=1,
        most=1_000_000_000,
    )
    language: str = option("auto", "language code, or 'auto' to detect it per document")

    def sign(self, texts: pa.Array, weights: _core.WordWeights | None, threads: int) -> pa.LargeListArray:
        """The signed sentences of each text."""
        idf = self.idf_least, self.idf_most
        return sign_weighed(texts, self.signature, self.words(), weights, idf, self.antecedents, self.chain, threads)

    @property
    def signature_type(self) -> pa.DataType:
        """Lists of sentences: range in code points, number of words, a key of these, the signatures."""
        return sentence_type()

    @property
    def rule(self) -> tuple[str, float]:
        """When sentences are alike: the sets that are compared are their signatures."""
        return "jaccard", self.tau

    def match(self, limits: Limits, size: int) -> Candidates:
        """Matches sentences with like signatures, then their diagonals."""
        return SequenceCandidates(
            threshold=self.threshold,
            tau=self.tau,
            gamma=self.gamma,
            bridge=self.bridge,
            common=self.common,
            memory=limits.memory // 2,
            threads=limits.threads,
        )

    @property
    def needs_statistics(self) -> bool:
        """Whether words are left out by their idf, or chosen by their frequency."""
        return self._filters or self.signature == "spotsigs"

    @property
    def few_documents(self) -> int:
        """With so few documents, the statistics say too little about words to leave some out."""
        return FEW_DOCUMENTS if self._filters else 0

    @property
    def _filters(self) -> bool:
        """Whether words are left out by their idf."""
        return self.signature == "imatch" and (self.idf_least > 0 or self.idf_most < 1)


PDC_MR = Method(
    name="pdc",
    kind=PDC,
    summary="PDC-MR: sequences of like sentences, with their places",
    citation="Q. Zhang, Y. Zhang, H. Yu, X. Huang, 'Efficient partial-duplicate detection based on sequence matching', "
    "SIGIR 2010.",
    relations=("exact", "near", "contained", "partial"),
    cost="linear in the text and in the diagonals found; n documents that share a passage of gamma sentences are n² "
    "pairs, which are refused beyond the memory; 'common' leaves such sentences to 'samesame passages'",
)
