"""Depth-limited search."""

from typing import Annotated

from slidelab.search.algorithm import algorithm
from slidelab.search.deepening import PSEUDOCODE, deepen, depth_or_more, reached_within_limit
from slidelab.search.events import Steps
from slidelab.search.goal_test import with_goal_test
from slidelab.search.parameters import Parameter
from slidelab.search.problem import Problem
from slidelab.search.queue_deepening import deepen_with_queue


@algorithm(
    title="Depth-limited search",
    summary="depth-first search down to a depth limit",
    optimal="never",
    complete="if a solution lies within the limit",
    time="O(b^l), l the depth limit",
    memory="one path, and the states reached in graph search",
    frontier="path",
    pseudocode="contour(root, depth limit), where f = depth, plus 1 if not the goal  # start\n"
    + PSEUDOCODE,
    aliases=("depth-limited",),
)
def dls(
    problem: Problem, *, depth_limit: Annotated[int, Parameter("maximum depth", least=0)] = 31
) -> Steps:
    """Depth-first search that tests nodes at the limit but does not expand them.

    The default limit is the greatest distance between any two boards of the 8-puzzle.
    """
    if problem.conventions.deepening == "queue":
        steps = deepen_with_queue(problem, bound=depth_limit - 1, most=depth_limit - 1)
    else:
        f, reached = depth_or_more(problem), reached_within_limit(problem)
        steps = deepen(problem, f, bound=depth_limit, most=depth_limit, reached=reached)
    return with_goal_test(steps, problem, blind=True)
