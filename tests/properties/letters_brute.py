"""DURIAN straight from its definition: every letter is compared with every other, links are closed by tables."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
import pyarrow as pa

import samesame as ss
from samesame.cluster.edits import NO_EDIT, RANGES, edits
from samesame.cluster.links import Link

NEVER = 10**20
WINDOW = 6
Pair = frozenset[int]


@dataclass
class Letter:
    """Documents with the same words, paragraphs and traits; a document that a link names is alone."""

    documents: list[ss.Document]
    words: list[str]
    paragraphs: list[list[str]]
    traits: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        self.own_traits = self.traits

    @property
    def bag(self) -> Counter[str]:
        return Counter(self.words)


def rank(document: ss.Document) -> tuple[float, str]:
    return (NEVER if document.time is None else document.time.timestamp()), document.id


def words_of(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def paragraphs_of(text: str) -> list[list[str]]:
    parts = [part for part in re.split(r"\n[ \t]*\n", text) if part.strip()]
    parts = parts[0].split("\n") if len(parts) == 1 else parts
    return [words for part in parts if (words := words_of(part))]


def inside(part: list[str], whole: list[str]) -> bool:
    return any(whole[at : at + len(part)] == part for at in range(len(whole) - len(part) + 1))


class Brute:
    """The clusters of some documents; letters are numbered by rank."""

    def __init__(self, documents: Sequence[ss.Document], settings: ss.Durian, links: Sequence[Link] = ()) -> None:
        self.settings, self.links = settings, links
        self.documents = sorted(documents, key=rank)
        self.letters = self._letters()
        self.number = {one.id: at for at, letter in enumerate(self.letters) for one in letter.documents}
        self.everybody = range(len(self.letters))
        self.often: Counter[str] = Counter()
        for letter in self.letters:
            self.often.update({word: count * len(letter.documents) for word, count in letter.bag.items()})
        self.references = self._references()
        self._made()
        self._close()
        self._gather()

    def _letters(self) -> list[Letter]:
        named = {id_ for link in self.links for id_ in (link.left, link.right)}
        found: dict[object, Letter] = {}
        for document in self.documents:
            taken = ss.letter(document.text)
            main = taken.main_text or document.text
            traits = tuple(tuple(sorted(taken.values(name))) for name in ("docket", "relayer", "footer"))
            if not words_of(main):
                continue
            layout = tuple(map(tuple, paragraphs_of(main)))
            key = layout, traits, document.id if document.id in named else ""
            letter = found.setdefault(key, Letter([], words_of(main), paragraphs_of(main), traits))
            letter.documents.append(document)
        return list(found.values())

    def key(self, letter: int) -> str:
        return "".join(self.letters[letter].words)

    # Distance and word overlap.

    def divergence(self, a: int, b: int) -> float:
        one, other, mu = self.letters[a], self.letters[b], self.settings.mu
        sum_, all_ = 0.0, sum(self.often.values())
        there = other.bag
        for word, count in sorted(one.bag.items()):
            own = count / len(one.words)
            smoothed = (there[word] + mu * (self.often[word] / all_)) / (len(other.words) + mu)
            sum_ += own * math.log(own / smoothed)
        return sum_

    def distance(self, a: int, b: int) -> float:
        return min(self.divergence(a, b), self.divergence(b, a))

    def overlap(self, a: int, b: int) -> float:
        one, other = self.letters[a], self.letters[b]
        return (one.bag & other.bag).total() / max(len(one.words), len(other.words))

    # References.

    def _references(self) -> list[int]:
        sets: dict[str, list[int]] = {}
        for at in self.everybody:
            sets.setdefault(self.key(at), []).append(at)
        sizes = {key: sum(len(self.letters[at].documents) for at in those) for key, those in sets.items()}
        large = [those[0] for key, those in sets.items() if sizes[key] > self.settings.m]
        large.sort(key=lambda at: (-sizes[self.key(at)], at))
        return large + (self._behind(large) if self.settings.families else [])

    def windows(self, at: int) -> set[tuple[str, ...]]:
        words = self.letters[at].words
        return {tuple(words[start : start + WINDOW]) for start in range(len(words) - WINDOW + 1)}

    def _behind(self, known: list[int]) -> list[int]:
        most = self.settings.m
        all_windows = [self.windows(at) for at in self.everybody]
        taken = set().union(*(all_windows[at] for at in known)) if known else set()
        count = Counter(window for windows in all_windows for window in windows - taken)
        free = {window for window, texts in count.items() if texts > most}
        judged: set[int] = set()
        found: list[int] = []
        while True:
            best: tuple[float, int] | None = None
            for at in self.everybody:
                own = all_windows[at] & free
                if at in judged or not own or 2 * len(own) < len(all_windows[at]):
                    continue
                weight = float(sum(count[window] - 1 for window in own)) * float(len(own)) / float(len(all_windows[at]))
                if best is None or weight > best[0]:
                    best = weight, at
            if best is None:
                return found
            at = best[1]
            judged.add(at)
            own, all_ = all_windows[at] & free, len(all_windows[at])
            if sum(5 * len(own & other) >= 4 * all_ for other in all_windows if own & other) > most:
                free -= own
                found.append(at)

    # Links.

    def _laid_out(self, letter: int) -> Letter:
        """The letter of the same words, however they are parted, with the most paragraphs that others may contain."""
        least = self.settings.block
        same = [self.letters[at] for at in self.everybody if self.key(at) == self.key(letter)]
        return max(same, key=lambda one: (sum(len(part) >= least for part in one.paragraphs), len(one.documents)))

    def _made(self) -> None:
        """The must-links with references: for each pair the rule."""
        least = self.settings.block
        self.must: dict[tuple[int, int], str] = {}
        if not self.settings.links:
            return
        laid_out = {reference: self._laid_out(reference) for reference in self.references}
        for at, reference in product(self.everybody, self.references):
            if at == reference:
                continue
            letter, words = laid_out[reference], self.letters[at].words
            whole, parts = letter.words, [part for part in letter.paragraphs if len(part) >= least]
            campaigns = [sum(inside(part, one.words) for one in laid_out.values()) for part in parts]
            if inside(whole, words) and (len(whole) >= min(least, 12) or 2 * len(whole) >= len(words)):
                self.must[at, reference] = "contains"
            elif any(count == 1 and inside(part, words) for part, count in zip(parts, campaigns, strict=True)):
                self.must[at, reference] = "key_block"
            elif self.overlap(at, reference) > 0.95:
                self.must[at, reference] = "word_overlap"

    def _close(self) -> None:
        given = {
            kind: [
                (self.number[link.left], self.number[link.right])
                for link in self.links
                if link.kind == kind and link.left in self.number and link.right in self.number
            ]
            for kind in ("must", "cannot", "family")
        }
        self.unit = self._joined([{at} for at in self.everybody], given["must"])
        for at in self.everybody:
            # What the user joins cites the dockets of all of it.
            cited = {docket for one in self.unit[at] for docket in self.letters[one].own_traits[0]}
            self.letters[at].traits = (tuple(sorted(cited)), *self.letters[at].traits[1:])
        self.component = list(self.unit)
        place = {reference: at for at, reference in enumerate(self.references)}
        copies: list[tuple[object, int, int]] = []
        for key in {self.key(at) for at in self.everybody}:
            those = [at for at in self.everybody if self.key(at) == key]
            first = min(those, key=lambda at: (place.get(at, len(place)), at))
            copies += [((0, 0.0, 0, at), at, first) for at in those if at != first]
        links = [
            ((1, self.distance(reference, at), -place[reference], at), at, reference)
            for at, reference in self.must
            if at not in place
        ]
        for _, at, other in sorted(copies) + sorted(links):
            one, two = self.component[at], self.component[other]
            both = any(one_ in place for one_ in one) and any(one_ in place for one_ in two)
            apart = any(
                self._apart(x, y) or (x, y) in given["cannot"] or (y, x) in given["cannot"] for x in one for y in two
            )
            if one is not two and not both and not apart:
                joined = one | two
                for each in joined:
                    self.component[each] = joined
        self._tables(given)

    @staticmethod
    def _joined(parts: list[set[int]], links: list[tuple[int, int]]) -> list[set[int]]:
        for a, b in links:
            both = parts[a] | parts[b]
            for each in both:
                parts[each] = both
        return parts

    def _apart(self, a: int, b: int) -> bool:
        one, other = (set(self.letters[at].traits[0]) for at in (a, b))
        return self.settings.links and bool(one and other and not one & other)

    def _related(self, a: int, b: int) -> bool:
        one, other = self.letters[a], self.letters[b]
        agree = all(set(x) & set(y) for x, y in zip(one.traits, other.traits, strict=True))
        sizes = len(one.words), len(other.words)
        return self.settings.links and agree and max(sizes) - min(sizes) <= 0.1 * max(sizes)

    def _tables(self, given: dict[str, list[tuple[int, int]]]) -> None:
        """Steps 2 to 5, over all pairs of letters."""
        component = self.component
        user = {frozenset(pair) for pair in given["cannot"]}
        cannot: set[tuple[int, int]] = set()
        for a, b in product(self.everybody, repeat=2):
            pairs = product(component[a], component[b])
            if component[a] is not component[b] and any(
                self._apart(x, y) or frozenset((x, y)) in user for x, y in pairs
            ):
                cannot.add((a, b))
        related = [pair for pair in combinations(self.everybody, 2) if self._related(*pair)]
        family = self._joined([set(one) for one in component], [*related, *given["family"]])
        family = [family[at] for at in self.everybody]
        more = {
            pair
            for x, y in product(self.everybody, repeat=2)
            if y in family[x]
            for z in self.everybody
            if (y, z) in cannot and component[x] is not component[z]
            for pair in ((x, z), (z, x))
        }
        self.cannot = cannot | more
        self.family = {
            (a, b)
            for a, b in product(self.everybody, repeat=2)
            if b in family[a] and component[a] is not component[b] and (a, b) not in self.cannot
        }

    # Clusters.

    def _gather(self) -> None:
        self.centre: dict[int, int] = {}
        self.rule: dict[int, str] = {}
        self.by: dict[int, int] = {}
        self.at: dict[int, float] = {}
        fixed: set[int] = set()
        self.centres: list[int] = []

        def make_centre(seed: int) -> None:
            if seed not in self.centres:
                self.centres.append(seed)
            for one in self.unit[seed]:
                if one not in self.centre:
                    self.centre[one], self.by[one], self.rule[one], self.at[one] = seed, seed, "user", -math.inf
            fixed.update(self.unit[seed])

        for seed in self.references:
            make_centre(seed)
        for seed in [*self.references, *(at for at in self.everybody if at not in self.references)]:
            if seed not in self.references and seed in self.centre:
                continue
            joining: dict[int, tuple[object, int, float, str]] = {}
            for s in self.everybody:
                if s in fixed or s in self.unit[seed] or (s, seed) in self.cannot:
                    continue
                found = self._joins(s, seed)
                if found is not None:
                    unit = min(self.unit[s])
                    order = (found[1] in ("family", "distance"), found[0], s)
                    if unit not in joining or order < joining[unit][0]:  # type: ignore[operator]
                        joining[unit] = (order, s, *found)
            if joining:
                make_centre(seed)
            for unit, (_, s, distance, rule) in joining.items():
                for one in self.unit[unit]:
                    self.centre[one], self.by[one], self.at[one] = seed, s, distance
                    self.rule[one] = rule
            if seed not in self.centre and (len(self.unit[seed]) > 1 or len(self.letters[seed].documents) > 1):
                make_centre(seed)

    def _joins(self, s: int, seed: int) -> tuple[float, str] | None:
        """The distance and the rule with which a letter joins a seed."""
        if not set(self.letters[s].words) & set(self.letters[seed].words):
            return None
        overlap = self.settings.links and self.overlap(s, seed) > 0.95
        must = self.must.get((s, seed)) or ("word_overlap" if overlap else None)
        raw, now = self.distance(seed, s), self.at.get(s, math.inf)
        held = self.rule.get(s) in ("contains", "key_block", "word_overlap")
        if must:
            return (raw, must) if not held or raw <= now else None
        family = (s, seed) in self.family
        distance = raw - self.settings.beta * family
        if held or distance >= self.settings.theta or distance > now:
            return None
        return distance, "family" if family and raw >= self.settings.theta else "distance"

    def told(self) -> dict[str, tuple[str, str | None]]:
        """For each document the cluster and the rule."""
        found: dict[str, tuple[str, str | None]] = {one.id: (one.id, None) for one in self.documents}
        for at, letter in enumerate(self.letters):
            centre = self.centre.get(at)
            if centre is None:
                continue
            main = next(one for one in self.centres if one in self.unit[centre])
            cluster = self.letters[main].documents[0].id
            rule = "user" if self.by[at] != at or (at == centre != main) else self.rule[at]
            leaving: list[str] = []
            for document in letter.documents:
                # What was edited in none of the ways is no copy, unless the user says so.
                if rule != "user" and centre == main and document.id != cluster and not self._is_copy(document, main):
                    leaving.append(document.id)
                    # It stays with the first copy of its letter that leaves, too.
                    found[document.id] = leaving[0], None if leaving[0] == document.id else "exact"
                    continue
                same = self.key(at) == self.key(centre) and rule != "user"
                own = "exact" if same or (at == centre and document is not letter.documents[0]) else rule
                found[document.id] = cluster, None if document.id == cluster else own
        return found

    def _is_copy(self, document: ss.Document, centre: int) -> bool:
        """Whether the edit classes, which have a twin of their own, know the document as an edited reference."""
        reference = self._laid_out(centre).documents[0]
        sides = [(pa.array([one.text], pa.large_string()), main_ranges(one.text)) for one in (reference, document)]
        return bool(edits(*sides[0], np.zeros(1, np.int64), *sides[1]).edit[0] != NO_EDIT)


def main_ranges(text: str) -> pa.Array:
    """The ranges of the main text; null, which is all of it, if there is none."""
    found = [{"start": start, "end": end} for start, end in ss.letter(text).main]
    return pa.array([found or None], RANGES)
