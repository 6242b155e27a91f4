"""Facts of neighbouring cells, which mean the same on a board of any size.

A tile is seen as the way it still has to go, its *displacement*: exactly for up to three rows and
columns, by direction and a coarse distance beyond. The facts are the displacements of two cells
close to each other, the displacements around the blank, how far each tile is from home, and in
which part of the board its home lies.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiling import Bytes, Floats, Int16s, Int32s, compiled
from slidelab.engines.geometry import OUTSIDE, displacements
from slidelab.engines.web_anytime import features
from slidelab.engines.web_anytime.features import Description, Features, find_squares
from slidelab.engines.web_anytime.pairs import PairFeatures
from slidelab.puzzle import Shape

NEAR = 3
"""Displacements are distinguished exactly up to this number of rows and columns."""
FAR = 6
"""Beyond NEAR, displacements up to here are distinguished from larger ones."""
_NEAR_KINDS = (2 * NEAR + 1) ** 2
BLANK = _NEAR_KINDS + 16
WALL = BLANK + 1
KINDS = WALL + 1

OFFSETS = np.array([(0, 1), (1, 0), (1, 1), (1, -1), (0, 2), (2, 0)], np.int16)
"""How far apart the two cells of a fact are, in rows and columns."""
_TRANSPOSED_OFFSETS = (1, 0, 2, 3, 5, 4)
_TURNED_ROUND = 3  # the offset that points backwards when rows and columns are exchanged

REACH = 3
"""How far from the blank displacements are looked at, in rows and columns."""
SIDE = 2 * REACH + 1
"""Rows and columns of the *neighbourhood* of the blank."""
PATCH = SIDE + 2
"""Rows and columns of the *patch*: the neighbourhood of the blank before and after any move."""
PARTS = 5
"""The board is divided into this number of parts from top to bottom, and from left to right."""
LONGEST = 20
"""Distances of more rows or columns than this are taken for it."""
LEARNED = 12
"""The longest side of the boards that weights are learned on; longer ones are seen in its scale."""
_PART_DISTANCES = 5

NEIGHBOURHOOD_AT = len(OFFSETS) * KINDS * KINDS
PARTS_AT = NEIGHBOURHOOD_AT + SIDE * SIDE * KINDS
DISTANCES_AT = PARTS_AT + PARTS * PARTS * _PART_DISTANCES
FACTS = DISTANCES_AT + LONGEST * LONGEST


class LocalFeatures(Features):
    """Displacements of neighbouring cells, around the blank, and of each tile."""

    def __init__(self, rows: int, cols: int, home: int = 0) -> None:
        kinds = displacement_kinds(rows, cols)
        kinds[home] = BLANK
        of_tiles: dict[str, NDArray[Any]] = {"kinds": kinds, "single": _single_facts(rows, cols)}
        super().__init__(features.LOCAL, rows, cols, home, shared_weights(), **of_tiles)
        padded = (rows + 4) * (cols + 4)
        squares = (rows - 1) * (cols - 1)
        self.facts = len(OFFSETS) * padded + SIDE * SIDE + 2 * rows * cols + squares

    def untaught(self) -> Floats:
        """Each tile's distance."""
        weights = np.zeros(self.weights)
        distances = features.distance_weights(LONGEST, LONGEST)[:, 0]
        weights[self.description.shared[DISTANCES_AT:FACTS]] = distances
        return weights

    def tables(self, weights: Floats) -> dict[str, NDArray[Any]]:
        """What each displacement adds, alone and beside others."""
        _, rows, cols, home, shared, _, kinds, single = self.description
        each, small = weights[shared], features.quantize(weights).astype(np.int16)[shared]
        by_part, distance = np.moveaxis(single, 2, 0)
        learned = each[DISTANCES_AT:FACTS].reshape(LONGEST, LONGEST)
        distances = stretch(learned, max(1.0, rows / LEARNED), max(1.0, cols / LEARNED)).ravel()
        alone = features.quantize(each[by_part])
        alone += features.quantize(distances[distance - DISTANCES_AT])
        alone[home] = 0
        forward = small[:NEIGHBOURHOOD_AT].reshape(len(OFFSETS), KINDS, KINDS)
        both = np.concatenate([forward, forward.transpose(0, 2, 1)])
        by_offset = (both - both[:, BLANK : BLANK + 1]).transpose(1, 0, 2)
        return {
            "alone": alone,
            "kinds": kinds,
            "patches": _patches(rows, cols),
            "by_offset": np.ascontiguousarray(by_offset),
            "neighbourhood": small[NEIGHBOURHOOD_AT:PARTS_AT].reshape(SIDE * SIDE, KINDS),
        }


@lru_cache(maxsize=16)
def _patches(rows: int, cols: int) -> Int16s:
    reach = REACH + 1
    padded = np.full((rows + 2 * reach, cols + 2 * reach), OUTSIDE, np.int16)
    padded[reach:-reach, reach:-reach] = np.arange(rows * cols).reshape(rows, cols)
    patches = np.lib.stride_tricks.sliding_window_view(padded, (PATCH, PATCH))
    return np.ascontiguousarray(patches.reshape(rows * cols, PATCH * PATCH))


def stretch(weights: Floats, rows: float, cols: float) -> Floats:
    """Weights of distances for boards longer by this factor than those they were learned on.

    Far tiles count more for each step than near ones. On a board twice as long the curve is drawn
    out to twice the length, with the same slopes: going on as steeply as it begins, it would hold
    every tile where it is.
    """
    places = np.arange(LONGEST)
    down, right = places / rows, places / cols
    by_row = np.array([np.interp(right, places, line) for line in weights])
    both = np.array([np.interp(down, places, line) for line in by_row.T]).T
    return both + (rows - 1) * both[:, :1] + (cols - 1) * both[:1]


def displacement_kinds(rows: int, cols: int) -> Bytes:
    """The kind of displacement of each tile on each cell."""
    down, right = displacements(Shape(rows, cols))
    near = (down + NEAR) * (2 * NEAR + 1) + right + NEAR
    farther = (np.maximum(np.abs(down), np.abs(right)) > FAR).astype(np.int16)
    direction = (_way(down) * 3 + _way(right)).astype(np.int16)
    # The middle one of the three by three directions does not occur: it would not be far.
    direction -= (direction > 4).astype(np.int16)
    far = _NEAR_KINDS + direction * 2 + farther
    is_near = (np.abs(down) <= NEAR) & (np.abs(right) <= NEAR)
    return np.where(is_near, near, far).astype(np.uint8)


def _way(displacement: Int16s) -> Int16s:
    """0, 1 or 2 for back, about level and ahead."""
    return (displacement > 1).astype(np.int16) - (displacement < -1).astype(np.int16) + np.int16(1)


def _single_facts(rows: int, cols: int) -> Int32s:
    """What each tile on each cell is alone: its distance, also by part of the board."""
    down, right = np.abs(displacements(Shape(rows, cols))).astype(np.int32)
    row, col = np.divmod(np.arange(rows * cols, dtype=np.int32), cols)
    part = (row * PARTS // rows) * PARTS + col * PARTS // cols
    coarse = np.searchsorted([0, 1, 3, 7], down + right).astype(np.int32)
    by_part = PARTS_AT + part[:, None] * _PART_DISTANCES + coarse
    most = LONGEST - 1
    distance = DISTANCES_AT + np.minimum(down, most) * LONGEST + np.minimum(right, most)
    return np.stack([by_part, distance], axis=2).astype(np.int32)


@lru_cache(maxsize=1)
def shared_weights() -> Int32s:
    """The weight of each fact: a fact and the one with rows and columns exchanged share it."""
    kinds, ends = _transposed_kinds(), (NEIGHBOURHOOD_AT, PARTS_AT, DISTANCES_AT)
    pairs, around, parts, distances = np.split(np.arange(FACTS), ends)
    pairs = pairs.reshape(len(OFFSETS), KINDS, KINDS)[list(_TRANSPOSED_OFFSETS)]
    turned = pairs[:, kinds][:, :, kinds]
    turned[_TURNED_ROUND] = turned[_TURNED_ROUND].T
    images = (
        turned,
        around.reshape(SIDE, SIDE, KINDS).transpose(1, 0, 2)[:, :, kinds],
        parts.reshape(PARTS, PARTS, _PART_DISTANCES).transpose(1, 0, 2),
        distances.reshape(LONGEST, LONGEST).T,
    )
    image = np.concatenate([each.ravel() for each in images])
    return features.share([np.arange(FACTS), image])


def _transposed_kinds() -> Int32s:
    """The kind of each displacement when rows and columns are exchanged."""
    kinds = np.arange(KINDS, dtype=np.int32)
    side = 2 * NEAR + 1
    kinds[:_NEAR_KINDS] = kinds[:_NEAR_KINDS].reshape(side, side).T.ravel()
    nine = np.insert(np.arange(8), 4, -1).reshape(3, 3).T.ravel()
    directions = nine[nine >= 0]
    kinds[_NEAR_KINDS:BLANK] = (_NEAR_KINDS + directions[:, None] * 2 + np.arange(2)).ravel()
    return kinds


@compiled
def find_local(description: Description, tiles: Int16s, facts: Int32s) -> int:
    """Write the weights' numbers of all facts of a state; returns how many."""
    rows, cols, home = description.rows, description.cols, description.home
    shared, kinds, single = description.shared, description.kinds, description.single
    found = 0
    blank = 0
    for cell in range(rows * cols):
        tile = tiles[cell]
        if tile == home:
            blank = cell
            continue
        for at in range(single.shape[2]):
            facts[found] = shared[single[tile, cell, at]]
            found += 1
    for offset in range(OFFSETS.shape[0]):
        down, right = OFFSETS[offset]
        first_fact = offset * KINDS * KINDS
        for row in range(-2, rows + 2):
            for col in range(-2, cols + 2):
                inside = 0 <= row < rows and 0 <= col < cols
                other_row, other_col = row + down, col + right
                other_inside = 0 <= other_row < rows and 0 <= other_col < cols
                if not (inside or other_inside):
                    continue
                kind = other = WALL
                if inside:
                    cell = row * cols + col
                    kind = kinds[tiles[cell], cell]
                if other_inside:
                    cell = other_row * cols + other_col
                    other = kinds[tiles[cell], cell]
                facts[found] = shared[first_fact + kind * KINDS + other]
                found += 1
    for down in range(-REACH, REACH + 1):
        for right in range(-REACH, REACH + 1):
            row, col = blank // cols + down, blank % cols + right
            kind = WALL
            if 0 <= row < rows and 0 <= col < cols:
                cell = row * cols + col
                kind = kinds[tiles[cell], cell]
            place = (down + REACH) * SIDE + right + REACH
            facts[found] = shared[NEIGHBOURHOOD_AT + place * KINDS + kind]
            found += 1
    return find_squares(description, tiles, facts, found)


# What was learned for all shapes, as the beginning of what is learned for one. Every local fact
# is about one tile or about two, the blank among them, or about a square, so weights of pairs and
# squares can say all that local weights say, and learn from there what is special about the
# shape.


def pairs_from_local(pairs: PairFeatures, weights: Floats) -> Floats:
    """The weights of pairs that give every state the value that the local weights give it."""
    rows, cols = pairs.description.rows, pairs.description.cols
    local = LocalFeatures(rows, cols).description
    each = weights[local.shared]
    alone = each[local.single].sum(axis=2)
    alone[0] = 0.0
    value = np.zeros((rows * cols,) * 4)  # tile, its cell, other's cell, other
    near = each[:NEIGHBOURHOOD_AT].reshape(len(OFFSETS), KINDS, KINDS)
    _add_neighbours(value, alone, local, near)
    _add_neighbourhood(value, alone, local, each[NEIGHBOURHOOD_AT:PARTS_AT].reshape(-1, KINDS))
    spread = alone / (rows * cols - 1)
    value += spread[:, :, None, None] + spread.T[None, None, :, :]
    # One value for each weight: the mean of those of the facts that share it.
    shared = pairs.shared_pairs.ravel()
    means = np.bincount(shared, weights=value.ravel()) / np.bincount(shared)
    return np.append(means, weights[len(means) - pairs.weights :])


def _add_neighbours(value: Floats, alone: Floats, local: Description, pairs: Floats) -> None:
    """Two tiles close to each other; what lies next to a wall is about one tile alone."""
    rows, cols, kinds = local.rows, local.cols, local.kinds
    for (down, right), table in zip(OFFSETS.tolist(), pairs, strict=True):
        for cell in range(rows * cols):
            kind = kinds[:, cell]
            for way in (1, -1):
                row, col = cell // cols + way * down, cell % cols + way * right
                seen = table if way == 1 else table.T
                if 0 <= row < rows and 0 <= col < cols:
                    other = row * cols + col
                    value[:, cell, other, :] += seen[np.ix_(kind, kinds[:, other])]
                else:
                    alone[:, cell] += seen[kind, WALL]


def _add_neighbourhood(value: Floats, alone: Floats, local: Description, weights: Floats) -> None:
    """The blank and a tile not far from it; a wall not far from it is about the blank alone."""
    rows, cols, kinds = local.rows, local.cols, local.kinds
    down, right = displacements(Shape(rows, cols))
    for blank in range(rows * cols):
        alone[0, blank] += weights[:, WALL].sum() - weights[SIDE * SIDE // 2, WALL]
        alone[0, blank] += weights[SIDE * SIDE // 2, BLANK]
        for cell in range(rows * cols):
            below, beside = int(down[cell, blank]), int(right[cell, blank])
            if cell == blank or max(abs(below), abs(beside)) > REACH:
                continue
            place = (below + REACH) * SIDE + beside + REACH
            alone[0, blank] -= weights[place, WALL]
            seen = weights[place, kinds[:, cell]]
            value[0, blank, cell, :] += seen
            value[:, cell, blank, 0] += seen
