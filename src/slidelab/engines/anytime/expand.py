"""The children of a layer: each is valued, and those met before are left out.

The work on a layer is cut into *shares*, one for each thread.
"""

from __future__ import annotations

import numpy as np

from slidelab.engines.anytime.evaluation import (
    CENTRE,
    Evaluation,
    local_change,
    look_around,
    pair_change,
    sum_around,
)
from slidelab.engines.anytime.features import LOCAL
from slidelab.engines.anytime.grid import OUTSIDE, ShortIntegers
from slidelab.engines.anytime.layers import (
    COUNT,
    DEPTH,
    END,
    FIRST,
    FOUND,
    GENERATED,
    LEAST,
    MOST,
    NODES,
    Arrays,
    first_candidate,
    moved_key,
)
from slidelab.engines.anytime.squares import look_near, square_change
from slidelab.engines.compiled.compiling import compiled

_NO_MOVE = 4


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
def expand(evaluation: Evaluation, arrays: Arrays, worker: int, shortest: int) -> None:
    """Value the children of a share's nodes, which are as many as any other share's."""
    share, workers = arrays.shares[worker], arrays.shares.shape[0]
    nodes = arrays.ledger[NODES]
    share[FIRST], share[END] = nodes * worker // workers, nodes * (worker + 1) // workers
    view, looks = arrays.views[worker], arrays.looks[worker]
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
        look_near(evaluation.squares, tiles, blank, looks)
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
            value = layer.value[node]
            value += square_change(evaluation.squares, looks, tile, blank, target, move)
            if evaluation.kind == LOCAL:
                change, around = local_change(evaluation, view, tile, blank, target, move)
                value += change + around - layer.around[node]
                candidates.around[at] = around
            else:
                value += pair_change(evaluation, tiles, tile, blank, move)
            candidates.value[at] = value
            candidates.origin[at] = origin
            at += 1
            least, most = min(least, value), max(most, value)
    share[COUNT] = at - first
    share[GENERATED] += at - first
    share[LEAST], share[MOST] = least, most
