"""Plots as plain SVG: lines over a linear or logarithmic axis. Small, so that a plot is a file anybody can read."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

Points = Sequence[tuple[float, float]]
COLOURS = ("#1f5fa8", "#c8501e", "#2d8a4e", "#8a3fa0", "#b8860b", "#3c4a57", "#d43d7a", "#0f8b8d")
DASHES = ("", "7 4", "2 3", "9 3 2 3")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 420, 64, 170, 44, 52
STYLE = "text{font:12px system-ui,sans-serif;fill:#222}.t{font-size:15px;font-weight:600}.g{stroke:#e4e7eb}"


@dataclass(frozen=True, kw_only=True)
class Axis:
    """What an axis shows; `log` for powers of ten, `low` and `high` where the data should not decide."""

    label: str
    log: bool = False
    low: float | None = None
    high: float | None = None

    def limits(self, values: list[float]) -> tuple[float, float]:
        """The ends of the axis."""
        low = min(values) if self.low is None else self.low
        high = max(values) if self.high is None else self.high
        return (low, high) if high > low else (low, low + 1)

    def place(self, value: float, low: float, high: float) -> float:
        """Where a value lies between the ends, from 0 to 1."""
        if self.log:
            return math.log(value / low) / math.log(high / low)
        return (value - low) / (high - low)

    def ticks(self, low: float, high: float) -> list[float]:
        """Round numbers between the ends."""
        if self.log:
            decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
            found = [factor * 10.0**power for power in decades for factor in (1, 2, 5)]
        else:
            step = 10 ** math.floor(math.log10((high - low) / 4))
            step *= next(factor for factor in (1, 2, 5, 10) if (high - low) / (step * factor) <= 8)
            found = [number * step for number in range(math.ceil(low / step), math.floor(high / step + 1e-9) + 1)]
        return [tick for tick in found if low * (1 - 1e-9) <= tick <= high * (1 + 1e-9)]


def line_plot(path: Path, title: str, lines: Mapping[str, Points], x: Axis, y: Axis) -> None:
    """Writes a plot."""
    path.write_text(drawn(title, lines, x, y), encoding="utf-8")


def drawn(title: str, lines: Mapping[str, Points], x: Axis, y: Axis) -> str:
    """A plot with a line, its points and a legend entry for each name."""
    xs = [point[0] for points in lines.values() for point in points]
    ys = [point[1] for points in lines.values() for point in points]
    x_ends, y_ends = x.limits(xs), y.limits(ys)

    def at(point: tuple[float, float]) -> tuple[float, float]:
        across = LEFT + x.place(point[0], *x_ends) * (WIDTH - LEFT - RIGHT)
        return across, HEIGHT - BOTTOM - y.place(point[1], *y_ends) * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" aria-label="{escape(title)}"><style>{STYLE}</style><rect width="100%" height="100%" fill="#fff"/>',
        f'<text class="t" x="{LEFT}" y="24">{escape(title)}</text>',
    ]
    for tick in x.ticks(*x_ends):
        place = at((tick, y_ends[0]))[0]
        parts.append(f'<path class="g" d="M{place:.1f} {TOP}V{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text x="{place:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{_number(tick)}</text>')
    for tick in y.ticks(*y_ends):
        place = at((x_ends[0], tick))[1]
        parts.append(f'<path class="g" d="M{LEFT} {place:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{place + 4:.1f}" text-anchor="end">{_number(tick)}</text>')
    middle = (TOP + HEIGHT - BOTTOM) / 2
    parts.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 12}" text-anchor="middle">{escape(x.label)}</text>'
    )
    parts.append(f'<text transform="translate(16 {middle}) rotate(-90)" text-anchor="middle">{escape(y.label)}</text>')
    for number, (name, points) in enumerate(lines.items()):
        parts += _line(number, name, [at(point) for point in points])
    return "\n".join([*parts, "</svg>"]) + "\n"


def _line(number: int, name: str, points: Points) -> list[str]:
    colour, dash = COLOURS[number % len(COLOURS)], DASHES[number // len(COLOURS) % len(DASHES)]
    steps = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    row = TOP + 12 + 22 * number
    start = WIDTH - RIGHT + 14
    stroke = f'stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}" fill="none"'
    return [
        f'<polyline points="{steps}" {stroke}/>',
        *(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points),
        f'<path d="M{start} {row}h22" {stroke}/><text x="{start + 28}" y="{row + 4}">{escape(name)}</text>',
    ]


def _number(value: float) -> str:
    if value >= 1000:
        return f"{value / 1000:g}k"
    return f"{value:.3g}"
