"""samesame report: a page of campaigns."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from samesame.cli import options
from samesame.cli.messages import say
from samesame.cli.progress import watching

if TYPE_CHECKING:
    from samesame.verbs.report import Report

# Ids that are named one by one.
NAMED = 20


@options.with_reading
def report(
    members: Annotated[
        Path,
        typer.Argument(
            metavar="MEMBERS",
            help="What 'samesame cluster' wrote: .jsonl .csv .tsv .parquet .arrow.",
            show_default=False,
        ),
    ],
    texts: Annotated[
        list[str],
        typer.Option(
            help="The collection that was clustered, read with the same options; more files with more --texts.",
            metavar="IN",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(help="Write the page to this file; without it, to standard output.", show_default=False),
    ] = None,
    title: Annotated[str, typer.Option(help="What stands at the top of the page.")] = "Campaigns",
    order: Annotated[str, typer.Option(help="What writers added: the 'longest' first, or by 'date'.")] = "longest",
    max_size: Annotated[
        str, typer.Option(help="The page has at most so many bytes; what has no room is counted.", metavar="SIZE")
    ] = "10MB",
    *,
    reading: options.Reading,
) -> None:
    """Make a page of the campaigns that 'samesame cluster' found, for reading in a browser.

    It has the letter of each campaign with what varies in its copies, what writers added, and the documents that are
    alone. It is one file, needs no network, and can be searched.

    Example: samesame report members.jsonl --texts comments.jsonl --out comments.html
    """
    from samesame.errors import ParameterError
    from samesame.report.targets import check_outputs
    from samesame.verbs.report import report as run

    if out is None and sys.stdout.isatty():
        raise ParameterError("out: a page is not for a terminal; name a file, such as --out page.html")
    with watching(quiet=reading.quiet) as watch, options.opened(texts, reading, watch) as documents:
        check_outputs([("out", out)], [documents, members])
        made = run(
            members,
            documents,
            out=out,
            title=title,
            order=order,  # type: ignore[arg-type]
            max_size=max_size,
            threads=reading.threads,
            strict=reading.strict,
            progress=watch.read,
            stage=watch.stage,
        )
        watch.end()
        if out is None:
            sys.stdout.buffer.write(made.html.encode())
            sys.stdout.buffer.flush()
        elif not reading.quiet:
            say(f"samesame: wrote {out}: {made.campaigns:,} campaigns, {made.singletons:,} documents alone")
        bad = _tell_problems(made)
    if bad:
        raise typer.Exit(1)


def _tell_problems(made: Report) -> bool:
    """Names members without a text."""
    if not made.missing:
        return False
    named = ", ".join(made.missing[:NAMED])
    more = f" and {len(made.missing) - NAMED:,} more" if len(made.missing) > NAMED else ""
    say(f"samesame: the texts lack {len(made.missing):,} members: {named}{more}")
    return True
