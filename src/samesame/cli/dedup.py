"""samesame dedup: a collection without its copies."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from samesame.cli import options
from samesame.cli.find import given
from samesame.cli.messages import say
from samesame.cli.progress import progress_bar


@options.with_reading
def dedup(
    inputs: options.Inputs,
    out: Annotated[
        str,
        typer.Option(
            help="Write the documents that stay to this file; or, with a '/' at the end, to this folder, "
            "one file an input.",
            show_default=False,
        ),
    ],
    removed: Annotated[
        Path | None,
        typer.Option(help="Write what was removed, what stays in its place and why.", show_default=False),
    ] = None,
    keep: Annotated[str, typer.Option(help="Which copy stays: earliest, longest or first.")] = "earliest",
    method: Annotated[str, typer.Option(help="The method; 'samesame methods' lists them.")] = "exact",
    same: options.Same = None,
    language: options.Language = None,
    engine: Annotated[str, typer.Option(help="Who runs it.", rich_help_panel="Running")] = "local",
    memory: options.Memory = "2GiB",
    *,
    reading: options.Reading,
) -> None:
    """Write a collection without its copies.

    JSONL lines stay as they are, to the byte; Parquet and Arrow keep all their columns.

    Example: samesame dedup news.jsonl --out clean.jsonl --removed removed.csv
    """
    from samesame.report.terminal import print_summary
    from samesame.verbs.dedup import dedup as run

    with options.opened(inputs, reading) as documents:
        with progress_bar("finding copies") as progress:
            result = run(
                documents,
                out=out,
                removed=removed,
                keep=keep,  # type: ignore[arg-type]
                method=method,
                engine=engine,
                memory=memory,
                threads=reading.threads,
                progress=progress,
                **given(same=same, language=language),
            )
        print_summary(result.summary)
        share = len(result.removed) / max(result.summary.documents, 1)
        say(f"{len(result):,} documents kept, {len(result.removed):,} removed ({share:.1%}); written to {out}")
