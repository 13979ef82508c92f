"""samesame evaluate: matches against what is known to be true."""

from __future__ import annotations

import json as jsonlib
from typing import TYPE_CHECKING, Annotated

import typer

from samesame.cli.messages import ProblemTeller, say

if TYPE_CHECKING:
    from samesame.assess.metrics import Evaluation


def evaluate(
    matches: Annotated[
        str,
        typer.Argument(
            metavar="MATCHES",
            help="What 'samesame find' wrote: JSONL, CSV, TSV (also .gz .zst), Parquet or Arrow; '-' for JSONL on "
            "standard input.",
            show_default=False,
        ),
    ],
    truth: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            help="The true pairs: columns left, right and perhaps relation. With --family: a collection.",
            show_default=False,
        ),
    ],
    family: Annotated[
        str | None,
        typer.Option(
            metavar="FIELD",
            help="All documents of the collection with the same value in this field are copies.",
            show_default=False,
        ),
    ] = None,
    id_field: Annotated[str, typer.Option(help="With --family: the field that holds the id.")] = "id",
    relation: Annotated[
        str | None,
        typer.Option(help="Only these relations, with commas between.", metavar="R,...", show_default=False),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first bad row.")] = False,
) -> None:
    """Compare matches with the truth: precision, recall and F1 of pairs, by relation and over all.

    Where the truth lists all pairs, take the matches of 'find --all-pairs': 'find' links copies to their first only.

    Pairs have no order, but 'contained' has a direction: left is contained in right.

    A pair of relation 'none' is not true, and neither is one that is not listed.

    Example: samesame find news.jsonl --all-pairs | samesame evaluate - --truth truth.csv
    """
    from samesame.verbs.evaluate import evaluate as run

    teller = ProblemTeller()
    wanted = relation.split(",") if relation else None
    result = run(
        matches,
        truth=truth,
        family=family,
        relations=wanted,  # type: ignore[arg-type]
        id_field=id_field,
        strict=strict,
        tell=teller,
    )
    for note in result.notes:
        say(f"samesame: {note}")
    if json:
        print(jsonlib.dumps(result.to_dict()))
    else:
        _print_table(result)
    teller.close()
    if teller.count:
        raise typer.Exit(1)


def _print_table(result: Evaluation) -> None:
    from rich.table import Table

    from samesame.report.terminal import _Output

    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("relation")
    for name in ("found", "true", "correct", "precision", "recall", "F1"):
        table.add_column(name, justify="right")
    for row in result:
        shares = ("–" if share is None else f"{share:.4f}" for share in (row.precision, row.recall, row.f1))
        table.add_row(row.relation, f"{row.found:,}", f"{row.true:,}", f"{row.correct:,}", *shares)
    console = _Output()
    console.print(table)
    if result.reversed:
        console.print(f"contained, direction reversed: {result.reversed:,}", highlight=False)
