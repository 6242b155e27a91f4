"""From one layer to the next: each child is valued, and the best become the next layer.

Choosing them is counting: the values are whole numbers, so how many have each value tells where to
cut. The work on a layer is cut into *shares*, one for each thread; what is not about one share is
little, and done by one thread for all.
"""

import numpy as np

from slidelab.engines.compiling import Int16s, Int32s, compiled
from slidelab.engines.geometry import OUTSIDE
from slidelab.engines.web_anytime import layers
from slidelab.engines.web_anytime.evaluation import (
    CENTRE,
    Evaluation,
    local_change,
    pair_change,
    read_patch,
    sum_neighbourhood,
)
from slidelab.engines.web_anytime.features import LOCAL, classify_near, square_change
from slidelab.engines.web_anytime.layers import Arrays, first_child, move_key, wait

_NO_MOVE = 4


@compiled
def plant(evaluation: Evaluation, arrays: Arrays, tiles: Int16s) -> None:
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
    arrays.state[layers.NODES] = 1


@compiled
def expand(evaluation: Evaluation, arrays: Arrays, worker: int, shortest: int) -> None:
    """Value the children of a share's nodes, which are as many as any other share's."""
    share, workers = arrays.shares[worker], arrays.shares.shape[0]
    nodes = arrays.state[layers.NODES]
    share[layers.FIRST] = nodes * worker // workers
    share[layers.END] = nodes * (worker + 1) // workers
    patch, classes = arrays.patches[worker], arrays.classes[worker]
    depth = arrays.state[layers.DEPTH] + 1
    layer = arrays.even if depth % 2 else arrays.odd
    children = arrays.children
    table = arrays.table
    mask = np.uint64(table.size - 1)
    first = first_child(arrays.shares, worker)
    at = first
    least, most = 1 << 40, -(1 << 40)
    share[layers.FOUND] = -1
    for node in range(share[layers.FIRST], share[layers.END]):
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
                share[layers.FOUND] = origin
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
    share[layers.COUNT] = at - first
    share[layers.GENERATED] += at - first
    share[layers.LEAST], share[layers.MOST] = least, most


@compiled
def scale(arrays: Arrays, width: int, parents: Int32s) -> None:
    """See what the shares have found together, and what values are counted as one."""
    shares, state = arrays.shares, arrays.state
    total = 0
    least, most = shares[0, layers.LEAST], shares[0, layers.MOST]
    state[layers.STATUS] = layers.RUNNING
    for worker in range(shares.shape[0]):
        if shares[worker, layers.FOUND] >= 0:
            state[layers.STATUS] = layers.SOLVED
            state[layers.DEPTH] += 1
            parents[0] = shares[worker, layers.FOUND]
            return
        total += shares[worker, layers.COUNT]
        least = min(least, shares[worker, layers.LEAST])
        most = max(most, shares[worker, layers.MOST])
    if total == 0:
        state[layers.STATUS] = layers.EMPTY
        return
    shift = 0
    while (most - least) >> shift >= arrays.counts.shape[1]:
        shift += 1
    state[layers.SHIFT] = shift
    state[layers.CROWDED] = total > width
    state[layers.CUT] = ((most - least) >> shift) + 1
    for worker in range(shares.shape[0]):
        shares[worker, layers.LEAST] = least
        shares[worker, layers.TIES] = 0


@compiled
def count(arrays: Arrays, worker: int) -> None:
    """Count the values of a share's children."""
    if not arrays.state[layers.CROWDED]:
        return
    share, counts, values = arrays.shares[worker], arrays.counts[worker], arrays.children.value
    least, shift = share[layers.LEAST], arrays.state[layers.SHIFT]
    counts[: arrays.state[layers.CUT]] = 0
    first = first_child(arrays.shares, worker)
    for at in range(first, first + share[layers.COUNT]):
        counts[(values[at] - least) >> shift] += 1


@compiled
def cut(arrays: Arrays, width: int) -> None:
    """Find where to cut the layer, and how many of those at the cut each share may keep."""
    shares, counts, state = arrays.shares, arrays.counts, arrays.state
    if not state[layers.CROWDED]:
        return
    left, bin_ = width, 0
    while True:
        here = 0
        for worker in range(shares.shape[0]):
            here += counts[worker, bin_]
        if here > left:
            break
        left -= here
        bin_ += 1
    state[layers.CUT] = bin_
    for worker in range(shares.shape[0]):
        shares[worker, layers.TIES] = min(left, counts[worker, bin_])
        left -= shares[worker, layers.TIES]


@compiled
def count_places(evaluation: Evaluation, arrays: Arrays, worker: int) -> None:
    """Count what a share keeps, by the cell of the blank."""
    share, places, state = arrays.shares[worker], arrays.places[worker], arrays.state
    values, origins = arrays.children.value, arrays.children.origin
    layer = arrays.odd if state[layers.DEPTH] % 2 else arrays.even
    least, shift, last = share[layers.LEAST], state[layers.SHIFT], state[layers.CUT]
    places[:] = 0
    left = share[layers.TIES]
    first = first_child(arrays.shares, worker)
    for at in range(first, first + share[layers.COUNT]):
        bin_ = (values[at] - least) >> shift
        if bin_ > last or (bin_ == last and left == 0):
            continue
        left -= bin_ == last
        origin = origins[at]
        places[evaluation.sides[layer.blank[origin >> 2], origin & 3]] += 1


@compiled
def give_places(arrays: Arrays) -> None:
    """Say where each share puts what it keeps.

    Nodes with the blank on the same cell are put together: they need the same tables when they are
    expanded, which then are still at hand.
    """
    places = arrays.places
    place = 0
    for cell in range(places.shape[1]):
        for worker in range(places.shape[0]):
            kept = places[worker, cell]
            places[worker, cell] = place
            place += kept
    arrays.state[layers.FOLLOWING] = place


@compiled
def keep(evaluation: Evaluation, arrays: Arrays, worker: int, parents: Int32s) -> None:
    """Copy the chosen children of a share to the next layer."""
    share, places = arrays.shares[worker], arrays.places[worker]
    shift, cut = arrays.state[layers.SHIFT], arrays.state[layers.CUT]
    depth = arrays.state[layers.DEPTH] + 1
    layer = arrays.even if depth % 2 else arrays.odd
    following = arrays.odd if depth % 2 else arrays.even
    children = arrays.children
    least = share[layers.LEAST]
    ties = share[layers.TIES]
    share[layers.BEST_AT] = -1
    cells = layer.tiles.shape[1]
    first = first_child(arrays.shares, worker)
    for at in range(first, first + share[layers.COUNT]):
        value = children.value[at]
        bin_ = (value - least) >> shift
        if bin_ > cut:
            continue
        if bin_ == cut:
            if ties == 0:
                continue
            ties -= 1
        origin = children.origin[at]
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
        following.neighbourhood[to] = children.neighbourhood[at]
        following.distance[to] = (
            int(layer.distance[node])
            - evaluation.distance[tile, target]
            + evaluation.distance[tile, blank]
        )
        following.key[to] = move_key(
            arrays.keys, layer.key[node], tile, evaluation.home, target, blank
        )
        parents[to] = origin
        if value == least:
            share[layers.BEST_AT] = to


@compiled
def step(arrays: Arrays) -> None:
    """Go to the next layer, and remember the best node of all."""
    state, shares = arrays.state, arrays.shares
    state[layers.DEPTH] += 1
    state[layers.NODES] = state[layers.FOLLOWING]
    for worker in range(shares.shape[0]):
        least, best_at = shares[worker, layers.LEAST], shares[worker, layers.BEST_AT]
        if best_at >= 0 and least < state[layers.BEST_VALUE]:
            state[layers.BEST_VALUE] = least
            state[layers.BEST_DEPTH] = state[layers.DEPTH]
            state[layers.BEST_NODE] = best_at


@compiled
def advance_layers(
    evaluation: Evaluation, arrays: Arrays, worker: int, history: Int32s, shortest: int
) -> None:
    """Search on for as many layers as there is history to write, each thread its share of them.

    After each phase, what one does for all, it does while the others wait.
    """
    state, barrier, workers = arrays.state, arrays.barrier, arrays.shares.shape[0]
    width = history.shape[1]
    for layer in range(history.shape[0]):
        parents = history[layer]
        for phase in range(4):
            if phase == 0:
                expand(evaluation, arrays, worker, shortest)
            elif phase == 1:
                count(arrays, worker)
            elif phase == 2:
                count_places(evaluation, arrays, worker)
            else:
                keep(evaluation, arrays, worker, parents)
            if not wait(barrier, workers):
                return
            if worker == 0:
                if phase == 0:
                    scale(arrays, width, parents)
                elif phase == 1:
                    cut(arrays, width)
                elif phase == 2:
                    give_places(arrays)
                else:
                    step(arrays)
            if not wait(barrier, workers) or state[layers.STATUS] != layers.RUNNING:
                return
