"""The best children become the next layer.

Choosing them is counting: the values are whole numbers, so how many have each value tells where to
cut. What is about one share is done by its thread; the rest is little, and done by one for all.
"""

from __future__ import annotations

from slidelab.engines.anytime.evaluation import Evaluation
from slidelab.engines.anytime.layers import (
    BEST_AT,
    BEST_DEPTH,
    BEST_NODE,
    BEST_VALUE,
    COUNT,
    CROWDED,
    CUT,
    DEPTH,
    EMPTY,
    FOLLOWING,
    FOUND,
    LEAST,
    MOST,
    NODES,
    RUNNING,
    SHIFT,
    SOLVED,
    STATUS,
    TIES,
    Arrays,
    first_child,
    move_key,
)
from slidelab.engines.compiled.compiling import SmallIntegers, compiled


@compiled
def scale(arrays: Arrays, width: int) -> None:
    """See what the shares have found together, and what values are counted as one."""
    shares, state = arrays.shares, arrays.state
    total = 0
    least, most = shares[0, LEAST], shares[0, MOST]
    state[STATUS] = RUNNING
    for worker in range(shares.shape[0]):
        if shares[worker, FOUND] >= 0:
            state[STATUS], state[FOLLOWING] = SOLVED, shares[worker, FOUND]
            return
        total += shares[worker, COUNT]
        least, most = min(least, shares[worker, LEAST]), max(most, shares[worker, MOST])
    if total == 0:
        state[STATUS] = EMPTY
        return
    shift = 0
    while (most - least) >> shift >= arrays.counts.shape[1]:
        shift += 1
    state[SHIFT] = shift
    state[CROWDED] = total > width
    state[CUT] = ((most - least) >> shift) + 1
    for worker in range(shares.shape[0]):
        shares[worker, LEAST] = least
        shares[worker, TIES] = 0


@compiled
def count(arrays: Arrays, worker: int) -> None:
    """Count the values of a share's children."""
    if not arrays.state[CROWDED]:
        return
    share, counts, values = arrays.shares[worker], arrays.counts[worker], arrays.children.value
    least, shift = share[LEAST], arrays.state[SHIFT]
    counts[: arrays.state[CUT]] = 0
    first = first_child(arrays.shares, worker)
    for at in range(first, first + share[COUNT]):
        counts[(values[at] - least) >> shift] += 1


@compiled
def cut(arrays: Arrays, width: int) -> None:
    """Find where to cut the layer, and how many of those at the cut each share may keep."""
    shares, counts, state = arrays.shares, arrays.counts, arrays.state
    if not state[CROWDED]:
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
    state[CUT] = bin_
    for worker in range(shares.shape[0]):
        shares[worker, TIES] = min(left, counts[worker, bin_])
        left -= shares[worker, TIES]


@compiled
def count_places(evaluation: Evaluation, arrays: Arrays, worker: int) -> None:
    """Count what a share keeps, by the cell of the blank."""
    share, places, state = arrays.shares[worker], arrays.places[worker], arrays.state
    values, origins = arrays.children.value, arrays.children.origin
    layer = arrays.odd if state[DEPTH] % 2 else arrays.even
    least, shift, last = share[LEAST], state[SHIFT], state[CUT]
    places[:] = 0
    left = share[TIES]
    first = first_child(arrays.shares, worker)
    for at in range(first, first + share[COUNT]):
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
    arrays.state[FOLLOWING] = place


@compiled
def keep(evaluation: Evaluation, arrays: Arrays, worker: int, parents: SmallIntegers) -> None:
    """Copy the chosen children of a share to the next layer."""
    share, places = arrays.shares[worker], arrays.places[worker]
    shift, cut = arrays.state[SHIFT], arrays.state[CUT]
    depth = arrays.state[DEPTH] + 1
    layer = arrays.even if depth % 2 else arrays.odd
    following = arrays.odd if depth % 2 else arrays.even
    children = arrays.children
    least = share[LEAST]
    ties = share[TIES]
    share[BEST_AT] = -1
    cells = layer.tiles.shape[1]
    first = first_child(arrays.shares, worker)
    for at in range(first, first + share[COUNT]):
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
            share[BEST_AT] = to


@compiled
def step(arrays: Arrays) -> None:
    """Go to the next layer, and remember the best node of all."""
    state, shares = arrays.state, arrays.shares
    state[DEPTH] += 1
    state[NODES] = state[FOLLOWING]
    for worker in range(shares.shape[0]):
        if shares[worker, BEST_AT] >= 0 and shares[worker, LEAST] < state[BEST_VALUE]:
            state[BEST_VALUE] = shares[worker, LEAST]
            state[BEST_DEPTH] = state[DEPTH]
            state[BEST_NODE] = shares[worker, BEST_AT]
