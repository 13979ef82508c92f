"""One group of items at a desk: judged in memory, item by item, then written together."""

from __future__ import annotations

import json
from typing import NamedTuple

import apsw

from samesame.errors import InputError
from samesame.store import rows
from samesame.store.item import Item, Kind, Outcome, Prepared, prepared
from samesame.window.stream import Window


def checked(item: Item) -> Prepared | Outcome:
    """The item ready to be judged, or why it is none."""
    try:
        return prepared(item)
    except InputError as error:
        return Outcome(id=item.id if isinstance(item.id, str) else "", kind="refused", message=str(error))


class _Waiting(NamedTuple):
    """An item whose verdict comes with the next call to the window: its own, or that of the same one before it."""

    item: Prepared
    kind: Kind


class Judging:
    """What a group changes. The window has it when it is judged, the database when it is written.

    Who came before is known by ids and hashes alone, so all others of a group go to the window in one call.
    """

    def __init__(self, window: Window, database: apsw.Connection, number: int, arrived: int) -> None:
        self._window, self._database, self._arrived = window, database, arrived
        self.number = number
        self._stored: dict[str, rows.Known] = {}
        # By id: an item may come again, or be replaced, within the group.
        self._waiting: dict[str, Prepared] = {}
        self._new: dict[str, rows.Row] = {}
        # By the item itself, which the caller holds: one that was replaced has been told, too.
        self._told: dict[int, tuple[str, str]] = {}
        self._gone: list[int] = []
        # The ids of those, once they are deleted.
        self.removed: list[str] = []

    def all(self, items: list[Prepared | Outcome]) -> list[Outcome]:
        """Judges items in their order, each unless it has come before."""
        self._stored = rows.known(self._database, [one.document.id for one in items if isinstance(one, Prepared)])
        outcomes = [one if isinstance(one, Outcome) else self._look_up(one) for one in items]
        self._judge()
        return [one if isinstance(one, Outcome) else self._outcome(one) for one in outcomes]

    def _outcome(self, one: _Waiting) -> Outcome:
        told, relation = self._told[id(one.item)]
        relation = relation if one.kind == "judged" else ""
        return Outcome(id=one.item.document.id, kind=one.kind, relation=relation, verdict_json=told)

    def _look_up(self, item: Prepared) -> _Waiting | Outcome:
        """What is told of an item, if that is known already."""
        id_ = item.document.id
        if id_ in self._waiting and self._waiting[id_].hash != item.hash:
            self._judge()
        if id_ in self._waiting:
            return _Waiting(self._waiting[id_], "known")
        before = self._before(id_)
        if before is not None and before.hash == item.hash:
            return Outcome(id=id_, kind="known", verdict_json=before.verdict_json)
        if before is not None:
            if not item.replace:
                message = "the id is taken by another text; send it with replace, or under another id"
                return Outcome(id=id_, kind="conflict", verdict_json=before.verdict_json, message=message)
            # What waits was sent before and is compared with what is replaced.
            self._judge()
            self._take_out(id_, before.number)
        self._waiting[id_] = item
        return _Waiting(item, "judged")

    def _before(self, id_: str) -> rows.Known | None:
        row = self._new.get(id_)
        if row is not None:
            return rows.Known(row.number, row.item.hash, row.verdict_json)
        known = self._stored.get(id_)
        return None if known is None or known.number in self._gone else known

    def _take_out(self, id_: str, number: int) -> None:
        if id_ in self._window:
            self._window.remove(id_)
        if self._new.pop(id_, None) is None:
            self._gone.append(number)

    def _judge(self) -> None:
        waiting = list(self._waiting.values())
        for item, verdict in zip(waiting, self._window.add_all([one.document for one in waiting]), strict=True):
            told = json.dumps(verdict.to_dict(), ensure_ascii=False)
            self._told[id(item)] = told, verdict.relation
            self.number += 1
            self._new[verdict.id] = rows.Row(self.number, item, verdict, told, self._arrived)
        self._waiting.clear()

    def __len__(self) -> int:
        """How many rows there are to write or delete."""
        return len(self._new) + len(self._gone)

    def write(self) -> None:
        """Writes the group, within the caller's transaction."""
        if self._gone:
            self.removed = rows.delete(self._database, self._gone)
        rows.write(self._database, list(self._new.values()))
