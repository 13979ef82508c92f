"""pdc: partial duplicates with their places, by sequences of like sentences (PDC-MR).

Three steps: sentences are signed (`samesame.sign.sentences`), like ones are paired, and their sequences matched
(`samesame.match.sentences`). Where the paper leaves room, this is what holds here:

- Words are taken as they are, without stop list and stems. Sentences without words do not count at all.
- I-Match hashes the set of a sentence's words. A sentence that has none left after the idf filter, or no SpotSigs, is
  like no other. idf comes from `--stats`, or else from the collection itself if it has 100 documents or more.
- The most frequent words are those that the most documents hold; ties are broken by the word.
- |a| in the length bound is the number of signatures, as in the bound's proof; the Jaccard implies it.
- The dots of two documents lie on diagonal lines; a diagonal is a run of dots that cannot be made longer, so each dot
  belongs to one. It needs at least gamma dots, or as many as the shorter document has sentences. (Algorithm 2 prints
  `> gamma`; the text and the experiments with gamma = 1 mean "at least".)
- A sentence of fewer than three words starts no diagonal: a run needs a dot of two longer ones. It then belongs to it.
- `bridge` joins to a diagonal, on its line, further dots after at most so many missing ones. The sentences between
  count as part of it.
- n documents with a passage in common are n²/2 pairs. All are told as far as the memory reaches, and more are refused
  with an error that says so: `common` then leaves such sentences to `samesame passages`, where they are one group.
- Of identical documents the one with the smallest id is compared, as its punctuation decides about sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from samesame.methods.base import Compared, Method, Parameter, Settings, Stages
from samesame.methods.common import TINY, UNSPACED, plain_words, threshold

if TYPE_CHECKING:
    from samesame import _core
    from samesame.engines.base import Limits
    from samesame.match.candidates import Candidates

SIGNATURES = ("imatch", "2-shingles", "3-shingles", "4-shingles", "spotsigs")
# The sentences of a document: range in code points, number of words, a key of these, the signatures.
SENTENCES = pa.large_list(
    pa.field(
        "sentence",
        pa.struct(
            [
                *(pa.field(name, pa.uint32(), nullable=False) for name in ("start", "end", "words")),
                pa.field("key", pa.uint64(), nullable=False),
                pa.field(
                    "signatures", pa.large_list(pa.field("signature", pa.uint64(), nullable=False)), nullable=False
                ),
            ]
        ),
        nullable=False,
    )
)
# A collection of fewer documents says little about its words.
FEW_DOCUMENTS = 100


def sign_pdc(texts: pa.Array, settings: Settings, weights: _core.WordWeights | None, threads: int) -> pa.LargeListArray:
    """The signed sentences of each text."""
    from samesame.sign.sentences import sign_weighed

    return sign_weighed(
        texts,
        settings["signature"],
        plain_words(settings),
        weights,
        (settings["idf_least"], settings["idf_most"]),
        settings["antecedents"],
        settings["chain"],
        threads,
    )


def match_pdc(settings: Settings, limits: Limits, size: int) -> Candidates:
    """Sentences with like signatures, then their diagonals."""
    from samesame.match.sentences import SequenceCandidates

    own = {name: settings[name] for name in ("threshold", "tau", "gamma", "bridge", "common")}
    return SequenceCandidates(**own, memory=limits.memory // 2, threads=limits.threads)


def filters(settings: Settings) -> bool:
    """Whether words are left out by their idf."""
    narrow: bool = settings["idf_least"] > 0 or settings["idf_most"] < 1
    return narrow and settings["signature"] == "imatch"


PDC = Method(
    name="pdc",
    summary="PDC-MR: sequences of like sentences, with their places",
    citation="Q. Zhang, Y. Zhang, H. Yu, X. Huang, 'Efficient partial-duplicate detection based on sequence matching', "
    "SIGIR 2010.",
    relations=("exact", "near", "contained", "partial"),
    cost="linear in the text and in the diagonals found; n documents that share a passage of gamma sentences are n² "
    "pairs, which are refused beyond the memory; 'common' leaves such sentences to 'samesame passages'",
    parameters=(
        threshold(0.8, "a document is covered when this share of its sentences lies in diagonals"),
        Parameter("tau", 0.9, "sentences are alike from this Jaccard of their signatures on", least=TINY, most=1),
        Parameter(
            "gamma",
            3,
            "a diagonal has at least so many sentences, or all of a shorter document (Algorithm 2 prints '> gamma')",
            least=1,
            most=1000,
        ),
        Parameter("signature", "imatch", "what stands for a sentence", SIGNATURES),
        Parameter("idf_least", 0.1, "imatch: words of lower idf, log(N/df)/log(N), do not count", least=0, most=1),
        Parameter("idf_most", 1.0, "imatch: words of higher idf do not count", least=0, most=1),
        Parameter(
            "antecedents",
            None,
            "spotsigs: so many of the most frequent words; by default 10,000, of Chinese 60",
            least=1,
            most=1_000_000_000,
        ),
        Parameter("chain", 2, "spotsigs: content words in a chain", least=1, most=100),
        Parameter("bridge", 0, "missing pairs that a diagonal may go on after", least=0, most=1000),
        Parameter(
            "common",
            None,
            "sentences met more often than this start no diagonal; 'samesame passages' tells them in groups",
            least=1,
            most=1_000_000_000,
        ),
        Parameter("language", "auto", "language code, or 'auto' to detect it per document"),
        UNSPACED,
    ),
    stages=Stages(
        sign=sign_pdc,
        match=match_pdc,
        words=plain_words,
        compared=Compared.FIRST,
        statistics=lambda settings: filters(settings) or settings["signature"] == "spotsigs",
        few_documents=lambda settings: FEW_DOCUMENTS if filters(settings) else 0,
        signature=SENTENCES,
    ),
)
