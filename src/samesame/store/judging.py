"""One group of items at a desk: judged in memory, item by item, then written together."""

from __future__ import annotations

import json

import apsw

from samesame.errors import InputError, InternalError, ParameterError
from samesame.store import rows
from samesame.store.item import Item, Outcome, Prepared, prepared
from samesame.window.stream import Window


def checked(item: Item) -> Prepared | Outcome:
    """The item ready to be judged, or why it is none."""
    try:
        return prepared(item)
    except InputError as error:
        return Outcome(id=item.id if isinstance(item.id, str) else "", kind="refused", message=str(error))


class Judging:
    """What a group changes. The window has it at once, the database when it is written."""

    def __init__(self, window: Window, database: apsw.Connection, number: int, arrived: int) -> None:
        self._window, self._database, self._arrived = window, database, arrived
        self.number = number
        # By id: an item may come again, or be replaced, within the group.
        self._new: dict[str, rows.Row] = {}
        self._gone: list[int] = []

    def one(self, item: Prepared) -> Outcome:
        """Judges the next item, unless it has come before."""
        id_ = item.document.id
        before = self._before(id_)
        if before is not None and before.hash == item.hash:
            return Outcome(id=id_, kind="known", verdict_json=before.verdict_json)
        if before is not None:
            if not item.replace:
                message = "the id is taken by another text; send it with replace, or under another id"
                return Outcome(id=id_, kind="conflict", verdict_json=before.verdict_json, message=message)
            self._take_out(id_, before.number)
        return self._judge(item)

    def _before(self, id_: str) -> rows.Known | None:
        row = self._new.get(id_)
        if row is not None:
            return rows.Known(row.number, row.item.hash, row.verdict_json)
        known = rows.known(self._database, id_)
        return None if known is None or known.number in self._gone else known

    def _take_out(self, id_: str, number: int) -> None:
        if id_ in self._window:
            self._window.remove(id_)
        if self._new.pop(id_, None) is None:
            self._gone.append(number)

    def _judge(self, item: Prepared) -> Outcome:
        try:
            verdict = self._window.add(item.document)
        except InternalError:
            raise
        except (InputError, ParameterError) as error:
            return Outcome(id=item.document.id, kind="refused", message=str(error))
        told = json.dumps(verdict.to_dict(), ensure_ascii=False)
        self.number += 1
        self._new[verdict.id] = rows.Row(self.number, item, verdict, told, self._arrived)
        return Outcome(id=verdict.id, kind="judged", verdict_json=told)

    def __len__(self) -> int:
        """How many rows there are to write or delete."""
        return len(self._new) + len(self._gone)

    def write(self) -> None:
        """Writes the group, within the caller's transaction."""
        if self._gone:
            rows.delete(self._database, self._gone)
        rows.write(self._database, self._new.values())
