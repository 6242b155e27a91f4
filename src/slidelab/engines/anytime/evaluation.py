"""Evaluations as the beam uses them: how the value of a state changes when a tile moves."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from slidelab.engines.anytime.features import LOCAL, PAIRS, Features
from slidelab.engines.anytime.local import BLANK, OFFSETS, REACH, SIDE, WALL, LocalFeatures
from slidelab.engines.anytime.pairs import PairFeatures
from slidelab.engines.anytime.squares import Squares, squares
from slidelab.engines.compiled.compiling import (
    Bytes,
    Floats,
    ShortIntegers,
    SmallIntegers,
    TinyIntegers,
    inlined,
)
from slidelab.engines.geometry import OUTSIDE, displacements, neighbours
from slidelab.puzzle import Shape

PATCH = SIDE + 2
"""Rows and columns of the *patch*: the neighbourhood of the blank before and after any move."""
CENTRE = (REACH + 1) * PATCH + REACH + 1
_STEPS = np.array([-PATCH, PATCH, -1, 1])
_OFFSET_STEPS = np.concatenate([OFFSETS, -OFFSETS]).astype(np.int64) @ np.array([PATCH, 1])
PATCH_CELLS = PATCH * PATCH


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
    patches: ShortIntegers
    """LOCAL: the cells seen from each cell of the blank."""
    by_offset: ShortIntegers
    """LOCAL: see `LocalFeatures.offset_table`."""
    neighbourhood: ShortIntegers
    """LOCAL: what a displacement adds at each place around the blank."""
    squares: Squares


def evaluation(features: Features, weights: Floats) -> Evaluation:
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
        neighbours(Shape(rows, cols), "int16"),
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
        neighbours(Shape(rows, cols), "int16"),
        _distances(rows, cols, home),
        np.zeros((1, 1, 1, 1), np.int8),
        np.zeros((1, 1), np.int32),
        features.tile_table(weights),
        features.description.kinds,
        _patches(rows, cols),
        features.offset_table(weights),
        features.neighbourhood_table(weights),
        squares(rows, cols, home, weights),
    )


@lru_cache(maxsize=16)
def _patches(rows: int, cols: int) -> ShortIntegers:
    reach = REACH + 1
    padded = np.full((rows + 2 * reach, cols + 2 * reach), OUTSIDE, np.int16)
    padded[reach:-reach, reach:-reach] = np.arange(rows * cols).reshape(rows, cols)
    patches = np.lib.stride_tricks.sliding_window_view(padded, (PATCH, PATCH))
    return np.ascontiguousarray(patches.reshape(rows * cols, PATCH_CELLS))


def _distances(rows: int, cols: int, home: int) -> ShortIntegers:
    down, right = displacements(Shape(rows, cols))
    distance = np.abs(down) + np.abs(right)
    distance[home] = 0
    return distance


@inlined
def read_patch(evaluation: Evaluation, tiles: ShortIntegers, blank: int, patch: Bytes) -> None:
    """Write the displacements that are seen from the blank."""
    cells = evaluation.patches[blank]
    for at in range(PATCH_CELLS):
        cell = cells[at]
        patch[at] = WALL if cell == OUTSIDE else evaluation.kinds[tiles[cell], cell]


@inlined
def sum_neighbourhood(evaluation: Evaluation, patch: Bytes, centre: int) -> int:
    """What the displacements around a place of the patch add."""
    total = 0
    place = 0
    corner = centre - REACH * (PATCH + 1)
    for row in range(SIDE):
        for at in range(corner + row * PATCH, corner + row * PATCH + SIDE):
            total += evaluation.neighbourhood[place, patch[at]]
            place += 1
    return total


@inlined
def local_change(
    evaluation: Evaluation, patch: Bytes, tile: int, blank: int, target: int, move: int
) -> tuple[int, int]:
    """How the value changes when the tile on `target` moves, without and with the neighbourhood.

    Returns the change of all but the neighbourhood of the blank, and the new sum of these.
    """
    there = CENTRE + _STEPS[move]
    before = patch[there]
    after = evaluation.kinds[tile, blank]
    change = int(evaluation.alone[tile, blank]) - int(evaluation.alone[tile, target])
    patch[there] = BLANK
    new, old = evaluation.by_offset[after], evaluation.by_offset[before]
    for offset in range(_OFFSET_STEPS.size):
        step = _OFFSET_STEPS[offset]
        change += new[offset, patch[CENTRE + step]]
        change -= old[offset, patch[there + step]]
    patch[CENTRE] = after
    neighbourhood = sum_neighbourhood(evaluation, patch, there)
    patch[CENTRE] = BLANK
    patch[there] = before
    return change, neighbourhood


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
