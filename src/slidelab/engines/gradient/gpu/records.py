"""Where the parts of a record lie: a node that waits, with everything a thread needs to go on.

A record is a row of 32-bit words: the rows of the board (five bits a cell), the numbers of its
gradient words in the one array of all tables, the blank with the children still to be entered, the
automaton's state, the slack with the job, and the moves made so far, sixteen in a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.gradient.database import Arrangement
from slidelab.engines.gradient.gpu.device import NoDeviceError

PATH_WORDS = 12
MOST_MOVES = 16 * PATH_WORDS
"""Longer solutions than any board of up to 25 cells is known or believed to need."""

BITS_A_CELL = 5


@dataclass(frozen=True)
class Layout:
    """The shape that kernels are compiled for."""

    rows: int
    cols: int
    views: int
    words: int

    @classmethod
    def of(cls, arrangement: Arrangement) -> Layout:
        """Raises NoDeviceError for shapes whose rows or tiles do not fit into words."""
        rows, cols = arrangement.rows, arrangement.cols
        if cols * BITS_A_CELL > 32 or rows > 8 or rows * cols > 32:
            raise NoDeviceError(
                f"the engine gpu takes boards of at most 6 columns, 8 rows and 32 cells, not "
                f"{rows}x{cols}; the engine parallel takes others"
            )
        return cls(rows, cols, len(arrangement.views), arrangement.words)

    @property
    def numbers(self) -> int:
        return self.rows

    @property
    def meta(self) -> int:
        return self.rows + self.words

    @property
    def machine(self) -> int:
        return self.meta + 1

    @property
    def slack(self) -> int:
        return self.meta + 2

    @property
    def path(self) -> int:
        return self.meta + 3

    @property
    def width(self) -> int:
        return self.path + PATH_WORDS


def pack_meta(row: int, col: int, children: int, depth: int, tables: int) -> int:
    """Row: 3 bits, shift of the column: 5, children: 4, moves made: 8, which tables: 4."""
    return row | col * BITS_A_CELL << 3 | children << 8 | depth << 12 | tables << 20


def root_record(
    layout: Layout,
    board: Sequence[int],
    blank: int,
    numbers: Sequence[int],
    children: int,
    slacks: Sequence[int],
    job: int,
    tables: int,
) -> NDArray[np.uint32]:
    """The record of a start board, its tiles named by their homes."""
    record = np.zeros(layout.width, dtype=np.uint32)
    for row in range(layout.rows):
        tiles = board[row * layout.cols : (row + 1) * layout.cols]
        record[row] = sum(
            tile << BITS_A_CELL * col for col, tile in enumerate(tiles) if tile != blank
        )
    record[layout.numbers : layout.meta] = numbers
    hole = board.index(blank)
    row, col = divmod(hole, layout.cols)
    record[layout.meta] = pack_meta(row, col, children, 0, tables)
    record[layout.slack] = sum(slack << 8 * view for view, slack in enumerate(slacks)) | job << 16
    return record


def read_path(words: NDArray[np.uint32], length: int) -> str:
    """The moves of a path, two bits each."""
    return "".join("ULRD"[int(words[turn // 16]) >> 2 * (turn % 16) & 3] for turn in range(length))
