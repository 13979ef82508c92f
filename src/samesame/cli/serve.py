"""samesame serve: the window over HTTP."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from samesame.cli import options
from samesame.cli.messages import say

TOKEN = "SAMESAME_TOKEN"
_WINDOW = "Window"
_LIMITS = "Limits"


def serve(
    store: Annotated[Path, typer.Option(help="The file that holds all state; made if it is not there.")],
    host: Annotated[str, typer.Option(help="Where to listen; beyond this machine only with a token.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one and prints it.")] = 8000,
    token_file: Annotated[
        Path | None,
        typer.Option(
            help=f"A file with the bearer token that clients must send; or {TOKEN} has it.", show_default=False
        ),
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(
            help="ddd, overlap, ffp or codet; by default the store's, ddd for a new one.", rich_help_panel=_WINDOW
        ),
    ] = None,
    threshold: options.Threshold = None,
    sets: options.Set = None,
    stats: options.Stats = None,
    hours: Annotated[
        int | None,
        typer.Option(help="How many hours back documents are compared; 24 for a new store.", rich_help_panel=_WINDOW),
    ] = None,
    remember: Annotated[
        str | None,
        typer.Option(help="Compare with 'all' that came, or with 'accepted' (what was new).", rich_help_panel=_WINDOW),
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option(
            metavar="SIZE",
            help="What the window may take; beyond it the oldest hours go early.",
            rich_help_panel=_WINDOW,
        ),
    ] = None,
    keep_days: Annotated[
        float,
        typer.Option(min=0, help="Documents that left the window are deleted so long after they came."),
    ] = 7.0,
    max_body: Annotated[str, typer.Option(metavar="SIZE", help="Of one request.", rich_help_panel=_LIMITS)] = "16MiB",
    max_batch: Annotated[int, typer.Option(min=1, help="Documents of one request.", rich_help_panel=_LIMITS)] = 10_000,
    max_requests: Annotated[int, typer.Option(min=1, help="Requests at a time.", rich_help_panel=_LIMITS)] = 256,
    new: Annotated[bool, typer.Option("--new", help="Begin an empty store where a damaged one was set aside.")] = False,
) -> None:
    """Judge documents over HTTP: POST /documents, with an OpenAPI document at /openapi.json.

    Example: samesame serve --store state.db --port 8000
    """
    from samesame.extras import require

    require("serve", "apsw", "fastapi", "uvicorn", "httptools", "prometheus_client")
    from samesame.limits import parse_size
    from samesame.service.limits import ServiceLimits
    from samesame.service.server import require_token
    from samesame.service.server import serve as run
    from samesame.store import Desk

    token = _token(token_file)
    require_token(host, token)
    limits = ServiceLimits(body=parse_size(max_body, "max-body"), batch=max_batch, requests=max_requests)
    desk = Desk.open(
        store,
        stats=stats,
        memory=memory,
        keep_days=keep_days,
        new=new,
        restore=False,
        tell=_tell,
        hours=hours,
        method=method,
        remember=remember,
        **options.given(sets, threshold=threshold),
    )
    run(desk, host=host, port=port, token=token, limits=limits, tell=_tell)


def _token(file: Path | None) -> str | None:
    from samesame.errors import ParameterError

    given = os.environ.get(TOKEN)
    token = file.read_text(encoding="utf-8").strip() if file is not None else given
    if token is None:
        return None
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        place = f"{file}" if file is not None else TOKEN
        raise ParameterError(f"token: {place} holds none; expected ASCII letters, digits and marks without spaces")
    return token


def _tell(words: str) -> None:
    say(f"samesame: {words}")
