"""samesame find: the matches of a collection."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from samesame.cli import options
from samesame.cli.progress import progress_bar


@options.with_reading
def find(
    inputs: options.Inputs,
    method: Annotated[str, typer.Option(help="The method; 'samesame methods' lists them.")] = "exact",
    relation: Annotated[
        str | None,
        typer.Option(help="Only these relations, with commas between.", metavar="R,...", show_default=False),
    ] = None,
    all_pairs: Annotated[
        bool,
        typer.Option("--all-pairs", help="Link identical documents all with all, not only with the first."),
    ] = False,
    same: options.Same = None,
    language: options.Language = None,
    out: options.Out = None,
    json: options.Json = False,
    engine: Annotated[str, typer.Option(help="Who runs it.", rich_help_panel="Running")] = "local",
    memory: options.Memory = "2GiB",
    *,
    reading: options.Reading,
) -> None:
    """Find the copies in a collection.

    On a terminal the matches are a table, in a pipe JSON lines.

    Example: samesame find news.jsonl --out matches.csv
    """
    from samesame.report.files import output_format, print_json_lines, refuse_inputs, write_table
    from samesame.report.terminal import print_matches, print_summary
    from samesame.verbs.find import find as run

    if out is not None:
        output_format(out)
    with options.opened(inputs, reading) as documents:
        if out is not None:
            refuse_inputs(documents, out, "out")
        with progress_bar("finding") as progress:
            matches = run(
                documents,
                method=method,
                relations=relation.split(",") if relation else None,  # type: ignore[arg-type]
                all_pairs=all_pairs,
                engine=engine,
                memory=memory,
                threads=reading.threads,
                progress=progress,
                **given(same=same, language=language),
            )
        if out is not None:
            write_table(matches.to_arrow(), out)
        elif json or not sys.stdout.isatty():
            print_json_lines(matches.to_arrow())
        else:
            print_matches(matches)
        print_summary(matches.summary)


def given(**values: object) -> dict[str, object]:
    """The options that the user gave; the method knows the defaults of the others."""
    return {name: value for name, value in values.items() if value is not None}
