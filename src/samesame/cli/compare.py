"""samesame compare: two texts side by side."""

from __future__ import annotations

import contextlib
import json as jsonlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from samesame.cli import options
from samesame.cli.messages import say
from samesame.cli.progress import watching

if TYPE_CHECKING:
    from samesame.verbs.compare import Comparison

_FILE = "A file with one text: .txt .md .html .eml .xml, or a collection of one document; also .gz .zst .xz .bz2."


@options.with_reading
def compare(
    a: Annotated[str, typer.Argument(metavar="A", help=_FILE, show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="The other one.", show_default=False)],
    html: Annotated[
        Path | None,
        typer.Option(help="Write a self-contained page: both texts, a colour per passage.", show_default=False),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    aligner: Annotated[
        str, typer.Option(help="'verbatim' for copies and edits, 'reworded' for passages in other words.")
    ] = "verbatim",
    adapt: Annotated[
        bool, typer.Option("--adapt", help="reworded: if there are verbatim passages, report only these.")
    ] = False,
    summary: Annotated[
        bool, typer.Option("--summary", help="reworded: also report a passage that sums up the whole other text.")
    ] = False,
    threshold: Annotated[float, typer.Option(help="A text counts as covered from this share on.")] = 0.8,
    *,
    reading: options.Reading,
) -> None:
    """Compare two texts: how they are related, how much of each is in the other, and where.

    Example: samesame compare old.txt new.html --html both.html
    """
    from samesame.report.targets import check_outputs
    from samesame.verbs.compare import compare as run
    from samesame.verbs.compare import only_document

    watch = watching(quiet=True)
    with options.opened([a], reading, watch) as left, options.opened([b], reading, watch) as right:
        check_outputs([("html", html)], [left, right])
        comparison = run(
            only_document(left, a),
            only_document(right, b),
            aligner=aligner,  # type: ignore[arg-type]
            adapt=adapt,
            summary=summary,
            threshold=threshold,
            threads=reading.threads,
        )
        _show(comparison, html, json)


def _show(comparison: Comparison, html: Path | None, json: bool) -> None:
    """Prints JSON or the texts side by side as asked for, and writes the page to its file."""
    from samesame.report.whole import whole_file

    with contextlib.ExitStack() as stack:
        if html is not None:
            partial = stack.enter_context(whole_file(html))
            partial.write_text(comparison.to_html(), encoding="utf-8", newline="")
        # The page gets its name last: if standard output fails, the run failed and leaves nothing.
        _print(comparison, html, json)
        sys.stdout.flush()
    if html is not None:
        say(f"samesame: wrote {html}")


def _print(comparison: Comparison, html: Path | None, json: bool) -> None:
    if json:
        print(jsonlib.dumps(comparison.to_dict()))
    elif html is None or sys.stdout.isatty():
        from samesame.report.side_by_side import print_comparison

        print_comparison(comparison)
