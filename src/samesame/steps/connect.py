"""connect: components of the matches that `find` reports."""

from __future__ import annotations

import pyarrow as pa

from samesame.cluster import components
from samesame.steps.frames import made, numbers, places_of
from samesame.steps.stage import Task, stage


@stage("connect.link", takes=("found",), gives=("star_links",))
def link(task: Task, found: pa.Table) -> tuple[pa.Table]:
    """The links between documents of a row."""
    node, other = components.both_ways(numbers(found, "left"), numbers(found, "right"))
    return (made("star_links", {"node": node, "other": other}),)


@stage("connect.tell", takes=("documents", "star_links"), gives=("connected",))
def tell(task: Task, documents: pa.Table, links: pa.Table) -> tuple[pa.Table]:
    """For each document one of its component, the same for all of it."""
    document = numbers(documents, "document")
    node, least = components.smallest(numbers(links, "node"), numbers(links, "other"))
    at = places_of(document, node)
    component = document.copy()
    component[at >= 0] = least[at[at >= 0]]
    return (made("connected", {"document": document, "id": documents["id"], "component": component}),)
