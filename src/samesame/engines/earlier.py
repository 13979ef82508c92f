"""What a run of `cluster` takes over: the user's links, and the clusters of an earlier run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import constant, to_numpy, words_array
from samesame.cluster.closure import Given, Pairs
from samesame.cluster.links import Link, read_links, refuse, refuse_contradictions, together, write_links
from samesame.errors import InputError
from samesame.match.groups import Numbers
from samesame.plan.model import ClusterOptions
from samesame.read.inputs import resolve
from samesame.read.named_columns import TABLES, first_fields, read_columns
from samesame.read.problems import Problems
from samesame.report.files import whole_file

# Behind the name of a file of members stands the name of the links that were in force when it was written.
LINKS_SUFFIX = ".constraints.csv"


@dataclass(frozen=True, slots=True)
class Links:
    """The user's links: those of this run, and those that an earlier one stored."""

    own: tuple[Link, ...]
    stored: tuple[Link, ...]

    @property
    def named(self) -> frozenset[str]:
        """The documents that they name."""
        return frozenset(id_ for link in (*self.own, *self.stored) for id_ in (link.left, link.right))

    def known(self, ids: pa.ChunkedArray) -> list[Link]:
        """The links between documents that are there.

        A link of this run with a document that is not there is an error. One that was stored is kept for later runs.
        """
        named = sorted(self.named)
        found = to_numpy(pc.is_in(words_array(named), value_set=pc.unique(ids).cast(pa.large_string())))
        missing = {id_ for id_, there in zip(named, found.tolist(), strict=True) if not there}
        refuse(
            [
                f"{link.place}: no document has the id '{id_}'"
                for link in self.own
                for id_ in (link.left, link.right)
                if id_ in missing
            ]
        )
        links = together([*self.own, *self.stored])
        refuse_contradictions(links)
        return [link for link in links if link.left not in missing and link.right not in missing]


def links_path(members: str | Path) -> Path:
    """The file of links beside a file of members.

    >>> links_path("members.jsonl").name
    'members.jsonl.constraints.csv'
    """
    return Path(f"{members}{LINKS_SUFFIX}")


def links_of(options: ClusterOptions) -> Links:
    """The links that a run is given: its own, and those beside the earlier members."""
    own = () if options.constraints is None else tuple(read_links(options.constraints))
    beside = None if options.previous is None else links_path(options.previous)
    stored = tuple(read_links(beside)) if beside is not None and beside.exists() else ()
    return Links(own, stored)


def store_links(path: Path, constraints: Path | None, previous: Path | None) -> None:
    """Stores the links of a run beside its members, for later runs. A run without links leaves what is there."""
    given = links_of(ClusterOptions(kind="letters", constraints=constraints, previous=previous))
    links = together([*given.own, *given.stored])
    if links:
        with whole_file(path) as partial:
            write_links(partial, links)


def numbered(links: list[Link], ids: pa.ChunkedArray) -> Given:
    """The links by the numbers of their documents."""
    named = sorted({id_ for link in links for id_ in (link.left, link.right)})
    places = pc.index_in(words_array(named), value_set=ids.combine_chunks() if ids.num_chunks else words_array([]))
    number = dict(zip(named, to_numpy(places).tolist(), strict=True))

    def pairs(kind: str) -> Pairs:
        chosen = [(number[link.left], number[link.right]) for link in links if link.kind == kind]
        both = np.array(chosen, np.int64).reshape(-1, 2)
        return both[:, 0], both[:, 1]

    return Given(pairs("must"), pairs("cannot"), pairs("family"))


@dataclass(frozen=True, slots=True)
class Earlier:
    """Clusters of an earlier run: their ids and the documents that stand for them now, in the order of the file."""

    names: tuple[str, ...]
    documents: Numbers


def earlier(previous: Path | None, ids: pa.ChunkedArray, order: Numbers) -> Earlier:
    """The clusters of several documents of an earlier run that still have one.

    A reference that is gone is replaced by the first of its exact copies by rank, or else of its members; the cluster
    keeps its id.
    """
    if previous is None:
        return Earlier((), np.zeros(0, np.int64))
    table = _members(previous)
    found = pc.index_in(table["id"].combine_chunks(), value_set=ids.combine_chunks())
    documents = to_numpy(found.fill_null(constant(-1, pa.int32()))).astype(np.int64)
    rank = np.empty(len(order) + 1, np.int64)
    rank[order], rank[-1] = np.arange(len(order)), np.iinfo(np.int64).max
    clusters: dict[str, tuple[int, int, int]] = {}
    rows = zip(*(table[name].to_pylist() for name in ("cluster", "role", "rule")), documents.tolist(), strict=True)
    for cluster, role, rule, document in rows:
        if role == "singleton":
            continue
        best = clusters.setdefault(cluster, (0, -len(order), -1))
        if document >= 0:
            clusters[cluster] = max(
                best, (2 * (role == "reference") + (rule == "exact"), -int(rank[document]), document), key=_better
            )
    there = {name: document for name, (_, _, document) in clusters.items() if document >= 0}
    return Earlier(tuple(there), np.array(list(there.values()), np.int64))


def _better(one: tuple[int, int, int]) -> tuple[bool, int, int]:
    likeness, rank, document = one
    return document >= 0, likeness, rank


def _members(previous: Path) -> pa.Table:
    """Cluster, id, role and rule of the rows of an earlier run."""
    problems, names = Problems(strict=True), ["cluster", "id", "role", "rule"]
    inputs = resolve([previous], None, problems)
    if previous.stat().st_size == 0:  # lines of JSON of a run over no documents
        return pa.table({name: pa.array([], pa.string()) for name in names})
    fields = first_fields(inputs[0]) if len(inputs) == 1 and inputs[0].format in TABLES else []
    if not set(names) <= set(fields):
        raise InputError(
            f"previous: {previous} has not the columns cluster, id, role and rule; expected the members that an "
            "earlier 'samesame cluster' wrote"
        )
    return read_columns(inputs[0], names, problems)
