"""Breadth-first, uniform-cost, greedy, A* and weighted A* on boards of up to 16 cells.

One loop, `expand_nodes`, does all five, which differ in f alone. It follows the textbook: the goal
is tested when it is taken off the frontier, ties in f go to the node pushed first, and a state
found again at a lower g joins the frontier again if f includes g.

A board is a 64-bit word, four bits for each cell. Nodes are rows, in the order in which they were
pushed (see `node_table`). The frontier has a queue for each value of f, linked from row to row.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.boards import NONE, moves_between, target_table, tiles_of
from slidelab.engines.compiled.estimates import SUM, Estimate, estimate
from slidelab.engines.compiled.node_table import (
    MOST_G,
    MOST_SLOTS,
    NODE,
    NOTHING,
    SLOT,
    Slots,
    find_slot,
    hash_state,
    make_entry,
    refill,
)
from slidelab.engines.compiled.records import (
    COUNTS,
    EXHAUSTED,
    FOUND,
    FULL,
    PAUSED,
    STATUSES,
    copy_counts,
    make_array,
    reserve,
)
from slidelab.engines.jit import Bytes, Ints, Records, kernel
from slidelab.puzzle import Board, Move
from slidelab.search import Counts, Run, Status
from slidelab.system.memory import fair_share, resident_bytes

STATE = np.dtype(
    [
        *COUNTS,
        ("rows", np.int64),  # rows made
        ("lowest", np.int64),  # no queue below this one has a node
        ("found_at", np.int64),  # the row of the goal
    ]
)
"""Where the kernel stands between two slices."""
WEIGHTS: dict[str, tuple[int, float | None]] = {
    "bfs": (1, 0),
    "ucs": (1, 0),
    "greedy": (0, 1),
    "astar": (1, 1),
    "wastar": (1, None),
}
"""The weights of g and h in f; that of h is a parameter of weighted A*."""
MOST_DEPTH = 1 << 11
"""Searches whose f depends on g do not come to such paths, or memory is full before."""
ONE, FOUR, LOW = np.uint64(1), np.uint64(4), np.uint64(15)
_FEWEST_SLOTS, _MANY_SLOTS = 1 << 17, 1 << 22


class Rules(NamedTuple):
    """What is searched, and how."""

    goal: np.uint64
    keeps_cheapest: bool
    """Whether a state found again at a lower g joins the frontier again."""
    targets: Bytes
    """See `boards.target_table`."""
    given: Estimate


class Queues(NamedTuple):
    """The frontier: a queue for each value of f."""

    bucket_of: Ints
    """`bucket_of[g, h]`: the number of the queue of nodes with this g and h; one row if f does not
    depend on g."""
    head: Ints
    tail: Ints


class Reached(NamedTuple):
    """All nodes, and the table that finds the one with the lowest g of a state."""

    nodes: Records
    table: Slots


@kernel
def push(row: int, bucket: int, nodes: Records, queues: Queues) -> None:
    """Add a row at the end of a queue."""
    nodes[row].link = NOTHING
    if queues.head[bucket] == NOTHING:
        queues.head[bucket] = row
    else:
        nodes[queues.tail[bucket]].link = row
    queues.tail[bucket] = row


@kernel
def unpack(state: np.uint64, board: Bytes) -> None:
    """Write the tiles of a state to a board."""
    for cell in range(board.size):
        board[cell] = state >> np.uint64(cell) * FOUR & LOW


@kernel
def expand_nodes(budget: int, search: Any, rules: Rules, reached: Reached, queues: Queues) -> int:
    """Expand up to `budget` nodes; FULL if the arrays have to grow first."""
    goal, keeps_cheapest, targets, given = rules
    nodes, table = reached
    bucket_of, head, _ = queues
    board = np.zeros(targets.shape[0], np.uint8)
    most, mask = min(nodes.size, table.size // 2), np.uint64(table.size - 1)
    made, lowest, frontier = search.rows, search.lowest, search.frontier
    stop_at = search.expanded + budget
    rows = bucket_of.shape[0]
    deepest = MOST_G if rows == 1 else rows
    changes_by_tile = given.kind == SUM
    cost = given.cost
    outcome = PAUSED
    while True:
        if frontier == 0:
            outcome = EXHAUSTED
            break
        while head[lowest] == NOTHING:
            lowest += 1
        row = head[lowest]
        node = nodes[row]
        if node.is_stale:
            head[lowest] = node.link
            frontier -= 1
            search.skipped += 1
            continue
        state, g, blank = node.state, np.int64(node.g) + 1, np.uint64(node.blank)
        if state == goal:
            head[lowest] = node.link
            frontier -= 1
            search.found_at, search.cost = row, g - 1
            outcome = FOUND
            break
        if search.expanded == stop_at:
            break
        if made + 4 > most or g == deepest:
            outcome = FULL
            break
        head[lowest] = node.link
        frontier -= 1
        search.expanded += 1
        search.max_before_children = max(search.max_before_children, frontier)
        search.deepest_expanded = max(search.deepest_expanded, g - 1)
        h = np.int64(node.h)
        before, blank_shift = node.before, blank * FOUR
        for direction in range(4):
            target = targets[blank, direction]
            if target == NONE:
                continue
            search.generated += 1
            if target == before:  # back to the parent, which was reached at a lower g
                search.duplicates += 1
                continue
            cell_shift = np.uint64(target) * FOUR
            tile = state >> cell_shift & LOW
            child = state ^ (tile << cell_shift | tile << blank_shift)
            hashed = hash_state(child)
            slot = find_slot(child, hashed, table, nodes)
            if table[slot] != 0:
                other = (table[slot] & mask) - ONE
                if not keeps_cheapest or g >= nodes[other].g:
                    search.duplicates += 1
                    continue
                search.improved += 1
                nodes[other].is_stale = 1
            table[slot] = make_entry(hashed, made, table)
            if changes_by_tile:
                child_h = h + cost[tile, blank] - cost[tile, target]
                child_h += cost[0, target] - cost[0, blank]
            else:
                unpack(child, board)
                child_h = estimate(board, given)
            new = nodes[made]
            new.state, new.parent, new.g, new.h = child, row, g, child_h
            new.blank, new.before, new.is_stale = target, blank, 0
            bucket = bucket_of[min(g, rows - 1), child_h]
            push(made, bucket, nodes, queues)
            lowest = min(lowest, bucket)
            made += 1
            frontier += 1
            search.deepest_generated = max(search.deepest_generated, g)
            search.max_frontier = max(search.max_frontier, frontier)
    search.rows, search.lowest, search.frontier = made, lowest, frontier
    search.last_pushed = nodes[made - 1].g
    return outcome


class GraphSearch(Run):
    """A search of one board by one of the five algorithms."""

    def __init__(
        self,
        algorithm: str,
        start: Board,
        goal: Board,
        order: str,
        given: Estimate,
        weight: float = 1.0,
    ) -> None:
        self.counts = Counts()
        self.shape = start.shape
        g_weight, h_weight = WEIGHTS[algorithm]
        h_weight = float(weight) if h_weight is None else h_weight
        bucket_of = number_queues(g_weight, h_weight, given.most)
        self._queues = Queues(bucket_of, *np.full((2, bucket_of.max() + 1), NOTHING))
        keeps_cheapest = algorithm not in ("bfs", "greedy")
        self._rules = Rules(_pack(goal), keeps_cheapest, target_table(self.shape, order), given)
        nodes = reserve(lambda rows: make_array(rows, NODE), NODE.itemsize + 2 * SLOT.itemsize)
        self._search: Any = np.zeros(1, STATE)[0]
        self._push_root(start, nodes)
        self._status: Status | None = None

    def step(self, budget: int) -> Status | None:
        """Expand up to `budget` nodes."""
        stop_at = self.counts.expanded + budget
        while self._status is None:
            budget = stop_at - self.counts.expanded
            outcome = expand_nodes(budget, self._search, self._rules, self._reached, self._queues)
            copy_counts(self._search, self.counts)
            if outcome != FULL:
                self._status = STATUSES[outcome]
                break
            if not self._make_room():
                return Status.MEMORY_LIMIT
        return self._status

    def path(self) -> list[Move] | None:
        """Return the path found."""
        if self._status is not Status.SOLVED:
            return None
        row, cells = int(self._search["found_at"]), []
        while row != NOTHING:
            cells.append(int(self._reached.nodes["blank"][row]))
            row = int(self._reached.nodes["parent"][row])
        return moves_between(cells[::-1], self.shape)

    def _push_root(self, start: Board, nodes: Records) -> None:
        state, search = _pack(start), self._search
        h = estimate(tiles_of(start), self._rules.given)
        nodes[0] = (state, NOTHING, NOTHING, 0, h, start.blank, NONE, False)
        self._reached = _make_table(nodes, 1, _FEWEST_SLOTS)
        search["lowest"] = self._queues.bucket_of[0, h]
        push(0, int(search["lowest"]), nodes, self._queues)
        for name in ("rows", "frontier", "max_frontier", "generated"):
            search[name] = 1
        search["cost"] = -1

    def _make_room(self) -> bool:
        """Return whether the table could grow; nothing has changed if not."""
        nodes, table = self._reached
        slots = table.size * (4 if table.size < _MANY_SLOTS else 2)
        if table.size // 2 >= min(nodes.size, self._search["rows"] + 4) or slots > MOST_SLOTS:
            return False
        if resident_bytes() + slots * SLOT.itemsize > fair_share():
            return False
        try:
            self._reached = _make_table(nodes, int(self._search["rows"]), slots)
        except MemoryError:
            return False
        return True


@lru_cache(maxsize=8)
def number_queues(g_weight: float, h_weight: float, most_h: int) -> Ints:
    """Return `bucket_of` of `Queues`: f if it is a whole number, else its place among all f."""
    g, h = np.arange(MOST_DEPTH if g_weight else 1)[:, None], np.arange(most_h + 1)
    f: NDArray[Any] = g_weight * g + h_weight * h
    return f if f.dtype == np.int64 else np.unique(f, return_inverse=True)[1].reshape(f.shape)


def _make_table(nodes: Records, rows: int, slots: int) -> Reached:
    """Return nodes with a table that finds the first rows of them."""
    table = make_array(slots, SLOT)
    refill(table, nodes, rows)
    return Reached(nodes, table)


def _pack(board: Board) -> np.uint64:
    """Return a board as a word, the first cell lowest."""
    return np.uint64(sum(tile << 4 * cell for cell, tile in enumerate(board.state)))
