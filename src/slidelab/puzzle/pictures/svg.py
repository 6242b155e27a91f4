"""Boards and diagrams as SVG."""

from html import escape

from slidelab.puzzle.board import Board
from slidelab.puzzle.pictures.diagram import (
    CAPTION,
    CELL,
    GAP,
    LOOKS,
    Box,
    Colour,
    Diagram,
    Link,
    size,
    text_size,
)


def board_svg(board: Board) -> str:
    """The board as an SVG image, its tiles also as a text for those who cannot see it.

    >>> board_svg(Board.parse("1 2 / 3 0")).count("<rect")
    4
    """
    return f"{_begin(*size(board), board.to_text('rows'))}{_draw_board(Box(board, 0, 0))}</svg>"


def as_svg(diagram: Diagram) -> str:
    """The picture; the boards are also texts for those who cannot see it."""
    width, height = diagram.width, diagram.height
    label = " → ".join(box.board.to_text("rows") for box in diagram.boxes[:20])
    parts = [
        _begin(width, height, label),
        f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
        *(_draw_link(diagram, link) for link in diagram.lines),
        *map(_draw_box, diagram.boxes),
        "</svg>",
    ]
    return "\n".join(parts)


def _begin(width: float, height: float, label: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(label)}">'
    )


def _draw_board(box: Box, frame: str = "") -> str:
    width, height = size(box.board)
    rectangle = f'<rect width="{width}" height="{height}" rx="6" fill="{Colour.FRAME}"{frame}/>'
    return rectangle + "".join(_draw_tile(*placed) for placed in box.tiles)


def _draw_tile(tile: int, x: int, y: int) -> str:
    """Draw a tile as a group that is moved to its place."""
    side = CELL - 2 * GAP
    return (
        f'<g data-tile="{tile}" transform="translate({x},{y})">'
        f'<rect x="{GAP}" y="{GAP}" width="{side}" height="{side}" rx="5" fill="{Colour.TILE}" '
        f'stroke="{Colour.EDGE}"/>'
        f'<text x="{CELL / 2:g}" y="{CELL / 2:g}" dy="0.35em" text-anchor="middle" '
        f'font-family="sans-serif" font-size="{text_size(tile)}" fill="{Colour.INK}">{tile}</text>'
        "</g>"
    )


def _draw_box(box: Box) -> str:
    frame = ""
    if box.look:
        dashes = ' stroke-dasharray="6 4"' if box.look == "dropped" else ""
        frame = f' stroke="{LOOKS[box.look]}" stroke-width="{box.stroke}"{dashes}'
    faded = ' opacity="0.55"' if box.look == "dropped" else ""
    drawn = (
        f'<g transform="translate({box.x:g},{box.y:g}) scale({box.scale:g})"{faded}>'
        f"{_draw_board(box, frame)}</g>"
    )
    if not box.caption:
        return drawn
    x, y = box.x + box.width / 2, box.y + box.height + CAPTION + 2
    return (
        f'{drawn}<text x="{x:g}" y="{y:g}" text-anchor="middle" font-family="sans-serif" '
        f'font-size="{CAPTION}" fill="{Colour.TEXT}">{escape(box.caption)}</text>'
    )


def _draw_link(diagram: Diagram, link: Link) -> str:
    x1, y1, x2, y2 = diagram.ends(link)
    colour, width = (Colour.PATH, 3) if link.on_path else (Colour.LINE, 1.2)
    middle = (y1 + y2) / 2
    curve = f"C {x1:g} {middle:g} {x2:g} {middle:g} {x2:g} {y2:g}"
    way = curve if diagram.downwards else f"L {x2:g} {y2:g}"
    return f'<path d="M {x1:g} {y1:g} {way}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
