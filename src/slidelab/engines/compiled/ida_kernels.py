"""The kernels of IDA*: sums over tiles, with linear conflicts or without, and pattern databases.

They index arrays by unsigned numbers, for which Numba omits the test for negative ones.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from slidelab.engines.boards import NONE
from slidelab.engines.compiled.estimates import Estimate, count_aside
from slidelab.engines.compiled.records import EXHAUSTED, FOUND, PAUSED
from slidelab.engines.jit import Bytes, Ints, Words, kernel
from slidelab.engines.patterns.lookup import Steps

STATE = np.dtype(
    [
        (name, np.int64)
        for name in (
            "depth",
            "cursor",  # the exit to be tried next
            "h",
            "excess",  # the least by which a child's f exceeded the bound
            "expanded",
            "generated",
            "deepest",  # the greatest depth of an expanded node
            "is_waiting",  # whether the node is generated but not expanded yet
        )
    ]
)
"""Where a kernel stands between two slices."""
ZERO, ONE, TWO, THREE, SIX, SEVEN, NO_EXIT = map(np.uint64, (0, 1, 2, 3, 6, 7, NONE))
NO_EXCESS = 1 << 40


class Path(NamedTuple):
    """The path to the current node.

    A *cursor* is an index of `exits`: eight times a place, plus the number of the exit that is to
    be tried next.
    """

    board: Bytes
    """The tiles at the current node; the blank's cell is not kept up to date."""
    trail: Words
    """The cursor of each node on the path."""
    exits: Bytes
    """See `boards.exit_table`, row after row."""


class Sums(NamedTuple):
    """What the kernel for sums works with."""

    change: Ints
    """`change[place, tile]`: how the sum changes as the blank comes to a place."""
    heights: Ints
    """The estimate of each node on the path."""
    given: Estimate


class Lookups(NamedTuple):
    """What the kernel for pattern databases works with. A word is an index and its entry."""

    words: Ints
    """The index of each pattern's entry and, in the lowest eight bits, the entry itself."""
    sums: Ints
    """The sum of each view."""
    saved: Ints
    """The words that were changed on the way to each node on the path."""
    children: Ints
    """The words that the children change, four rows for each node on the path."""
    child_h: Ints
    """The estimates of the children, likewise."""
    table: Bytes
    steps: Steps


@cache
def sum_kernel(with_conflicts: bool) -> Callable[..., int]:
    """Return the kernel for sums over tiles, with linear conflicts or without."""

    @kernel
    def search_sums(budget: int, bound: int, state: Any, path: Path, arrays: Sums) -> int:
        """Continue an iteration until `budget` more nodes are expanded."""
        board, trail, exits = path
        change, heights, given = arrays
        lines, cols, room = given.lines, given.cols, given.room
        depth, cursor, h = np.uint64(state.depth), np.uint64(state.cursor), state.h
        blank = cursor >> SIX
        excess, expanded, generated = state.excess, state.expanded, state.generated
        deepest = np.uint64(state.deepest)
        stop_at = expanded + budget
        slack = bound - state.depth  # the largest h that is within the bound here
        outcome = PAUSED
        is_waiting = state.is_waiting == 1
        if is_waiting and budget > 0:
            is_waiting = False
            expanded += 1
            deepest = max(deepest, depth)
        while not is_waiting:
            child = np.uint64(exits[cursor])
            if child == NO_EXIT:
                if depth == ZERO:
                    outcome = EXHAUSTED
                    break
                depth -= ONE
                slack += 1
                cursor, h = trail[depth], heights[depth]
                cell = cursor >> SIX
                board[blank] = board[cell]
                blank = cell
                continue
            cursor += ONE
            generated += 1
            cell = child >> THREE
            tile = board[cell]
            child_h = h + change[child, tile]
            if with_conflicts:
                left, entered = np.int64(cell), np.int64(blank)
                axis = 0 if left % cols == entered % cols else 1  # of the lines left and entered
                home = lines[axis, tile]
                board[blank] = tile
                line = left // cols if axis == 0 else left % cols
                if home == line:
                    child_h += 2 * count_aside(board, axis, line, left, lines, cols, room)
                    child_h -= 2 * count_aside(board, axis, line, board.size, lines, cols, room)
                line = entered // cols if axis == 0 else entered % cols
                if home == line:
                    child_h += 2 * count_aside(board, axis, line, board.size, lines, cols, room)
                    child_h -= 2 * count_aside(board, axis, line, entered, lines, cols, room)
            if child_h >= slack:
                excess = min(excess, child_h + 1 - slack)
                continue
            trail[depth], heights[depth] = cursor, h
            depth += ONE
            slack -= 1
            board[blank] = tile
            cursor, blank, h = child << THREE, cell, child_h
            if h == 0:
                outcome = FOUND
                break
            if expanded == stop_at:
                is_waiting = True
                break
            expanded += 1
            deepest = max(deepest, depth)
        state.depth, state.cursor, state.h = depth, cursor, h
        state.excess, state.expanded, state.generated = excess, expanded, generated
        state.deepest, state.is_waiting = deepest, is_waiting
        return outcome

    return search_sums


@cache
def pattern_kernel(views: int, span: int) -> Callable[..., int]:
    """Return the kernel for pattern databases.

    With the number of views and of the cells that a tile may pass as constants, Numba unrolls
    loops, which makes it a fifth faster.
    """

    @kernel
    def search_patterns(budget: int, bound: int, state: Any, path: Path, arrays: Lookups) -> int:
        """Continue an iteration until `budget` more nodes are expanded.

        All children of a node are looked up when it is expanded, so that the processor waits for
        all their entries at once.
        """
        board, trail, exits = path
        words, sums, saved, children, child_h, table, steps = arrays
        slot, base, between, passing, passes = steps
        cells = np.uint64(board.size)
        depth, cursor = np.uint64(state.depth), np.uint64(state.cursor)
        excess, expanded, generated = state.excess, state.expanded, state.generated
        deepest = np.uint64(state.deepest)
        stop_at = expanded + budget
        outcome = PAUSED
        is_waiting = state.is_waiting == 1
        if is_waiting and budget > 0:
            is_waiting = False
            expanded += 1
            deepest = max(deepest, depth)
        while not is_waiting:
            if cursor & SEVEN == ZERO:
                for number in range(4):
                    child = np.uint64(exits[cursor + np.uint64(number)])
                    if child == NO_EXIT:
                        break
                    direction = child & SEVEN
                    tile = board[child >> THREE]
                    row = direction * cells + np.uint64(tile)
                    change = 0
                    for step in range(span):
                        change += passing[row, board[between[child, np.uint64(step)]]]
                    largest = 0
                    at = (depth << TWO) + np.uint64(number)
                    for view in range(views):
                        v = np.uint64(view)
                        word = words[slot[v, tile]]
                        index = (word >> 8) + base[v, row] + (change & passes[v, direction])
                        entry = np.int64(table[np.uint64(index)])
                        children[at, v] = index << 8 | entry
                        largest = max(largest, sums[v] + entry - (word & 255))
                    child_h[at] = largest
            blank = cursor >> SIX
            child = np.uint64(exits[cursor])
            if child == NO_EXIT:
                if depth == ZERO:
                    outcome = EXHAUSTED
                    break
                depth -= ONE
                cursor = trail[depth]
                tile = board[cursor >> SIX]
                for view in range(views):
                    v = np.uint64(view)
                    number = slot[v, tile]
                    before = saved[depth, v]
                    sums[v] += (before & 255) - (words[number] & 255)
                    words[number] = before
                board[blank] = tile
                continue
            at = (depth << TWO) + (cursor & SEVEN)
            cursor += ONE
            generated += 1
            f = np.int64(depth) + 1 + child_h[at]
            if f > bound:
                excess = min(excess, f - bound)
                continue
            tile = board[child >> THREE]
            for view in range(views):
                v = np.uint64(view)
                number = slot[v, tile]
                saved[depth, v] = words[number]
                sums[v] += (children[at, v] & 255) - (words[number] & 255)
                words[number] = children[at, v]
            board[blank] = tile
            trail[depth] = cursor
            depth += ONE
            cursor = child << THREE
            if child_h[at] == 0:
                outcome = FOUND
                break
            if expanded == stop_at:
                is_waiting = True
                break
            expanded += 1
            deepest = max(deepest, depth)
        state.depth, state.cursor = depth, cursor
        state.excess, state.expanded, state.generated = excess, expanded, generated
        state.deepest, state.is_waiting = deepest, is_waiting
        return outcome

    return search_patterns
