"""Beam search by a learned evaluation: wide, with little memory, in slices.

Layer by layer, all children of the nodes kept are valued, and the best are kept. Choosing them is
counting: the values are whole numbers, so how many have each value tells where to cut. States met
before are recognised by a table that forgets: a newcomer takes the place of whatever was there.
Of the layers behind nothing is kept but each node's parent and move.

The work on a layer is cut into *shares*, one for each thread. With one thread a search is the same
every time; with several, two may meet the same state at the same moment and both keep it.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from slidelab.kernels.anysize.evaluation import (
    CENTRE,
    VIEW_CELLS,
    Evaluation,
    local_change,
    look_around,
    pair_change,
    sum_around,
)
from slidelab.kernels.anysize.features import LOCAL
from slidelab.kernels.anysize.grid import OUTSIDE, ShortIntegers
from slidelab.kernels.compiling import Bytes, Integers, Slots, SmallIntegers, Words, compiled

NODES_A_SLICE = 60_000
"""Nodes kept before the search looks up: a few hundredths of a second."""
PLACES_A_NODE = 4
"""Places of the table of states for each node of a layer. Nearly all states that come again do so
within a few layers, and a table that outgrows the processor's cache halves the speed."""
FEWEST_PLACES = 1 << 18
"""A table of the size of the cache costs narrow beams nothing and keeps them out of circles."""
NARROWEST_SHARE = 2000
"""Nodes that make it worth the while to wake a thread."""

_BINS = 1 << 16
_NO_MOVE = 4
_SLOT_BYTES = 4

# What a share of the work is told and tells.
FIRST, END, COUNT, LEAST, MOST, FOUND, GENERATED, TIES, BEST_AT = range(9)
# What the whole search remembers: between slices, and of where a layer is cut.
DEPTH, NODES, BEST_VALUE, BEST_DEPTH, BEST_NODE, FOLLOWING, SHIFT, CUT = range(8)


class BeamStatus(IntEnum):
    """Where a beam search stands."""

    RUNNING = 0
    FOUND = 1
    EMPTY = 2
    """No node is left that could lead to a shorter path than the one known."""


class Layer(NamedTuple):
    """The nodes of a layer."""

    tiles: ShortIntegers
    blank: ShortIntegers
    last: Bytes
    """The move that led here."""
    value: SmallIntegers
    """The value, from that of the root."""
    around: SmallIntegers
    """What of the value comes from the surroundings of the blank."""
    distance: SmallIntegers
    """The Manhattan distance."""
    key: Words
    """The hash of the state."""


class Candidates(NamedTuple):
    """The children of a layer."""

    value: SmallIntegers
    around: SmallIntegers
    origin: SmallIntegers
    """The parent's place in the layer times four, plus the move."""


class Arrays(NamedTuple):
    """All that a search works on."""

    even: Layer
    odd: Layer
    candidates: Candidates
    table: Slots
    keys: Words
    """Random numbers that make the hashes, by tile and cell."""
    shares: Integers
    places: Integers
    """Where each share puts its next node, by the cell of the blank."""
    views: Bytes
    counts: SmallIntegers
    ledger: Integers


def node_bytes(cells: int) -> int:
    """The memory that each node of a wide beam takes, the layers behind left out."""
    layer = 2 * cells + 2 + 1 + 4 + 4 + 4 + 8
    candidates = 3 * (4 + 4 + 4)
    return 2 * layer + candidates + 2 * PLACES_A_NODE * _SLOT_BYTES


class Beam:
    """A beam search, a slice at a time; `shortest` is the length of the path to beat.

    >>> from slidelab.kernels.anysize.weights import best_evaluation
    >>> from slidelab.kernels.anysize.frame import Frame
    >>> from slidelab.puzzle import Board
    >>> frame = Frame(Board.parse("0 1 2 / 3 4 5 / 6 7 8"))
    >>> beam = Beam(best_evaluation(3, 3, frame.home), width=50)
    >>> beam.begin(frame.tiles(Board.parse("1 2 5 / 3 4 0 / 6 7 8")))
    >>> while beam.advance() is BeamStatus.RUNNING: pass
    >>> [move.word for move in frame.moves(beam.path())]
    ['Up', 'Left', 'Left']
    """

    def __init__(
        self,
        evaluation: Evaluation,
        width: int,
        seed: int = 0,
        threads: ThreadPoolExecutor | None = None,
        workers: int = 1,
    ) -> None:
        self.evaluation = evaluation
        self.width = width
        cells = len(evaluation.sides)
        places = max(FEWEST_PLACES, 1 << (PLACES_A_NODE * width - 1).bit_length())
        workers = max(1, min(workers, width // NARROWEST_SHARE)) if threads else 1
        room = 3 * width + 4 * workers
        self._threads = threads
        self._arrays = Arrays(
            even=_layer(width, cells),
            odd=_layer(width, cells),
            candidates=Candidates(*(np.empty(room, np.int32) for _ in range(3))),
            table=np.zeros(places, np.uint32),
            keys=np.random.default_rng(seed).integers(
                1 << 63, size=(cells, cells), dtype=np.uint64
            ),
            shares=np.zeros((workers, 9), np.int64),
            places=np.zeros((workers, cells), np.int64),
            views=np.zeros((workers, VIEW_CELLS), np.uint8),
            counts=np.zeros(_BINS, np.int32),
            ledger=np.zeros(8, np.int64),
        )
        self._history: list[SmallIntegers] = []
        self.shortest = _BINS

    def begin(self, tiles: ShortIntegers, shortest: int = _BINS) -> None:
        """Start from a state; only paths of fewer moves than `shortest` are looked for."""
        arrays = self._arrays
        self.shortest = shortest
        self._history = []
        arrays.table[:] = 0
        arrays.shares[:] = 0
        arrays.ledger[:] = 0
        plant(self.evaluation, arrays, tiles)

    @property
    def depth(self) -> int:
        """How many layers have been left behind."""
        return int(self._arrays.ledger[DEPTH])

    @property
    def nodes(self) -> int:
        """How many nodes the layer has."""
        return int(self._arrays.ledger[NODES])

    @property
    def distance(self) -> int:
        """The Manhattan distance of the first node of the layer: before the search, the start's."""
        return int(self.layer.distance[0])

    @property
    def generated(self) -> int:
        """How many children were valued."""
        return int(self._arrays.shares[:, GENERATED].sum())

    @property
    def layers_without_progress(self) -> int:
        """How many layers ago the best value was met."""
        return self.depth - int(self._arrays.ledger[BEST_DEPTH])

    @property
    def layer(self) -> Layer:
        """The nodes of the layer reached; the first `nodes` count."""
        return self._arrays.odd if self.depth % 2 else self._arrays.even

    def advance(self, layers: int | None = None) -> BeamStatus:
        """Go on for a slice, or for so many layers."""
        if self.depth == 0 and self.distance == 0:
            return BeamStatus.FOUND
        layers = layers or max(1, NODES_A_SLICE // self.width)
        history = np.empty((layers, self.width), np.int32)
        depth = self.depth
        if len(self._arrays.shares) == 1:
            status = advance_layers(self.evaluation, self._arrays, history, self.shortest)
        else:
            status = self._advance_together(history)
        self._history.extend(history[: self.depth - depth])
        return BeamStatus(status)

    def _advance_together(self, history: SmallIntegers) -> int:
        assert self._threads is not None
        evaluation, arrays = self.evaluation, self._arrays
        workers = range(len(arrays.shares))
        for parents in history:
            deal_out(arrays)
            expanding = [
                self._threads.submit(expand, evaluation, arrays, share, self.shortest)
                for share in workers
            ]
            for job in expanding:
                job.result()
            status: int = choose(evaluation, arrays, parents)
            if status == BeamStatus.RUNNING:
                keeping = [
                    self._threads.submit(keep, evaluation, arrays, share, parents)
                    for share in workers
                ]
                for job in keeping:
                    job.result()
            step(arrays, status)
            if status != BeamStatus.RUNNING:
                return status
        return status

    def path(self) -> list[int]:
        """The moves to the goal found."""
        return self._moves_to(len(self._history), 0)

    def best_path(self) -> list[int]:
        """The moves to the best node met, for a search that found no goal."""
        ledger = self._arrays.ledger
        return self._moves_to(int(ledger[BEST_DEPTH]), int(ledger[BEST_NODE]))

    def _moves_to(self, depth: int, node: int) -> list[int]:
        moves = []
        for parents in reversed(self._history[:depth]):
            node, move = divmod(int(parents[node]), 4)
            moves.append(move)
        moves.reverse()
        return moves


def _layer(width: int, cells: int) -> Layer:
    return Layer(
        tiles=np.empty((width, cells), np.int16),
        blank=np.empty(width, np.int16),
        last=np.empty(width, np.uint8),
        value=np.empty(width, np.int32),
        around=np.empty(width, np.int32),
        distance=np.empty(width, np.int32),
        key=np.empty(width, np.uint64),
    )


@compiled
def plant(evaluation: Evaluation, arrays: Arrays, tiles: ShortIntegers) -> None:
    """Make the first layer of the root alone."""
    root = arrays.even
    distance = 0
    key = np.uint64(0)
    for cell in range(tiles.size):
        tile = tiles[cell]
        root.tiles[0, cell] = tile
        distance += evaluation.distance[tile, cell]
        key ^= arrays.keys[tile, cell]
        if tile == evaluation.home:
            root.blank[0] = cell
    root.last[0] = _NO_MOVE
    root.value[0] = 0
    root.around[0] = 0
    if evaluation.kind == LOCAL:
        view = arrays.views[0]
        look_around(evaluation, tiles, root.blank[0], view)
        root.around[0] = sum_around(evaluation, view, CENTRE)
    root.distance[0] = distance
    root.key[0] = key
    arrays.ledger[NODES] = 1


@compiled
def advance_layers(
    evaluation: Evaluation, arrays: Arrays, history: SmallIntegers, shortest: int
) -> int:
    """Search on for as many layers as there is history to write, by one thread."""
    status = 0
    for layer in range(history.shape[0]):
        parents = history[layer]
        deal_out(arrays)
        expand(evaluation, arrays, 0, shortest)
        status = choose(evaluation, arrays, parents)
        if status == 0:
            keep(evaluation, arrays, 0, parents)
        step(arrays, status)
        if status != 0:
            break
    return status


@compiled
def deal_out(arrays: Arrays) -> None:
    """Cut the layer into shares of equal size."""
    shares = arrays.shares
    workers = shares.shape[0]
    nodes = arrays.ledger[NODES]
    for worker in range(workers):
        shares[worker, FIRST] = nodes * worker // workers
        shares[worker, END] = nodes * (worker + 1) // workers


@compiled
def expand(evaluation: Evaluation, arrays: Arrays, worker: int, shortest: int) -> None:
    """Value the children of a share's nodes."""
    share = arrays.shares[worker]
    view = arrays.views[worker]
    depth = arrays.ledger[DEPTH] + 1
    layer = arrays.even if depth % 2 else arrays.odd
    candidates = arrays.candidates
    table = arrays.table
    mask = np.uint64(table.size - 1)
    first = first_candidate(arrays.shares, worker)
    at = first
    least, most = 1 << 40, -(1 << 40)
    share[FOUND] = -1
    for node in range(share[FIRST], share[END]):
        blank = int(layer.blank[node])
        tiles = layer.tiles[node]
        undoing = layer.last[node] ^ 1
        key = layer.key[node]
        if evaluation.kind == LOCAL:
            look_around(evaluation, tiles, blank, view)
        for move in range(4):
            target = int(evaluation.sides[blank, move])
            if move == undoing or target == OUTSIDE:
                continue
            tile = int(tiles[target])
            distance = (
                int(layer.distance[node])
                - evaluation.distance[tile, target]
                + evaluation.distance[tile, blank]
            )
            if depth + distance >= shortest:
                continue
            child = moved_key(arrays.keys, key, tile, evaluation.home, target, blank)
            place = child & mask
            mark = np.uint32(child >> np.uint64(32))
            if table[place] == mark:
                continue
            table[place] = mark
            origin = node * 4 + move
            if distance == 0:
                share[FOUND] = origin
            if evaluation.kind == LOCAL:
                change, around = local_change(evaluation, view, tile, blank, target, move)
                value = layer.value[node] + change + around - layer.around[node]
                candidates.around[at] = around
            else:
                value = layer.value[node] + pair_change(evaluation, tiles, tile, blank, move)
            candidates.value[at] = value
            candidates.origin[at] = origin
            at += 1
            least, most = min(least, value), max(most, value)
    share[COUNT] = at - first
    share[GENERATED] += at - first
    share[LEAST], share[MOST] = least, most


@compiled
def moved_key(keys: Words, key: np.uint64, tile: int, home: int, source: int, to: int) -> np.uint64:
    """The hash after a tile moved to where the blank was."""
    change: np.uint64 = keys[tile, source] ^ keys[tile, to] ^ keys[home, source] ^ keys[home, to]
    return key ^ change


@compiled
def choose(evaluation: Evaluation, arrays: Arrays, parents: SmallIntegers) -> int:
    """Find where to cut the layer, or that there is nothing to cut; returns a `BeamStatus`."""
    shares, counts, values = arrays.shares, arrays.counts, arrays.candidates.value
    workers = shares.shape[0]
    total = 0
    least, most = shares[0, LEAST], shares[0, MOST]
    for worker in range(workers):
        if shares[worker, FOUND] >= 0:
            parents[0] = shares[worker, FOUND]
            return 1
        total += shares[worker, COUNT]
        least, most = min(least, shares[worker, LEAST]), max(most, shares[worker, MOST])
    if total == 0:
        return 2
    shift = 0
    while (most - least) >> shift >= counts.size:
        shift += 1
    cut = ((most - least) >> shift) + 1
    left = 0
    if total > parents.size:
        counts[:cut] = 0
        for worker in range(workers):
            first = first_candidate(shares, worker)
            for at in range(first, first + shares[worker, COUNT]):
                counts[(values[at] - least) >> shift] += 1
        left = parents.size
        cut = 0
        while counts[cut] <= left:
            left -= counts[cut]
            cut += 1
    arrays.ledger[SHIFT], arrays.ledger[CUT] = shift, cut
    for worker in range(workers):
        shares[worker, LEAST] = least
    give_places(evaluation, arrays, left)
    return 0


@compiled
def give_places(evaluation: Evaluation, arrays: Arrays, ties: int) -> None:
    """Say where each share puts what it keeps, and how many of those at the cut it may keep.

    Nodes with the blank on the same cell are put together: they need the same tables when they are
    expanded, which then are still at hand.
    """
    shares, places, ledger = arrays.shares, arrays.places, arrays.ledger
    values, origins = arrays.candidates.value, arrays.candidates.origin
    layer = arrays.odd if ledger[DEPTH] % 2 else arrays.even
    places[:] = 0
    for worker in range(shares.shape[0]):
        first = first_candidate(shares, worker)
        left = ties
        for at in range(first, first + shares[worker, COUNT]):
            bin_ = (values[at] - shares[worker, LEAST]) >> ledger[SHIFT]
            if bin_ > ledger[CUT] or (bin_ == ledger[CUT] and left == 0):
                continue
            left -= bin_ == ledger[CUT]
            origin = origins[at]
            places[worker, evaluation.sides[layer.blank[origin >> 2], origin & 3]] += 1
        shares[worker, TIES] = ties - left
        ties = left
    place = 0
    for cell in range(places.shape[1]):
        for worker in range(shares.shape[0]):
            count = places[worker, cell]
            places[worker, cell] = place
            place += count
    ledger[FOLLOWING] = place


@compiled
def first_candidate(shares: Integers, worker: int) -> int:
    """Where the candidates of a share begin: three for each node before, and four for the root."""
    first: int = 3 * shares[worker, FIRST] + 4 * worker
    return first


@compiled
def keep(evaluation: Evaluation, arrays: Arrays, worker: int, parents: SmallIntegers) -> None:
    """Copy the chosen children of a share to the next layer."""
    share, places = arrays.shares[worker], arrays.places[worker]
    shift, cut = arrays.ledger[SHIFT], arrays.ledger[CUT]
    depth = arrays.ledger[DEPTH] + 1
    layer = arrays.even if depth % 2 else arrays.odd
    following = arrays.odd if depth % 2 else arrays.even
    candidates = arrays.candidates
    least = share[LEAST]
    ties = share[TIES]
    share[BEST_AT] = -1
    cells = layer.tiles.shape[1]
    first = first_candidate(arrays.shares, worker)
    for at in range(first, first + share[COUNT]):
        value = candidates.value[at]
        bin_ = (value - least) >> shift
        if bin_ > cut:
            continue
        if bin_ == cut:
            if ties == 0:
                continue
            ties -= 1
        origin = candidates.origin[at]
        node, move = origin >> 2, origin & 3
        blank = int(layer.blank[node])
        target = int(evaluation.sides[blank, move])
        to = places[target]
        places[target] += 1
        before, after = layer.tiles[node], following.tiles[to]
        for cell in range(cells):
            after[cell] = before[cell]
        tile = int(before[target])
        after[blank] = tile
        after[target] = evaluation.home
        following.blank[to] = target
        following.last[to] = move
        following.value[to] = value
        following.around[to] = candidates.around[at]
        following.distance[to] = (
            int(layer.distance[node])
            - evaluation.distance[tile, target]
            + evaluation.distance[tile, blank]
        )
        following.key[to] = moved_key(
            arrays.keys, layer.key[node], tile, evaluation.home, target, blank
        )
        parents[to] = origin
        if value == least:
            share[BEST_AT] = to


@compiled
def step(arrays: Arrays, status: int) -> None:
    """Go to the next layer, and remember the best node of all."""
    ledger, shares = arrays.ledger, arrays.shares
    if status == 2:
        return
    ledger[DEPTH] += 1
    if status == 1:
        return
    ledger[NODES] = ledger[FOLLOWING]
    for worker in range(shares.shape[0]):
        if shares[worker, BEST_AT] >= 0 and shares[worker, LEAST] < ledger[BEST_VALUE]:
            ledger[BEST_VALUE] = shares[worker, LEAST]
            ledger[BEST_DEPTH] = ledger[DEPTH]
            ledger[BEST_NODE] = shares[worker, BEST_AT]
