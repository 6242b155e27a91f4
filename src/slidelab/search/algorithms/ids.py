"""Iterative deepening search."""

from slidelab.search.algorithm import algorithm
from slidelab.search.deepening import PSEUDOCODE, deepen, depth_or_more, reached_within_limit
from slidelab.search.events import Steps
from slidelab.search.goal_test import with_goal_test
from slidelab.search.problem import Problem
from slidelab.search.queue_deepening import deepen_with_queue


@algorithm(
    title="Iterative deepening search",
    summary="depth-limited search with limit 0, 1, 2, … until the goal is found",
    optimal="always",
    complete="always",
    time="O(b^d): the last limit outweighs all before it",
    memory="one path, and the states reached in graph search",
    frontier="path",
    pseudocode="""
for limit ← 0, 1, 2, …
    contour(root, limit), where f = depth, plus 1 if not the goal  # start
"""
    + PSEUDOCODE,
    aliases=("iterative-deepening", "iddfs"),
)
def ids(problem: Problem) -> Steps:
    """The shortest path of breadth-first search with the method of depth-first search.

    The tree version keeps one path in memory and nothing else; the graph version also remembers,
    within each limit, the depth at which it reached each state.
    """
    if problem.conventions.deepening == "queue":
        steps = deepen_with_queue(problem, bound=0)
    else:
        f, reached = depth_or_more(problem), reached_within_limit(problem)
        steps = deepen(problem, f, bound=0, reached=reached)
    return with_goal_test(steps, problem, blind=True)
