"""More programs of the usual kinds: loops of ten lines that differ in one habit each.

They share the puzzle with `course_programs` and nothing at all with slidelab.
"""

from collections import deque
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Any

from tests.oracles.course_programs import GOAL, State, manhattan, neighbours

Counts = dict[str, int]
Key = Callable[[int, int, int, State, int], tuple[Any, ...]]

KEYS: dict[str, Key] = {
    "f, state": lambda f, h, g, state, ticket: (f, state),
    "f, ticket": lambda f, h, g, state, ticket: (f, ticket),
    "f, -ticket": lambda f, h, g, state, ticket: (f, -ticket),
    "f, h, state": lambda f, h, g, state, ticket: (f, h, state),
    "f, h, ticket": lambda f, h, g, state, ticket: (f, h, ticket),
    "f, -g, ticket": lambda f, h, g, state, ticket: (f, -g, ticket),
    "f, g, state": lambda f, h, g, state, ticket: (f, g, state),
}
"""What programs put into their heaps."""


def misplaced(state: State, goal: State = GOAL, blank: bool = False) -> int:
    pairs = zip(state, goal, strict=True)
    return sum(here != home for here, home in pairs if here or blank)


def bfs(start: State, order: str = "UDLR", goal: State = GOAL) -> Counts:
    """Everything that may be printed, each counted where one would."""
    queue, seen = deque([(start, 0)]), {start}
    popped = pushed = created = deepest = 0
    largest = 1
    while True:
        state, depth = queue.popleft()
        if state == goal:
            return {
                "expanded": popped,
                "with the goal": popped + 1,
                "pushed": pushed,
                "created": created,
                "max_depth": deepest,
                "goal's depth": depth,
                "max_frontier": largest,
                "frontier": len(queue),
            }
        popped += 1
        for child in neighbours(state, order):
            created += 1
            if child not in seen:
                seen.add(child)
                queue.append((child, depth + 1))
                pushed += 1
                deepest = max(deepest, depth + 1)
        largest = max(largest, len(queue))


def counts_every_pop(start: State, look_first: bool, last: bool) -> Counts:
    """A queue or a stack; visited when popped, and the counter goes up before that is looked at."""
    waiting, visited, popped = deque([start]), set(), 0
    while True:
        state = waiting.pop() if last else waiting.popleft()
        popped += 1
        if state in visited:
            continue
        if state == GOAL:
            return {"expanded": popped}
        visited.add(state)
        for child in neighbours(state):
            if not look_first or child not in visited:
                waiting.append(child)


def dfs(start: State, order: str, mark_when_pushed: bool, backwards: bool, early: bool) -> Counts:
    """A stack, with the habits that people differ in."""
    stack, marked, expanded = [start], {start} if mark_when_pushed else set(), 0
    while True:
        state = stack.pop()
        if not mark_when_pushed:
            if state in marked:
                continue
            marked.add(state)
        if state == GOAL:
            return {"expanded": expanded}
        expanded += 1
        children = [*neighbours(state, order)]
        for child in reversed(children) if backwards else children:
            if child not in marked:
                if early and child == GOAL:
                    return {"expanded": expanded}
                if mark_when_pushed:
                    marked.add(child)
                stack.append(child)


def best_first(
    start: State,
    key: Key,
    habit: str,
    *,
    h: Callable[..., int] = manhattan,
    g_counts: int = 1,
    h_counts: int = 1,
    blank: bool = False,
    early: bool = False,
    order: str = "UDLR",
    every_pop: bool = False,
) -> Counts:
    """A heap of tuples; `habit` says which children are pushed, and which nodes are skipped."""
    tickets = count()

    def entry(state: State, g: int) -> tuple[Any, ...]:
        estimate = h(state, GOAL, blank)
        f = g_counts * g + h_counts * estimate
        return (*key(f, estimate, g, state, next(tickets)), g, state)

    heap, best, closed, expanded = [entry(start, 0)], {start: 0}, set(), 0
    while True:
        *_, g, state = heappop(heap)
        expanded += every_pop
        if habit != "cost, no closed set" and state in closed:
            continue
        if state == GOAL:
            return {"expanded": expanded, "cost": g}
        expanded += not every_pop
        closed.add(state)
        for child in neighbours(state, order):
            lower = g + 1 < best.get(child, 1000)
            if {
                "cost, no closed set": lower,
                "cost and closed set": child not in closed and lower,
                "closed set alone": child not in closed,
                "closed when popped": True,
                "seen when pushed": child not in best,
            }[habit]:
                best[child] = min(g + 1, best.get(child, 1000))
                if early and child == GOAL:
                    return {"expanded": expanded, "cost": g + 1}
                heappush(heap, entry(child, g + 1))


def astar_of_a_list(start: State, last: bool = False) -> Counts:
    """An open list that is searched for the lowest f, the first or the last of them."""
    waiting, closed = [(manhattan(start), 0, start)], set()
    while True:
        lowest = min(f for f, _, _ in waiting)
        places = [place for place, (f, _, _) in enumerate(waiting) if f == lowest]
        _, g, state = waiting.pop(places[-1 if last else 0])
        if state == GOAL:
            return {"expanded": len(closed), "cost": g}
        closed.add(state)
        for child in neighbours(state):
            old = next((one for one in waiting if one[2] == child), None)
            if child in closed or (old and old[1] <= g + 1):
                continue
            if old:
                waiting.remove(old)
            waiting.append((g + 1 + manhattan(child), g + 1, child))


def ids(start: State, order: str = "UDLR", count: str = "expanded") -> Counts:
    """Depth-limited search by recursion, which does not go back at once.

    It counts what it expands with all limits, or with the last alone, or every call.
    """
    counted = 0

    def search(state: State, before: State | None, left: int) -> bool:
        nonlocal counted
        counted += count == "calls"
        if state == GOAL:
            return True
        if left == 0:
            return False
        counted += count != "calls"
        children = (child for child in neighbours(state, order) if child != before)
        return any(search(child, state, left - 1) for child in children)

    limit = 0
    while not search(start, None, limit):
        limit += 1
        counted *= count != "last"
    return {"expanded": counted, "cost": limit}


def ida(start: State, order: str = "UDLR") -> Counts:
    """IDA* by recursion, which does not go back at once."""
    expanded = 0

    def search(state: State, before: State | None, g: int, bound: int) -> int:
        nonlocal expanded
        f = g + manhattan(state)
        if f > bound:
            return f
        if state == GOAL:
            return 0
        expanded += 1
        beyond = []
        for child in neighbours(state, order):
            if child != before:
                found = search(child, state, g + 1, bound)
                if not found:
                    return 0
                beyond.append(found)
        return min(beyond)

    bound = manhattan(start)
    while found := search(start, None, 0, bound):
        bound = found
    return {"expanded": expanded, "cost": bound}
