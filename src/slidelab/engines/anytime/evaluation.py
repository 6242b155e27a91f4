"""Evaluations as the beam uses them: how the value of a state changes when a tile moves."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from slidelab.engines.anytime.features import LOCAL, PAIRS, Features
from slidelab.engines.anytime.grid import OUTSIDE, ShortIntegers, displacements, neighbours
from slidelab.engines.anytime.local import (
    AROUND,
    BLANK,
    OFFSETS,
    REACH,
    WALL,
    LocalFeatures,
)
from slidelab.engines.anytime.pairs import PairFeatures
from slidelab.engines.anytime.squares import Squares, squares
from slidelab.engines.compiled.compiling import Bytes, Floats, SmallIntegers, TinyIntegers, inlined

VIEW = AROUND + 2
"""Rows and columns of what is seen of the board from the blank, also after it has moved."""
CENTRE = (REACH + 1) * VIEW + REACH + 1
_STEPS = np.array([-VIEW, VIEW, -1, 1])
_BESIDE = np.concatenate([OFFSETS, -OFFSETS]).astype(np.int64) @ np.array([VIEW, 1])
VIEW_CELLS = VIEW * VIEW


class Evaluation(NamedTuple):
    """The tables of an evaluation of one shape; those of the other kind are empty."""

    kind: int
    home: int
    """The blank's number and its cell in the goal."""
    sides: ShortIntegers
    distance: ShortIntegers
    """Manhattan distance of each tile on each cell; none for the blank."""
    moved: TinyIntegers
    """PAIRS: see `PairFeatures.move_tables`."""
    always: SmallIntegers
    """PAIRS: see `PairFeatures.move_tables`."""
    alone: SmallIntegers
    """LOCAL: what each tile on each cell adds by itself."""
    kinds: Bytes
    """LOCAL: the displacement of each tile on each cell."""
    views: ShortIntegers
    """LOCAL: the cells seen from each cell of the blank."""
    beside: ShortIntegers
    """LOCAL: see `LocalFeatures.beside_table`."""
    around: ShortIntegers
    """LOCAL: what a displacement adds at each place around the blank."""
    squares: Squares


def evaluation(features: Features, weights: Floats) -> Evaluation:
    """The evaluation of these features by these weights."""
    if isinstance(features, PairFeatures):
        return pair_evaluation(features, weights)
    assert isinstance(features, LocalFeatures), "there are two sets of features"
    return local_evaluation(features, weights)


def pair_evaluation(features: PairFeatures, weights: Floats) -> Evaluation:
    """The evaluation by pairs of tiles."""
    rows, cols = features.description.rows, features.description.cols
    return Evaluation(
        PAIRS,
        0,
        neighbours(rows, cols),
        _distances(rows, cols, 0),
        *features.move_tables(weights),
        np.zeros((1, 1), np.int32),
        np.zeros((1, 1), np.uint8),
        np.zeros((1, 1), np.int16),
        np.zeros((1, 1, 1), np.int16),
        np.zeros((1, 1), np.int16),
        squares(rows, cols, 0, weights),
    )


def local_evaluation(features: LocalFeatures, weights: Floats) -> Evaluation:
    """The evaluation by displacements of neighbouring cells."""
    rows, cols, home = features.description[1:4]
    return Evaluation(
        LOCAL,
        home,
        neighbours(rows, cols),
        _distances(rows, cols, home),
        np.zeros((1, 1, 1, 1), np.int8),
        np.zeros((1, 1), np.int32),
        features.tile_table(weights),
        features.description.kinds,
        _views(rows, cols),
        features.beside_table(weights),
        features.around_table(weights),
        squares(rows, cols, home, weights),
    )


@lru_cache(maxsize=16)
def _views(rows: int, cols: int) -> ShortIntegers:
    reach = REACH + 1
    padded = np.full((rows + 2 * reach, cols + 2 * reach), OUTSIDE, np.int16)
    padded[reach:-reach, reach:-reach] = np.arange(rows * cols).reshape(rows, cols)
    views = np.lib.stride_tricks.sliding_window_view(padded, (VIEW, VIEW))
    return np.ascontiguousarray(views.reshape(rows * cols, VIEW_CELLS))


def _distances(rows: int, cols: int, home: int) -> ShortIntegers:
    down, right = displacements(rows, cols)
    distance = np.abs(down) + np.abs(right)
    distance[home] = 0
    return distance


@inlined
def look_around(evaluation: Evaluation, tiles: ShortIntegers, blank: int, view: Bytes) -> None:
    """Write the displacements that are seen from the blank."""
    cells = evaluation.views[blank]
    for at in range(VIEW_CELLS):
        cell = cells[at]
        view[at] = WALL if cell == OUTSIDE else evaluation.kinds[tiles[cell], cell]


@inlined
def sum_around(evaluation: Evaluation, view: Bytes, centre: int) -> int:
    """What the displacements around a place of the view add."""
    total = 0
    place = 0
    corner = centre - REACH * (VIEW + 1)
    for row in range(AROUND):
        for at in range(corner + row * VIEW, corner + row * VIEW + AROUND):
            total += evaluation.around[place, view[at]]
            place += 1
    return total


@inlined
def local_change(
    evaluation: Evaluation, view: Bytes, tile: int, blank: int, target: int, move: int
) -> tuple[int, int]:
    """How the value changes when the tile on `target` moves, without and with what is around.

    Returns the change of all but the surroundings of the blank, and the new sum of these.
    """
    there = CENTRE + _STEPS[move]
    before = view[there]
    after = evaluation.kinds[tile, blank]
    change = int(evaluation.alone[tile, blank]) - int(evaluation.alone[tile, target])
    view[there] = BLANK
    new, old = evaluation.beside[after], evaluation.beside[before]
    for offset in range(_BESIDE.size):
        step = _BESIDE[offset]
        change += new[offset, view[CENTRE + step]]
        change -= old[offset, view[there + step]]
    view[CENTRE] = after
    surroundings = sum_around(evaluation, view, there)
    view[CENTRE] = BLANK
    view[there] = before
    return change, surroundings


@inlined
def pair_change(
    evaluation: Evaluation, tiles: ShortIntegers, tile: int, blank: int, move: int
) -> int:
    """How the value changes when the blank moves and the tile takes its place."""
    table = evaluation.moved[blank * 4 + move, tile]
    change = int(evaluation.always[blank * 4 + move, tile])
    for cell in range(tiles.size):
        change += table[cell, tiles[cell]]
    return change
