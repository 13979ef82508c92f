"""Tables on a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import groupby, islice
from operator import attrgetter

from rich.console import Console
from rich.table import Table
from rich.text import Text

from samesame.methods.base import Method, MethodSettings
from samesame.model import Match
from samesame.report.matches import Matches
from samesame.report.members import Clusters
from samesame.report.passages import Passages
from samesame.report.visible import visible

SHOWN = 50
OPENING = 80
# Characters per line, at most; and of a name that is broken, at least.
WIDEST = 10_000
NARROWEST = 12


class Output(Console):
    """A console that leaves the handling of a closed pipe to the program."""

    def on_broken_pipe(self) -> None:
        """Leaves it to the caller."""
        raise BrokenPipeError


def print_figures(rows: Iterable[tuple[str, ...]], names: tuple[str, ...]) -> None:
    """A name and figures per row, on standard output. On a narrow terminal names are broken; figures are never cut."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column(names[0], overflow="fold")
    for name in names[1:]:
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*(Text(visible(cell)) for cell in row))
    console = Output()
    whole = console.measure(table, options=console.options.update(max_width=WIDEST)).maximum
    spare = max(len(str(cell)) for cell in table.columns[0].cells) - NARROWEST
    fits = max(console.width, whole - max(spare, 0)) if console.is_terminal else whole
    Output(width=min(fits, whole)).print(table)


def print_matches(matches: Matches, texts: Mapping[str, str] | None = None) -> None:
    """The matches as a table on standard output; with `texts` also the longest passage that both have."""
    table = Table(box=None, header_style="bold", pad_edge=False, expand=bool(texts))
    for name in ("relation", "left", "right"):
        table.add_column(name, overflow="fold")
    for name in ("left in\nright", "right in\nleft"):
        table.add_column(name, justify="right")
    if texts:
        # The text gets the width that the others leave.
        table.add_column("passage", no_wrap=True, overflow="ellipsis", ratio=1)
    for match in islice(matches, SHOWN):
        row = [
            match.relation,
            # An id may look like Rich's markup.
            Text(visible(match.left)),
            Text(visible(match.right)),
            f"{match.left_coverage:.0%}",
            f"{match.right_coverage:.0%}",
        ]
        table.add_row(*row, *([Text(_opening(_passage(match, texts[match.left])))] if texts else []))
    console = Output()
    console.print(table)
    if len(matches) > SHOWN:
        console.print(f"… and {len(matches) - SHOWN:,} more; --out FILE writes them all")


def _passage(match: Match, text: str) -> str:
    """The longest passage of the left text; the whole text if nothing was located."""
    longest = max(match.spans or (), key=lambda span: span.left_end - span.left_start, default=None)
    return text if longest is None else text[longest.left_start : longest.left_end]


def _opening(text: str) -> str:
    return visible(" ".join(text[: 2 * OPENING].split())[:OPENING])


def print_passages(passages: Passages) -> None:
    """The passages as a table on standard output: number of places, number of words, first words."""
    table = Table(box=None, header_style="bold", pad_edge=False, expand=True)
    for name in ("passage", "places", "words"):
        table.add_column(name, justify="right")
    for name in ("boilerplate", "first place"):
        table.add_column(name)
    table.add_column("text", no_wrap=True, overflow="ellipsis", ratio=1)
    for passage in islice(passages, SHOWN):
        place = passage.places[0]
        table.add_row(
            *(f"{number:,}" for number in (passage.passage, passage.count, passage.words)),
            "yes" if passage.boilerplate else "",
            Text(visible(f"{place.id} {place.start}–{place.end}")),
            Text(_opening(passage.text)),
        )
    console = Output()
    console.print(table)
    if len(passages) > SHOWN:
        console.print(f"… and {len(passages) - SHOWN:,} more; --out FILE writes them all")


def print_clusters(clusters: Clusters) -> None:
    """The largest clusters as a table on standard output: how many documents, the reference, what made them members."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("documents", justify="right")
    for name in ("reference", "members"):
        table.add_column(name)
    rows = islice(groupby(clusters, key=attrgetter("cluster")), SHOWN)
    for reference, members in rows:
        rules = Counter(member.rule for member in members)
        size, told = rules.total(), (f"{count:,} {rule}" for rule, count in rules.most_common() if rule)
        if size > 1:
            table.add_row(f"{size:,}", Text(visible(reference)), ", ".join(told))
    console = Output()
    console.print(table)
    if clusters.roles()["reference"] > SHOWN:
        console.print(f"… and {clusters.roles()['reference'] - SHOWN:,} more; --out FILE writes them all")


def print_methods(methods: Iterable[Method[MethodSettings]]) -> None:
    """The methods with their parameters, cost and source."""
    console = Output()
    for method in methods:
        console.print(f"[bold]{method.name}[/bold]: {method.summary}", highlight=False)
        console.print(f"  relations: {', '.join(method.relations)}", highlight=False)
        console.print(f"  cost: {method.cost}", highlight=False)
        for parameter in method.parameters:
            console.print(f"  {parameter.name} = {parameter.default}: {parameter.help}", highlight=False)
        defaults = method.kind().to_dict()
        for name, preset in method.presets.items():
            others = {key: value for key, value in preset.to_dict().items() if value != defaults[key]}
            parts = ", ".join(f"{key} = {value}" for key, value in others.items()) or "the defaults"
            console.print(f"  preset {name}: {parts}", highlight=False)
        console.print(f"  source: {method.citation}", highlight=False)
