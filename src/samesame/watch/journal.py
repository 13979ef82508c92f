"""What has begun, as notes in the store: a start after a kill goes on from there."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from samesame.store import Desk
from samesame.watch.model import Arrival, Identity, Plan

_GROUP = "watch.group"
_NUMBER = "watch.number"
_LEFT = "watch.left."
_TOLD = "watch.told."
_FEED = "watch.feed."


@dataclass(slots=True, kw_only=True)
class Group:
    """Arrivals that are decided together. With `plans`, they have been judged; `since` is where the log ended then.

    `notes` are written when all is done.
    """

    arrivals: list[Arrival]
    notes: dict[str, str | None] = field(default_factory=dict)
    plans: list[Plan] | None = None
    since: int = 0

    def to_note(self) -> str:
        """As a note of the store. Once there are plans, what arrived is in them."""
        plans = None if self.plans is None else [plan.to_note() for plan in self.plans]
        arrivals = [arrival.to_note() for arrival in self.arrivals] if plans is None else []
        return json.dumps({"arrivals": arrivals, "notes": self.notes, "plans": plans, "since": self.since})

    @classmethod
    def of_note(cls, note: str) -> Group:
        """As it was noted."""
        said: dict[str, Any] = json.loads(note)
        plans = said["plans"]
        return cls(
            arrivals=[Arrival.of_note(one) for one in said["arrivals"]],
            notes=said["notes"],
            plans=None if plans is None else [Plan.of_note(one) for one in plans],
            since=said["since"],
        )


class Journal:
    """The notes of watch in a store."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._number = int(desk.note(_NUMBER) or 0)

    def left(self) -> dict[str, Identity]:
        """The files that were decided and stay where they are."""
        files = map(json.loads, self._desk.notes(_LEFT).values())
        return {path: Identity(*identity) for path, *identity in files}

    def feed(self, url: str) -> str | None:
        """What is kept of a feed."""
        return self._desk.note(_FEED + url)

    def begun(self) -> Group | None:
        """The group that was not finished."""
        note = self._desk.note(_GROUP)
        return None if note is None else Group.of_note(note)

    def begin(self, group: Group) -> None:
        """Gives documents their numbers and the ids under which the store will have them, and notes the group."""
        taken: set[str] = set()
        for arrival in group.arrivals:
            for piece in arrival.pieces:
                self._number += 1
                piece.number = self._number
                while not piece.refused and (piece.id in taken or self._desk.document(piece.id) is not None):
                    piece.id += f"#{piece.number}"
                taken.add(piece.id)
        self._desk.write_notes({_GROUP: group.to_note(), _NUMBER: str(self._number)})

    def note(self, group: Group) -> None:
        """Notes how far a group has come."""
        self._desk.write_notes({_GROUP: group.to_note()})

    def told(self) -> dict[int, str]:
        """Of documents of the group: what came of calling the user's command."""
        return {int(name.removeprefix(_TOLD)): said for name, said in self._desk.notes(_TOLD).items()}

    def tell(self, number: int, said: str) -> None:
        """Notes that a command was called, and what came of it."""
        self._desk.write_notes({f"{_TOLD}{number}": said})

    def end(self, group: Group, left: Mapping[str, Identity], told: Mapping[int, str]) -> None:
        """Forgets a group that is done, and remembers what it leaves."""
        stay = {_left(path): json.dumps([path, *identity]) for path, identity in left.items()}
        called = {f"{_TOLD}{number}": None for number in told}
        self._desk.write_notes({_GROUP: None, **called, **group.notes, **stay})

    def forget(self, paths: list[str]) -> None:
        """Forgets files that stayed and are gone now."""
        if paths:
            self._desk.write_notes({_left(path): None for path in paths})

    def keep_feed(self, url: str, note: str) -> None:
        """Keeps what a feed said of itself."""
        self._desk.write_notes(feed_note(url, note))


def _left(path: str) -> str:
    """The note of a file that stays; a name need not be UTF-8, and a note's name must."""
    return _LEFT + blake2b(os.fsencode(path), digest_size=16).hexdigest()


def feed_note(url: str, note: str) -> dict[str, str | None]:
    """What is kept of a feed, as it is written with the group of its entries."""
    return {_FEED + url: note}
