"""samesame evaluate: matches or clusters against what is known to be true."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from samesame.cli.messages import ProblemTeller, say

if TYPE_CHECKING:
    from samesame.assess.clusters import ClusterEvaluation, Detection
    from samesame.assess.metrics import Evaluation, Measure
    from samesame.assess.plagdet import SectionScore
    from samesame.verbs.alignment import AlignmentEvaluation

_PAN = "Alignments"


def evaluate(
    matches: Annotated[
        str,
        typer.Argument(
            metavar="MATCHES|MEMBERS|DIR",
            help="What 'samesame find' or 'samesame cluster' wrote: JSONL, CSV, TSV (also .gz .zst), Parquet or "
            "Arrow; '-' for JSONL on standard input. With --format pan: a collection.",
            show_default=False,
        ),
    ],
    truth: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="The true pairs: columns left, right and perhaps relation. For MEMBERS: id, cluster and perhaps edit. "
            "With --family: a collection.",
            show_default=False,
        ),
    ] = None,
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
        typer.Option(help="Only these relations, separated by commas.", metavar="R,...", show_default=False),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first bad row.")] = False,
    format: Annotated[
        str,
        typer.Option(help="'matches', or 'pan': align and score every pair of a PAN collection.", rich_help_panel=_PAN),
    ] = "matches",
    aligner: Annotated[
        str | None,
        typer.Option(help="'reworded' (the default here) or 'verbatim'.", rich_help_panel=_PAN, show_default=False),
    ] = None,
    adapt: Annotated[
        bool,
        typer.Option(
            "--adapt",
            help="reworded: if there are verbatim passages, report only these.",
            rich_help_panel=_PAN,
        ),
    ] = False,
    summary: Annotated[
        bool,
        typer.Option(
            "--summary",
            help="reworded: also report a passage that sums up the whole source.",
            rich_help_panel=_PAN,
        ),
    ] = False,
    detections: Annotated[
        Path | None,
        typer.Option(help="Write the passages to this file, as JSON lines.", rich_help_panel=_PAN, show_default=False),
    ] = None,
    threads: Annotated[
        int, typer.Option(help="Threads; 0 is one per core.", min=0, max=1024, rich_help_panel=_PAN)
    ] = 0,
) -> None:
    """Compare matches with the truth: precision, recall and F1 of pairs, by relation and over all.

    Where the truth lists all pairs, take the matches of 'find --all-pairs': 'find' links copies to their first only.

    Pairs have no order, but 'contained' has a direction: left is contained in right.

    A pair of relation 'none' is not true, and neither is one that is not listed.

    Clusters are compared over all pairs of documents (AC1, Cohen's kappa, precision, recall, F1), and by edit class:
    how many documents of a class are in the right cluster, and of these how many have the right class.

    With --format pan, align every pair of a PAN text-alignment collection and score the passages: plagdet, precision,
    recall and granularity by section.

    Example: samesame find news.jsonl --all-pairs | samesame evaluate - --truth truth.csv
    """
    from samesame.assess.clusters import ClusterEvaluation
    from samesame.errors import ParameterError
    from samesame.verbs.evaluate import evaluate as run

    if format == "pan":
        _refuse("pan", {"truth": truth, "family": family, "relation": relation})
        _evaluate_pan(matches, aligner or "reworded", adapt, summary, detections, json, threads)
        return
    if format != "matches":
        raise ParameterError(f"format: expected 'matches' or 'pan', got '{format}'")
    _refuse("matches", {"aligner": aligner, "adapt": adapt, "summary": summary, "detections": detections})
    if truth is None:
        raise ParameterError("truth: expected a file with the true pairs: --truth FILE")
    teller = ProblemTeller()
    result = run(
        matches,
        truth=truth,
        family=family,
        relation=relation,
        id_field=id_field,
        strict=strict,
        tell=teller,
    )
    for note in result.notes:
        say(f"samesame: {note}")
    if json:
        print(jsonlib.dumps(result.to_dict()))
    elif isinstance(result, ClusterEvaluation):
        _print_clusters(result)
    else:
        _print_table(result)
    teller.close()
    if teller.count:
        raise typer.Exit(1)


def _print_table(result: Evaluation) -> None:
    from samesame.report.terminal import print_figures

    def cells(row: Measure) -> tuple[str, ...]:
        shares = ("–" if share is None else f"{share:.4f}" for share in (row.precision, row.recall, row.f1))
        return row.relation, f"{row.found:,}", f"{row.true:,}", f"{row.correct:,}", *shares

    print_figures(map(cells, result), ("relation", "found", "true", "correct", "precision", "recall", "F1"))
    if result.reversed:
        print(f"contained, direction reversed: {result.reversed:,}")


def _print_clusters(result: ClusterEvaluation) -> None:
    from samesame.report.terminal import print_figures

    def share(value: float | None) -> str:
        return "–" if value is None else f"{value:.4f}"

    def cells(row: Detection) -> tuple[str, ...]:
        counts = (f"{count:,}" for count in (row.found, row.true, row.correct))
        return row.edit, *counts, *map(share, (row.precision, row.recall, row.f1, row.label_accuracy))

    print_figures(map(cells, result), ("edit", "found", "true", "correct", "precision", "recall", "F1", "labels right"))
    pairs = result.pairs
    print_figures(
        [
            (
                "all pairs",
                share(result.ac1),
                share(result.kappa),
                *map(share, (pairs.precision, pairs.recall, pairs.f1)),
            ),
            ("mean over clusters", share(result.macro_ac1), share(result.macro_kappa), "", "", ""),
        ],
        ("agreement", "AC1", "kappa", "precision", "recall", "F1"),
    )


def _refuse(format: str, options: Mapping[str, object]) -> None:
    """Refuses options of the other format, which would otherwise be ignored silently."""
    from samesame.errors import ParameterError

    for name, value in options.items():
        if value:
            raise ParameterError(f"{name}: not an option of --format {format}; leave it out")


def _evaluate_pan(
    folder: str, aligner: str, adapt: bool, summary: bool, detections: Path | None, json: bool, threads: int
) -> None:
    from samesame.align.passages import Aligner
    from samesame.report.targets import check_outputs
    from samesame.report.whole import whole_file
    from samesame.verbs.alignment import evaluate_alignment

    chosen = Aligner(name=aligner, adapt=adapt, summary=summary)  # type: ignore[arg-type]
    check_outputs([("detections", detections)], [folder])
    result = evaluate_alignment(folder, aligner=chosen, threads=threads)
    if detections is not None:
        with whole_file(detections) as partial:
            result.write(partial)
    if json:
        print(jsonlib.dumps(result.to_dict()))
    else:
        _print_sections(result)


def _print_sections(result: AlignmentEvaluation) -> None:
    from samesame.report.terminal import print_figures

    def cells(score: SectionScore) -> tuple[str, ...]:
        counts = (score.pairs, score.cases, score.detections, score.missed, score.false_pairs)
        shares = (score.precision, score.recall, score.granularity, score.plagdet)
        return score.section, *(f"{count:,}" for count in counts), *(f"{share:.4f}" for share in shares)

    names = ("pairs", "cases", "found", "missed", "false", "precision", "recall", "gran.", "plagdet")
    print_figures(map(cells, result.scores), ("section", *names))
    chosen = result.aligner
    options = "".join(f" with {name}" for name in ("adapt", "summary") if getattr(chosen, name))
    say(f"{chosen.name}{options}: {result.seconds:.2f} s, {result.pairs_per_second:,.0f} pairs/s")
