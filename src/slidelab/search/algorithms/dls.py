"""Depth-limited search."""

from typing import Annotated

from slidelab.search.algorithm import algorithm
from slidelab.search.depth_bounded import PSEUDOCODE, deepen, depth_or_more
from slidelab.search.events import Steps
from slidelab.search.parameters import Parameter
from slidelab.search.problem import Problem


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
    """Depth-first search that looks at nodes at the limit but does not expand them.

    The default limit is the greatest distance between any two boards of the 8-puzzle.
    """
    how = problem.conventions.deepening
    bound = depth_limit - 1 if how == "queue" else depth_limit
    return deepen(problem, depth_or_more(problem), bound, how, blind=True, most=bound)
