"""A letter as HTML, with what varies in its copies marked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from samesame.report.standalone import safe
from samesame.report.variation import Variation

# Places that a smaller share of the copies varied are not marked, so that a letter of thousands can still be read.
LEAST = 0.01
# From which share on a mark is stronger.
LEVELS = (0.1, 0.25, 0.5)
# Places in the table of those that vary most, and characters of each.
PLACES, EXCERPT = 8, 90


@dataclass(frozen=True, slots=True)
class Run:
    """A run of characters that is marked alike; `added` copies have something before it."""

    start: int
    end: int
    level: int
    changed: int
    deleted: int
    added: int


def marked(varied: Variation, copies: int) -> str:
    """The letter; `copies` is how many there are, with those that are identical."""
    parts, at = [], 0
    for run in runs(varied, copies):
        parts.append(safe(varied.text[at : run.start]))
        if run.added:
            parts.append(f"<ins>+{run.added:,}</ins>")
        words = safe(varied.text[run.start : run.end])
        parts.append(f'<mark class="v{run.level}">{words}<sup>{_counts(run)}</sup></mark>' if run.level else words)
        at = run.end
    return "".join([*parts, safe(varied.text[at:])])


def places(varied: Variation, copies: int) -> Iterator[tuple[str, Run]]:
    """The places that vary most, in the order of the letter, each with its words."""
    varying = [run for run in runs(varied, copies) if run.level or run.added]
    most = sorted(varying, key=lambda run: -max(run.changed + run.deleted, run.added))[:PLACES]
    for run in sorted(most, key=lambda run: run.start):
        yield excerpt(varied.text[run.start : run.end]) or "the end", run


def runs(varied: Variation, copies: int) -> Iterator[Run]:
    """The letter in runs of words that vary alike; what is added before the first word of a run stands with it."""
    least = max(1.0, LEAST * copies)
    changed, deleted, added = varied.changed.tolist(), varied.deleted.tolist(), varied.added.tolist()
    count, at = len(varied.words), 0
    while at < count:
        level = _level(changed[at] + deleted[at], copies) if changed[at] + deleted[at] >= least else 0
        end = at + 1
        while end < count and added[end] < least and _alike(changed[end] + deleted[end], level, copies, least):
            end += 1
        start, stop = varied.words[at][0], varied.words[end - 1][1]
        yield Run(
            start, stop, level, max(changed[at:end]), max(deleted[at:end]), added[at] if added[at] >= least else 0
        )
        at = end
    if added[count] >= least:
        yield Run(len(varied.text), len(varied.text), 0, 0, 0, added[count])


def excerpt(text: str, most: int = EXCERPT) -> str:
    """The beginning of a text on one line."""
    words = " ".join(text[: 2 * most].split())
    return f"{words[:most].rstrip()}…" if len(words) > most or len(text) > 2 * most else words


def _alike(varying: int, level: int, copies: int, least: float) -> bool:
    return (_level(varying, copies) if varying >= least else 0) == level


def _level(varying: int, copies: int) -> int:
    """0 where nothing varies, then 1 to 4."""
    return 1 + sum(varying >= share * copies for share in LEVELS) if varying else 0


def _counts(run: Run) -> str:
    changed, deleted = (f"~{run.changed:,}" if run.changed else ""), (f"−{run.deleted:,}" if run.deleted else "")
    return " ".join(filter(None, (changed, deleted)))
