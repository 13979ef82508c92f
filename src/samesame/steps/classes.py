"""Classes of forms that likeness links, in rounds (large star and small star, Kiveris et al. 2014).

Each round hooks the neighbours of a form to the smallest of them, first those that are larger than the form, then
those that are smaller; after a number of rounds that grows with the logarithm of the longest chain, every form is
linked with the smallest of its class and nothing else. Shuffled is a row per link, twice a round.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from samesame.match.groups import Numbers
from samesame.steps.frames import made, numbers
from samesame.steps.meet import runs_of
from samesame.steps.stage import Task, stage


@stage("classes.large", takes=("links",), gives=("hooked", "unsettled"))
def hook_larger(task: Task, links: pa.Table) -> tuple[pa.Table, pa.Table]:
    """Links the larger neighbours of a form with the smallest of it and them; tells the forms that are no star yet."""
    form, other = _distinct(numbers(links, "form"), numbers(links, "other"))
    starts, lengths = runs_of(form)
    least = _least(form, other, starts, lengths)
    larger = other > form
    hooked = made("hooked", {"form": other[larger], "other": least[larger]})
    # In a star, a form has only larger neighbours, or a single smaller one.
    smaller = np.add.reduceat(~larger, starts, dtype=np.int64) if len(starts) else starts
    loose = form[starts][(smaller > 0) & (lengths > 1)]
    return hooked, made("unsettled", {"form": loose})


@stage("classes.small", takes=("hooked",), gives=("links",))
def hook_smaller(task: Task, hooked: pa.Table) -> tuple[pa.Table]:
    """Links a form and its neighbours, which are all smaller, with the smallest of these."""
    form, other = _distinct(numbers(hooked, "form"), numbers(hooked, "other"))
    starts, lengths = runs_of(form)
    least = _least(form, other, starts, lengths)
    own = form[starts], least[starts]
    left, right = np.r_[own[0], other], np.r_[own[1], least]
    left, right = _distinct(left, right)
    moved = left != right
    left, right = left[moved], right[moved]
    return (made("links", {"form": np.r_[left, right], "other": np.r_[right, left]}),)


def _least(form: Numbers, other: Numbers, starts: Numbers, lengths: Numbers) -> Numbers:
    """For each link the smallest among the form and all its neighbours. Links of one form stand together."""
    least = np.minimum.reduceat(other, starts) if len(starts) else starts
    return np.repeat(np.minimum(least, form[starts]), lengths)


def _distinct(form: Numbers, other: Numbers) -> tuple[Numbers, Numbers]:
    """Each link once, by form."""
    order = np.lexsort((other, form))
    form, other = form[order], other[order]
    once, _ = runs_of(form, other)
    return form[once], other[once]
