"""edits: a row for each document, with how it was edited and what its writer added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from samesame.arrays import combined, to_arrow, to_numpy, words_array
from samesame.cluster.gather import CONTAINS, DISTANCE, FAMILY, KEY_BLOCK, NONE, USER, WORD_OVERLAP
from samesame.cluster.links import Musts
from samesame.cluster.membership import EXACT, NO_RULE, RULES
from samesame.engines.base import Outcome
from samesame.engines.local.compared import compare
from samesame.engines.local.durian import CHOSEN, EARLIEST, Clustered
from samesame.engines.local.letters import NO_LETTER, Letters
from samesame.engines.local.run import Run
from samesame.match.groups import Numbers
from samesame.match.pairs import Shares
from samesame.plan.model import Step
from samesame.report.members import Membership, member_table

# The rules of gathering as numbers among RULES.
_NAMES = {
    CONTAINS: "contains",
    KEY_BLOCK: "key_block",
    WORD_OVERLAP: "word_overlap",
    FAMILY: "family",
    DISTANCE: "distance",
    USER: "user",
}
_RULE = np.array([RULES.index(_NAMES[rule]) for rule in range(len(_NAMES))] + [NO_RULE])
NO_NUMBER, NO_SHARE = pa.nulls(1, pa.int64())[0], pa.nulls(1, pa.float64())[0]
BY_USER = RULES.index("user")
NOBODY = -1


@dataclass(slots=True)
class _Told:
    """By document: the reference of the cluster, the one that it is compared with, the rule, who holds it."""

    reference: Numbers
    compared: Numbers
    rule: Numbers
    held_by: Numbers
    distance: Shares

    def leave(self, documents: Numbers, firsts: Numbers) -> None:
        """Takes some documents out of their clusters. Each stays with the first copy of its letter that leaves, too."""
        self.reference[documents] = self.compared[documents] = firsts
        self.rule[documents] = np.where(documents == firsts, NO_RULE, EXACT)
        self.held_by[documents], self.distance[documents] = NOBODY, np.nan


def tell(run: Run, steps: Sequence[Step]) -> None:
    """edits: reads the members and their references again."""
    run.live.stage("tell edits")
    letters, clustered = run.take(Letters), run.take(Clustered)
    told = _by_document(letters, clustered)
    compared = compare(run, letters, told.compared, _laid_out(letters, clustered)[told.compared])
    # A text that was not edited in any of the ways is no copy, unless the user says so.
    leaving = np.flatnonzero(compared.no_copy & (told.rule != BY_USER) & (told.compared == told.reference))
    firsts = _first_copies(letters, leaving)
    told.leave(leaving, firsts)
    compared = compared.with_copies(leaving[leaving != firsts])
    is_member = told.reference != np.arange(len(letters.ids))
    held = told.held_by
    columns = {
        "cluster": _names(letters, clustered, told),
        "edit": pc.if_else(to_arrow(is_member), compared.edit, pa.nulls(len(is_member), pa.large_string())),
        "unique": pc.if_else(to_arrow(is_member), compared.unique, pa.nulls(len(is_member), compared.unique.type)),
        "held_by": combined(letters.ids).take(pc.if_else(to_arrow(held >= 0), to_arrow(held), NO_NUMBER)),
        "distance": pc.if_else(to_arrow(~np.isnan(told.distance)), to_arrow(told.distance), NO_SHARE),
        "chosen": _chosen(letters, clustered, told),
    }
    coverage, noted = compared.coverage, (letters.times, letters.characters)
    table = member_table(Membership(letters.ids, told.reference, told.rule, coverage, *noted, columns))
    run.leave(Outcome(table=table, figures={"documents": len(letters.ids)}))


def _laid_out(letters: Letters, clustered: Clustered) -> Numbers:
    """For each document itself; for the first of a letter, the copy that has kept its paragraphs."""
    found = np.arange(len(letters.ids))
    found[clustered.firsts] = clustered.laid_out
    return found


def _first_copies(letters: Letters, documents: Numbers) -> Numbers:
    """For each of some documents the earliest of them that is a copy of the same letter."""
    ranks = np.empty(len(letters.ids), np.int64)
    ranks[letters.order] = np.arange(len(letters.ids))
    of = letters.letters[documents]
    order = np.lexsort((ranks[documents], of))
    starts = np.r_[True, of[order][1:] != of[order][:-1]] if len(order) else np.zeros(0, np.bool_)
    firsts = np.empty(len(documents), np.int64)
    firsts[order] = documents[order][np.flatnonzero(starts)[np.cumsum(starts) - 1]] if len(order) else order
    return firsts


def _by_document(letters: Letters, clustered: Clustered) -> _Told:
    """From letters to documents: copies of a letter share what was decided of it."""
    gathered, firsts = clustered.gathered, clustered.firsts
    of, everybody = letters.letters, np.arange(len(letters.ids))
    main = _main_centres(clustered)
    alone = (of == NO_LETTER) | (gathered.centre[of] == NONE) if len(gathered.centre) else np.ones(len(of), np.bool_)
    letter = np.where(alone, 0, of)
    if not len(gathered.centre):
        return _Told(
            everybody, everybody, np.full(len(of), NO_RULE), np.full(len(of), NOBODY), np.full(len(of), np.nan)
        )
    centre = np.where(alone, 0, gathered.centre[letter])
    told = _Told(
        reference=np.where(alone, everybody, firsts[main[centre]]),
        compared=np.where(alone, everybody, firsts[centre]),
        rule=np.where(alone, NO_RULE, _RULE[gathered.rule[letter]]),
        held_by=np.full(len(of), NOBODY),
        distance=np.where(alone, np.nan, clustered.distance[letter]),
    )
    same = ~alone & (letters.words_of_letter[letter] == letters.words_of_letter[centre])
    told.rule[same & (told.rule != BY_USER) & (told.compared != everybody)] = EXACT
    by_reference = np.isin(told.rule, [RULES.index(_NAMES[rule]) for rule in (CONTAINS, KEY_BLOCK, WORD_OVERLAP)])
    told.held_by[by_reference] = told.compared[by_reference]
    _held_by_users(letters, clustered, told)
    is_reference = told.reference == everybody
    told.rule[is_reference], told.distance[is_reference] = NO_RULE, np.nan
    return told


def _main_centres(clustered: Clustered) -> Numbers:
    """For each letter that is a centre, the first centre among those that the user's must-links join with it."""
    centres, units = clustered.gathered.centres, clustered.units
    first = np.full(len(units), NONE)
    first[units[centres[::-1]]] = centres[::-1]
    return first[units]


def _held_by_users(letters: Letters, clustered: Clustered, told: _Told) -> None:
    """Names the other end of the user's links that hold documents, on the way from the one that joined by itself."""
    musts, ids, of = Musts(clustered.links), _linked(letters, clustered), letters.letters
    for joined in musts.components():
        there = {id_: int(of[ids[id_]]) for id_ in joined if of[ids[id_]] != NO_LETTER}
        by = {int(clustered.gathered.by[letter]) for letter in there.values()} - {NONE}
        start = next((id_ for id_, letter in there.items() if letter in by), None)
        for id_, link in musts.ways_from(start).items() if start is not None else ():
            if link is not None and id_ in there:
                _hold(told, ids[id_], ids[link.left if link.right == id_ else link.right])
    # Who gathered around a centre that a link joined with another one is there because of that centre.
    joined_too = (told.compared != told.reference) & (told.held_by == NOBODY)
    told.held_by[joined_too] = told.compared[joined_too]


def _hold(told: _Told, document: int, other: int) -> None:
    """Notes that a link holds a document that did not join by itself: another one of its unit did, or is the centre."""
    reference = told.reference[document]
    if reference != document and told.rule[document] in (BY_USER, NO_RULE):
        told.rule[document], told.held_by[document] = BY_USER, other
        if told.compared[document] == document:
            told.compared[document] = reference


def _linked(letters: Letters, clustered: Clustered) -> dict[str, int]:
    """The numbers of the documents that links name; all of them are there."""
    named = sorted({id_ for link in clustered.links for id_ in (link.left, link.right)})
    if not named:
        return {}
    found = to_numpy(pc.index_in(words_array(named), value_set=combined(letters.ids)))
    return dict(zip(named, found.tolist(), strict=True))


def _names(letters: Letters, clustered: Clustered, told: _Told) -> pa.Array:
    """The cluster of each document: the id of its reference, or the one that the cluster had before."""
    names = combined(letters.ids).take(to_arrow(told.reference))
    if not clustered.before.names:
        return names
    before = np.full(len(letters.ids), -1)
    firsts = clustered.firsts[letters.letters[clustered.before.documents]]
    before[firsts[::-1]] = np.arange(len(firsts))[::-1]
    place = before[told.reference]
    earlier = words_array(clustered.before.names).take(to_arrow(np.maximum(place, 0)))
    return pc.if_else(to_arrow(place >= 0), earlier, names)


def _chosen(letters: Letters, clustered: Clustered, told: _Told) -> pa.Array:
    """What chose each reference; null for other documents."""
    chosen = np.full(len(letters.ids), EARLIEST)
    chosen[clustered.firsts[clustered.references.letters]] = clustered.references.chosen
    is_reference = told.reference == np.arange(len(letters.ids))
    return pc.if_else(
        to_arrow(is_reference), words_array(CHOSEN).take(to_arrow(chosen)), pa.nulls(len(chosen), pa.large_string())
    )
