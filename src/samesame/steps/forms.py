"""pdc, second job: sentences with the same signatures are one form; forms with like signatures are joined.

The distinct forms of each partition with their counts are shuffled, not the sentences. The set join then runs over
forms as it does over documents (`steps.join`), so a sentence that every document has is one row of it. The results are
sent back to the partitions that have the forms.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from samesame import _core
from samesame.arrays import constant, to_arrow
from samesame.match.groups import Numbers
from samesame.methods.pdc import PDC
from samesame.steps import join, verify
from samesame.steps.fetch import asked_for
from samesame.steps.frames import array, made, numbers, places_of
from samesame.steps.meet import distinct, runs_of
from samesame.steps.rule import rule_of
from samesame.steps.stage import Stage, Task, stage
from samesame.steps.tables import FEATURES

Halves = tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]


def settings_of(task: Task) -> PDC:
    """The settings of the method, for stages that only this method has."""
    settings = task.plan.chosen
    assert isinstance(settings, PDC)
    return settings


def keys_of(signatures: pa.LargeListArray) -> pa.Array:
    """A 128-bit key per list of signatures: sentences with the same key have the same form."""
    return _core.list_keys(to_arrow(np.zeros(len(signatures)), pa.uint32()), signatures)


def halves(keys: pa.Array) -> Halves:
    """128-bit keys as two columns of numbers."""
    data = np.frombuffer(keys.buffers()[1] or b"", np.uint64).reshape(-1, 2)[keys.offset : keys.offset + len(keys)]
    return data[:, 0], data[:, 1]


@stage("pdc.forms", takes=("signatures",), gives=("form_counts",))
def forms(task: Task, signatures: pa.Table) -> tuple[pa.Table]:
    """The distinct forms of the sentences here, and the number of sentences with each.

    Sentences without signatures have none.
    """
    lists = array(signatures, "signature").flatten().field("signatures")
    lists = lists.filter(pc.greater(pc.list_value_length(lists), constant(0, pa.int64())))
    keys = keys_of(lists)
    order, starts, lengths = _grouped(keys)
    once = to_arrow(order[starts])
    to = np.full(len(starts), task.partition)
    found = {"form": keys.take(once), "to": to, "places": lengths, "features": lists.take(once).cast(FEATURES)}
    return (made("form_counts", found),)


def _grouped(keys: pa.Array) -> tuple[Numbers, Numbers, Numbers]:
    """The order that brings equal keys together, where each key begins in it, and how often it occurs."""
    high, low = halves(keys)
    order = np.lexsort((low, high))
    return order, *runs_of(high[order], low[order])


@stage("pdc.number", takes=("form_counts",), gives=("forms",))
def number(task: Task, form_counts: pa.Table) -> tuple[pa.Table]:
    """Each form once, under a number that no other partition uses; these are joined."""
    order, starts, _ = _grouped(array(form_counts, "form"))
    features = array(form_counts, "features").take(to_arrow(order[starts]))
    numbered = {"document": _numbers(task, len(starts)), "side": np.zeros(len(starts)), "features": features}
    return (made("forms", numbered),)


def _numbers(task: Task, count: int) -> Numbers:
    """The numbers of the forms here: by key, and such that the partition of each number is this one."""
    return np.arange(count) * task.partitions + task.partition


def _of_forms(name: str, of: Stage, takes: tuple[str, ...], gives: str) -> Stage:
    """A stage of the set join over forms, which have no sides."""

    def run(task: Task, *tables: pa.Table) -> tuple[pa.Table, ...]:
        one_side = replace(task, plan=replace(task.plan, sides=task.plan.sides[:1]))
        return of.run(one_side, *(_as_signatures(table) for table in tables))

    return Stage(name, takes, (gives,), run)


def _as_signatures(table: pa.Table) -> pa.Table:
    """Forms in the place of signatures; other tables as they are."""
    return table.rename_columns({"features": "signature"}) if "features" in table.column_names else table


_SHARED = ("forms", "form_shared_features")
spread = _of_forms("like.spread", join.spread, ("forms",), "form_feature_counts")
count = _of_forms("like.count", join.count, ("form_feature_counts",), "form_shared_features")
prefix = _of_forms("like.prefix", join.prefix, _SHARED, "form_asked")
reply = _of_forms("like.reply", join.reply, ("form_feature_counts", "form_asked"), "form_wanted")
place = _of_forms("like.place", join.place, (*_SHARED, "form_wanted"), "form_places")
meet = _of_forms("like.join", join.join, ("form_places",), "form_candidates")


@stage("like.ask", takes=("form_candidates",), gives=("wanted",))
def ask(task: Task, candidates: pa.Table) -> tuple[pa.Table]:
    """Asks for the signatures of right forms."""
    return (asked_for(task, numbers(candidates, "right")),)


@stage("like.send", takes=("wanted", "forms"), gives=("sent",))
def send(task: Task, wanted: pa.Table, forms: pa.Table) -> tuple[pa.Table]:
    """Sends signatures to the partitions that asked for them."""
    return verify.send.run(task, wanted, forms.rename_columns({"features": "signature"}))


@stage("like", takes=("form_candidates", "forms", "sent"), gives=("like", "form_links"))
def like(task: Task, candidates: pa.Table, forms: pa.Table, sent: pa.Table) -> tuple[pa.Table, pa.Table]:
    """The pairs of like forms, listed from both sides; and the same as links for the classes."""
    left, right = distinct(numbers(candidates, "left"), numbers(candidates, "right"))
    here = forms.filter(to_arrow(np.isin(numbers(forms, "document"), left)))
    held = np.concatenate([numbers(here, "document"), numbers(sent, "document")])
    features = pa.concat_arrays([array(here, "features"), array(sent, "features")])
    counted, rule = verify.counts_of(task, held, features, left, right), rule_of(task)
    alike = rule.passes(counted.shared, counted.left, counted.right)
    left, right = np.r_[left[alike], right[alike]], np.r_[right[alike], left[alike]]
    return made("like", {"left": left, "right": right}), made("form_links", {"node": left, "other": right})


@stage("pdc.tell", takes=("form_counts", "form_links", "like"), gives=("formed",))
def tell(task: Task, form_counts: pa.Table, links: pa.Table, like: pa.Table) -> tuple[pa.Table]:
    """Sends each partition the numbers of its forms, their classes, and the number of sentences with them in all."""
    order, starts, lengths = _grouped(array(form_counts, "form"))
    run = np.empty(len(order), np.int64)
    run[order] = np.repeat(np.arange(len(starts)), lengths)
    places = np.bincount(run, weights=numbers(form_counts, "places"), minlength=len(starts)).astype(np.int64)
    own = _numbers(task, len(starts))
    found: dict[str, Any] = {
        "number": own[run],
        "class": _classes(own, numbers(links, "node"), numbers(links, "other"))[run],
        "places": places[run],
        "linked": np.isin(own, numbers(like, "left"))[run],
    }
    return (made("formed", {**{name: form_counts[name] for name in ("form", "to")}, **found}),)


def _classes(forms: Numbers, linked: Numbers, others: Numbers) -> Numbers:
    """The class of each form: the smallest form that it is linked to, or itself."""
    classes = forms.copy()
    np.minimum.at(classes, places_of(linked, forms), others)
    return classes
