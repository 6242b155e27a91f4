"""Boards and paths as SVG images, in the colours of the page."""

from collections.abc import Sequence
from html import escape

from slidelab.puzzle.board import Board
from slidelab.puzzle.moves import Move

CELL = 44
GAP = 3
CAPTION = 12
MARGIN = 10

FRAME, TILE, EDGE, INK = "#d9d4c7", "#f2e6cf", "#8a6d3b", "#3b2f1b"
LINE, PATH, TEXT = "#8d8775", "#a4480b", "#454e5d"
LOOKS = {
    "waiting": "#8d8775",
    "expanded": "#0a5673",
    "dropped": "#5d6675",
    "goal": "#0c6650",
}
"""The colours of frames, by what has become of a node."""

_BOARDS_IN_A_ROW = 8
_BETWEEN = 26
_SECONDS_PER_MOVE = 0.6


def board_svg(board: Board) -> str:
    """Draw a board; its tiles are also a text for screen readers."""
    return svg_image(*board_size(board), board.to_text("rows"), [draw_board(board)])


def path_svg(boards: Sequence[Board], moves: Sequence[Move]) -> str:
    """Draw the boards of a path in rows, each with the move that led to it."""
    width, height = board_size(boards[0])
    parts = []
    for at, board in enumerate(boards):
        row, col = divmod(at, _BOARDS_IN_A_ROW)
        x = MARGIN + col * (width + _BETWEEN)
        y = MARGIN + row * (height + _BETWEEN + CAPTION)
        caption = f"{at}. {moves[at - 1].word}" if at else "start"
        if col:
            middle = y + height / 2
            parts.append(line_svg(f"M {x - _BETWEEN} {middle:g} H {x}"))
        parts.append(f'<g transform="translate({x},{y})">{draw_board(board)}</g>')
        parts.append(caption_svg(x + width / 2, y + height + CAPTION + 2, caption))
    rows, cols = -(-len(boards) // _BOARDS_IN_A_ROW), min(len(boards), _BOARDS_IN_A_ROW)
    return svg_image(
        2 * MARGIN + cols * (width + _BETWEEN) - _BETWEEN,
        2 * MARGIN + rows * (height + _BETWEEN + CAPTION) - _BETWEEN + 6,
        " → ".join(board.to_text("rows") for board in boards[:20]),
        parts,
    )


def animated_path_svg(boards: Sequence[Board]) -> str:
    """Draw one board whose tiles slide along the path, again and again."""
    parts = [_draw_frame(boards[0])]
    pause = 3  # the last board stands still for as long as three moves take
    shown = [*boards, *[boards[-1]] * pause]
    seconds = max(1, len(shown) - 1) * _SECONDS_PER_MOVE
    for tile in filter(None, boards[0]):
        places = [_place(board, tile) for board in shown]
        slides = ""
        if len(set(places)) > 1:
            values = ";".join(f"{x},{y}" for x, y in places)
            slides = (
                f'<animateTransform attributeName="transform" type="translate" values="{values}" '
                f'dur="{seconds:g}s" repeatCount="indefinite"/>'
            )
        parts.append(_draw_tile(tile, *places[0], slides))
    label = f"{boards[0].to_text('rows')} → {boards[-1].to_text('rows')}"
    return svg_image(*board_size(boards[0]), label, parts)


def board_size(board: Board) -> tuple[int, int]:
    """Return width and height of a drawn board."""
    return board.shape.cols * CELL + 2 * GAP, board.shape.rows * CELL + 2 * GAP


def draw_board(board: Board, look: str | None = None) -> str:
    """Return the SVG elements of a board; `look` colours its frame."""
    tiles = (_draw_tile(tile, *_place(board, tile)) for tile in board if tile)
    return _draw_frame(board, look) + "".join(tiles)


def svg_image(width: float, height: float, label: str, parts: Sequence[str]) -> str:
    """Return an SVG image of these elements, with a text for screen readers."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(label)}">',
            *parts,
            "</svg>",
        ]
    )


def caption_svg(x: float, y: float, text: str) -> str:
    """Return a text centred at `x`, with its base line at `y`."""
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="middle" font-family="sans-serif" '
        f'font-size="{CAPTION}" fill="{TEXT}">{escape(text)}</text>'
    )


def line_svg(path: str, on_path: bool = False) -> str:
    """Return a line; the solution's lines are thicker."""
    colour, width = (PATH, 3) if on_path else (LINE, 1.2)
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


def _place(board: Board, tile: int) -> tuple[int, int]:
    row, col = divmod(board.state.index(tile), board.shape.cols)
    return GAP + col * CELL, GAP + row * CELL


def _draw_frame(board: Board, look: str | None = None) -> str:
    width, height = board_size(board)
    stroke = ""
    if look is not None:
        thickness = {"goal": 8, "expanded": 5}.get(look, 3)
        dashes = ' stroke-dasharray="6 4"' if look == "dropped" else ""
        stroke = f' stroke="{LOOKS[look]}" stroke-width="{thickness}"{dashes}'
    return f'<rect width="{width}" height="{height}" rx="6" fill="{FRAME}"{stroke}/>'


def _draw_tile(tile: int, x: int, y: int, inside: str = "") -> str:
    side, middle, size = CELL - 2 * GAP, CELL // 2, 20 if tile < 100 else 15
    return (
        f'<g data-tile="{tile}" transform="translate({x},{y})">'
        f'<rect x="{GAP}" y="{GAP}" width="{side}" height="{side}" rx="5" fill="{TILE}" '
        f'stroke="{EDGE}"/>'
        f'<text x="{middle}" y="{middle}" dy="0.35em" text-anchor="middle" '
        f'font-family="sans-serif" font-size="{size}" fill="{INK}">{tile}</text>{inside}</g>'
    )
