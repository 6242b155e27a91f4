"""Build the shared search loops for given conventions. Most algorithms call these functions."""

from collections.abc import Callable
from math import inf

from slidelab.search.conventions import Conventions
from slidelab.search.deepening import deepen
from slidelab.search.events import GENERATE, GOAL, IMPROVE, Steps
from slidelab.search.frontier import PriorityQueue, Queue, Stack
from slidelab.search.graph_search import graph_search
from slidelab.search.problem import Node, Number, Problem, State
from slidelab.search.queue_deepening import deepen_by_queue
from slidelab.search.reached import REACHED


def find_duplicates(algorithm: str, conventions: Conventions) -> str:
    """Return how an algorithm finds duplicates under the conventions: a key of REACHED."""
    if algorithm == "ida":
        return "tree"
    if algorithm in ("dls", "ids"):
        return "cheapest" if conventions.remembers else "tree"
    if algorithm in ("bfs", "dfs") and conventions.remembers:  # no costs are compared
        return "closed" if conventions.marked == "expanded" else "visited"
    if algorithm == "greedy" and conventions.duplicates == "cheapest":
        return "visited"  # f does not use g, so a cheaper path to a state changes nothing
    return conventions.duplicates


def best_first(
    problem: Problem,
    f: Callable[[Node], Number],
    h: Callable[[State], Number] | None = None,
    duplicates: str | None = None,
) -> Steps:
    """Always expand the node with the lowest f(node), which may use the node's g and h.

    `duplicates` is a key of REACHED; default: the value of the convention.
    """
    conventions = problem.conventions
    frontier = PriorityQueue(f, h or problem.h, conventions.ties)
    reached = REACHED[duplicates or conventions.duplicates]()
    return with_goal_test(graph_search(problem, frontier, reached), problem, uninformed=False)


def uninformed_search(problem: Problem, frontier: Queue | Stack) -> Steps:
    """Expand nodes in the order of a queue or a stack, by neither cost nor estimate."""
    reached = REACHED[find_duplicates("bfs", problem.conventions)]()
    return with_goal_test(graph_search(problem, frontier, reached), problem, uninformed=True)


def deepen_by_depth(problem: Problem, first: int, last: Number = inf) -> Steps:
    """Search depth-first within one depth limit after another, from the first to the last.

    Graph search remembers, within a limit, the lowest depth of each state.
    """
    conventions = problem.conventions
    if conventions.deepening == "queue":
        ordered = conventions.dfs_push == "ordered"
        steps = deepen_by_queue(problem if ordered else problem.reversed(), first, last)
    else:
        reached = REACHED[find_duplicates("ids", conventions)]
        # f is g + 1, except at the goal: a node at the limit is tested but not expanded.
        steps = deepen(problem, lambda state: int(state != problem.goal), first, last, reached)
    return with_goal_test(steps, problem, uninformed=True)


def with_goal_test(steps: Steps, problem: Problem, *, uninformed: bool) -> Steps:
    """Return the search with the goal test of the conventions; by itself, it tests on expansion.

    `uninformed` says whether the search goes by neither cost nor estimate.
    """
    early = problem.conventions.tests_when_generated(uninformed)
    return end_when_generated(steps, problem.goal) if early else steps


def end_when_generated(steps: Steps, goal: State) -> Steps:
    """End a search as soon as the goal is generated, so that it never waits in the frontier."""
    event, frontier = next(steps)
    yield event, frontier
    for event, node in steps:
        if (event is GENERATE or event is IMPROVE) and node.state == goal:
            frontier.remove(node)
            yield event, node
            yield GOAL, node
            return node
        yield event, node
