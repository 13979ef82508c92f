"""Same same, but different: finds every kind of copy in a collection of texts.

>>> import samesame as ss
>>> letters = {"a": "Please keep the library open.", "b": "please keep the library OPEN!", "c": "Close it."}
>>> for match in ss.find(letters, method="exact"):
...     print(match.left, match.relation, match.right)
a exact b
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

# `ss.read`, `ss.cluster` and `ss.report` are verbs, and there are packages of these names. Importing a package later
# would replace the verb by the package; importing it first does not.
for _verb in ("read", "cluster", "report"):
    importlib.import_module(f"samesame.{_verb}")
    del globals()[_verb]

if TYPE_CHECKING:
    from samesame.assess.clusters import ClusterEvaluation
    from samesame.assess.metrics import Evaluation
    from samesame.engines.spark.engine import Spark
    from samesame.engines.steps import Steps
    from samesame.errors import (
        FormatError,
        InputError,
        InternalError,
        ParameterError,
        SamesameError,
        StatisticsMismatch,
    )
    from samesame.index import Index
    from samesame.letters.model import Letter
    from samesame.letters.parts import letter
    from samesame.methods.base import MethodSettings
    from samesame.methods.codet import CoDet
    from samesame.methods.ddd import Ddd
    from samesame.methods.dsc import Dsc
    from samesame.methods.durian import Durian
    from samesame.methods.exact import Exact
    from samesame.methods.ffp import Ffp
    from samesame.methods.imatch import IMatch
    from samesame.methods.minhash import MinHash
    from samesame.methods.overlap import Overlap
    from samesame.methods.pdc import PDC
    from samesame.methods.simhash import SimHash
    from samesame.methods.spotsigs import SpotSigs
    from samesame.model import Campaign, Document, Match, Member, Passage, Place, Problem, Removal, Span
    from samesame.plan.model import Plan
    from samesame.read.documents import Documents
    from samesame.read.verb import read
    from samesame.report.campaigns import Campaigns
    from samesame.report.matches import Matches
    from samesame.report.members import Clusters
    from samesame.report.passages import Passages
    from samesame.segment.words import WordOptions
    from samesame.sign.statistics import Statistics
    from samesame.tree.corpus import CorpusTree
    from samesame.verbs.cluster import cluster
    from samesame.verbs.compare import Comparison, compare
    from samesame.verbs.dedup import dedup
    from samesame.verbs.deduplication import Deduplication
    from samesame.verbs.evaluate import evaluate
    from samesame.verbs.explain import explain
    from samesame.verbs.find import find
    from samesame.verbs.index import add_to_index, build_index, remove_from_index
    from samesame.verbs.passages import passages
    from samesame.verbs.report import Report, report
    from samesame.verbs.run import run
    from samesame.window.stream import Window
    from samesame.window.verdict import Verdict

__version__ = "0.1.0"

# The module of each public name. They are imported when first used, so that `import samesame` costs nothing.
_HOMES = {
    "Campaign": "samesame.model",
    "Campaigns": "samesame.report.campaigns",
    "ClusterEvaluation": "samesame.assess.clusters",
    "Clusters": "samesame.report.members",
    "CoDet": "samesame.methods.codet",
    "Comparison": "samesame.verbs.compare",
    "CorpusTree": "samesame.tree.corpus",
    "Ddd": "samesame.methods.ddd",
    "Deduplication": "samesame.verbs.deduplication",
    "Document": "samesame.model",
    "Documents": "samesame.read.documents",
    "Dsc": "samesame.methods.dsc",
    "Durian": "samesame.methods.durian",
    "Evaluation": "samesame.assess.metrics",
    "Exact": "samesame.methods.exact",
    "Ffp": "samesame.methods.ffp",
    "FormatError": "samesame.errors",
    "IMatch": "samesame.methods.imatch",
    "Index": "samesame.index",
    "InputError": "samesame.errors",
    "InternalError": "samesame.errors",
    "Letter": "samesame.letters.model",
    "Match": "samesame.model",
    "Matches": "samesame.report.matches",
    "Member": "samesame.model",
    "MethodSettings": "samesame.methods.base",
    "MinHash": "samesame.methods.minhash",
    "Overlap": "samesame.methods.overlap",
    "PDC": "samesame.methods.pdc",
    "ParameterError": "samesame.errors",
    "Passage": "samesame.model",
    "Passages": "samesame.report.passages",
    "Place": "samesame.model",
    "Plan": "samesame.plan.model",
    "Problem": "samesame.model",
    "Removal": "samesame.model",
    "Report": "samesame.verbs.report",
    "SamesameError": "samesame.errors",
    "SimHash": "samesame.methods.simhash",
    "Span": "samesame.model",
    "SpotSigs": "samesame.methods.spotsigs",
    "Statistics": "samesame.sign.statistics",
    "StatisticsMismatch": "samesame.errors",
    "Spark": "samesame.engines.spark.engine",
    "Steps": "samesame.engines.steps",
    "Verdict": "samesame.window.verdict",
    "Window": "samesame.window.stream",
    "WordOptions": "samesame.segment.words",
    "add_to_index": "samesame.verbs.index",
    "build_index": "samesame.verbs.index",
    "cluster": "samesame.verbs.cluster",
    "compare": "samesame.verbs.compare",
    "dedup": "samesame.verbs.dedup",
    "evaluate": "samesame.verbs.evaluate",
    "explain": "samesame.verbs.explain",
    "find": "samesame.verbs.find",
    "letter": "samesame.letters.parts",
    "passages": "samesame.verbs.passages",
    "read": "samesame.read.verb",
    "remove_from_index": "samesame.verbs.index",
    "report": "samesame.verbs.report",
    "run": "samesame.verbs.run",
}

__all__ = [  # noqa: RUF022 (it would take PDC for a constant)
    "Campaign",
    "Campaigns",
    "ClusterEvaluation",
    "Clusters",
    "CoDet",
    "Comparison",
    "CorpusTree",
    "Ddd",
    "Deduplication",
    "Document",
    "Documents",
    "Dsc",
    "Durian",
    "Evaluation",
    "Exact",
    "Ffp",
    "FormatError",
    "IMatch",
    "Index",
    "InputError",
    "InternalError",
    "Letter",
    "Match",
    "Matches",
    "Member",
    "MethodSettings",
    "MinHash",
    "Overlap",
    "PDC",
    "ParameterError",
    "Passage",
    "Passages",
    "Place",
    "Plan",
    "Problem",
    "Removal",
    "Report",
    "SamesameError",
    "SimHash",
    "Span",
    "Spark",
    "SpotSigs",
    "Statistics",
    "StatisticsMismatch",
    "Steps",
    "Verdict",
    "Window",
    "WordOptions",
    "add_to_index",
    "build_index",
    "cluster",
    "compare",
    "dedup",
    "evaluate",
    "explain",
    "find",
    "letter",
    "passages",
    "read",
    "remove_from_index",
    "report",
    "run",
]


def __getattr__(name: str) -> object:
    if name in _HOMES:
        value = getattr(importlib.import_module(_HOMES[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'samesame' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
