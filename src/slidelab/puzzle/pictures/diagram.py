"""What a picture shows: boards in boxes, and lines between them. Each format draws it its own way.

Lengths are in units of one pixel of the SVG; y grows downwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from slidelab.puzzle.board import Board
from slidelab.puzzle.moves import Move

CELL = 44
GAP = 3


class Colour(StrEnum):
    """What is drawn in which colour."""

    FRAME = "#d9d4c7"
    TILE = "#f2e6cf"
    EDGE = "#8a6d3b"
    INK = "#3b2f1b"
    LINE = "#8d8775"
    PATH = "#a4480b"
    TEXT = "#454e5d"


LOOKS = {
    "plain": "#8d8775",
    "waiting": "#8d8775",
    "expanded": "#0a5673",
    "dropped": "#5d6675",
    "goal": "#0c6650",
}
"""The colours of frames, which are those of the page."""

CAPTION = 12
"""The size of captions."""

MARGIN = 10
BETWEEN = 26
BOARDS_IN_A_ROW = 8


def size(board: Board) -> tuple[int, int]:
    """Width and height of a board."""
    return board.shape.cols * CELL + 2 * GAP, board.shape.rows * CELL + 2 * GAP


def text_size(tile: int) -> int:
    """How large the number of a tile is."""
    return 20 if tile < 100 else 15


@dataclass(frozen=True)
class Box:
    """A board at a place, given by its left upper corner."""

    board: Board
    x: float
    y: float
    scale: float = 1.0
    look: str = ""
    """A key of LOOKS, for the frame; none without it."""
    caption: str = ""
    """What is written below."""

    @property
    def tiles(self) -> Iterator[tuple[int, int, int]]:
        """Each tile with the left upper corner of its cell, x and y, on a board of full size."""
        for cell, tile in enumerate(self.board.state):
            if tile:
                row, col = divmod(cell, self.board.shape.cols)
                yield tile, GAP + col * CELL, GAP + row * CELL

    @property
    def stroke(self) -> int:
        """How thick the frame is; TikZ draws a fifth of it."""
        return {"": 0, "goal": 8, "expanded": 5}.get(self.look, 3)

    @property
    def width(self) -> float:
        return size(self.board)[0] * self.scale

    @property
    def height(self) -> float:
        """How high it is, without the caption."""
        return size(self.board)[1] * self.scale

    @property
    def bottom(self) -> float:
        """The lower edge, with the caption."""
        return self.y + self.height + (CAPTION + 6 if self.caption else 0)


@dataclass(frozen=True)
class Link:
    """A line from one box to another, by their numbers."""

    parent: int
    child: int
    label: str = ""
    on_path: bool = False


@dataclass
class Diagram:
    """Boxes and the links between them."""

    boxes: list[Box]
    links: list[Link] = field(default_factory=list)
    downwards: bool = True
    """Whether links lead from the lower edge of a box to the upper edge of another."""

    @property
    def width(self) -> float:
        return max(box.x + box.width for box in self.boxes) + MARGIN

    @property
    def height(self) -> float:
        return max(box.bottom for box in self.boxes) + MARGIN

    @property
    def lines(self) -> list[Link]:
        """The links to draw; one from the end of a row to the next would cross the boards."""
        boxes = self.boxes
        return [
            link
            for link in self.links
            if self.downwards or boxes[link.parent].y == boxes[link.child].y
        ]

    def ends(self, link: Link) -> tuple[float, float, float, float]:
        """Where a link begins and ends: x and y, and x and y."""
        one, other = self.boxes[link.parent], self.boxes[link.child]
        if self.downwards:
            return one.x + one.width / 2, one.bottom, other.x + other.width / 2, other.y
        right, left = one.x + one.width, other.x
        return right, one.y + one.height / 2, left, other.y + other.height / 2


def board_diagram(board: Board) -> Diagram:
    return Diagram([Box(board, MARGIN, MARGIN)])


def path_diagram(boards: Sequence[Board], moves: Sequence[Move]) -> Diagram:
    """The boards of a path in rows, each with the number of the move that led to it."""
    width, height = size(boards[0])
    boxes = []
    for at, board in enumerate(boards):
        row, col = divmod(at, BOARDS_IN_A_ROW)
        x = MARGIN + col * (width + BETWEEN)
        y = MARGIN + row * (height + BETWEEN + CAPTION)
        caption = f"{at}. {moves[at - 1].word}" if at else "start"
        boxes.append(Box(board, x, y, caption=caption))
    links = [Link(at, at + 1, move.letter) for at, move in enumerate(moves)]
    return Diagram(boxes, links, downwards=False)
