"""Evaluations as the beam uses them: how the value of a state changes when a tile moves.

The weights that come with slidelab are in the folder `weights`: learned by `slidelab train`, kept
as whole numbers.
"""

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np

from slidelab.engines.compiling import Bytes, Floats, Int8s, Int16s, Int32s, inlined
from slidelab.engines.geometry import OUTSIDE, distances, neighbours
from slidelab.engines.web_anytime.features import STEP, Features, Squares, quantize, squares
from slidelab.engines.web_anytime.local import (
    BLANK,
    OFFSETS,
    PATCH,
    REACH,
    SIDE,
    WALL,
    LocalFeatures,
)
from slidelab.engines.web_anytime.pairs import PairFeatures
from slidelab.puzzle import Shape

CENTRE = (REACH + 1) * PATCH + REACH + 1
_STEPS = np.array([-PATCH, PATCH, -1, 1])
_OFFSET_STEPS = np.concatenate([OFFSETS, -OFFSETS]).astype(np.int64) @ np.array([PATCH, 1])
PATCH_CELLS = PATCH * PATCH


class Evaluation(NamedTuple):
    """The tables of an evaluation of one shape; those of the other kind are empty."""

    kind: int
    home: int
    """The blank's number and its cell in the goal."""
    sides: Int16s
    distance: Int16s
    """Manhattan distance of each tile on each cell; none for the blank."""
    moved: Int8s = np.zeros((1, 1, 1, 1), np.int8)
    """PAIRS: what each cell adds by the tile that lies there when a tile moves, by the blank's cell
    and move, the tile that moves, the cell, and the tile there: one look a cell. With what is
    always added taken out, a byte is enough; the few changes of more than two moves are cut off."""
    always: Int32s = np.zeros((1, 1), np.int32)
    """PAIRS: what is added in any case, by the blank's cell and move and the tile."""
    alone: Int32s = np.zeros((1, 1), np.int32)
    """LOCAL: what each tile on each cell adds by itself."""
    kinds: Bytes = np.zeros((1, 1), np.uint8)
    """LOCAL: the displacement of each tile on each cell."""
    patches: Int16s = np.zeros((1, 1), np.int16)
    """LOCAL: the cells seen from each cell of the blank."""
    by_offset: Int16s = np.zeros((1, 1, 1), np.int16)
    """LOCAL: what a displacement adds more than a blank would, by the offset of another, one of
    OFFSETS or then of the same backwards, and its kind."""
    neighbourhood: Int16s = np.zeros((1, 1), np.int16)
    """LOCAL: what a displacement adds at each place around the blank."""
    squares: Squares = Squares()  # at another place, it makes beams a twentieth slower


def make_evaluation(features: Features, weights: Floats) -> Evaluation:
    """Return the tables of a set of facts with these weights."""
    kind, rows, cols, home, *_ = features.description
    distance = np.array(distances(Shape(rows, cols)), np.int16)
    distance[home] = 0
    sides = neighbours(Shape(rows, cols), "int16")
    of_squares = squares(rows, cols, home, weights)
    return Evaluation(kind, home, sides, distance, **features.tables(weights), squares=of_squares)


@inlined
def read_patch(evaluation: Evaluation, tiles: Int16s, blank: int, patch: Bytes) -> None:
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
def pair_change(evaluation: Evaluation, tiles: Int16s, tile: int, blank: int, move: int) -> int:
    """How the value changes when the blank moves and the tile takes its place."""
    table = evaluation.moved[blank * 4 + move, tile]
    change = int(evaluation.always[blank * 4 + move, tile])
    for cell in range(tiles.size):
        change += table[cell, tiles[cell]]
    return change


PAIR_SHAPES = ("5x5", "6x6")
"""The shapes that have weights of their own, for pairs of tiles."""


@lru_cache(maxsize=64)
def best_evaluation(rows: int, cols: int, home: int) -> Evaluation:
    """The best evaluation there is for a shape and a cell where the blank belongs."""
    if home == 0 and f"{rows}x{cols}" in PAIR_SHAPES:
        return make_evaluation(PairFeatures(rows, cols), read_shipped(f"pairs-{rows}x{cols}"))
    return any_evaluation(rows, cols, home)


@lru_cache(maxsize=16)
def any_evaluation(rows: int, cols: int, home: int) -> Evaluation:
    """The evaluation that serves every shape and every home of the blank."""
    return make_evaluation(LocalFeatures(rows, cols, home), read_shipped("local"))


@lru_cache(maxsize=4)
def read_shipped(name: str) -> Floats:
    """The weights of a name that come with slidelab."""
    with (
        files("slidelab.engines.web_anytime").joinpath("weights", f"{name}.npz").open("rb") as file
    ):
        return read_weights(file)


def read_weights(file: IO[bytes]) -> Floats:
    """The weights of a file that `write_weights` wrote."""
    with np.load(file) as arrays:
        weights: Floats = arrays["weights"] / STEP
    return weights


def write_weights(path: Path, weights: Floats) -> None:
    """Write weights as they come with slidelab: small, and the same for the same weights."""
    np.savez_compressed(path, weights=quantize(weights).astype(np.int16))
