"""Beam search by a learned estimate: wide, with little memory, a slice at a time.

All children of a layer of nodes are estimated, and the best become the next layer. Estimates are
whole numbers, so counting them tells where to cut. States met before are recognised by a table that
forgets: a newcomer takes the place of whatever was there. Of the layers behind, only each node's
parent and move are kept.
"""

from enum import Enum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.anytime.evaluation import (
    CENTRE,
    PATCH,
    Bytes,
    Evaluation,
    Int16s,
    Int32s,
    find_change,
    read_patch,
    sum_around,
)
from slidelab.engines.geometry import OUTSIDE
from slidelab.engines.jit import Records, Words, kernel

NODES_A_SLICE = 20_000
"""Nodes kept in one call of `advance`: about a hundredth of a second."""
PLACES_A_NODE = 4
"""Places of the table of states for each node of a layer. Nearly all states that come again do so
within a few layers, and a table larger than the processor's cache halves the speed."""
FEWEST_PLACES = 1 << 18
UNLIMITED = 1 << 30
NO_MOVE = 4

NODE = np.dtype(
    [
        ("key", np.uint64),  # the hash of the state
        ("value", np.int32),  # the estimate, less that of the start
        ("around", np.int32),  # what the displacements around the blank add to it
        ("distance", np.int32),  # the Manhattan distance
        ("blank", np.int16),
        ("last", np.uint8),  # the move that led here
    ],
    align=True,
)
CHILD = np.dtype(
    [
        ("value", np.int32),
        ("around", np.int32),
        ("origin", np.int32),  # four times the parent's place in the layer, plus the move
    ]
)
STATE = np.dtype(
    [
        (name, np.int64)
        for name in (
            "depth",
            "nodes",  # in the current layer
            "best",  # the best estimate so far
            "best_depth",
            "goal",  # the origin of the goal, or -1
            "generated",
        )
    ]
)

BeamStatus = Enum("BeamStatus", "RUNNING FOUND EMPTY")
"""Where a beam stands. EMPTY: no node is left that could lead to a shorter path."""


class Layer(NamedTuple):
    """The nodes of one depth."""

    tiles: Bytes
    """A row for each node."""
    nodes: Records


class Arrays(NamedTuple):
    """What a beam works on besides its two layers."""

    children: Records
    table: NDArray[np.uint32]
    """Hashes of states met lately."""
    keys: Words
    """A random number by tile and cell; the hash of a state combines those of its tiles."""


class Beam:
    """A beam search, advanced a slice at a time.

    >>> from slidelab.engines.anytime.evaluation import evaluation_for
    >>> from slidelab.engines.anytime.frame import Frame
    >>> from slidelab.puzzle import Board
    >>> frame = Frame(Board("0 1 2 / 3 4 5 / 6 7 8"))
    >>> beam = Beam(evaluation_for(frame.shape, frame.home), width=50)
    >>> beam.begin(frame.tiles(Board("1 2 5 / 3 4 0 / 6 7 8")))
    >>> while beam.advance() is BeamStatus.RUNNING: pass
    >>> [move.word for move in frame.moves(beam.path())]
    ['Up', 'Left', 'Left']
    """

    def __init__(self, evaluation: Evaluation, width: int) -> None:
        self.evaluation, self.width = evaluation, width
        cells = len(evaluation.neighbours)
        self._layers = _make_layer(width, cells), _make_layer(width, cells)
        places = max(FEWEST_PLACES, 1 << (PLACES_A_NODE * width - 1).bit_length())
        self._arrays = Arrays(
            np.empty(3 * width + 4, CHILD),
            np.zeros(places, np.uint32),
            np.random.default_rng(0).integers(1 << 63, size=(cells, cells), dtype=np.uint64),
        )

    def begin(self, tiles: Int16s, shorter_than: int = UNLIMITED) -> None:
        """Start from a state of the frame, to find a path of fewer moves than `shorter_than`."""
        self._most = shorter_than - 1
        self._history: list[Int32s] = []
        self._arrays.table[:] = 0
        self._state: Any = np.zeros(1, STATE)[0]
        self._state["nodes"], self._state["goal"] = 1, -1
        _place_root(self.evaluation, self._arrays.keys, self._layers[0], tiles)
        self.status = BeamStatus.FOUND if self.distance == 0 else BeamStatus.RUNNING

    @property
    def depth(self) -> int:
        """The number of layers left behind."""
        return int(self._state["depth"])

    @property
    def generated(self) -> int:
        """How many children were estimated."""
        return int(self._state["generated"])

    @property
    def layer(self) -> Layer:
        """The current layer."""
        tiles, nodes = self._layers[self.depth % 2]
        count = int(self._state["nodes"])
        return Layer(tiles[:count], nodes[:count])

    @property
    def distance(self) -> int:
        """The Manhattan distance of the first node of the layer."""
        return int(self.layer.nodes["distance"][0])

    @property
    def layers_without_progress(self) -> int:
        """The number of layers since the best estimate was met."""
        return self.depth - int(self._state["best_depth"])

    def advance(self, layers: int | None = None) -> BeamStatus:
        """Continue for a slice, or for a number of layers."""
        if self.status is not BeamStatus.RUNNING:
            return self.status
        layers = layers or max(1, NODES_A_SLICE // self.width)
        history, depth = np.empty((layers, self.width), np.int32), self.depth
        _advance_layers(
            self.evaluation, *self._layers, self._arrays, self._state, self._most, history
        )
        self._history.extend(history[: self.depth - depth])
        if self._state["goal"] >= 0:
            self.status = BeamStatus.FOUND
        elif self._state["nodes"] == 0:
            self.status = BeamStatus.EMPTY
        return self.status

    def path(self) -> list[int]:
        """Return the moves to the goal, once it is found."""
        moves, node = [], 0
        for origins in reversed(self._history):
            node, move = divmod(int(origins[node]), 4)
            moves.append(move)
        return moves[::-1]


def _make_layer(width: int, cells: int) -> Layer:
    return Layer(np.empty((width, cells), np.uint8), np.empty(width, NODE))


def bytes_per_node(cells: int) -> int:
    """Return the memory that a node of a wide layer takes, without the layers behind."""
    return 2 * (cells + NODE.itemsize) + 3 * CHILD.itemsize + 2 * PLACES_A_NODE * 4


def _place_root(evaluation: Evaluation, keys: Words, layer: Layer, tiles: Int16s) -> None:
    cells = np.arange(tiles.size)
    blank = int(np.flatnonzero(tiles == evaluation.home)[0])
    patch, classes = np.empty((2, PATCH * PATCH), np.uint8)
    layer.tiles[0] = tiles
    read_patch(evaluation, layer.tiles[0], blank, patch, classes)
    key = np.bitwise_xor.reduce(keys[tiles, cells])
    around = sum_around(evaluation, patch, CENTRE)
    layer.nodes[0] = (key, 0, around, evaluation.distance[tiles, cells].sum(), blank, NO_MOVE)


@kernel
def _advance_layers(
    evaluation: Evaluation,
    even: Layer,
    odd: Layer,
    arrays: Arrays,
    state: Any,
    most: int,
    history: Int32s,
) -> None:
    """Continue for as many layers as `history` has rows, or to the goal or an empty layer."""
    for number in range(history.shape[0]):
        layer, following = (odd, even) if state.depth % 2 else (even, odd)
        state.depth += 1
        count = _expand(evaluation, layer, arrays, state, most - state.depth)
        if state.goal >= 0:
            history[number, 0] = state.goal
            state.nodes = 1
            break
        state.nodes = _choose(arrays.children[:count], state, history[number])
        if state.nodes == 0:
            break
        _keep(evaluation, layer, following, arrays, state.nodes, history[number])


@kernel
def _find_key(
    keys: Words, key: np.uint64, tile: int, home: int, source: int, target: int
) -> np.uint64:
    """Return the hash after a tile moves from `source` to `target`, where the blank was."""
    change = keys[tile, source] ^ keys[tile, target] ^ keys[home, source] ^ keys[home, target]
    moved: np.uint64 = key ^ change
    return moved


@kernel
def _expand(evaluation: Evaluation, layer: Layer, arrays: Arrays, state: Any, room: int) -> int:
    """Estimate the children of a layer and return how many; `state.goal` says if it is there.

    Children with a Manhattan distance above `room` are left out.
    """
    patch = np.empty(PATCH * PATCH, np.uint8)
    classes = np.empty(PATCH * PATCH, np.uint8)
    children, table, keys = arrays
    mask = np.uint64(table.size - 1)
    count = 0
    for number in range(state.nodes):
        node, tiles = layer.nodes[number], layer.tiles[number]
        blank = int(node.blank)
        read_patch(evaluation, tiles, blank, patch, classes)
        for move in range(4):
            target = int(evaluation.neighbours[blank, move])
            if target == OUTSIDE or move == node.last ^ 1:
                continue
            tile = int(tiles[target])
            change = int(evaluation.distance[tile, blank]) - int(evaluation.distance[tile, target])
            distance = node.distance + change
            if distance > room:
                continue
            key = _find_key(keys, node.key, tile, evaluation.home, target, blank)
            mark = np.uint32(key >> np.uint64(32))
            if table[key & mask] == mark:
                continue
            table[key & mask] = mark
            change, around = find_change(evaluation, patch, classes, tile, blank, move)
            child = children[count]
            child.value = int(node.value) + change + around - int(node.around)
            child.around, child.origin = around, 4 * number + move
            if distance == 0:
                state.goal = child.origin
            count += 1
    state.generated += count
    return count


@kernel
def _choose(children: Records, state: Any, chosen: Int32s) -> int:
    """Write the places of the best children to `chosen`; return how many."""
    if children.size == 0:
        return 0
    least = most = np.int64(children[0].value)
    for at in range(children.size):
        least = min(least, np.int64(children[at].value))
        most = max(most, np.int64(children[at].value))
    last, ties = most, children.size  # the largest value kept, and how many of it
    if children.size > chosen.size:
        counts = np.zeros(most - least + 1, np.int64)
        for at in range(children.size):
            counts[children[at].value - least] += 1
        last, ties = least, chosen.size
        while counts[last - least] <= ties:
            ties -= counts[last - least]
            last += 1
    kept = 0
    for at in range(children.size):
        value = children[at].value
        if value > last or (value == last and ties == 0):
            continue
        ties -= value == last
        chosen[kept] = at
        kept += 1
    if least < state.best:
        state.best, state.best_depth = least, state.depth
    return kept


@kernel
def _keep(
    evaluation: Evaluation,
    layer: Layer,
    following: Layer,
    arrays: Arrays,
    count: int,
    chosen: Int32s,
) -> None:
    """Copy the chosen children to the next layer, and replace their places by their origins."""
    for to in range(count):
        child = arrays.children[chosen[to]]
        parent, move = child.origin >> 2, child.origin & 3
        before, node = layer.nodes[parent], following.nodes[to]
        source, tiles = layer.tiles[parent], following.tiles[to]
        for cell in range(source.size):
            tiles[cell] = source[cell]
        blank = int(before.blank)
        target = int(evaluation.neighbours[blank, move])
        tile = int(source[target])
        tiles[blank], tiles[target] = tile, evaluation.home
        change = int(evaluation.distance[tile, blank]) - int(evaluation.distance[tile, target])
        node.key = _find_key(arrays.keys, before.key, tile, evaluation.home, target, blank)
        node.value, node.around = child.value, child.around
        node.distance = before.distance + change
        node.blank, node.last = target, move
        chosen[to] = child.origin
