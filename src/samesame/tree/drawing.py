"""Drawings of a corpus tree: text, and SVG from left to right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from samesame.tree.corpus import TreeNode

ROW = 46  # height of a row
LETTER = 8.1  # width of a character at 13 px, roughly
GAP = 34  # between columns
STYLE = """
text { font: 13px ui-monospace, Menlo, Consolas, monospace; fill: #1b1f24 }
.ids { font-size: 11px; fill: #57606a }
rect { fill: #eef3fb; stroke: #4a6fa5 }
.shared rect { fill: #fdf0d5; stroke: #c08000 }
path { fill: none; stroke: #9aa4b1 }
"""


def draw_text(nodes: Sequence[TreeNode], documents: int, limit: int) -> str:
    """One line per node, its children indented."""
    lines = [f"{documents:,} documents, {len(nodes):,} nodes"]
    shown = nodes[:limit]
    last = _last_children(shown)
    stems: list[str] = []
    for place, node in enumerate(shown):
        del stems[node.depth - 1 :]
        branch = "└─ " if place in last else "├─ "
        count = f"{node.depth} × {node.idf:.3f} = {node.contribution:.3f}"
        lines.append(f"{''.join(stems)}{branch}{node.label}  [{' '.join(node.documents)}]  {count}")
        stems.append("   " if place in last else "│  ")
    return "\n".join(lines + _left_out(nodes, limit))


def _left_out(nodes: Sequence[TreeNode], limit: int) -> list[str]:
    return [f"… and {len(nodes) - limit:,} more nodes"] if len(nodes) > limit else []


def _last_children(nodes: Sequence[TreeNode]) -> set[int]:
    """The indices of nodes that are the last child of their parent."""
    return set({node.parent: place for place, node in enumerate(nodes)}.values())


def draw_svg(nodes: Sequence[TreeNode], documents: int, limit: int) -> str:
    """A self-contained picture. Nodes with several visitors have another colour."""
    shown = nodes[:limit]
    columns = _columns(shown)
    rows = _rows(shown)
    width = columns[-1] + GAP
    notes = [f"{documents:,} documents, {len(nodes):,} nodes", *_left_out(nodes, limit)]
    height = (max(rows, default=0) + 1) * ROW + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="img" aria-label="corpus tree">',
        f"<style>{STYLE}</style>",
        '<rect width="100%" height="100%" style="fill:#fff;stroke:none"/>',
        f'<text class="ids" x="12" y="20">{escape("; ".join(notes))}</text>',
        *_edges(shown, columns, rows),
        f'<circle cx="24" cy="{_root(shown, rows):.0f}" r="8"/>',
        *(_box(node, columns[node.depth - 1], row) for node, row in zip(shown, rows, strict=True)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _text_width(node: TreeNode) -> float:
    return max(len(node.label) * LETTER, len(_ids(node)) * LETTER * 11 / 13) + 16


def _ids(node: TreeNode) -> str:
    """The documents of a node; of many, the first few."""
    few = " ".join(node.documents[:6])
    return few if len(node.documents) <= 6 else f"{few} … {len(node.documents):,}"


def _columns(nodes: Sequence[TreeNode]) -> list[float]:
    """Where each depth begins, and where the last one ends."""
    widths = [0.0] * max((node.depth for node in nodes), default=0)
    for node in nodes:
        widths[node.depth - 1] = max(widths[node.depth - 1], _text_width(node))
    starts = [24.0 + GAP]
    for width in widths:
        starts.append(starts[-1] + width + GAP)
    return starts


def _rows(nodes: Sequence[TreeNode]) -> list[float]:
    """Leaves one below the other; a node is in the middle of its children."""
    below: list[list[int]] = [[] for _ in nodes]
    for place, node in enumerate(nodes):
        if node.parent is not None:
            below[node.parent].append(place)
    rows = [0.0] * len(nodes)
    leaves = sum(not children for children in below)
    # Parents come before their children: in reverse, the rows of the children are known.
    for place in range(len(nodes) - 1, -1, -1):
        if below[place]:
            rows[place] = (rows[below[place][0]] + rows[below[place][-1]]) / 2
        else:
            leaves -= 1
            rows[place] = leaves
    return rows


def _y(row: float) -> float:
    return 32 + (row + 0.5) * ROW


def _root(nodes: Sequence[TreeNode], rows: list[float]) -> float:
    tops = [row for node, row in zip(nodes, rows, strict=True) if node.parent is None]
    return _y((tops[0] + tops[-1]) / 2) if tops else _y(0)


def _edges(nodes: Sequence[TreeNode], columns: list[float], rows: list[float]) -> Iterator[str]:
    for place, node in enumerate(nodes):
        if node.parent is None:
            x, y = 24.0, _root(nodes, rows)
        else:
            above = nodes[node.parent]
            x, y = columns[above.depth - 1] + _text_width(above), _y(rows[node.parent])
        to_x, to_y = columns[node.depth - 1], _y(rows[place])
        middle = to_x - GAP / 2
        yield f'<path d="M{x:.0f} {y:.1f} H{middle:.0f} V{to_y:.1f} H{to_x:.0f}"/>'


def _box(node: TreeNode, x: float, row: float) -> str:
    kind = ' class="shared"' if len(set(node.documents)) > 1 else ""
    hint = f"{node.label}: depth {node.depth} × idf {node.idf:.6f} = {node.contribution:.6f}"
    return (
        f"<g{kind}><title>{escape(hint)}</title>"
        f'<rect x="{x:.0f}" y="{_y(row) - 18:.1f}" width="{_text_width(node):.0f}" height="36" rx="5"/>'
        f'<text x="{x + 8:.0f}" y="{_y(row) - 3:.1f}">{escape(node.label)}</text>'
        f'<text class="ids" x="{x + 8:.0f}" y="{_y(row) + 12:.1f}">{escape(_ids(node))}</text></g>'
    )
