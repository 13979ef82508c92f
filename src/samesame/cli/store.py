"""samesame store: look at a store, and back it up while it is in use."""

from __future__ import annotations

import json as jsonlib
from pathlib import Path
from typing import Annotated

import typer

from samesame.cli import options
from samesame.cli.messages import say

app = typer.Typer(name="store", help="The store of 'serve' and 'watch': back it up, look at it.", no_args_is_help=True)
Store = Annotated[Path, typer.Argument(metavar="STORE", help="The file of the store.", show_default=False)]


@app.command()
def backup(
    store: Store,
    to: Annotated[Path, typer.Argument(metavar="FILE", help="The copy: a store of its own.", show_default=False)],
) -> None:
    """Copy a store to a file, whole, also while a server uses it.

    Example: samesame store backup state.db backups/state-monday.db
    """
    from samesame.extras import require

    require("serve", "apsw")
    from samesame.limits import show_bytes
    from samesame.store.backup import back_up

    back_up(store, to)
    say(f"samesame: {store} copied to {to}, {show_bytes(to.stat().st_size)}")


@app.command()
def info(store: Store, json: options.Json = False) -> None:
    """Say what a store holds."""
    from samesame.extras import require

    require("serve", "apsw")
    from samesame.store.backup import facts

    said = facts(store)
    if json:
        print(jsonlib.dumps(said))
        return
    for name, value in said.items():
        print(f"{name}: {value}")
