"""The best children become the next layer.

Choosing them is counting: the values are whole numbers, so how many have each value tells where to
cut.
"""

from __future__ import annotations

from slidelab.kernels.anysize.evaluation import Evaluation
from slidelab.kernels.anysize.layers import (
    BEST_AT,
    BEST_DEPTH,
    BEST_NODE,
    BEST_VALUE,
    COUNT,
    CUT,
    DEPTH,
    FOLLOWING,
    FOUND,
    LEAST,
    MOST,
    NODES,
    SHIFT,
    TIES,
    Arrays,
    first_candidate,
    moved_key,
)
from slidelab.kernels.compiling import SmallIntegers, compiled


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
