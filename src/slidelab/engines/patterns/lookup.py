"""How kernels look up the tables of a partition for one goal.

The tables are those of goals with the blank on the lowest cell that a symmetry of the board takes
it to. A *view* maps the cells of a board to theirs: one symmetry that takes the goal's blank there
and, where there is one, a second that differs from it by a mirroring of rows into columns. The tile
whose home is cell c, standing on cell x, counts as the tile with home `view[c]` on `view[x]`.

A move changes one tile, hence one index in each view: by `base`, and for each tile that it passes
in the order of the cells by `passing` (see `pattern`). In each direction tiles are passed in one
view at most: along the columns of the board, or along those of its mirror image.
"""

from typing import NamedTuple

import numpy as np

from slidelab.engines.boards import NONE, read_order, target_table
from slidelab.engines.geometry import symmetries
from slidelab.engines.jit import Bytes, Ints, kernel
from slidelab.engines.patterns.build import OnFraction
from slidelab.engines.patterns.partitions import partition
from slidelab.engines.patterns.pattern import Pattern, passing_weights, weights
from slidelab.engines.patterns.store import open_tables
from slidelab.heuristics import Estimate
from slidelab.puzzle import Board, Move, Shape


class Tables(NamedTuple):
    """What is needed for the estimate of a board: the larger sum of its views."""

    entries: Bytes
    """All tables, one after another."""
    offsets: Ints
    """Where each table begins."""
    views: Ints
    """`views[view, cell]`: the cell of the tables."""
    tiles: Ints
    """`tiles[view, pattern, digit]`: the tile that counts as this one, then -1."""


class Steps(NamedTuple):
    """How the indices change with a move, for an order of moves.

    Directions are the blank's; a row is `direction * cells + tile`.
    """

    slot: Bytes
    """`slot[view, tile]`: the number of the tile's pattern among those of all views."""
    base: Ints
    """`base[view, row]`: how the index changes if the tile passes no other."""
    between: Bytes
    """`between[place]`: the cells that the tile passes; its own where there are fewer."""
    passing: Ints
    """`passing[row, other]`: what another tile there adds to the change."""
    passes: Ints
    """`passes[view, direction]`: -1, all bits set, if tiles are passed in this view, else 0."""


def open_lookup(name: str, goal: Board, progress: OnFraction = lambda fraction: None) -> Tables:
    """Return the tables of a partition for a goal; build them if need be.

    Raises SlidelabError for a partition that does not fit the shape.

    >>> open_lookup("4-4", Board("0 1 2 / 3 4 5 / 6 7 8")).entries.size
    6048
    """
    shape = goal.shape
    home = min(symmetry[goal.blank] for symmetry in symmetries(shape))
    patterns = [Pattern.of(cells, home, shape) for cells in partition(name, shape, home)]
    views = np.array(_views(shape, goal.blank, home))
    tiles = np.full((len(views), len(patterns), shape.cells), -1, np.int64)
    for number, view in enumerate(views):
        cell_of = np.argsort(view)
        for at, pattern in enumerate(patterns):
            homes = [goal.state[cell_of[cell]] for cell in pattern.cells]
            tiles[number, at, : len(homes)] = homes
    ends = np.cumsum([pattern.entries for pattern in patterns])
    return Tables(open_tables(patterns, progress), np.append(0, ends[:-1]), views, tiles)


def _views(shape: Shape, blank: int, home: int) -> list[tuple[int, ...]]:
    fitting = [symmetry for symmetry in symmetries(shape) if symmetry[blank] == home]
    mirrored = [each for each in fitting if _turns(each, shape) != _turns(fitting[0], shape)]
    return [fitting[0], *mirrored[:1]]


def _turns(symmetry: tuple[int, ...], shape: Shape) -> bool:
    """Return whether a symmetry makes columns of rows."""
    return abs(symmetry[1] - symmetry[0]) != 1


def steps_of(tables: Tables, shape: Shape, order: str) -> Steps:
    """Return how the indices change with each move."""
    cells, cols = shape.cells, shape.cols
    views, targets = tables.views, target_table(shape, order)
    moves = read_order(order)
    slot = np.zeros((len(views), cells), np.uint8)
    base = np.zeros((len(views), 4, cells), np.int64)
    between = np.repeat(np.arange(cells, dtype=np.uint8), 8)[:, None].repeat(cols - 1, axis=1)
    passing = np.zeros((4, cells, cells), np.int64)
    passes = np.zeros((len(views), 4), np.int64)
    count = tables.offsets.size
    for number, view in enumerate(views):
        cell_of = np.argsort(view)
        down, right = int(view[cols] - view[0]), int(view[1] - view[0])
        # The tile goes the other way than the blank.
        strides = {Move.UP: down, Move.DOWN: -down, Move.LEFT: right, Move.RIGHT: -right}
        for direction, move in enumerate(moves):
            stride = strides[move]
            is_passing = abs(stride) == cols
            passes[number, direction] = -1 if is_passing else 0
            for at in range(count):
                tiles = [tile for tile in tables.tiles[number, at].tolist() if tile >= 0]
                slot[number, tiles] = number * count + at
                base[number, direction, tiles] = stride * weights(cells, len(tiles))
                if is_passing:
                    passed = passing_weights(cells, len(tiles))[:, :-1]
                    passing[direction][np.ix_(tiles, tiles)] = np.sign(stride) * passed
            for cell in range(cells):
                target = targets[cell, direction]
                if target != NONE and is_passing:
                    low, high = sorted((int(view[cell]), int(view[target])))
                    between[int(target) * 8 + direction] = cell_of[low + 1 : high]
    flat = base.reshape(len(views), -1), passing.reshape(-1, cells)
    return Steps(slot, flat[0], between, flat[1], passes)


@kernel
def find_entries(board: Bytes, tables: Tables, where: Ints, indices: Ints) -> int:
    """Write the index of each entry to `indices`, and return the estimate of the board.

    `where` is room for the cell of each tile.
    """
    entries, offsets, views, tiles = tables
    cells, count = board.size, offsets.size
    largest = 0
    for view in range(views.shape[0]):
        for cell in range(cells):
            where[board[cell]] = views[view, cell]
        total = 0
        for pattern in range(count):
            number = 0
            for digit in range(tiles.shape[2]):
                tile = tiles[view, pattern, digit]
                if tile < 0:
                    break
                cell = where[tile]
                smaller = 0
                for before in range(digit):
                    smaller += where[tiles[view, pattern, before]] < cell
                number = number * (cells - digit) + cell - smaller
            index = offsets[pattern] + number
            indices[view * count + pattern] = index
            total += entries[index]
        largest = max(largest, total)
    return largest


def as_function(tables: Tables) -> Estimate:
    """Return the estimate as a function of a state, as the textbook calls it."""
    where = np.zeros(tables.views.shape[1], np.int64)
    indices = np.zeros(tables.views.shape[0] * tables.offsets.size, np.int64)
    return lambda state: find_entries(np.frombuffer(state, np.uint8), tables, where, indices)
