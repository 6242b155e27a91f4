"""Iterative-deepening A* (Korf 1985) on one core or on all.

Depth first within a bound; the last move is never undone, and children come in the order of moves.
The next bound is the lowest f beyond the present one. On several cores the tree is cut into
subtrees that threads take one by one: all iterations but the last expand the nodes of a serial
search, and the path found is as short.

The kernels index arrays by unsigned numbers, for which Numba omits the test for negative ones.
"""

from collections.abc import Callable
from copy import copy
from functools import cache
from typing import Any

import numpy as np

from slidelab.engines.boards import (
    NONE,
    START,
    change_table,
    exit_table,
    moves_between,
    tiles_of,
)
from slidelab.engines.compiled.estimates import (
    CONFLICTS,
    PATTERNS,
    Estimate,
    count_aside,
    estimate,
)
from slidelab.engines.jit import Bytes, Ints, Records, kernel
from slidelab.engines.patterns.lookup import find_entries, steps_of
from slidelab.puzzle import Board, Move
from slidelab.search import Counts, Outcome

PAUSED, EXHAUSTED, FOUND = range(3)
STATE = np.dtype(
    [
        (name, np.int64)
        for name in (
            "depth",
            "place",
            "turn",  # the next of the exits to be tried
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
ZERO, ONE, TWO, THREE = np.uint64(0), np.uint64(1), np.uint64(2), np.uint8(3)
NO_EXCESS = 1 << 40


@cache
def sum_kernel(with_conflicts: bool) -> Callable[..., int]:
    """Return the kernel for sums over tiles, with linear conflicts or without."""

    @kernel
    def search_sums(
        budget: int,
        bound: int,
        states: Records,
        board: Bytes,
        trail: Bytes,
        turns: Bytes,
        exits: Bytes,
        change: Ints,
        heights: Ints,
        lines: Ints,
        cols: int,
        room: Ints,
    ) -> int:
        """Go on with one iteration until `budget` more nodes are expanded.

        `trail`, `turns` and `heights` have the place, the turn and the estimate of each node on the
        path. `change[place, tile]` is how the sum changes as the blank comes to a place and the
        tile goes the other way. The blank's cell on `board` is not kept up to date.
        """
        state = states[0]
        depth, turn, h = np.uint64(state.depth), np.uint64(state.turn), state.h
        place = np.uint8(state.place)
        excess, expanded, generated = state.excess, state.expanded, state.generated
        deepest = np.uint64(state.deepest)
        stop_at = expanded + budget
        slack = bound - state.depth  # the largest h that is within the bound here
        blank = place >> THREE
        outcome = PAUSED
        is_waiting = state.is_waiting == 1
        if is_waiting and budget > 0:
            is_waiting = False
            expanded += 1
            deepest = max(deepest, depth)
        while not is_waiting:
            child = exits[place, turn]
            if child == NONE:
                if depth == ZERO:
                    outcome = EXHAUSTED
                    break
                depth -= ONE
                slack += 1
                parent = trail[depth]
                cell = parent >> THREE
                tile = board[cell]
                if with_conflicts:
                    h = heights[depth]
                else:
                    h -= change[place, tile]
                board[blank] = tile
                place, blank, turn = parent, cell, np.uint64(turns[depth])
                continue
            turn += ONE
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
                    child_h -= 2 * count_aside(board, axis, line, -1, lines, cols, room)
                line = entered // cols if axis == 0 else entered % cols
                if home == line:
                    child_h += 2 * count_aside(board, axis, line, -1, lines, cols, room)
                    child_h -= 2 * count_aside(board, axis, line, entered, lines, cols, room)
            if child_h >= slack:
                excess = min(excess, child_h + 1 - slack)
                continue
            trail[depth] = place
            turns[depth] = turn
            if with_conflicts:
                heights[depth] = h
            depth += ONE
            slack -= 1
            board[blank] = tile
            place, blank, turn, h = child, cell, ZERO, child_h
            if h == 0:
                outcome = FOUND
                break
            if expanded == stop_at:
                is_waiting = True
                break
            expanded += 1
            deepest = max(deepest, depth)
        state.depth, state.place, state.turn, state.h = depth, place, turn, h
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
    def search_patterns(
        budget: int,
        bound: int,
        states: Records,
        board: Bytes,
        trail: Bytes,
        turns: Bytes,
        exits: Bytes,
        words: Ints,
        sums: Ints,
        saved: Ints,
        children: Ints,
        child_h: Ints,
        table: Bytes,
        slot: Bytes,
        base: Ints,
        between: Bytes,
        passing: Ints,
        passes: Ints,
    ) -> int:
        """Go on with one iteration until `budget` more nodes are expanded.

        `words` has the index of each pattern's entry and, in the lowest eight bits, the entry
        itself; `sums` the sum of each view. All children of a node are looked up when it is
        expanded, so that the processor waits for all their entries at once; the words that they
        change are in `children`, four rows for each node on the path, and those that a move has
        changed in `saved`.
        """
        state = states[0]
        cells = np.uint64(board.size)
        depth, turn = np.uint64(state.depth), np.uint64(state.turn)
        place = np.uint8(state.place)
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
            if turn == ZERO:
                for number in range(4):
                    child = exits[place, np.uint64(number)]
                    if child == NONE:
                        break
                    generated += 1
                    direction = np.uint64(child & np.uint8(7))
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
            child = exits[place, turn]
            if child == NONE:
                if depth == ZERO:
                    outcome = EXHAUSTED
                    break
                depth -= ONE
                parent = trail[depth]
                tile = board[parent >> THREE]
                for view in range(views):
                    v = np.uint64(view)
                    number = slot[v, tile]
                    before = saved[depth, v]
                    sums[v] += (before & 255) - (words[number] & 255)
                    words[number] = before
                board[place >> THREE] = tile
                place, turn = parent, np.uint64(turns[depth])
                continue
            at = (depth << TWO) + turn
            f = np.int64(depth) + 1 + child_h[at]
            if f > bound:
                excess = min(excess, f - bound)
                turn += ONE
                continue
            tile = board[child >> THREE]
            for view in range(views):
                v = np.uint64(view)
                number = slot[v, tile]
                saved[depth, v] = words[number]
                sums[v] += (children[at, v] & 255) - (words[number] & 255)
                words[number] = children[at, v]
            board[place >> THREE] = tile
            trail[depth] = place
            turns[depth] = turn + ONE
            depth += ONE
            place, turn = child, ZERO
            if child_h[at] == 0:
                outcome = FOUND
                break
            if expanded == stop_at:
                is_waiting = True
                break
            expanded += 1
            deepest = max(deepest, depth)
        state.depth, state.place, state.turn = depth, place, turn
        state.excess, state.expanded, state.generated = excess, expanded, generated
        state.deepest, state.is_waiting = deepest, is_waiting
        return outcome

    return search_patterns


class Subtree:
    """The part of the tree below a node, searched within one bound after another."""

    def __init__(self, start: Board, goal: Board, order: str, given: Estimate) -> None:
        self.shape, self.given = start.shape, given
        self.exits = exit_table(start.shape, order)
        if given.kind == PATTERNS:
            self._kernel = pattern_kernel(given.tables.views.shape[0], self.shape.cols - 1)
            self._constants: tuple[Any, ...] = (
                given.tables.entries,
                *steps_of(given.tables, self.shape, order),
            )
        else:
            self._kernel = sum_kernel(given.kind == CONFLICTS)
            self._constants = (change_table(given.cost, self.shape, order),)
        self.bound = -1
        self.way = [start.blank]
        """The cells that the blank visits on the way from the root of the whole tree."""
        self._take_root(tiles_of(start), START)

    def _take_root(self, board: Bytes, direction: int) -> None:
        self.root = board
        self.root_place = self.way[-1] * 8 + direction
        self.state = np.zeros(1, STATE)
        if self.given.kind == PATTERNS:
            tables = self.given.tables
            indices = np.zeros(tables.views.shape[0] * tables.offsets.size, np.int64)
            self.root_h = find_entries(board, tables, np.zeros(board.size, np.int64), indices)
            entries = tables.entries[indices].astype(np.int64)
            self._root_words = indices << 8 | entries
            self._root_sums = entries.reshape(tables.views.shape[0], -1).sum(axis=1)
        else:
            self.root_h = estimate(board, self.given)

    def children(self) -> list["Subtree"]:
        """Return the subtree of each child of the root."""
        found = []
        for place in self.exits[self.root_place].tolist():
            if place == NONE:
                break
            board, blank, cell = self.root.copy(), self.way[-1], place >> 3
            board[blank], board[cell] = board[cell], 0
            child = copy(self)
            child.way = [*self.way, cell]
            child._take_root(board, place & 7)
            found.append(child)
        return found

    def begin(self, bound: int) -> None:
        """Go back to the root for an iteration with this bound."""
        self.bound, self.board = bound, self.root.copy()
        levels = max(bound, 0) + 2
        self.trail, self.turns = np.zeros(levels, np.uint8), np.zeros(levels, np.uint8)
        state = self.state[0]
        state["depth"] = state["turn"] = 0
        state["place"], state["h"] = self.root_place, self.root_h
        state["excess"], state["is_waiting"] = NO_EXCESS, 1
        if self.given.kind == PATTERNS:
            views = self._root_sums.size
            self._work: tuple[Any, ...] = (
                self._root_words.copy(),
                self._root_sums.copy(),
                np.zeros((levels, views), np.int64),
                np.zeros((levels * 4, views), np.int64),
                np.zeros(levels * 4, np.int64),
                *self._constants,
            )
        else:
            heights, room = np.zeros(levels, np.int64), np.zeros(self.board.size, np.int64)
            lines = self.given.lines
            self._work = (*self._constants, heights, lines, self.given.cols, room)

    def search(self, budget: int) -> int:
        """Go on with the iteration; return PAUSED, EXHAUSTED or FOUND."""
        return self._kernel(
            budget,
            self.bound,
            self.state,
            self.board,
            self.trail,
            self.turns,
            self.exits,
            *self._work,
        )

    @property
    def depth(self) -> int:
        """The depth of the present node below the root of this subtree."""
        return int(self.state["depth"][0])

    @property
    def expanded(self) -> int:
        """The nodes expanded in all iterations."""
        return int(self.state["expanded"][0])

    @property
    def generated(self) -> int:
        """The children reached in all iterations."""
        generated = int(self.state["generated"][0])
        if self.given.kind != PATTERNS or self.bound < 0:
            return generated
        # That kernel has counted the children of all nodes on the path.
        exits = (self.exits[self.trail[: self.depth]] != NONE).sum()
        return generated - int(exits) + int(self.turns[: self.depth].sum())

    @property
    def deepest(self) -> int:
        """The greatest depth of an expanded node."""
        return int(self.state["deepest"][0])

    def path(self) -> list[Move]:
        """Return the moves from the root of the whole tree to the present node."""
        places = [*self.trail[1 : self.depth].tolist(), int(self.state["place"][0])]
        cells = [place >> 3 for place in places] if self.depth else []
        return moves_between([*self.way, *cells], self.shape)


class Ida:
    """IDA* on one core.

    A start that cannot reach the goal makes it run for ever: test for that first.
    """

    def __init__(self, start: Board, goal: Board, order: str, given: Estimate) -> None:
        self.tree = Subtree(start, goal, order, given)
        self.expanded_within: list[int] = []
        """The nodes expanded by the end of each iteration."""
        self._outcome = Outcome.RUNNING
        self.counts = Counts()
        self.tree.begin(self.tree.root_h)

    @property
    def lower_bound(self) -> float:
        """The bound of the present iteration."""
        return self.tree.bound

    def step(self, budget: int) -> Outcome:
        """Expand up to `budget` nodes."""
        stop_at = self.tree.expanded + budget
        if self.tree.root_h == 0:
            self._outcome = Outcome.SOLVED
        while self._outcome is Outcome.RUNNING:
            outcome = self.tree.search(stop_at - self.tree.expanded)
            if outcome == PAUSED:
                break
            if outcome == FOUND:
                self._outcome = Outcome.SOLVED
            elif (excess := int(self.tree.state["excess"][0])) == NO_EXCESS:
                self._outcome = Outcome.EXHAUSTED
            else:
                self.expanded_within.append(self.tree.expanded)
                self.tree.begin(self.tree.bound + excess)
        self._count()
        return self._outcome

    def _count(self) -> None:
        tree, counts = self.tree, self.counts
        counts.expanded, counts.generated = tree.expanded, 1 + tree.generated
        counts.deepest_expanded = tree.deepest
        counts.deepest_generated = max(tree.depth, tree.deepest + 1 if tree.generated else 0)
        # The nodes on the path count as the frontier.
        counts.frontier = tree.depth + 1
        counts.max_frontier = counts.deepest_generated + 1
        counts.max_before_children = tree.deepest + 1 if tree.expanded else 0
        counts.last_pushed = tree.depth
        if self._outcome is Outcome.SOLVED:
            counts.cost = tree.depth

    def path(self) -> list[Move] | None:
        """Return the path found."""
        return self.tree.path() if self._outcome is Outcome.SOLVED else None
