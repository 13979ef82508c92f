"""Arrivals to decisions: what the window says of each document, as a line of the log, and where the arrival goes."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from samesame.read.folders import shown
from samesame.store import Desk, Item, Outcome
from samesame.verbs.compare import coverages
from samesame.watch.items import Changed, pieces_of
from samesame.watch.model import Arrival, Decision, Identity, Piece, Plan
from samesame.watch.places import free_name
from samesame.watch.settings import Settings

# A refused line has the fields of any other.
_UNJUDGED: dict[str, Any] = {
    **{"published": None, "decision": "refused", "relation": None, "of": None, "coverage": None, "of_coverage": None},
    **{"score": None, "group": None, "matches": 0},
}
_SLUG = re.compile(r"\W+")


class Decider:
    """Judges arrivals at a desk."""

    def __init__(self, desk: Desk, settings: Settings) -> None:
        self._desk, self._settings = desk, settings

    def plans(self, arrivals: list[Arrival]) -> list[Plan]:
        """Judges all documents, in one transaction; those that were judged before a kill are told the same again."""
        pieces = [(arrival, piece) for arrival in arrivals for piece in arrival.pieces]
        items = [self._item(arrival, piece) for arrival, piece in pieces if not piece.refused]
        outcomes = iter(self._desk.judge(items) if items else [])
        lines = {
            piece.number: self._line(arrival, piece, None if piece.refused else next(outcomes))
            for arrival, piece in pieces
        }
        taken: set[str] = set()
        return [self._plan(arrival, [lines[piece.number] for piece in arrival.pieces], taken) for arrival in arrivals]

    def _item(self, arrival: Arrival, piece: Piece) -> Item:
        time = piece.time if self._settings.clock == "document" else None
        return Item(id=piece.id, text=piece.text, time=time, source=arrival.source, metadata=piece.metadata)

    def _line(self, arrival: Arrival, piece: Piece, outcome: Outcome | None) -> dict[str, Any]:
        line: dict[str, Any] = {"number": piece.number, "item": piece.id, "source": arrival.source}
        line["file" if arrival.feed is None else "link"] = (
            arrival.shown if arrival.feed is None else piece.metadata.get("link")
        )
        reason = piece.refused or (outcome.message if outcome is not None and outcome.kind == "refused" else "")
        if outcome is None or reason:
            now = datetime.now(UTC).isoformat(timespec="seconds")
            return {**line, "time": now, **_UNJUDGED, "notes": [reason]}
        verdict = outcome.verdict
        accepted = verdict["relation"] in ("new", *self._settings.accept)
        return {
            **line,
            "time": verdict["time"],
            "published": piece.time,
            "decision": "accepted" if accepted else "duplicate",
            "relation": verdict["relation"],
            **self._best(piece.text, verdict["matches"]),
            "group": verdict["group"],
            "matches": verdict["total"],
            "notes": verdict["notes"],
        }

    def _best(self, text: str, matches: list[dict[str, Any]]) -> dict[str, Any]:
        """Of what it is a copy, and how much of each is in the other: the store has both texts."""
        best = matches[0] if matches else None
        other = None if best is None else self._desk.document(best["id"])
        left, right = (None, None) if other is None else coverages(text, other["text"])
        return {
            "of": None if best is None else best["id"],
            "coverage": None if left is None else round(left, 4),
            "of_coverage": None if right is None else round(right, 4),
            "score": None if best is None else round(best["score"], 4),
        }

    def _plan(self, arrival: Arrival, lines: list[dict[str, Any]], taken: set[str]) -> Plan:
        decision = decision_of([line["decision"] for line in lines])
        plan = Plan(decision=decision, lines=lines, path=arrival.path, identity=arrival.identity)
        folder = self._settings.folder(decision)
        if arrival.feed is not None:
            plan.inside, plan.body = _entry_name(arrival.pieces[0]), _entry_body(arrival)
        else:
            plan.inside = arrival.inside
        if folder is not None:
            plan.to = free_name(folder, plan.inside, plan.number, taken)
            taken.add(plan.to)
        return plan


def decision_of(decisions: list[Decision]) -> Decision:
    """A file with several documents goes with the best of them.

    >>> decision_of(["duplicate", "refused", "accepted"]), decision_of(["refused", "duplicate"])
    ('accepted', 'duplicate')
    """
    order: tuple[Decision, ...] = ("accepted", "duplicate", "refused")
    return next(decision for decision in order if decision in decisions)


def _entry_name(piece: Piece) -> str:
    """The name of the file that an entry becomes: its title, and its number, which no other has."""
    slug = _SLUG.sub("-", piece.metadata.get("title", "") or "entry").strip("-").lower()
    short = slug.encode()[:60].decode(errors="ignore") or "entry"
    return f"{short}-{piece.number}.json"


def _entry_body(arrival: Arrival) -> str:
    piece = arrival.pieces[0]
    told = {"id": piece.id, "text": piece.text, "time": piece.time, **piece.metadata, "feed": arrival.source}
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def shown_place(to: str | None, folder: Path | None) -> str | None:
    """A place as people know it: as the folder was given."""
    if to is None:
        return None
    if folder is not None and Path(to).is_relative_to(folder.absolute()):
        return shown(folder / Path(to).relative_to(folder.absolute()))
    return shown(to)


def filled_again(arrival: Arrival, desk: Desk, settings: Settings) -> bool:
    """Puts the texts back into an arrival that was noted without; whether there is something to decide.

    If its file has changed or is gone, what was judged of it is decided, with the text of the store; what was not
    judged has not begun.
    """
    if arrival.path is None or arrival.identity is None:
        return True
    try:
        found = pieces_of(arrival.path, arrival.inside, arrival.identity, settings.max_size, settings.reading)
    except Changed:
        found = []
    if len(found) == len(arrival.pieces):
        for piece, again in zip(arrival.pieces, found, strict=True):
            piece.text, piece.metadata = again.text, again.metadata
        return True
    documents = {piece.id: desk.document(piece.id) for piece in arrival.pieces if not piece.refused}
    arrival.pieces = [piece for piece in arrival.pieces if documents.get(piece.id)]
    for piece in arrival.pieces:
        piece.text = (documents[piece.id] or {})["text"]
    return bool(arrival.pieces)


def arrival_of(path: str, inside: str, inbox: Path, pieces: list[Piece], identity: Identity) -> Arrival:
    """A file of the inbox. Its source is the folder in the inbox that it came in, or else the inbox."""
    parts = Path(inside).parts
    return Arrival(
        pieces=pieces,
        source=shown(parts[0] if len(parts) > 1 else inbox.absolute().name or "inbox"),
        path=path,
        shown=shown(inbox / inside),
        inside=inside,
        identity=identity,
    )
