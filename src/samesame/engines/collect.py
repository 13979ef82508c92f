"""Combines the partitions of the last table to one sorted table for the user."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from samesame.arrays import combined, constant, to_arrow, to_numpy, words_array
from samesame.engines.base import Outcome
from samesame.engines.numbered import Read
from samesame.engines.shuffle import Shuffle
from samesame.engines.worker import schema_of
from samesame.match.pairs import Measured
from samesame.model import RELATIONS
from samesame.plan.model import Plan
from samesame.report.cluster_ids import cluster_id_table, numbers_of, smallest_ids
from samesame.report.matches import ACROSS_SCHEMA, MATCH_SCHEMA, count_relations
from samesame.report.members import Membership, member_table
from samesame.report.removals import Removing, removal_table
from samesame.steps.frames import numbers

SIDES = words_array(["in", "against"])


def collected(plan: Plan, shuffle: Shuffle, read: Read) -> Outcome:
    """The result of a plan."""
    if plan.verb == "dedup":
        return _deduplicated(plan, shuffle, read)
    if plan.verb == "cluster":
        return _clustered(plan, shuffle, read)
    if plan.verb == "passages":
        return _passages(plan, shuffle, read)
    found = _all("matches" if plan.finding.spans else "found", plan, shuffle)
    table = match_rows(plan, found)
    clusters = None if plan.finding.clusters is None else _components(_all("connected", plan, shuffle))
    figures = {"documents": read.documents}
    return Outcome(table=table, figures=figures, relations=count_relations(table), clusters=clusters)


def _components(connected: pa.Table) -> pa.Table:
    connected = connected.sort_by("document")
    ids = connected["id"]
    return cluster_id_table(ids, smallest_ids(ids, numbers(connected, "component")))


def _deduplicated(plan: Plan, shuffle: Shuffle, read: Read) -> Outcome:
    assert read.gathered is not None
    removals = _all("removals", plan, shuffle)
    table = removal_rows(plan, removals)
    count = read.gathered.count
    stays = np.zeros(count, np.bool_)
    staying = _all("kept", plan, shuffle)
    stays[numbers(staying, "document")] = True
    kept = read.gathered.rows(np.flatnonzero(~stays))
    figures = {"documents": count}
    clusters = None if plan.deduplicating.clusters is None else _stars(staying, removals)
    return Outcome(table=table, figures=figures, relations=count_relations(table), kept=kept, clusters=clusters)


def removal_rows(plan: Plan, removals: pa.Table) -> pa.Table:
    """The rows of removals, sorted by id."""
    removing = Removing(
        ids=removals["id"],
        kept=removals["kept"],
        relation=numbers(removals, "relation"),
        measured=Measured(*(numbers(removals, name) for name in ("shared", "left_size", "right_size"))),
        by_rule=to_numpy(removals["by_rule"]),
        kept_side=numbers(removals, "kept_side") if plan.ahead else None,
    )
    return removal_table(removing, plan.method.name, plan.deduplicating.keep)


def _stars(staying: pa.Table, removals: pa.Table) -> pa.Table:
    """The cluster of each document: the one that stays for it."""
    own = staying.select(["document", "id"]).append_column("kept", staying["id"])
    told = pa.concat_tables([own, removals.select(["document", "id", "kept"])]).sort_by("document")
    return cluster_id_table(told["id"], numbers_of(combined(told["kept"]), combined(told["id"])))


def _clustered(plan: Plan, shuffle: Shuffle, read: Read) -> Outcome:
    told = _all("told_members", plan, shuffle).sort_by("document")
    found = Membership(
        ids=told["id"],
        reference=numbers(told, "reference"),
        rule=numbers(told, "rule"),
        coverage=to_numpy(told["coverage"]),
        times=numbers(told, "time"),
        characters=numbers(told, "characters"),
    )
    return Outcome(table=member_table(found), figures={"documents": read.documents})


def _passages(plan: Plan, shuffle: Shuffle, read: Read) -> Outcome:
    """Passages in their order, numbered from 1."""
    table = _all("passages", plan, shuffle).sort_by("passage")
    table = table.set_column(0, "passage", to_arrow(np.arange(1, table.num_rows + 1)))
    figures = {
        "documents": read.documents,
        "places": int(numbers(table, "count").sum()),
        "boilerplate": int(to_numpy(table["boilerplate"]).sum()),
    }
    return Outcome(table=table, figures=figures)


def _all(name: str, plan: Plan, shuffle: Shuffle) -> pa.Table:
    schema = schema_of(name, plan)
    return pa.concat_tables([shuffle.read(name, partition, schema) for partition in range(shuffle.partitions)])


def match_rows(plan: Plan, found: pa.Table) -> pa.Table:
    """The rows of `find`, sorted by both ids and the side of the left one."""
    order = [(name, "ascending") for name in ("left_id", "right_id", "left_side")]
    found = found.sort_by(order)
    measured = Measured(*(numbers(found, name) for name in ("shared", "left_size", "right_size")))
    across = len(plan.sides) > 1
    columns = {
        "left": found["left_id"],
        "right": found["right_id"],
        "left_side": SIDES.take(combined(found["left_side"])),
        "right_side": SIDES.take(combined(found["right_side"])),
        "relation": words_array(RELATIONS).take(combined(found["relation"])),
        "method": pa.repeat(constant(plan.method.name), found.num_rows),
        "left_score": found["left_score"],
        "right_score": found["right_score"],
        "left_coverage": to_arrow(measured.left_share),
        "right_coverage": to_arrow(measured.right_share),
        "jaccard": to_arrow(measured.jaccard),
        "spans": found["spans"],
    }
    schema = ACROSS_SCHEMA if across else MATCH_SCHEMA
    return pa.table([columns[name] for name in schema.names], schema=schema)
