"""Where the parts of a record lie: a node that waits, with everything a thread needs to go on.

A record is a row of 32-bit words: the rows of the board (five bits a cell), the numbers of its
gradient words in the one array of all tables, the blank with the children still to be entered, the
automaton's state, the slack with the job, and the moves made so far, sixteen in a word.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from slidelab.puzzle import Shape, parse_moves
from slidelab24.gpu.device import NoDeviceError
from slidelab24.patterns import MOVES, Arrangement

PATH_WORDS = 12
MOST_MOVES = 16 * PATH_WORDS
"""Longer solutions than any board of up to 25 cells is known or believed to need."""

BITS_A_CELL = 5


@dataclass(frozen=True)
class RecordLayout:
    """What kernels are compiled for: the shape, and how many views and words there are."""

    shape: Shape
    views: int
    words: int

    @classmethod
    def of(cls, arrangement: Arrangement) -> Self:
        """Raises NoDeviceError for shapes whose rows or tiles do not fit into words."""
        shape = arrangement.shape
        if shape.cols * BITS_A_CELL > 32 or shape.rows > 8 or shape.cells > 32:
            raise NoDeviceError(
                f"the engine gpu takes boards of at most 6 columns, 8 rows and 32 cells, not "
                f"{shape}; the engine gradient takes others"
            )
        return cls(shape, arrangement.views, len(arrangement.parts))

    @property
    def meta(self) -> int:
        """Return where the blank is: after the board and the numbers of its words."""
        return self.shape.rows + self.words

    @property
    def slack(self) -> int:
        return self.meta + 2

    @property
    def width(self) -> int:
        return self.meta + 3 + PATH_WORDS

    def pack_board(self, board: Sequence[int], blank: int) -> NDArray[np.uint32]:
        """Return the rows of a board, a word each; the blank counts as 0."""
        tiles = np.where(np.array(board) == blank, 0, board).reshape(self.shape.rows, -1)
        shifts = BITS_A_CELL * np.arange(self.shape.cols)
        rows: NDArray[np.uint32] = np.bitwise_or.reduce(tiles << shifts, axis=1).astype(np.uint32)
        return rows


class TableStart(NamedTuple):
    """What a search of a board with one set of tables starts from."""

    estimates: list[int]
    """In each view."""
    words: list[int]
    numbers: list[int]
    """Those of the words in the array of all tables."""


@dataclass(eq=False)
class DeviceJob:
    """One board with one set of tables, searched at one bound after the other."""

    number: int
    board: tuple[int, ...]
    tables: int
    start: TableStart
    bound: int
    nodes: int = 0
    """Nodes expanded at the last bound that is done."""
    moves: str | None = None

    def root(
        self, layout: RecordLayout, arrangement: Arrangement, allowed: int
    ) -> NDArray[np.uint32]:
        """Return the record that the present bound begins with.

        `allowed` has a bit for each first move that the automaton allows.
        """
        blank = arrangement.blank
        slacks = [(self.bound - each) // 2 for each in self.start.estimates]
        record = np.zeros(layout.width, dtype=np.uint32)
        record[: layout.shape.rows] = layout.pack_board(self.board, blank)
        record[layout.shape.rows : layout.meta] = self.start.numbers
        row, col = divmod(self.board.index(blank), layout.shape.cols)
        children = self._children(arrangement, slacks) & allowed
        # Row: 3 bits, shift of the column: 5, children: 4, moves made: 8, which tables: 4.
        record[layout.meta] = row | col * BITS_A_CELL << 3 | children << 8 | self.tables << 20
        slack = sum(slack << 8 * view for view, slack in enumerate(slacks))
        record[layout.slack] = slack | self.number << 16
        return record

    def _children(self, arrangement: Arrangement, slacks: list[int]) -> int:
        """Return the moves within the bound, a bit for each."""
        bits, _ = arrangement.moves()
        targets = dict(arrangement.shape.targets(self.board.index(arrangement.blank)))
        children = 0
        for direction, move in enumerate(parse_moves(MOVES)):
            if move in targets:
                changes = bits[:, self.board[targets[move]], direction].tolist()
                if all(
                    slack or self.start.words[change & 255] >> (change >> 8) & 1
                    for change, slack in zip(changes, slacks, strict=True)
                ):
                    children |= 1 << direction
        return children


def read_path(words: NDArray[np.uint32], length: int) -> str:
    """Return the moves of a path, from two bits each."""
    turns = (int(words[turn // 16]) >> 2 * (turn % 16) & 3 for turn in range(length))
    return "".join(MOVES[turn] for turn in turns)
