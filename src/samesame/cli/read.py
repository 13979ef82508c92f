"""samesame read: any input as clean JSONL or Parquet."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from samesame.cli import options
from samesame.cli.progress import watching

if TYPE_CHECKING:
    from samesame.report.files import JsonLines, Writer

    Output: TypeAlias = AbstractContextManager[Writer]


@options.with_reading
def read(
    inputs: options.Inputs,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write to this file: .jsonl .csv .tsv (also .gz .zst) .parquet .arrow; without it, JSONL goes to "
            "standard output.",
            show_default=False,
        ),
    ] = None,
    letters: Annotated[
        bool,
        typer.Option(
            "--letters",
            help="Add a field `letter`: sender, receiver, date, docket ids and other parts of letters with their "
            "places, apart from the main text. --out may end in .xml then.",
        ),
    ] = False,
    csv_safe: options.CsvSafe = False,
    *,
    reading: options.Reading,
) -> None:
    """Write any input as clean JSONL or Parquet: what the other verbs will see.

    Examples: samesame read mails.mbox pages/ --out documents.jsonl

    samesame read comments/ --letters --out letters.xml
    """
    from samesame.report.files import put_lines
    from samesame.report.targets import check_outputs

    lines, writer_of = _output(out, letters=letters, csv_safe=csv_safe)
    with watching(quiet=reading.quiet) as watch, options.opened(inputs, reading, watch) as documents:
        count = 0
        if out is None:
            for batch in documents.batches(progress=watch.read):
                put_lines(lines(batch))
                count += batch.num_rows
            sys.stdout.buffer.flush()
        else:
            check_outputs([("out", out)], [documents])
            with writer_of(out) as writer:
                for batch in documents.batches(progress=watch.read):
                    writer.write(batch)
                    count += batch.num_rows
        watch.end()
        watch.say(f"{count:,} documents read" + (f", written to {out}" if out else ""))


def _output(out: Path | None, *, letters: bool, csv_safe: bool) -> tuple[JsonLines, Callable[[Path], Output]]:
    """How batches become lines, and a writer of them; a file's name that tells no format is refused."""
    from samesame import _core
    from samesame.report.files import documents_writer, output_format

    if not letters:
        if out is not None:
            output_format(out)
        return _core.json_lines, partial(documents_writer, csv_safe=csv_safe)
    from samesame.report.letters import check_letters_output, letter_lines, letters_writer

    if out is not None:
        check_letters_output(out)
    return letter_lines, partial(letters_writer, csv_safe=csv_safe)
