"""Options of the verbs that keep a window alive: watch and serve."""

from __future__ import annotations

from typing import Annotated

import typer

_WINDOW = "Window"

Window = Annotated[
    str | None,
    typer.Option(
        help="How far back documents are compared, in whole hours; 24h for a new store.", rich_help_panel=_WINDOW
    ),
]
Clock = Annotated[
    str,
    typer.Option(
        help="'arrival' judges a document as of now, 'document' as of the time that comes with it.",
        rich_help_panel=_WINDOW,
    ),
]
Method = Annotated[
    str | None,
    typer.Option(
        help="ddd, overlap, ffp or codet; by default the store's, ddd for a new one.", rich_help_panel=_WINDOW
    ),
]
Remember = Annotated[
    str | None,
    typer.Option(help="Compare with 'all' that came, or with 'accepted' (what was new).", rich_help_panel=_WINDOW),
]
Memory = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE", help="What the window may take; beyond it the oldest hours go early.", rich_help_panel=_WINDOW
    ),
]
KeepDays = Annotated[
    float,
    typer.Option(
        min=0, help="Documents that left the window are deleted so long after they came.", rich_help_panel="Limits"
    ),
]
New = Annotated[bool, typer.Option("--new", help="Begin an empty store where a damaged one was set aside.")]
