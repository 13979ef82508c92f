"""samesame serve: the window over HTTP."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from samesame.cli import options, window_options
from samesame.cli.messages import say

TOKEN = "SAMESAME_TOKEN"
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
    window: window_options.Window = None,
    clock: window_options.Clock = "arrival",
    method: window_options.Method = None,
    threshold: options.Threshold = None,
    sets: options.Set = None,
    stats: options.Stats = None,
    remember: window_options.Remember = None,
    memory: window_options.Memory = None,
    keep_days: window_options.KeepDays = 7.0,
    max_body: Annotated[str, typer.Option(metavar="SIZE", help="Of one request.", rich_help_panel=_LIMITS)] = "16MiB",
    max_batch: Annotated[int, typer.Option(min=1, help="Documents of one request.", rich_help_panel=_LIMITS)] = 10_000,
    max_requests: Annotated[int, typer.Option(min=1, help="Requests at a time.", rich_help_panel=_LIMITS)] = 256,
    new: window_options.New = False,
) -> None:
    """Judge documents over HTTP: POST /documents, with an OpenAPI document at /openapi.json.

    Example: samesame serve --store state.db --port 8000
    """
    from samesame.extras import require

    require("serve", "apsw", "fastapi", "uvicorn", "httptools", "prometheus_client")
    from samesame.limits import parse_hours, parse_size
    from samesame.service.limits import ServiceLimits
    from samesame.service.server import require_token
    from samesame.service.server import serve as run
    from samesame.store import Desk
    from samesame.store.item import checked_clock

    token = _token(token_file)
    require_token(host, token)
    judged_as_of = checked_clock(clock)
    limits = ServiceLimits(body=parse_size(max_body, "max-body"), batch=max_batch, requests=max_requests)
    desk = Desk.open(
        store,
        stats=stats,
        memory=memory,
        keep_days=keep_days,
        new=new,
        restore=False,
        tell=_tell,
        hours=None if window is None else parse_hours(window),
        method=method,
        remember=remember,
        **options.given(sets, threshold=threshold),
    )
    run(desk, host=host, port=port, token=token, clock=judged_as_of, limits=limits, tell=_tell)


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
