"""Options that several commands share: how to read, and what a run may use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from samesame.cli.messages import ProblemTeller, say

if TYPE_CHECKING:
    from samesame.cli.progress import Watch
    from samesame.engines.base import Engine as EngineKind
    from samesame.read.documents import Documents
    from samesame.read.inputs import Input
    from samesame.read.problems import Problems

_READ = "Reading"
_RUN = "Running"

Inputs = Annotated[
    list[str],
    typer.Argument(
        metavar="IN...",
        help="Files, folders, globs or '-' for standard input: JSONL, JSON, CSV, TSV, Parquet, Arrow, mbox; folders "
        "of .txt .md .html .eml .xml; also packed (.gz .zst .xz .bz2). Of a folder, files of other formats are skipped "
        "and named.",
        show_default=False,
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        help="Read all inputs as this format, whatever their names.",
        rich_help_panel=_READ,
        show_default=False,
    ),
]
_MISSING = "; meta.body is the field body of meta. An error if no record has it."
IdField = Annotated[str, typer.Option(help=f"The field that holds the id{_MISSING}", rich_help_panel=_READ)]
TextField = Annotated[str, typer.Option(help=f"The field that holds the text{_MISSING}", rich_help_panel=_READ)]
TimeField = Annotated[str, typer.Option(help=f"The field that holds the time{_MISSING}", rich_help_panel=_READ)]
Ids = Annotated[
    str,
    typer.Option(
        help="'field' takes the records' ids; 'path' makes ids of file and line, if ids are unique per file only.",
        rich_help_panel=_READ,
    ),
]
Clean = Annotated[
    str,
    typer.Option(
        help="HTML: 'article' takes the main text, 'tags' all visible text, 'none' the markup.",
        rich_help_panel=_READ,
    ),
]
Delimiter = Annotated[
    str,
    typer.Option(
        help="The character between the cells of CSV, or 'tab'; .tsv files always have tabs.",
        rich_help_panel=_READ,
    ),
]
Encoding = Annotated[
    str,
    typer.Option(
        help="The encoding of all inputs but mails, Parquet and Arrow: latin-1, cp1254, utf-16 … Outputs are UTF-8.",
        rich_help_panel=_READ,
    ),
]
MaxRecord = Annotated[
    str, typer.Option(help="A longer record is named and left out.", metavar="SIZE", rich_help_panel=_READ)
]
Strict = Annotated[bool, typer.Option("--strict", help="Stop at the first bad record.", rich_help_panel=_READ)]
Memory = Annotated[
    str,
    typer.Option(
        help="Memory for features, pairs and rows; what does not fit is written to temporary files.",
        metavar="SIZE",
        rich_help_panel=_RUN,
    ),
]
Quiet = Annotated[
    bool,
    typer.Option(
        "--quiet",
        "-q",
        help="Neither progress nor summary; bad records and errors are still named.",
        rich_help_panel=_RUN,
    ),
]
Threads = Annotated[int, typer.Option(help="Threads; 0 is one per core.", min=0, max=1024, rich_help_panel=_RUN)]
_METHOD = "Method"
Method = Annotated[
    str, typer.Option(help="The method; 'samesame methods' lists them with their parameters.", rich_help_panel=_METHOD)
]
Threshold = Annotated[
    float | None,
    typer.Option(
        help="A document passes from this share on (simhash: with fewer different bits); by default the method's own.",
        rich_help_panel=_METHOD,
        show_default=False,
    ),
]
Preset = Annotated[
    str | None,
    typer.Option(help="The parameters of a paper: codet or durian.", rich_help_panel=_METHOD, show_default=False),
]
Stats = Annotated[
    Path | None,
    typer.Option(
        help="Word statistics made by 'samesame stats', for methods that need idf; without them the input is counted.",
        rich_help_panel=_METHOD,
        show_default=False,
    ),
]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        help="Another parameter of the method, such as --set size=5 or --set measure=jaccard.",
        metavar="NAME=VALUE",
        rich_help_panel=_METHOD,
        show_default=False,
    ),
]
Engine = Annotated[
    str,
    typer.Option(
        help="'local' runs in this process; 'spark' runs on a cluster (see --master) and writes folders of Parquet or "
        "JSONL; 'steps' runs each step over two partitions in separate processes. The rows are the same.",
        rich_help_panel=_RUN,
    ),
]
Master = Annotated[
    str | None,
    typer.Option(
        help="With --engine spark: the cluster, such as spark://host:7077, yarn or local[4]; by default the one of "
        "spark-submit.",
        metavar="URL",
        show_default=False,
        rich_help_panel=_RUN,
    ),
]
Overwrite = Annotated[
    bool,
    typer.Option("--overwrite", help="With --engine spark: replace an output that exists.", rich_help_panel=_RUN),
]
Explain = Annotated[
    bool,
    typer.Option(
        "--explain",
        help="Show what would be done, without doing it: steps, settings, how often the input is read; with --json as "
        "JSON.",
        rich_help_panel=_RUN,
    ),
]
Same = Annotated[
    str | None,
    typer.Option(
        help="With --method exact: copies have the same 'words', or only the same 'letters'.",
        rich_help_panel=_METHOD,
        show_default=False,
    ),
]
Language = Annotated[
    str | None,
    typer.Option(
        help="The language of stop words, stems and case: a code such as 'en', or 'auto' to detect it per document.",
        rich_help_panel=_METHOD,
        show_default=False,
    ),
]
Unspaced = Annotated[
    str, typer.Option(help="Chinese and Japanese by 'bigrams' (character pairs) or by a dictionary, 'segmenter'.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON lines, also on a terminal.")]
JsonPlan = Annotated[bool, typer.Option("--json", help="With --explain: print the plan as JSON.")]
Out = Annotated[
    Path | None,
    typer.Option(help="Write to this file: .jsonl .csv .tsv (also .gz .zst) .parquet .arrow.", show_default=False),
]
CsvSafe = Annotated[
    bool,
    typer.Option(
        "--csv-safe",
        help="CSV and TSV: put an apostrophe before texts that a spreadsheet would take for formulas.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class Reading:
    """The options that every command with inputs has, as the user gave them."""

    threads: Threads = 0
    format: Format = None
    id_field: IdField = "id"
    text_field: TextField = "text"
    time_field: TimeField = "time"
    ids: Ids = "field"
    clean: Clean = "article"
    delimiter: Delimiter = ","
    encoding: Encoding = "utf-8"
    max_record: MaxRecord = "128MiB"
    strict: Strict = False
    quiet: Quiet = False


def with_reading(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the options of `Reading`; it gets them as its parameter `reading`."""
    types = get_type_hints(command, include_extras=True)
    own = [p.replace(annotation=types[p.name]) for p in signature(command).parameters.values() if p.name != "reading"]
    hints = get_type_hints(Reading, include_extras=True)
    shared = [
        Parameter(field.name, Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[field.name])
        for field in fields(Reading)
    ]

    @wraps(command)
    def run(**values: Any) -> None:
        reading = Reading(**{parameter.name: values.pop(parameter.name) for parameter in shared})
        command(**values, reading=reading)

    run.__signature__ = Signature([*own, *shared])  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in [*own, *shared]}
    return run


def engine_at(engine: str, master: str | None, overwrite: bool) -> str | EngineKind:
    """The engine; Spark is started, or found."""
    from samesame.errors import ParameterError

    if engine != "spark":
        for name, value in (("master", master), ("overwrite", overwrite)):
            if value:
                raise ParameterError(f"{name}: it goes with --engine spark; the engine is '{engine}'")
        return engine
    from samesame.engines.spark.session import started

    return started(master, overwrite=overwrite)


def check_out(
    engine: str | EngineKind,
    out: Path | None,
    inputs: list[object],
    *,
    clusters: Path | None = None,
    links: Path | None = None,
) -> None:
    """Refuses an output that would overwrite an input; of an engine that writes folders, one that exists."""
    from samesame.errors import ParameterError
    from samesame.report.files import output_format
    from samesame.report.targets import check_outputs

    if (check := getattr(engine, "check_output", None)) is not None:
        check("out", out)
        if clusters is not None:
            raise ParameterError("clusters: Spark does not write them; use the engine 'local'")
        return
    if out is not None:
        output_format(out)
    check_outputs([("out", out), ("clusters", clusters), ("out", links)], inputs)


def given(sets: list[str] | None, **values: object) -> dict[str, Any]:
    """The parameters that the user gave; the defaults of the others are those of the method."""
    from samesame.errors import ParameterError

    parameters = {name: value for name, value in values.items() if value is not None}
    for item in sets or []:
        name, equals, value = item.partition("=")
        if not equals or not name:
            raise ParameterError(f"set: expected NAME=VALUE, such as size=5; got '{item}'")
        parameters[name.strip()] = value.strip()
    return parameters


@contextmanager
def opened(inputs: list[str], reading: Reading, watch: Watch) -> Iterator[Documents]:
    """The documents of the inputs. Bad records are printed as they are met; if there are any, the exit code is 1."""
    from samesame.read.documents import Documents
    from samesame.read.problems import Problems
    from samesame.read.spool import spooled
    from samesame.read.verb import Reading as Asked

    refuse_indexes(inputs)
    teller = ProblemTeller()
    problems = Problems(strict=reading.strict, tell=teller)
    options = Asked.among(vars(reading)).options
    with spooled(_resolved(inputs, reading.format, problems, watch)) as sources:
        yield Documents(sources, options, problems)
    teller.close()
    if teller.count:
        raise typer.Exit(1)


def print_plan(verb: str, documents: Documents, *, json: bool, **wish: Any) -> None:
    """Shows what a verb would do."""
    from samesame.report.visible import escaped_json, visible
    from samesame.verbs.explain import explain

    plan = explain(documents, verb=verb, **wish)
    shown = escaped_json(plan.to_json()) if json else "\n".join(map(visible, str(plan).splitlines()))
    typer.echo(shown)


def _resolved(inputs: list[str], format: str | None, problems: Problems, watch: Watch) -> list[Input]:
    """The files of the inputs; skipped files are reported."""
    from samesame.read.inputs import resolve

    watch.stage("look for files")
    found = resolve(inputs, format, problems, lambda count: watch.count("files", count))
    watch.stage(None)
    for note in problems.notes:
        say(f"samesame: {note}")
    return found


def refuse_indexes(inputs: list[str]) -> None:
    """Refuses an index as an input: an index has no documents, and is given alone with --against."""
    from samesame.errors import ParameterError
    from samesame.index import Index

    for path in inputs:
        if Index.is_one(path):
            raise ParameterError(
                f"'{path}' is an index, not a collection; give it alone, as 'find IN --against {path}'"
            )


@contextmanager
def opened_also(
    inputs: list[str] | None, documents: Documents, watch: Watch, format: str | None = None
) -> Iterator[Documents | str | None]:
    """A second collection, read and reported like the first, or the path of an index."""
    from samesame.index import Index
    from samesame.read.documents import Documents as Opened
    from samesame.read.spool import spooled

    if not inputs or (len(inputs) == 1 and Index.is_one(inputs[0])):
        yield inputs[0] if inputs else None
        return
    refuse_indexes(inputs)
    problems = documents.problems.of_another()
    with spooled(_resolved(inputs, format, problems, watch)) as sources:
        yield Opened(sources, documents.options, problems)
