"""A board as a picture."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from slidelab.puzzle.board import Board

CELL = 44
GAP = 3
TILE_COLOUR = "#f2e6cf"
EDGE_COLOUR = "#8a6d3b"
INK = "#3b2f1b"
FRAME_COLOUR = "#d9d4c7"


def board_svg(board: Board) -> str:
    """The board as an SVG image, its tiles also as a text for those who cannot see it.

    >>> from slidelab.puzzle import Board
    >>> board_svg(Board.parse("1 2 / 3 0")).count("<rect")
    4
    """
    width, height = size(board)
    tiles = [tile_svg(board, cell) for cell in range(board.shape.cells) if board.state[cell]]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{board.to_text("rows")}">'
        f'<rect width="{width}" height="{height}" rx="6" fill="{FRAME_COLOUR}"/>'
        f"{''.join(tiles)}</svg>"
    )


def size(board: Board) -> tuple[int, int]:
    """Width and height of the picture."""
    return board.shape.cols * CELL + 2 * GAP, board.shape.rows * CELL + 2 * GAP


def text_size(tile: int) -> int:
    """How large the number of a tile is."""
    return 20 if tile < 100 else 15


def tile_svg(board: Board, cell: int) -> str:
    """The tile on a cell, as a group that is moved to its place."""
    row, col = divmod(cell, board.shape.cols)
    side = CELL - 2 * GAP
    tile = board.state[cell]
    return (
        f'<g data-tile="{tile}" transform="translate({GAP + col * CELL},{GAP + row * CELL})">'
        f'<rect x="{GAP}" y="{GAP}" width="{side}" height="{side}" rx="5" fill="{TILE_COLOUR}" '
        f'stroke="{EDGE_COLOUR}"/>'
        f'<text x="{CELL / 2:g}" y="{CELL / 2:g}" dy="0.35em" text-anchor="middle" '
        f'font-family="sans-serif" font-size="{text_size(tile)}" fill="{INK}">{tile}</text></g>'
    )
