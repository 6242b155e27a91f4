"""Beam search by a learned estimate: wide, with little memory, a slice at a time.

All children of a layer of nodes are estimated, and the best become the next layer. Estimates are
whole numbers, so counting them tells where to cut. States met before are recognised by a table that
forgets: a newcomer takes the place of whatever was there. Of the layers behind, only each node's
parent and move are kept.

With one thread a search is the same every time; with several, two may meet a state at the same
moment and both keep it.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
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
from slidelab.engines.jit import kernel

NODES_A_SLICE = 60_000
"""Nodes kept in one call of `advance`: a few hundredths of a second."""
NODES_A_THREAD = 2_000
"""The fewest nodes of a layer for which a thread of Python is worth waking."""
PLACES_A_NODE = 4
"""Places of the table of states for each node of a layer. Nearly all states that come again do so
within a few layers, and a table larger than the processor's cache halves the speed."""
FEWEST_PLACES = 1 << 18
UNLIMITED = 1 << 30
NO_MOVE = 4

BeamStatus = Enum("BeamStatus", "RUNNING FOUND EMPTY")
"""Where a beam stands. EMPTY: no node is left that could lead to a shorter path."""


class Layer(NamedTuple):
    """The nodes of one depth, a column for each field."""

    tiles: Bytes
    blank: Int16s
    last: Bytes
    """The move that led here."""
    value: Int32s
    """The estimate, less that of the start."""
    around: Int32s
    """The part of the estimate that the displacements around the blank add."""
    distance: Int32s
    """The Manhattan distance."""
    key: NDArray[np.uint64]
    """The hash of the state."""


class Children(NamedTuple):
    """The children of a layer."""

    value: Int32s
    around: Int32s
    origin: Int32s
    """Four times the parent's place in the layer, plus the move."""


class Arrays(NamedTuple):
    """What a beam works on besides its two layers."""

    children: Children
    chosen: Int32s
    """Places of the children that are kept."""
    table: NDArray[np.uint32]
    """Hashes of states met lately."""
    keys: NDArray[np.uint64]
    """A random number by tile and cell; the hash of a state combines those of its tiles."""


# A scan says what a thread found among the children of its nodes, a number each: where they begin,
# how many there are, the least and the largest value, and the origin of the goal or -1.
FIRST, COUNT, LEAST, MOST, GOAL = range(5)

_STATE = np.dtype([(name, np.int64) for name in ("depth", "nodes", "best", "best_depth", "goal")])


class Beam:
    """A beam search, advanced a slice at a time.

    `threads` is the number of threads of `pool` to use for wide layers.

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

    def __init__(
        self,
        evaluation: Evaluation,
        width: int,
        seed: int = 0,
        pool: ThreadPoolExecutor | None = None,
        threads: int = 1,
    ) -> None:
        self.evaluation, self.width = evaluation, width
        cells = len(evaluation.neighbours)
        self._pool = pool
        self._threads = min(threads, width // NODES_A_THREAD) if pool else 1
        self._layers = _make_layer(width, cells), _make_layer(width, cells)
        self.status = BeamStatus.EMPTY
        places = max(FEWEST_PLACES, 1 << (PLACES_A_NODE * width - 1).bit_length())
        self._arrays = Arrays(
            Children(*(np.empty(3 * width + 4, np.int32) for _ in range(3))),
            np.empty(width, np.int32),
            np.zeros(places, np.uint32),
            np.random.default_rng(seed).integers(1 << 63, size=(cells, cells), dtype=np.uint64),
        )

    def begin(self, tiles: Int16s, shorter_than: int = UNLIMITED) -> None:
        """Start from a state of the frame, to find a path of fewer moves than `shorter_than`."""
        self._most = shorter_than - 1
        self._history: list[Int32s] = []
        self._arrays.table[:] = 0
        self._state: Any = np.zeros(1, _STATE)[0]
        self._state["nodes"], self._state["goal"] = 1, -1
        self.generated = 0
        """How many children were estimated."""
        _place_root(self.evaluation, self._arrays.keys, self._layers[0], tiles)
        self.status = BeamStatus.FOUND if self.distance == 0 else BeamStatus.RUNNING

    @property
    def depth(self) -> int:
        """The number of layers left behind."""
        return int(self._state["depth"])

    @property
    def layer(self) -> Layer:
        """The present layer."""
        nodes = int(self._state["nodes"])
        columns: Any = (column[:nodes] for column in self._layers[self.depth % 2])
        return Layer(*columns)

    @property
    def distance(self) -> int:
        """The Manhattan distance of the first node of the layer."""
        return int(self.layer.distance[0])

    @property
    def layers_without_progress(self) -> int:
        """The number of layers since the best estimate was met."""
        return self.depth - int(self._state["best_depth"])

    def advance(self, layers: int | None = None) -> BeamStatus:
        """Continue for a slice, or for a number of layers."""
        if self.status is not BeamStatus.RUNNING:
            return self.status
        layers = layers or max(1, NODES_A_SLICE * self._threads // self.width)
        history = np.empty((layers, self.width), np.int32)
        depth = self.depth
        if self._threads > 1:
            for parents in history:
                if not self._advance_together(parents):
                    break
        else:
            self.generated += _advance_layers(
                self.evaluation, *self._layers, self._arrays, self._state, self._most, history
            )
        self._history.extend(history[: self.depth - depth])
        if self._state["goal"] >= 0:
            self.status = BeamStatus.FOUND
        elif self._state["nodes"] == 0:
            self.status = BeamStatus.EMPTY
        return self.status

    def _advance_together(self, parents: Int32s) -> bool:
        """Go to the next layer, its nodes shared among the threads; return whether to go on."""
        evaluation, arrays, state = self.evaluation, self._arrays, self._state
        layer, following = self._layers[self.depth % 2], self._layers[1 - self.depth % 2]
        room = self._most - self.depth - 1

        scans = np.array(
            self._share(
                lambda first, last: _expand(evaluation, layer, arrays, room, first, last),
                int(state["nodes"]),
            )
        )
        self.generated += int(scans[:, COUNT].sum())
        chosen = _choose(scans, arrays, state, self.width, parents)
        self._share(
            lambda first, last: _keep(evaluation, layer, following, arrays, parents, first, last),
            chosen,
        )
        return chosen > 0

    def _share(self, work: Callable[[int, int], Any], count: int) -> list[Any]:
        """Call `work(first, last)` for equal parts of a range, each in a thread."""
        cuts = [count * part // self._threads for part in range(self._threads + 1)]
        if self._pool is None or count < self._threads * NODES_A_THREAD:
            return [work(0, count)]
        return list(self._pool.map(work, cuts[:-1], cuts[1:]))

    def path(self) -> list[int]:
        """Return the moves to the goal, once it is found."""
        moves, node = [], 0
        for parents in reversed(self._history):
            node, move = divmod(int(parents[node]), 4)
            moves.append(move)
        return moves[::-1]


def _make_layer(width: int, cells: int) -> Layer:
    types = np.int16, np.uint8, np.int32, np.int32, np.int32, np.uint64
    columns: Any = (np.empty(width, kind) for kind in types)
    return Layer(np.empty((width, cells), np.uint8), *columns)


def bytes_per_node(cells: int) -> int:
    """Return the memory that a node of a wide layer takes, without the layers behind."""
    layer = sum(column.nbytes for column in _make_layer(1, cells))
    return 2 * layer + 3 * 12 + 4 + 2 * PLACES_A_NODE * 4


def _place_root(
    evaluation: Evaluation, keys: NDArray[np.uint64], layer: Layer, tiles: Int16s
) -> None:
    cells = np.arange(tiles.size)
    blank = int(np.flatnonzero(tiles == evaluation.home)[0])
    patch, classes = np.empty((2, PATCH * PATCH), np.uint8)
    read_patch(evaluation, tiles.astype(layer.tiles.dtype), blank, patch, classes)
    root: tuple[Any, ...] = (
        tiles,
        blank,
        NO_MOVE,
        0,
        sum_around(evaluation, patch, CENTRE),
        evaluation.distance[tiles, cells].sum(),
        np.bitwise_xor.reduce(keys[tiles, cells]),
    )
    columns: tuple[NDArray[Any], ...] = layer
    for column, value in zip(columns, root, strict=True):
        column[0] = value


@kernel
def _find_key(
    keys: NDArray[np.uint64], key: np.uint64, tile: int, home: int, source: int, target: int
) -> np.uint64:
    """Return the hash after a tile moves from `source` to `target`, where the blank was."""
    change = keys[tile, source] ^ keys[tile, target] ^ keys[home, source] ^ keys[home, target]
    moved: np.uint64 = key ^ change
    return moved


@kernel
def _expand(
    evaluation: Evaluation, layer: Layer, arrays: Arrays, room: int, first: int, last: int
) -> tuple[int, int, int, int, int]:
    """Estimate the children of some nodes; return FIRST, COUNT, LEAST, MOST, GOAL.

    Children with a Manhattan distance above `room` are left out.
    """
    patch = np.empty(PATCH * PATCH, np.uint8)
    classes = np.empty(PATCH * PATCH, np.uint8)
    children, table = arrays.children, arrays.table
    mask = np.uint64(table.size - 1)
    begin = 3 * first + 4 * (first > 0)  # three for each node before, and four for the root
    at = begin
    least, most, goal = 1 << 40, -(1 << 40), -1
    for node in range(first, last):
        blank = int(layer.blank[node])
        tiles = layer.tiles[node]
        read_patch(evaluation, tiles, blank, patch, classes)
        for move in range(4):
            target = int(evaluation.neighbours[blank, move])
            if target == OUTSIDE or move == layer.last[node] ^ 1:
                continue
            tile = int(tiles[target])
            change = int(evaluation.distance[tile, blank]) - int(evaluation.distance[tile, target])
            distance = layer.distance[node] + change
            if distance > room:
                continue
            key = _find_key(arrays.keys, layer.key[node], tile, evaluation.home, target, blank)
            place = key & mask
            mark = np.uint32(key >> np.uint64(32))
            if table[place] == mark:
                continue
            table[place] = mark
            origin = 4 * node + move
            if distance == 0:
                goal = origin
            change, around = find_change(evaluation, patch, classes, tile, blank, move)
            value = int(layer.value[node]) + change + around - int(layer.around[node])
            children.value[at] = value
            children.around[at] = around
            children.origin[at] = origin
            at += 1
            least, most = min(least, value), max(most, value)
    return begin, at - begin, least, most, goal


@kernel
def _choose(
    scans: NDArray[np.int64], arrays: Arrays, state: Any, width: int, parents: Int32s
) -> int:
    """Choose the best children of a layer and return how many; 0 at the goal or an empty layer."""
    total = 0
    least, most, state.goal = scans[0, LEAST], scans[0, MOST], -1
    for scan in range(scans.shape[0]):
        total += scans[scan, COUNT]
        least, most = min(least, scans[scan, LEAST]), max(most, scans[scan, MOST])
        state.goal = max(state.goal, scans[scan, GOAL])
    state.depth += 1
    state.nodes = 0
    if state.goal >= 0:
        parents[0] = state.goal
        state.nodes = 1
        return 0
    if total == 0:
        return 0
    values, chosen = arrays.children.value, arrays.chosen
    last, ties = most, total  # the largest value kept, and how many of it
    if total > width:
        counts = np.zeros(most - least + 1, np.int64)
        for scan in range(scans.shape[0]):
            for at in range(scans[scan, FIRST], scans[scan, FIRST] + scans[scan, COUNT]):
                counts[values[at] - least] += 1
        last, ties = least, width
        while counts[last - least] <= ties:
            ties -= counts[last - least]
            last += 1
    kept = 0
    for scan in range(scans.shape[0]):
        for at in range(scans[scan, FIRST], scans[scan, FIRST] + scans[scan, COUNT]):
            if values[at] > last or (values[at] == last and ties == 0):
                continue
            ties -= values[at] == last
            chosen[kept] = at
            kept += 1
    if least < state.best:
        state.best, state.best_depth = least, state.depth
    state.nodes = kept
    return kept


@kernel
def _keep(
    evaluation: Evaluation,
    layer: Layer,
    following: Layer,
    arrays: Arrays,
    parents: Int32s,
    first: int,
    last: int,
) -> None:
    """Copy some of the chosen children to the next layer."""
    for to in range(first, last):
        at = arrays.chosen[to]
        origin = arrays.children.origin[at]
        node, move = origin >> 2, origin & 3
        blank = int(layer.blank[node])
        target = int(evaluation.neighbours[blank, move])
        before, after = layer.tiles[node], following.tiles[to]
        for cell in range(before.size):
            after[cell] = before[cell]
        tile = int(before[target])
        after[blank], after[target] = tile, evaluation.home
        change = int(evaluation.distance[tile, blank]) - int(evaluation.distance[tile, target])
        following.blank[to] = target
        following.last[to] = move
        following.value[to] = arrays.children.value[at]
        following.around[to] = arrays.children.around[at]
        following.distance[to] = layer.distance[node] + change
        following.key[to] = _find_key(
            arrays.keys, layer.key[node], tile, evaluation.home, target, blank
        )
        parents[to] = origin


@kernel
def _advance_layers(
    evaluation: Evaluation,
    even: Layer,
    odd: Layer,
    arrays: Arrays,
    state: Any,
    most: int,
    history: Int32s,
) -> int:
    """Continue for as many layers as `history` has rows; return how many children were met."""
    generated = 0
    for number in range(history.shape[0]):
        layer, following = (odd, even) if state.depth % 2 else (even, odd)
        room = most - state.depth - 1
        scans = np.array([_expand(evaluation, layer, arrays, room, 0, state.nodes)])
        generated += scans[0, COUNT]
        parents = history[number]
        kept = _choose(scans, arrays, state, history.shape[1], parents)
        _keep(evaluation, layer, following, arrays, parents, 0, kept)
        if kept == 0:
            break
    return generated
