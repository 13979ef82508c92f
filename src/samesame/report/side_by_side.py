"""A comparison on a terminal: passages in colour next to each other, the text between them shortened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from samesame.report.comparison_page import SENTENCES
from samesame.report.painted import pieces, places
from samesame.report.terminal import Output
from samesame.report.visible import visible

if TYPE_CHECKING:
    from samesame.verbs.compare import Comparison

COLOURS = ("green", "cyan", "magenta", "yellow", "blue", "red")
# Passages shown, characters of a passage, and characters of the text between passages.
SHOWN = 60
LONG = 1200
BETWEEN = 160


def print_comparison(comparison: Comparison) -> None:
    """Prints relation, coverages, passages and both texts."""
    console = Output()
    console.print(Text(f"{comparison.relation}: {SENTENCES[comparison.relation]}", style="bold"))
    shares = f"left in right {comparison.left_coverage:.0%}, right in left {comparison.right_coverage:.0%}"
    console.print(f"{shares}, Jaccard {comparison.jaccard:.2f}, passages {len(comparison):,}", highlight=False)
    table = Table(box=None, padding=(0, 2, 1, 0), expand=True, header_style="bold")
    for name in (comparison.left.id, comparison.right.id):
        table.add_column(Text(visible(name)), ratio=1, overflow="fold")
    rows = _rows(comparison)
    for left, right in rows[:SHOWN]:
        table.add_row(left, right)
    console.print(table)
    if len(rows) > SHOWN:
        console.print(f"… and {len(rows) - SHOWN:,} more; --html FILE shows more", highlight=False)


def _rows(comparison: Comparison) -> list[tuple[Text, Text]]:
    """The left text from top to bottom, each passage beside its counterpart; then what only the right text has."""
    rows = []
    left, right, spans = comparison.left.text, comparison.right.text, comparison.spans
    for start, end, passage in pieces(len(left), places(spans, "left")):
        if passage is not None:
            span, style = spans[passage], COLOURS[passage % len(COLOURS)]
            there = right[span.right_start : span.right_end]
            rows.append((Text(_short(left[start:end], LONG), style), Text(_short(there, LONG), style)))
        elif text := _short(left[start:end], BETWEEN):
            rows.append((Text(text, "dim"), Text()))
    for start, end, passage in pieces(len(right), places(spans, "right")):
        if passage is None and (text := _short(right[start:end], BETWEEN)):
            rows.append((Text(), Text(text, "dim")))
    return rows


def _short(text: str, most: int) -> str:
    """One paragraph; of a long one, the beginning and the end. Control characters are escaped."""
    shown = " ".join("".join(c if c.isprintable() else " " for c in text[: most // 2]).split())
    if len(text) <= most:
        return " ".join("".join(c if c.isprintable() else " " for c in text).split())
    tail = " ".join("".join(c if c.isprintable() else " " for c in text[-most // 2 :]).split())
    return f"{shown} … {tail}"
