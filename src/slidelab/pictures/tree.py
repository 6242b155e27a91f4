"""Search trees as SVG images: parents over the middle of their children."""

from collections.abc import Sequence
from dataclasses import dataclass

from slidelab.errors import SlidelabError
from slidelab.pictures.svg import (
    CAPTION,
    MARGIN,
    board_size,
    caption_svg,
    draw_board,
    line_svg,
    svg_image,
)
from slidelab.puzzle.board import Board

MOST_NODES = 2000
"""Nobody can look at a larger tree."""

_SCALE = 0.42
_BETWEEN = 20

Outline = list[tuple[float, float]]
"""The leftmost and the rightmost x of a subtree, layer by layer."""


@dataclass(frozen=True)
class TreeNode:
    """A node to draw."""

    board: Board
    parent: int | None = None
    """The place of its parent in the list of nodes, which comes before it; None for a root."""
    look: str = "waiting"
    """One of `LOOKS`."""
    caption: str = ""
    on_path: bool = False
    """Whether the line to its parent is part of the solution."""


def tree_svg(nodes: Sequence[TreeNode]) -> str:
    """Draw a tree, or several side by side; raise `SlidelabError` if it has too many nodes."""
    if len(nodes) > MOST_NODES:
        raise SlidelabError(
            f"the tree has {len(nodes):,} nodes, and a picture shows up to {MOST_NODES:,}: "
            "choose an earlier step"
        )
    board_width, board_height = (_SCALE * side for side in board_size(nodes[0].board))
    corners = [
        (
            MARGIN + x * (board_width + _BETWEEN),
            MARGIN + layer * (board_height + _BETWEEN + 2 * CAPTION),
        )
        for x, layer in lay_out([node.parent for node in nodes])
    ]
    lines, boards = [], []
    for (x, y), node in zip(corners, nodes, strict=True):
        if node.parent is not None:
            parent_x, parent_y = corners[node.parent]
            captioned = bool(nodes[node.parent].caption)
            bottom = parent_y + board_height + (CAPTION + 6) * captioned
            lines.append(
                _draw_link(parent_x + board_width / 2, bottom, x + board_width / 2, y, node)
            )
        faded = ' opacity="0.55"' if node.look == "dropped" else ""
        boards.append(
            f'<g transform="translate({x:g},{y:g}) scale({_SCALE})"{faded}>'
            f"{draw_board(node.board, node.look)}</g>"
        )
        if node.caption:
            middle, base = x + board_width / 2, y + board_height + CAPTION + 2
            boards.append(caption_svg(middle, base, node.caption))
    width = max(x for x, _ in corners) + board_width + MARGIN
    height = max(y for _, y in corners) + board_height + CAPTION + 6 + MARGIN
    background = f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>'
    label = f"search tree of {len(nodes)} nodes, from {nodes[0].board.to_text('rows')}"
    return svg_image(width, height, label, [background, *lines, *boards])


def lay_out(parents: Sequence[int | None]) -> list[tuple[float, int]]:
    """Return the place of each node: x in widths of a node, and its layer.

    Subtrees are as close as their outlines allow (Reingold and Tilford 1981).
    """
    children: list[list[int]] = [[] for _ in parents]
    for node, parent in enumerate(parents):
        if parent is not None:
            children[parent].append(node)
    from_parent = [0.0] * len(parents)
    outlines: dict[int, Outline] = {}
    for node in reversed(range(len(parents))):  # children come after their parents
        outline, shifts = _join([outlines.pop(child) for child in children[node]])
        for child, shift in zip(children[node], shifts, strict=True):
            from_parent[child] = shift
        outlines[node] = outline

    places: list[tuple[float, int]] = []
    right = 0.0
    for node, parent in enumerate(parents):
        if parent is None:
            outline = outlines[node]
            x = right - min(left for left, _ in outline)
            right = x + max(end for _, end in outline) + 2
            places.append((x, 0))
        else:
            parent_x, layer = places[parent]
            places.append((parent_x + from_parent[node], layer + 1))
    return places


def _join(outlines: list[Outline]) -> tuple[Outline, list[float]]:
    """Return the outline of a node over these subtrees, and how far each is from the node."""
    merged: Outline = []
    shifts = []
    for outline in outlines:
        touching = zip(merged, outline, strict=False)
        shift = max((mine[1] - other[0] + 1 for mine, other in touching), default=0.0)
        shifts.append(shift)
        moved = [(left + shift, right + shift) for left, right in outline]
        both = [(mine[0], other[1]) for mine, other in zip(merged, moved, strict=False)]
        merged = both + (merged if len(merged) > len(moved) else moved)[len(both) :]
    middle = (shifts[0] + shifts[-1]) / 2 if shifts else 0.0
    below = [(left - middle, right - middle) for left, right in merged]
    return [(0.0, 0.0), *below], [shift - middle for shift in shifts]


def _draw_link(x1: float, y1: float, x2: float, y2: float, node: TreeNode) -> str:
    middle = (y1 + y2) / 2
    curve = f"M {x1:g} {y1:g} C {x1:g} {middle:g} {x2:g} {middle:g} {x2:g} {y2:g}"
    return line_svg(curve, node.on_path)
