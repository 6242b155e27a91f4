"""Depth-limited search."""

from typing import Annotated

from slidelab.search import Parameter, Problem, Steps, algorithm, deepen_by_depth
from slidelab.search.deepening import PSEUDOCODE


@algorithm(
    title="Depth-limited search",
    optimal="never",
    complete="if a solution lies within the limit",
    time="O(b^l), l the depth limit",
    memory="one path, and the states reached in graph search",
    frontier="path",
    pseudocode="contour(root, depth limit), where f = depth, plus 1 if not the goal  # start\n"
    + PSEUDOCODE,
)
def dls(
    problem: Problem, *, depth_limit: Annotated[int, Parameter("maximum depth", least=0)] = 31
) -> Steps:
    """Search depth-first down to a depth limit.

    Nodes at the limit are tested but not expanded. The default limit is the greatest distance
    between any two boards of the 8-puzzle.
    """
    return deepen_by_depth(problem, first=depth_limit, last=depth_limit)
