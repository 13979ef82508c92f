"""One list of cases for all engines: each method and verb on the bundled sample, small enough for real processes."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa

import samesame as ss
from samesame.methods import METHODS
from samesame.plan.model import Plan


@dataclass(frozen=True, slots=True)
class Case:
    """A verb with its options. Across two sides, `right` documents are looked up in `left`; else both are one side."""

    name: str
    verb: str
    options: dict[str, Any] = field(default_factory=dict)
    across: bool = False
    # The documents that an earlier run left; only for `dedup`.
    previous: bool = False
    # An index of the right documents instead of the documents.
    indexed: bool = False
    # Whether the step engine starts a process for each stage and partition: a third of a second of CPU time each.
    processes: bool = False

    def plan(self, left: Path, right: Path, folder: Path) -> Plan:
        """The plan of this case; files that it needs are made in a folder."""
        options = dict(self.options)
        if self.indexed:
            options["against"] = folder / "index"
            ss.build_index(options["against"], right, method=options["method"])
        elif self.across:
            options["against"] = right
        if self.previous:
            options["previous"] = folder / "previous.jsonl"
            ss.dedup(right, out=options["previous"], method=options["method"])
        source = left if self.across or self.indexed else [left, right]
        return ss.explain(source, verb=self.verb, **options)


def rows_of(result: Any) -> dict[str, pa.Table]:
    """All that a verb tells, by name."""
    tables = {"rows": result.to_arrow()}
    if isinstance(result, ss.Deduplication):
        tables["removed"] = result.removed.to_arrow()
    return tables


# Settings that find something in the sample with each method.
SETTINGS: dict[str, dict[str, Any]] = {
    "exact": {},
    "overlap": {"threshold": 0.6},
    "ffp": {"threshold": 0.5},
    "dsc": {"threshold": 0.5},
    "imatch": {"take": 12},
    "spotsigs": {"threshold": 0.4},
    "minhash": {"threshold": 0.5},
    "simhash": {"threshold": 8},
    "codet": {"threshold": 0.3},
    "pdc": {},
    "ddd": {"threshold": 0.5},
}
# Methods that make clusters themselves are for the local engine alone.
PAIRING = [name for name in METHODS if not METHODS[name].kind.clusters]
assert set(SETTINGS) == set(PAIRING), "a method without a case"
KEEPS = ("earliest", "longest", "first", "sources", "text:min")


def of_method(number: int, method: str) -> list[Case]:
    """The cases of a method. The options of the verbs alternate, so that each stands with several methods."""
    options = {"method": method, **SETTINGS[method]}
    keep, odd = KEEPS[number % len(KEEPS)], number % 2 == 1
    within, across = {**options, "all_pairs": not odd, "spans": odd}, {**options, "all_pairs": odd}
    return [
        Case(f"find-{method}", "find", within, processes=not odd),
        Case(f"find-across-{method}", "find", across, across=True, processes=odd),
        Case(f"dedup-{method}", "dedup", {**options, "keep": keep}, previous=number % 4 == 1, processes=True),
        Case(f"cluster-{method}", "cluster", {**options, "kind": "components" if odd else "stars"}),
        Case(f"dedup-against-{method}", "dedup", {**options, "keep": keep, "against_only": odd}, across=True),
    ]


OTHERS = [
    Case("find-relations", "find", {"method": "overlap", "relations": ["contained"]}),
    Case("find-across-spans", "find", {"method": "overlap", "threshold": 0.5, "spans": True}, across=True),
    Case("find-index", "find", {"method": "overlap"}, indexed=True),
    Case("dedup-index", "dedup", {"method": "overlap"}, indexed=True, previous=True, processes=True),
    Case("cluster-stars", "cluster", {"method": "overlap", "threshold": 0.4, "kind": "stars"}, processes=True),
    Case("cluster-components", "cluster", {"method": "overlap", "threshold": 0.4, "kind": "components"}),
    Case("passages", "passages", {"min_words": 8}, processes=True),
    Case("passages-sentences", "passages", {"min_words": 5, "min_sentences": 2, "min_count": 3, "boilerplate": 3}),
]
CASES = [case for number, method in enumerate(PAIRING) for case in of_method(number, method)] + OTHERS
