"""A window that outlives its process: every document that was acknowledged is on the disk before, and is there again.

    with Desk.open("state.db", hours=24, method="ddd") as desk:
        for outcome in desk.judge([Item(id="wire-1", text="Storm closes the port.", source="wire")]):
            print(outcome.kind, outcome.verdict)

`Desk` is all that `watch` and `serve` need; several threads may call it.

- `desk.judge(items)` gives an `Outcome` per item, in their order, once all are durable: one transaction, synced.
  `kind` is `judged`; `known` (same id and same text: the first verdict again); `conflict` (same id, other text, and the
  item does not say `replace`); or `refused` (no item for a window: `message` says why). `verdict` is what the window
  told, as a dictionary; `verdict_json` the same as it was stored. An error of the disk is a `StoreError`: none of
  the items was taken, and the window is as it was.
- `desk.remove(id)` takes a document out of window and store; whether it was there.
- `desk.document(id)`, `desk.matches(...)`, `desk.groups(...)`, `desk.stats()`: what is stored, read beside the writer.
- `desk.note(name)` and `desk.write_notes({name: value})`: small facts of the caller's that must survive, such as the
  state of a feed. They are durable when the call returns, all or none of them.
- `desk.rest()`: called when nothing waits; writes a snapshot of the window if one is due, and deletes a few documents
  that left the window long ago (`keep_days`). `judge` does it by itself when it is overdue.
- `desk.close()`, or the end of the `with` block: a last snapshot, so that the next start is quick.
- `Writer(desk)`: a thread that takes all that waits as one group, for callers with many small requests.

Files: `state.db` (SQLite, with its `-wal` and `-shm`), `state.db.lock` (held while a desk is open; a kill releases it)
and `state.db.window-…` (the snapshot that the database names; without it, the window is made of the stored texts).

What happens in order: an item is judged by the window in memory, its row is written, the transaction is synced, the
caller gets the outcome. A process that dies in between has acknowledged nothing, and the next window is made of what
the database holds: a snapshot, and the rows that came after it, put back with the groups that they were told. A store
that another desk has open is `StoreInUse`; one of another version `FormatError`; a damaged one `StoreDamaged`: it gets
another name, and nothing begins in its place until the user says so (`new=True`).
"""

from samesame.extras import require

require("serve", "apsw")

from samesame.store.desk import Desk  # noqa: E402 (the extra is named first if it is missing)
from samesame.store.errors import StoreDamaged, StoreError, StoreFull, StoreInUse  # noqa: E402
from samesame.store.item import Item, Outcome  # noqa: E402
from samesame.store.reading import POSITION  # noqa: E402
from samesame.store.writer import Busy, Writer  # noqa: E402

__all__ = [
    "POSITION",
    "Busy",
    "Desk",
    "Item",
    "Outcome",
    "StoreDamaged",
    "StoreError",
    "StoreFull",
    "StoreInUse",
    "Writer",
]
