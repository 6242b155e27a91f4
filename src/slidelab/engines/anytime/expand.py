"""The children of a layer: each is valued, and those met before are left out.

The work on a layer is cut into *shares*, one for each thread.
"""

from __future__ import annotations

import numpy as np

from slidelab.engines.anytime.evaluation import (
    CENTRE,
    Evaluation,
    local_change,
    pair_change,
    read_patch,
    sum_neighbourhood,
)
from slidelab.engines.anytime.features import LOCAL
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
    first_child,
    move_key,
)
from slidelab.engines.anytime.squares import classify_near, square_change
from slidelab.engines.compiled.compiling import ShortIntegers, compiled
from slidelab.engines.geometry import OUTSIDE

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
    root.neighbourhood[0] = 0
    if evaluation.kind == LOCAL:
        patch = arrays.patches[0]
        read_patch(evaluation, tiles, root.blank[0], patch)
        root.neighbourhood[0] = sum_neighbourhood(evaluation, patch, CENTRE)
    root.distance[0] = distance
    root.key[0] = key
    arrays.state[NODES] = 1


@compiled
def expand(evaluation: Evaluation, arrays: Arrays, worker: int, shortest: int) -> None:
    """Value the children of a share's nodes, which are as many as any other share's."""
    share, workers = arrays.shares[worker], arrays.shares.shape[0]
    nodes = arrays.state[NODES]
    share[FIRST], share[END] = nodes * worker // workers, nodes * (worker + 1) // workers
    patch, classes = arrays.patches[worker], arrays.classes[worker]
    depth = arrays.state[DEPTH] + 1
    layer = arrays.even if depth % 2 else arrays.odd
    children = arrays.children
    table = arrays.table
    mask = np.uint64(table.size - 1)
    first = first_child(arrays.shares, worker)
    at = first
    least, most = 1 << 40, -(1 << 40)
    share[FOUND] = -1
    for node in range(share[FIRST], share[END]):
        blank = int(layer.blank[node])
        tiles = layer.tiles[node]
        undoing = layer.last[node] ^ 1
        key = layer.key[node]
        classify_near(evaluation.squares, tiles, blank, classes)
        if evaluation.kind == LOCAL:
            read_patch(evaluation, tiles, blank, patch)
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
            child = move_key(arrays.keys, key, tile, evaluation.home, target, blank)
            place = child & mask
            mark = np.uint32(child >> np.uint64(32))
            if table[place] == mark:
                continue
            table[place] = mark
            origin = node * 4 + move
            if distance == 0:
                share[FOUND] = origin
            value = layer.value[node]
            value += square_change(evaluation.squares, classes, tile, blank, target, move)
            if evaluation.kind == LOCAL:
                change, neighbourhood = local_change(evaluation, patch, tile, blank, target, move)
                value += change + neighbourhood - layer.neighbourhood[node]
                children.neighbourhood[at] = neighbourhood
            else:
                value += pair_change(evaluation, tiles, tile, blank, move)
            children.value[at] = value
            children.origin[at] = origin
            at += 1
            least, most = min(least, value), max(most, value)
    share[COUNT] = at - first
    share[GENERATED] += at - first
    share[LEAST], share[MOST] = least, most
