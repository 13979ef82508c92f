"""samesame index: an index on disk, for --against."""

from __future__ import annotations

import json as jsonlib
import sys
from pathlib import Path
from typing import Annotated

import typer

from samesame.cli import options
from samesame.cli.messages import say
from samesame.cli.progress import watching

app = typer.Typer(
    name="index",
    help="An index on disk, for 'find --against' and 'dedup --against': ids and features of a collection, no texts.",
    no_args_is_help=True,
)
Folder = Annotated[Path, typer.Argument(metavar="INDEX", help="The folder of the index.", show_default=False)]


@app.command()
@options.with_reading
def build(
    index: Folder,
    inputs: options.Inputs,
    method: options.Method = "overlap",
    preset: options.Preset = None,
    stats: options.Stats = None,
    sets: options.Set = None,
    language: options.Language = None,
    memory: options.Memory = "2GiB",
    *,
    reading: options.Reading,
) -> None:
    """Make an index of a collection.

    Example: samesame index build letters.index letters.jsonl
    """
    from samesame.report.targets import check_folder
    from samesame.verbs.index import build_index

    with watching(quiet=reading.quiet) as watch, options.opened(inputs, reading, watch) as documents:
        check_folder("index", index, [documents, stats])
        made = build_index(
            index,
            documents,
            method=method,
            preset=preset,
            stats=stats,
            memory=memory,
            threads=reading.threads,
            progress=watch.read,
            stage=watch.stage,
            tell=_tell,
            **options.given(sets, language=language),
        )
        watch.end()
        watch.say(f"{made.documents:,} documents in {index}")


@app.command()
@options.with_reading
def add(index: Folder, inputs: options.Inputs, memory: options.Memory = "2GiB", *, reading: options.Reading) -> None:
    """Add documents to an index."""
    from samesame.verbs.index import add_to_index

    with watching(quiet=reading.quiet) as watch, options.opened(inputs, reading, watch) as documents:
        count = add_to_index(
            index,
            documents,
            memory=memory,
            threads=reading.threads,
            progress=watch.read,
            stage=watch.stage,
            tell=_tell,
        )
        watch.end()
        watch.say(f"{count:,} documents added to {index}")


@app.command()
def remove(
    index: Folder,
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Ids; '-' reads them from standard input.")],
) -> None:
    """Remove documents from an index by their ids."""
    from samesame.verbs.index import remove_from_index

    lines = [line for id_ in ids for line in (sys.stdin.read().splitlines() if id_ == "-" else [id_])]
    wanted = [line for line in lines if line]
    unknown = remove_from_index(index, wanted, tell=_tell)
    say(f"{len(set(wanted)) - len(set(unknown)):,} documents removed from {index}")
    if unknown:
        say(f"samesame: not in the index: {', '.join(unknown[:10])}{' …' if len(unknown) > 10 else ''}")
        raise typer.Exit(1)


@app.command()
def info(index: Folder, json: options.Json = False) -> None:
    """Say what an index holds."""
    from samesame.index import Index

    opened = Index(index)
    header = opened.header
    facts = {
        "documents": opened.documents,
        "parts": len(header.parts),
        "method": header.method,
        "settings": header.settings,
        "statistics": header.statistics,
    }
    if json:
        print(jsonlib.dumps(facts))
        return
    for name, value in facts.items():
        print(f"{name}: {value}")


def _tell(words: str) -> None:
    say(f"samesame: {words}")
