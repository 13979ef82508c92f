"""samesame read: any input as clean JSONL or Parquet."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from samesame.cli import options
from samesame.cli.progress import watching


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
    csv_safe: options.CsvSafe = False,
    *,
    reading: options.Reading,
) -> None:
    """Write any input as clean JSONL or Parquet: what the other verbs will see.

    Example: samesame read mails.mbox pages/ --out documents.jsonl
    """
    from samesame import _core
    from samesame.read.schema import PUBLIC, SCHEMA
    from samesame.report.files import open_writer, output_format, put_lines
    from samesame.report.targets import check_outputs

    if out is not None:
        output_format(out)
    with watching(quiet=reading.quiet) as watch, options.opened(inputs, reading, watch) as documents:
        count = 0
        if out is None:
            for batch in documents.batches(progress=watch.read):
                put_lines(_core.json_lines(batch))
                count += batch.num_rows
            sys.stdout.buffer.flush()
        else:
            check_outputs([("out", out)], [documents])
            schema = SCHEMA.empty_table().select(PUBLIC).schema
            with open_writer(out, schema, json_lines=_core.json_lines, csv_safe=csv_safe) as writer:
                for batch in documents.batches(progress=watch.read):
                    writer.write(batch.select(PUBLIC))
                    count += batch.num_rows
        watch.end()
        watch.say(f"{count:,} documents read" + (f", written to {out}" if out else ""))
