"""Classes of forms that are linked by likeness: connected components, in rounds (see `components`)."""

from __future__ import annotations

import pyarrow as pa

from samesame.cluster.components import hook_larger, hook_smaller
from samesame.steps.frames import made, numbers
from samesame.steps.stage import Task, stage


@stage("classes.large", takes=("form_links",), gives=("form_hooks", "form_loose"))
def larger(task: Task, links: pa.Table) -> tuple[pa.Table, pa.Table]:
    """Links the larger neighbours of a form to the smallest of all of them; lists the forms that are no star yet."""
    (node, other), loose = hook_larger(numbers(links, "node"), numbers(links, "other"))
    return made("form_hooks", {"node": node, "other": other}), made("form_loose", {"node": loose})


@stage("classes.small", takes=("form_hooks",), gives=("form_links",))
def smaller(task: Task, hooks: pa.Table) -> tuple[pa.Table]:
    """Links a form and its neighbours, which are all smaller, to the smallest of these."""
    node, other = hook_smaller(numbers(hooks, "node"), numbers(hooks, "other"))
    return (made("form_links", {"node": node, "other": other}),)
