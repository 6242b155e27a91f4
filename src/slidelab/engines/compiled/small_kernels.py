"""The kernels of `small`: searches over ranks, under every convention.

`search_graph` keeps a queue, a stack or a priority queue, `deepen` a single path.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.compiled.records import (
    COUNTS,
    EXHAUSTED,
    FOUND,
    FULL,
    PAUSED,
    make_array,
)
from slidelab.engines.jit import Records, kernel
from slidelab.search.frontier import TIES
from slidelab.search.reached import REACHED

QUEUE, STACK, PRIORITY, DEEPEN = range(4)
# A new value of a convention fails here, until the kernels know it.
FIRST_IN, LAST_IN, LOWER_H, STATE, HEAP, HEAP_STRICT, HEAP_JAVA = range(len(TIES))
CHEAPEST, VISITED, CLOSED, PARENT, TREE = range(len(REACHED))

RUN = np.dtype(
    [
        # What to do.
        ("kind", np.int64),
        ("ties", np.int64),
        ("memory", np.int64),  # of the states that were reached
        ("tests_early", np.int64),
        ("values", np.int64),  # which estimates: without or with the blank
        ("order", np.int64, 4),  # the directions in which children are generated
        ("g_weight", np.float64),
        ("h_weight", np.float64),
        ("last_bound", np.float64),
        # Where it stands.
        *COUNTS,
        ("number", np.int64),  # of the run or the bound; other numbers in `known` are old
        ("front", np.int64),  # the first row of a queue
        ("made", np.int64),  # rows made
        ("found", np.int64),  # the row of the goal
        ("waiting", np.int64),  # the row taken off the frontier but not expanded yet, or -1
        ("depth", np.int64),  # of the current node of a search along one path, or -1
        ("bound", np.float64),  # infinite for searches that do not deepen
        ("beyond", np.float64),  # the lowest f that was cut off
    ],
    align=True,
)
"""An algorithm under conventions, its counts, and where it stands between two slices."""
ENTRY = np.dtype([("f", np.float64), ("second", np.float64), ("row", np.int64)])
"""An entry of a heap; `second` breaks ties between equal f where it is compared."""
KNOWN = np.dtype([("reached", np.int32), ("closed", np.int32), ("lowest_g", np.int32)])
"""In which run a state was reached, at which lowest g, and in which it was expanded."""
NODE = np.dtype([("state", np.int32), ("parent", np.int32), ("g", np.int32)])
LEVEL = np.dtype([("state", np.int32), ("turn", np.int32), ("came", np.int32)])
"""A node on a path: the next child to try, and the direction in which the blank came there."""


class Task(NamedTuple):
    """What is searched: the same for all variants."""

    start: int
    goal: int
    """Its rank, or -1 if it cannot be reached."""
    moves: NDArray[np.int32]
    """`moves[rank, direction]`: the rank after a move U, D, L or R, -1 beyond the edge."""
    places: NDArray[np.int32]
    """`places[rank]`: the place of a board among all, sorted by their tiles."""
    values: NDArray[np.float64]
    """`values[which, rank]`: estimates without the blank and with it."""


class Room(NamedTuple):
    """The arrays that a search works in."""

    known: Records
    nodes: Records
    path: Records
    heap: Records
    """One longer than the others."""


def make_room(boards: int, rows: int) -> Room:
    """Return room for all boards of a class and for a number of nodes."""
    return Room(
        make_array(boards, KNOWN),
        make_array(rows, NODE),
        make_array(rows, LEVEL),
        make_array(rows + 1, ENTRY),
    )


@kernel
def comes_before(ties: int, one: Any, other: Any) -> bool:
    """Return whether an entry is less than another."""
    if one.f != other.f:
        return bool(one.f < other.f)
    if ties >= HEAP:
        return ties == HEAP
    if one.second != other.second:
        return bool(one.second < other.second)
    return bool(one.row < other.row)


@kernel
def push_heap(ties: int, heap: Records, place: int, new: int) -> None:
    """Let the entry at `new` rise from a place of the heap, step by step as heapq does."""
    while place > 0:
        above = (place - 1) >> 1
        if not comes_before(ties, heap[new], heap[above]):
            break
        heap[place] = heap[above]
        place = above
    heap[place] = heap[new]


@kernel
def pop_heap(ties: int, heap: Records, size: int) -> int:
    """Take the first row off a heap of this size, and fill the gap with the last one.

    heapq lets the gap sink to the bottom and the entry rise again; Java lets the entry sink until
    no child is less. Among equals that makes a difference.
    """
    first, last = heap[0].row, size - 1
    spare = heap.size - 1
    heap[spare] = heap[last]
    gap = 0
    while 2 * gap + 1 < last:
        child = 2 * gap + 1
        right = child + 1
        if ties == HEAP_JAVA:
            if right < last and comes_before(ties, heap[right], heap[child]):
                child = right
            if not comes_before(ties, heap[child], heap[spare]):
                break
        elif right < last and not comes_before(ties, heap[child], heap[right]):
            child = right
        heap[gap] = heap[child]
        gap = child
    if ties == HEAP_JAVA:
        heap[gap] = heap[spare]
    else:
        push_heap(ties, heap, gap, spare)
    return int(first)


@kernel
def search_graph(limit: int, run: Any, task: Task, room: Room) -> int:
    """Continue until `limit` nodes are expanded in all; FULL if `nodes` and `heap` have to grow.

    Nodes are rows in the order in which they were generated. A stack keeps its rows in `heap`.
    A queue may deepen: nodes beyond the bound are cut off, and each bound begins with the root.
    """
    start, goal = task.start, task.goal
    known, nodes, heap = room.known, room.nodes, room.heap
    kind, ties, memory = run.kind, run.ties, run.memory
    number, spare = run.number, heap.size - 1
    h_of = task.values[run.values]
    size, made = run.frontier, run.made
    if made == 0:
        nodes[0].state, nodes[0].parent, nodes[0].g = start, -1, 0
        run.generated = made = 1
        known[start].reached, known[start].lowest_g, known[start].closed = number, 0, 0
        if run.tests_early and start == goal:
            run.cost = run.found = 0
            run.made = 1
            return FOUND
        heap[0].f, heap[0].second, heap[0].row = run.h_weight * h_of[start], 0.0, 0
        size = run.max_frontier = 1
    outcome = EXHAUSTED
    while True:
        if run.waiting >= 0:
            row = run.waiting
            run.waiting = -1
            here = nodes[row].state
        elif size == 0:
            if run.beyond > run.last_bound or run.beyond == np.inf:
                break
            run.bound, run.beyond = run.beyond, np.inf
            run.number += 1
            number = run.number
            known[start].reached = number
            run.front, made, size = 0, 1, 1
            continue
        else:
            if kind == PRIORITY:
                row = pop_heap(ties, heap, size)
            elif kind == STACK:
                row = heap[size - 1].row
            else:
                row = run.front
                run.front += 1
            size -= 1
            here = nodes[row].state
            if memory == CHEAPEST and known[here].lowest_g != nodes[row].g:
                run.skipped += 1
                continue
            if memory == CLOSED:
                if known[here].closed == number:
                    run.skipped += 1
                    continue
                known[here].closed = number
            if nodes[row].g > run.bound:
                run.beyond = run.bound + 1
                continue
            if here == goal:
                run.found = row
                outcome = FOUND
                break
        if run.expanded >= limit or made + 4 > nodes.size:
            run.waiting = row
            outcome = PAUSED if run.expanded >= limit else FULL
            break
        run.expanded += 1
        g = nodes[row].g + 1
        run.max_before_children = max(run.max_before_children, size)
        run.deepest_expanded = max(run.deepest_expanded, g - 1)
        for turn in range(4):
            child = task.moves[here, run.order[turn]]
            if child < 0:
                continue
            run.generated += 1
            what = known[child]
            if memory == CLOSED:
                is_dropped = what.closed == number
            elif memory == PARENT:
                is_dropped = row > 0 and nodes[nodes[row].parent].state == child
            elif memory == TREE or what.reached != number:
                is_dropped = False
                what.reached, what.lowest_g = number, g
            elif memory == CHEAPEST and g < what.lowest_g:
                is_dropped = False
                run.improved += 1
                what.lowest_g = g
            else:
                is_dropped = True
            if is_dropped:
                run.duplicates += 1
                continue
            nodes[made].state, nodes[made].parent, nodes[made].g = child, row, g
            run.deepest_generated = max(run.deepest_generated, g)
            run.last_pushed = g
            made += 1
            if run.tests_early and child == goal:
                run.found = made - 1
                outcome = FOUND
                break
            if kind == PRIORITY:
                h = h_of[child]
                heap[spare].f = run.g_weight * g + run.h_weight * h
                heap[spare].row = made - 1
                if ties == LOWER_H:
                    heap[spare].second = h
                elif ties == STATE:
                    heap[spare].second = task.places[child]
                else:
                    heap[spare].second = 1 - made if ties == LAST_IN else made - 1
                push_heap(ties, heap, size, spare)
            elif kind == STACK:
                heap[size].row = made - 1
            size += 1
            run.max_frontier = max(run.max_frontier, size)
        if outcome == FOUND:
            break
    run.frontier, run.made = size, made
    if outcome == FOUND:
        run.cost = nodes[run.found].g
    return outcome


@kernel
def deepen(limit: int, run: Any, task: Task, room: Room) -> int:
    """Continue depth-first within one bound after another; no move undoes the last one.

    With the memory `cheapest`, a state is entered again within a bound only at a lower depth.
    """
    start, goal, known, path = task.start, task.goal, room.known, room.path
    h_of, remembers = task.values[run.values], run.memory == CHEAPEST
    if run.generated == 0:
        run.generated = run.max_frontier = 1
        if run.tests_early and start == goal:
            run.cost = 0
            return FOUND
        run.depth = -1
    while True:
        if run.depth < 0:  # begin with a bound
            if run.bound > run.last_bound:
                return EXHAUSTED
            run.number += 1
            run.beyond = np.inf
            path[0].state, path[0].turn, path[0].came = start, 0, -1
            known[start].reached, known[start].lowest_g = run.number, 0
            if h_of[start] > run.bound:
                run.bound = h_of[start]
                continue
            run.depth = run.waiting = 0
            if start == goal:
                run.cost = 0
                return FOUND
        if run.waiting >= 0:
            if run.expanded >= limit:
                return PAUSED
            if run.depth + 1 >= path.size:
                return FULL
            run.waiting = -1
            run.expanded += 1
            run.deepest_expanded = max(run.deepest_expanded, run.depth)
            run.max_before_children = max(run.max_before_children, run.depth + 1)
        level = path[run.depth]
        if level.turn == 4:
            run.depth -= 1
            if run.depth < 0:
                run.bound = run.beyond
                if run.beyond == np.inf:
                    return EXHAUSTED
            continue
        direction = run.order[level.turn]
        level.turn += 1
        child = task.moves[level.state, direction]
        if child < 0 or direction ^ 1 == level.came:
            continue
        g = run.depth + 1
        run.generated += 1
        if remembers:
            what = known[child]
            if what.reached == run.number:
                if g >= what.lowest_g:
                    run.duplicates += 1
                    continue
                run.improved += 1
            what.reached, what.lowest_g = run.number, g
        run.deepest_generated = max(run.deepest_generated, g)
        run.max_frontier = max(run.max_frontier, g + 1)
        run.last_pushed = g
        f = g + h_of[child]
        if f > run.bound and not (run.tests_early and child == goal):
            run.beyond = min(run.beyond, f)
            continue
        run.depth = g
        path[g].state, path[g].turn, path[g].came = child, 0, direction
        if child == goal:
            run.cost = g
            return FOUND
        run.waiting = 0


@kernel
def advance(limit: int, run: Any, task: Task, room: Room) -> int:
    """Continue a search of any kind until `limit` nodes are expanded in all."""
    if run.kind == DEEPEN:
        return deepen(limit, run, task, room)
    return search_graph(limit, run, task, room)


@kernel
def advance_each(limit: int, runs: Records, number: int, task: Task, room: Room) -> int:
    """Search once for each record; return the highest number of a run."""
    for index in range(runs.size):
        runs[index].number = number + 1
        advance(limit, runs[index], task, room)
        number = max(number, runs[index].number)
    return number
