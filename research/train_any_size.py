"""Train the weights of the any-size engine: solve boards, learn from the paths found, and repeat.

Nobody knows the true distance of a large board. But a beam that reached the goal shows which node
of each layer led there, and an estimate serves the beam well if that node comes before the others.
So each such node and a rival of its layer are an example: the weights of the features in which they
differ are moved, the more the surer the estimate was of the wrong one (logistic loss), and the less
the more they were moved before (Adagrad).

    python research/train_any_size.py --shape 6x6 --shape 8x8 --boards 2000 -o weights.npz
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate
from math import exp, sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from slidelab.engines.anytime.beam import Beam, BeamStatus
from slidelab.engines.anytime.evaluation import (
    BLANK,
    KINDS,
    LEARNED,
    OFFSETS,
    PARTS,
    REACH,
    SIDE,
    UNIT,
    WALL,
    Weights,
    load_weights,
    make_evaluation,
)
from slidelab.engines.anytime.frame import Frame
from slidelab.puzzle import Board, Shape, goal_board, random_board

BOARDS_PER_ROUND = 100
"""Boards solved with the same weights before what was learned meanwhile is put to use."""
EVERY = 8
"""Which layers of a path are learned from: neighbouring ones teach nearly the same."""
RIVALS = 12
"""How many other nodes of its layer each node of a path is compared with."""
KNOWN = 1000.0
"""How far each weight counts as moved at the beginning."""
_OFFSETS = np.array(OFFSETS)

Floats = NDArray[np.float64]


class Features(NamedTuple):
    """How the features of a state of one shape are numbered, each feature once per symmetry."""

    shape: tuple[int, int]
    kinds: NDArray[np.uint8]
    classes: NDArray[np.uint8]
    single: NDArray[np.int64]
    """By tile and cell, the features of the tile alone."""
    shared: NDArray[np.int64]
    """The weight of each feature: one and its mirror image share it."""
    starts: tuple[int, int, int]
    """Where the features of pairs, around the blank and of squares begin."""


def features_of(weights: Weights, shape: Shape) -> Features:
    """Return the numbering of the features of a shape."""
    evaluation = make_evaluation(weights, shape, 0)
    names = list(weights)
    sizes = [weights[name].size for name in names]
    starts = dict(zip(names, np.cumsum([0, *sizes]).tolist(), strict=False))
    row, col = np.divmod(np.arange(shape.cells), shape.cols)
    down = np.abs(row[:, None] - row)
    right = np.abs(col[:, None] - col)
    part = (row * PARTS // shape.rows) * PARTS + col * PARTS // shape.cols
    coarse = np.searchsorted([0, 1, 3, 7], down + right)
    single = np.stack(
        [starts["parts"] + part[:, None] * PARTS + coarse,
         starts["distances"] + down * len(weights["distances"]) + right], axis=2
    )  # fmt: skip
    images = mirror({name: np.arange(w.size).reshape(w.shape) for name, w in weights.items()})
    mirrored = np.concatenate([images[name].ravel() + starts[name] for name in names])
    shared = np.minimum(np.arange(len(mirrored)), mirrored)
    begins = starts["pairs"], starts["around"], starts["squares"]
    return Features(
        (shape.rows, shape.cols), evaluation.kinds, evaluation.classes, single, shared, begins
    )


def mirror(weights: dict[str, NDArray[np.int64]]) -> dict[str, NDArray[np.int64]]:
    """Return the weights of the features with rows and columns exchanged."""
    kinds = np.arange(KINDS)
    near = BLANK - 16
    side = 2 * REACH + 1
    kinds[:near] = kinds[:near].reshape(side, side).T.ravel()
    nine = np.insert(np.arange(8), 4, -1).reshape(3, 3).T.ravel()
    kinds[near:BLANK] = (near + nine[nine >= 0][:, None] * 2 + np.arange(2)).ravel()
    classes = np.append(np.arange(9).reshape(3, 3).T.ravel(), 9)
    pairs = weights["pairs"][[1, 0, 2, 3, 5, 4]][:, kinds][:, :, kinds]
    pairs[3] = pairs[3].T.copy()  # this offset points backwards when rows and columns are exchanged
    around = weights["around"].reshape(SIDE, SIDE, KINDS).transpose(1, 0, 2)[:, :, kinds]
    squares = weights["squares"][np.ix_(classes, classes, classes, classes)].transpose(0, 2, 1, 3)
    return {
        "pairs": pairs,
        "around": around,
        "parts": weights["parts"].transpose(1, 0, 2),
        "distances": weights["distances"].T,
        "squares": squares,
    }


@njit(nogil=True)
def find_features(features: Features, tiles: NDArray[np.int16], found: NDArray[np.int64]) -> int:
    """Write the numbers of the weights of a state's features; return how many."""
    rows, cols = features.shape
    kinds, classes, shared = features.kinds, features.classes, features.shared
    pairs, around, squares = features.starts
    count = 0
    seen = np.full((rows + 4 * REACH, cols + 4 * REACH), WALL, np.int64)  # with walls around
    edge = 2 * REACH
    blank_row = blank_col = 0
    for cell in range(rows * cols):
        tile, row, col = tiles[cell], cell // cols, cell % cols
        seen[row + edge, col + edge] = kinds[tile, cell]
        if kinds[tile, cell] == BLANK:
            blank_row, blank_col = row + edge, col + edge
        else:
            for which in range(features.single.shape[2]):
                found[count] = shared[features.single[tile, cell, which]]
                count += 1
    for which in range(_OFFSETS.shape[0]):
        for row in range(edge - 2, rows + edge + 2):
            for col in range(edge - 2, cols + edge + 2):
                one = seen[row, col]
                other = seen[row + _OFFSETS[which, 0], col + _OFFSETS[which, 1]]
                if one != WALL or other != WALL:
                    found[count] = shared[pairs + (which * KINDS + one) * KINDS + other]
                    count += 1
    for down in range(SIDE):
        for right in range(SIDE):
            kind = seen[blank_row + down - REACH, blank_col + right - REACH]
            found[count] = shared[around + (down * SIDE + right) * KINDS + kind]
            count += 1
    for row in range(rows - 1):
        for col in range(cols - 1):
            number = 0
            for corner in range(4):
                cell = (row + corner // 2) * cols + col + corner % 2
                number = number * 10 + classes[tiles[cell], cell]
            found[count] = shared[squares + number]
            count += 1
    return count


@njit(nogil=True)
def learn(
    features: Features,
    values: Floats,
    moved: Floats,
    path: NDArray[np.int16],
    rivals: NDArray[np.int16],
    rate: float,
) -> float:
    """Move the weights so that each rival is estimated farther away than the node of the path.

    Return the share of the examples that were right before.
    """
    right = examples = 0
    room = 16 * (features.shape[0] + 4) * (features.shape[1] + 4) + SIDE * SIDE
    better, worse = np.empty(room, np.int64), np.empty(room, np.int64)
    difference = np.zeros(values.size, np.int64)
    for layer in range(path.shape[0]):
        of_better = find_features(features, path[layer], better)
        for rival in range(rivals.shape[1]):
            of_worse = find_features(features, rivals[layer, rival], worse)
            margin = 0.0
            for at in range(of_worse):
                margin += values[worse[at]]
                difference[worse[at]] += 1
            for at in range(of_better):
                margin -= values[better[at]]
                difference[better[at]] -= 1
            surprise = 1.0 / (1.0 + exp(min(margin, 50.0)))
            if margin != 0.0:  # else it is most likely the same state
                examples += 1
                right += margin > 0.0
            for found, count in ((better, of_better), (worse, of_worse)):
                for at in range(count):
                    slope = surprise * difference[found[at]]
                    difference[found[at]] = 0
                    if margin != 0.0 and slope != 0.0:
                        moved[found[at]] += slope * slope
                        values[found[at]] += rate * slope / sqrt(moved[found[at]])
    return right / max(1, examples)


def find_examples(
    beam: Beam, shape: Shape, seed: str
) -> tuple[NDArray[np.int16], NDArray[np.int16]] | None:
    """Return states of the path that the beam finds, and for each some others of its layer."""
    goal = goal_board("blank-first", shape)
    frame = Frame(goal)
    start = random_board(shape, goal, seed)
    random = np.random.default_rng(list(map(ord, seed)))
    first = int(random.integers(1, EVERY + 1))
    beam.begin(frame.tiles(start), shorter_than=10 * shape.cells + int(2 * shape.cells**1.5))
    rivals = []
    while beam.advance(1) is BeamStatus.RUNNING:
        if beam.depth % EVERY == first % EVERY:
            nodes = beam.layer.tiles
            rivals.append(nodes[random.integers(len(nodes), size=RIVALS)])
    if beam.status is not BeamStatus.FOUND or not rivals:
        return None
    path = accumulate(frame.moves(beam.path()), Board.move, initial=start)
    states = np.array([frame.tiles(board) for board in path])[first::EVERY]
    return states[: len(rivals)], np.array(rivals, np.int16)


def train(
    weights: Weights, shapes: list[Shape], boards: int, width: int, rate: float
) -> Iterator[tuple[int, float, Weights]]:
    """Yield the boards done, the share of examples that were right, and the weights learned."""
    of_shape = {shape: features_of(weights, shape) for shape in shapes}
    values = np.concatenate([array.ravel() for array in weights.values()]) / UNIT
    moved = np.full(len(values), KNOWN)
    for first in range(0, boards, BOARDS_PER_ROUND):
        beams = {shape: Beam(make_evaluation(weights, shape, 0), width) for shape in shapes}
        examples = defaultdict(list)
        for board in range(first, min(first + BOARDS_PER_ROUND, boards)):
            joined = 1 + 4 * len(shapes) * board // boards  # large shapes join later
            shape = shapes[board % min(joined, len(shapes))]
            if (found := find_examples(beams[shape], shape, f"training {board}")) is not None:
                examples[shape].append(found)
        right = []
        for shape, found_by_board in examples.items():
            path, rivals = map(np.concatenate, zip(*found_by_board, strict=True))
            # Examples of one board are much alike: in order, each would outbid the one before.
            mixed = np.random.default_rng(first).permutation(len(path))
            slower = rate * (1.0 - 0.95 * first / boards)
            known = of_shape[shape]
            right.append(learn(known, values, moved, path[mixed], rivals[mixed], slower))
        each = np.rint(values[of_shape[shapes[0]].shared] * UNIT).astype(np.int16)
        ends = np.cumsum([array.size for array in weights.values()])[:-1]
        split = zip(weights.items(), np.split(each, ends), strict=True)
        weights = {name: part.reshape(array.shape) for (name, array), part in split}
        yield min(first + BOARDS_PER_ROUND, boards), float(np.mean(right)), weights


def try_out(weights: Weights, shape: Shape, boards: int = 20, width: int = 300) -> str:
    """Return how short the paths are that a beam finds on boards not trained on."""
    goal = goal_board("blank-first", shape)
    frame = Frame(goal)
    beam = Beam(make_evaluation(weights, shape, 0), width)
    ratios = []
    for board in range(boards):
        beam.begin(frame.tiles(random_board(shape, goal, f"trial {board}")))
        distance = beam.distance
        while beam.advance() is BeamStatus.RUNNING and beam.depth < 5 * distance:
            pass
        if beam.status is BeamStatus.FOUND:
            ratios.append(beam.depth / distance)
    return f"{np.mean(ratios):.4f} times Manhattan, {len(ratios)} of {boards} solved"


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shape", action="append", required=True, type=Shape.parse)
    parser.add_argument("-o", "--output", required=True, type=Path)
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--width", type=int, default=150, help="of the beams")
    parser.add_argument("--rate", type=float, default=0.03, help="how fast to learn")
    parser.add_argument("--begin", type=Path, help="weights to continue from")
    arguments = parser.parse_args()
    if any(max(shape) > LEARNED for shape in arguments.shape):
        parser.error(f"train on boards with sides of up to {LEARNED}")
    before = dict(np.load(arguments.begin)) if arguments.begin else load_weights()
    weights = before
    try:
        rounds = train(before, arguments.shape, arguments.boards, arguments.width, arguments.rate)
        for boards, right, learned in rounds:
            weights = learned
            print(f"{boards:,} boards, {right:.1%} of the examples right before", flush=True)
    except KeyboardInterrupt:
        print("stopped")
    np.savez_compressed(arguments.output, **weights)
    for shape in arguments.shape:
        print(f"{shape} before: {try_out(before, shape)}")
        print(f"{shape} after: {try_out(weights, shape)}")


if __name__ == "__main__":
    main()
