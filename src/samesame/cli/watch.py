"""samesame watch: a folder and feeds, judged as their items arrive."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from samesame.cli import options, window_options
from samesame.cli.messages import say

if TYPE_CHECKING:
    from samesame.watch.settings import Settings

_PLACES = "Where items go"
_LIMITS = "Limits"


def watch(
    store: Annotated[Path, typer.Option(help="The file that holds all state; made if it is not there.")],
    inbox: Annotated[
        Path | None,
        typer.Argument(
            metavar="INBOX",
            help="The folder, with its folders: .txt .md .html .xml .rss .atom .json .jsonl .csv .eml and what else "
            "'samesame find' reads. Hidden files and those that end in .part or .tmp are left alone.",
            show_default=False,
        ),
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option(
            help="Every decision, a line of JSON each; by default beside the store, as STORE.decisions.jsonl.",
            show_default=False,
        ),
    ] = None,
    feed: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="An RSS or Atom feed; may be repeated.", show_default=False)
    ] = None,
    accepted: Annotated[
        Path | None,
        typer.Option(help="Where new items go; without it they stay.", rich_help_panel=_PLACES, show_default=False),
    ] = None,
    duplicates: Annotated[
        Path | None,
        typer.Option(help="Where copies go; without it they stay.", rich_help_panel=_PLACES, show_default=False),
    ] = None,
    refused: Annotated[
        Path | None,
        typer.Option(help="Where unreadable items go; without it they stay.", rich_help_panel=_PLACES),
    ] = None,
    accept: Annotated[
        str,
        typer.Option(
            help="Relations with which an item counts as new, with commas between: contains,partial.",
            rich_help_panel=_PLACES,
        ),
    ] = "",
    on_new: Annotated[
        str | None,
        typer.Option(
            metavar="CMD",
            help="Called for each accepted item, without a shell: the decision is its input, the path its last "
            "argument.",
            rich_help_panel=_PLACES,
            show_default=False,
        ),
    ] = None,
    on_copy: Annotated[
        str | None,
        typer.Option(metavar="CMD", help="The same for each duplicate.", rich_help_panel=_PLACES, show_default=False),
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="Judge what is there, ask each feed once, and end.")] = False,
    window: window_options.Window = None,
    clock: window_options.Clock = "arrival",
    method: window_options.Method = None,
    threshold: options.Threshold = None,
    sets: options.Set = None,
    stats: options.Stats = None,
    remember: window_options.Remember = None,
    memory: window_options.Memory = None,
    text_field: options.TextField = "text",
    time_field: options.TimeField = "time",
    encoding: options.Encoding = "utf-8",
    settle: Annotated[
        str,
        typer.Option(help="A file is read when size and time of change stayed so long.", rich_help_panel=_LIMITS),
    ] = "1s",
    every: Annotated[str, typer.Option(help="How often a feed is asked.", rich_help_panel=_LIMITS)] = "5m",
    poll: Annotated[
        bool,
        typer.Option(
            "--poll",
            help="Look at the folder every second instead of waiting for events: for network file systems.",
            rich_help_panel=_LIMITS,
        ),
    ] = False,
    max_size: Annotated[
        str, typer.Option(metavar="SIZE", help="Larger items and feeds are refused.", rich_help_panel=_LIMITS)
    ] = "64MiB",
    command_time: Annotated[
        str, typer.Option(help="What a command may take before it is killed.", rich_help_panel=_LIMITS)
    ] = "60s",
    feed_time: Annotated[str, typer.Option(help="What a feed may take to answer.", rich_help_panel=_LIMITS)] = "30s",
    keep_days: window_options.KeepDays = 7.0,
    new: window_options.New = False,
) -> None:
    """Judge the files of a folder and the entries of feeds as they arrive; move them, log each decision.

    Example: samesame watch inbox/ --store state.db --accepted out/ --duplicates dup/ --log decisions.jsonl
    """
    from samesame.extras import require

    require("watch", "apsw", "feedparser", "httpx", "watchfiles")
    from samesame.limits import parse_duration, parse_hours, parse_size
    from samesame.read.documents import ReadOptions
    from samesame.store.item import checked_clock
    from samesame.watch.commands import parse_command
    from samesame.watch.settings import Settings, log_beside

    settings = Settings(
        log=log or log_beside(store),
        store=store,
        inbox=inbox,
        feeds=tuple(feed or ()),
        accepted=accepted,
        duplicates=duplicates,
        refused=refused,
        accept=tuple(name.strip() for name in accept.split(",") if name.strip()),
        clock=checked_clock(clock),
        on_new=parse_command(on_new, "on-new"),
        on_copy=parse_command(on_copy, "on-copy"),
        once=once,
        poll=poll,
        settle=parse_duration(settle, "settle"),
        every=parse_duration(every, "every"),
        command_time=parse_duration(command_time, "command-time"),
        feed_time=parse_duration(feed_time, "feed-time"),
        max_size=parse_size(max_size, "max-size"),
        reading=ReadOptions(text_field=text_field, time_field=time_field, encoding=encoding),
    )
    desk_options = {
        "stats": stats,
        "memory": memory,
        "keep_days": keep_days,
        "new": new,
        "hours": None if window is None else parse_hours(window),
        "method": method,
        "remember": remember,
        **options.given(sets, threshold=threshold),
    }
    _run(settings, desk_options)


def _run(settings: Settings, desk_options: dict[str, Any]) -> None:
    from samesame.store import Desk
    from samesame.watch.loop import Watch

    asked: list[Callable[[], None]] = []
    stopped: list[int] = []

    def stop(number: int, frame: object) -> None:
        stopped.append(number)
        for one in asked:
            one()

    # Before the store is opened, which may take seconds: what is begun is finished, and the exit code is 0.
    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        with Desk.open(settings.store, tell=_tell, **desk_options) as desk:
            watching = Watch(desk, settings, _tell)
            asked.append(watching.stop)
            if not stopped:
                if not settings.once:
                    _tell(f"watching {_named(settings)}; the log is {settings.log}")
                watching.run()
            _report(watching.groups.counts)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    bad = watching.groups.counts["refused"] or watching.failed_feeds or watching.unreadable
    if settings.once and not stopped and bad:
        raise typer.Exit(1)


def _named(settings: Settings) -> str:
    count = len(settings.feeds)
    feeds = f"{count:,} feed{'s' * (count != 1)}" if count else ""
    return " and ".join(name for name in (str(settings.inbox or ""), feeds) if name)


def _report(counts: dict[str, int]) -> None:
    total = sum(counts.values())
    parts = [f"{counts[name]:,} {name}" for name in ("accepted", "duplicate", "refused") if counts.get(name)]
    word = "item" if total == 1 else "items"
    _tell(f"{total:,} {word}{': ' if parts else ''}{', '.join(parts)}")


def _tell(words: str) -> None:
    say(f"samesame: {words}")
