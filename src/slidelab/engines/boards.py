"""The moves of the blank as small tables, and sums over tiles, as kernels take them.

A *place* is a cell together with how the blank came there: `cell * 8 + direction`, with the
directions numbered in the order of moves, and START for a blank that has not moved yet. So a place
fits in a byte on boards of up to 31 cells.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from slidelab.engines.geometry import neighbours
from slidelab.engines.jit import Bytes, Ints
from slidelab.puzzle import Board, Move, Shape

NONE = 255
"""Stands for the cell or place beyond an edge."""
START = 4


def read_order(order: str) -> list[Move]:
    """Return the moves that an order such as UDLR stands for."""
    return [Move.parse(letter) for letter in order]


def target_table(shape: Shape, order: str) -> Bytes:
    """Return `table[cell, direction]`: where the blank goes, NONE beyond the edge.

    >>> target_table(Shape(2, 2), "UDLR")[0].tolist()
    [255, 2, 255, 1]
    """
    return neighbours(shape)[:, read_order(order)].astype(np.uint8)  # OUTSIDE becomes NONE


def exit_table(shape: Shape, order: str) -> Bytes:
    """Return how the blank goes on without undoing its last move.

    `table[place]` has the places that it can reach, in the order of moves, and NONE after them.
    Its rows have eight entries, so that a word of few bits can count through them.
    """
    moves, targets = read_order(order), target_table(shape, order)
    table = np.full((shape.cells * 8, 8), NONE, np.uint8)
    for cell in range(shape.cells):
        for came in range(START + 1):
            undo = NONE if came == START else moves.index(moves[came].inverse)
            onward = [d for d in range(4) if targets[cell, d] != NONE and d != undo]
            table[cell * 8 + came, : len(onward)] = [targets[cell, d] * 8 + d for d in onward]
    return table


def change_table(cost: Ints, shape: Shape, order: str) -> Ints:
    """Return `table[place, tile]`: how a sum of costs changes as the blank comes to a place.

    `cost[tile, cell]` is what a tile on a cell adds, `cost[0, cell]` what the blank adds; the tile
    goes where the blank came from.
    """
    table = np.zeros((shape.cells * 8, shape.cells), np.int64)
    targets = target_table(shape, order)
    for before in range(shape.cells):
        for direction, after in enumerate(targets[before].tolist()):
            if after != NONE:
                change = cost[:, before] - cost[:, after]
                table[after * 8 + direction] = change + cost[0, after] - cost[0, before]
    return table


def moves_between(cells: Sequence[int], shape: Shape) -> list[Move]:
    """Return the moves of a blank that visits these cells one after the other."""
    steps = {-shape.cols: Move.UP, shape.cols: Move.DOWN, -1: Move.LEFT, 1: Move.RIGHT}
    return [steps[after - before] for before, after in pairwise(cells)]


def tiles_of(board: Board) -> Bytes:
    """Return the tiles of a board, cell by cell, in an array of its own."""
    return np.array(list(board.state), np.uint8)
