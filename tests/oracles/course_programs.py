"""Programs as people write them for a course, each in a few lines of its own.

They share the puzzle and nothing else with each other, and nothing at all with slidelab. Each
returns what such a program prints; the goal is 0, 1, …, 8 with the blank first unless one is given.
"""

from collections import deque
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import count
from typing import Any

State = tuple[int, ...]
GOAL: State = tuple(range(9))


def read(text: str) -> State:
    return tuple(int(tile) for tile in text.replace(",", ""))


def neighbours(state: State, order: str = "UDLR") -> Iterator[State]:
    blank = state.index(0)
    row, column = divmod(blank, 3)
    for move in order:
        r = row + {"U": -1, "D": 1}.get(move, 0)
        c = column + {"L": -1, "R": 1}.get(move, 0)
        if 0 <= r < 3 and 0 <= c < 3:
            cells = list(state)
            cells[blank], cells[3 * r + c] = cells[3 * r + c], 0
            yield tuple(cells)


def manhattan(state: State, goal: State = GOAL, blank: bool = False) -> int:
    total = 0
    for tile in range(0 if blank else 1, 9):
        here, home = state.index(tile), goal.index(tile)
        total += abs(here // 3 - home // 3) + abs(here % 3 - home % 3)
    return total


class StrictNode:
    """Less than another if its f is less."""

    def __init__(self, f: int, state: State, g: int) -> None:
        self.f, self.state, self.g = f, state, g

    def __lt__(self, other: "StrictNode") -> bool:
        return self.f < other.f


class LooseNode(StrictNode):
    """Less than another if its f is less or equal."""

    def __lt__(self, other: StrictNode) -> bool:
        return self.f <= other.f


def astar_nodes(start: State, node_class: type[StrictNode] = StrictNode) -> dict[str, int]:
    """A heapq of nodes; the explored set is all that is checked."""
    heap, explored = [node_class(manhattan(start), start, 0)], set()
    while True:
        node = heappop(heap)
        if node.state == GOAL:
            return {"expanded": len(explored), "cost": node.g}
        if node.state in explored:
            continue
        explored.add(node.state)
        for state in neighbours(node.state):
            if state not in explored:
                heappush(heap, node_class(node.g + 1 + manhattan(state), state, node.g + 1))


def astar_tuples(
    start: State,
    entry: Callable[[int, int, int, State], tuple[Any, ...]],
    goal: State = GOAL,
    blank: bool = False,
    order: str = "UDLR",
) -> dict[str, int]:
    """A heapq of tuples, and a dictionary of the best costs; old entries stay where they are."""
    ticket = count()
    h = manhattan(start, goal, blank)
    heap = [(*entry(h, h, 0, start), next(ticket), 0, start)]
    best, explored = {start: 0}, set()
    while True:
        *_, g, state = heappop(heap)
        if state == goal:
            return {"expanded": len(explored), "cost": g}
        if state in explored:
            continue
        explored.add(state)
        for child in neighbours(state, order):
            if child not in explored and g + 1 < best.get(child, 1000):
                best[child] = g + 1
                h = manhattan(child, goal, blank)
                heappush(heap, (*entry(g + 1 + h, h, g + 1, child), next(ticket), g + 1, child))


def greedy_closed_on_pop(start: State) -> dict[str, int]:
    """Every child is pushed; the closed set is looked at when a node is popped."""
    ticket = count()
    heap, closed = [(manhattan(start), next(ticket), start)], set()
    largest = 1
    while True:
        _, _, state = heappop(heap)
        if state in closed:
            continue
        if state == GOAL:
            return {"expanded": len(closed), "max_frontier": largest, "frontier": len(heap)}
        closed.add(state)
        for child in neighbours(state):
            heappush(heap, (manhattan(child), next(ticket), child))
        largest = max(largest, len(heap))


def dfs_marks_when_popped(
    start: State, order: str = "UDLR", backwards: bool = True
) -> dict[str, int]:
    """A stack; a state is marked when it is popped."""
    stack, visited = [(start, 0)], set()
    while True:
        state, depth = stack.pop()
        if state in visited:
            continue
        if state == GOAL:
            return {"expanded": len(visited), "cost": depth, "frontier": len(stack)}
        visited.add(state)
        children = list(neighbours(state, order))
        for child in reversed(children) if backwards else children:
            if child not in visited:
                stack.append((child, depth + 1))


def bfs(start: State, order: str = "UDLR", early: bool = False) -> dict[str, int]:
    """A queue and a set of all states seen; the goal is tested late or early."""
    queue, seen, expanded = deque([(start, 0)]), {start}, 0
    while True:
        state, depth = queue.popleft()
        if state == GOAL:
            return {"expanded": expanded, "cost": depth, "frontier": len(queue)}
        expanded += 1
        for child in neighbours(state, order):
            if child not in seen:
                if early and child == GOAL:
                    return {"expanded": expanded, "cost": depth + 1, "frontier": len(queue)}
                seen.add(child)
                queue.append((child, depth + 1))


def bfs_without_a_look_at_the_queue(start: State, again: bool) -> dict[str, int]:
    """Children are looked up in the explored set alone; waiting copies are expanded, or not."""
    queue, explored, expanded = deque([(start, 0)]), set(), 0
    while True:
        state, depth = queue.popleft()
        if state in explored and not again:
            continue
        if state == GOAL:
            return {"expanded": expanded, "cost": depth, "frontier": len(queue)}
        explored.add(state)
        expanded += 1
        for child in neighbours(state):
            if child not in explored:
                queue.append((child, depth + 1))


def astar_by_visited(start: State, mark_start: bool) -> dict[str, int]:
    """States are visited when they are pushed; if the start is forgotten, it is pushed again."""
    ticket = count()
    heap = [(manhattan(start), next(ticket), 0, start)]
    visited = {start} if mark_start else set()
    expanded = largest = 0
    while True:
        _, _, g, state = heappop(heap)
        if state == GOAL:
            return {"expanded": expanded, "cost": g, "max_frontier": largest}
        largest = max(largest, len(heap))  # the children are not pushed yet
        expanded += 1
        for child in neighbours(state):
            if child not in visited:
                visited.add(child)
                heappush(heap, (g + 1 + manhattan(child), next(ticket), g + 1, child))


def dfs_that_prints_visited(start: State) -> dict[str, int]:
    """The size of the set of visited states is printed as the number of expanded ones."""
    stack, visited = [start], {start}
    while True:
        state = stack.pop()
        if state == GOAL:
            return {"expanded": len(visited)}
        for child in neighbours(state):
            if child not in visited:
                visited.add(child)
                stack.append(child)
