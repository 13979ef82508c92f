"""codet: containment by sentences, each known by its words of highest idf. The first paper's own method."""

from __future__ import annotations

from typing import TYPE_CHECKING

from samesame.methods.base import Compared, Method, Parameter, Settings, Stages
from samesame.methods.common import PREPARATION, note_preparation, prepared_words

if TYPE_CHECKING:
    import pyarrow as pa

    from samesame import _core
    from samesame.engines.base import Limits
    from samesame.match.candidates import Candidates

BELOW_ONE = 0.999_999  # a copy contains exactly the whole of a document, which is not more than 1


def sign_codet(
    texts: pa.Array, settings: Settings, weights: _core.WordWeights | None, threads: int
) -> pa.LargeListArray:
    """The paths of each text: the beginnings of its sentences, words of highest idf first."""
    assert weights is not None
    return weights.paths(
        texts,
        prepared_words(settings).key(),
        sorted=settings["ws"],
        depth=settings["depth"],
        suffixes=settings["suffixes"],
        threads=threads,
    )


def match_codet(settings: Settings, limits: Limits, size: int) -> Candidates:
    """Paths, in a corpus tree."""
    from samesame.match.candidates import TreeCandidates

    return TreeCandidates(threshold=settings["threshold"], memory=limits.memory, threads=limits.threads)


CODET = Method(
    name="codet",
    summary="CoDet: containment by sentences, each known by its words of highest idf, in a corpus tree",
    citation="E. Varol, F. Can, C. Aykanat, O. Kaya, 'CoDet: Sentence-based Containment Detection in News Corpora', "
    "CIKM 2011.",
    relations=("near", "contained"),
    cost="linear in sentences, and in pairs that share the first words of one; a sentence that very many documents "
    "have is looked at only for those it could decide. The tree stays in memory, about 1 kB a document of 2 kB; needs "
    "idf as imatch does",
    parameters=(
        Parameter(
            "threshold",
            0.5,
            "the equivalency threshold level (ETL): a document is contained if more than this share of it is",
            least=0,
            most=BELOW_ONE,
        ),
        Parameter("ws", True, "word sorting: the words of a sentence by descending idf", (True, False)),
        Parameter("depth", 5, "depth threshold (DT): so many words of a sentence count", least=1, most=1_000_000),
        Parameter(
            "suffixes",
            1,
            "processed suffix count (PSC): so many suffixes of a sentence are taken, itself among them",
            least=1,
            most=1_000_000,
        ),
        *PREPARATION,
    ),
    presets={"codet": {"ws": True, "depth": 5, "suffixes": 1}},
    stages=Stages(
        sign=sign_codet,
        match=match_codet,
        words=prepared_words,
        statistics=True,
        by_sentence=True,
        compared=Compared.EACH,
    ),
    note=note_preparation,
)
