"""The page of a comparison.

It is self-contained: no script, style or picture from elsewhere. Texts are never markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from samesame.report.dot_matrix import dot_svg, dots
from samesame.report.painted import Side, pieces, places
from samesame.report.standalone import policy

if TYPE_CHECKING:
    from samesame.model import Span
    from samesame.verbs.compare import Comparison

# Neighbouring passages get very different hues: steps of the golden angle.
STEP = 137.508
EXCERPT = 90
# Passages that are marked and listed. With 100,000, a browser takes a minute to open the page and seconds per click.
MOST = 5000

SENTENCES = {
    "exact": "both have the same words",
    "near": "each covers the other",
    "contained": "the left text stands in the right one",
    "contains": "the right text stands in the left one",
    "partial": "they share passages, neither covers the other",
    "none": "they share no passage",
}


def comparison_page(comparison: Comparison) -> str:
    """The page as HTML."""
    left, right = comparison.left, comparison.right
    template = Template(files("samesame.report").joinpath("comparison.html").read_text(encoding="utf-8"))
    matrix = dots(left.text, right.text)
    spans = _longest(comparison.spans)
    hues = _hues(len(spans))
    return template.substitute(
        policy=policy(template.template, hues),
        hues=hues,
        title=f"{escape(left.id)} – {escape(right.id)}",
        relation=comparison.relation,
        meaning=SENTENCES[comparison.relation],
        left=escape(left.id),
        right=escape(right.id),
        left_coverage=f"{comparison.left_coverage:.0%}",
        right_coverage=f"{comparison.right_coverage:.0%}",
        jaccard=f"{comparison.jaccard:.2f}",
        count=f"{len(comparison):,}",
        shown="" if len(spans) == len(comparison) else f"<p>The {MOST:,} longest passages are marked and listed.</p>",
        rows=matrix.sentences[0],
        columns=matrix.sentences[1],
        matrix=dot_svg(matrix),
        passages=_passages(spans, left.text),
        left_text=_painted(left.text, spans, "left"),
        right_text=_painted(right.text, spans, "right"),
    )


def _longest(spans: Sequence[Span]) -> list[Span]:
    """The longest passages, as many as a page can show, in their order."""
    by_length = sorted(range(len(spans)), key=lambda i: spans[i].left_start - spans[i].left_end)
    return [spans[i] for i in sorted(by_length[:MOST])]


def _painted(text: str, spans: list[Span], side: Side) -> str:
    """A text with its passages marked. Where passages overlap, the text belongs to the one that begins first."""
    parts = []
    for start, end, passage in pieces(len(text), places(spans, side)):
        part = escape(text[start:end])
        parts.append(part if passage is None else f"<mark {_hue(passage)}>{part}</mark>")
    return "".join(parts)


def _hues(passages: int) -> str:
    """One style rule per hue: inline styles of passages would not be covered by a hash."""
    used = sorted({_angle(passage) for passage in range(passages)})
    return "".join(f'[data-h="{angle}"]{{--h:{angle}}}' for angle in used)


def _angle(passage: int) -> int:
    return round(passage * STEP) % 360


def _hue(passage: int) -> str:
    return f'data-p="{passage}" data-h="{_angle(passage)}"'


def _passages(spans: list[Span], left: str) -> str:
    rows = []
    for number, span in enumerate(spans):
        text = left[span.left_start : span.left_end]
        opening = " ".join(text[: 2 * EXCERPT].split())
        shown = f"{opening[:EXCERPT]}…" if len(opening) > EXCERPT or len(text) > 2 * EXCERPT else opening
        place = f"{span.left_start}–{span.left_end} · {span.right_start}–{span.right_end}"
        button = f"<button {_hue(number)}>{escape(shown)}</button>"
        rows.append(f"<li>{button} <small>{span.kind} · {place}</small></li>")
    return "".join(rows)
