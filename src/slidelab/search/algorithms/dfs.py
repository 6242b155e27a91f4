"""Depth-first search."""

from slidelab.search import Problem, Steps, algorithm, uninformed_search
from slidelab.search.frontier import Stack
from slidelab.search.graph_search import UNINFORMED_PSEUDOCODE


@algorithm(
    title="Depth-first search",
    optimal="never",
    complete="in graph search, where there are finitely many boards",
    time="O(b^m) at worst, m the length of the longest path that it follows",
    memory="all reached states, or one path with its siblings in tree search",
    frontier="stack",
    pseudocode=UNINFORMED_PSEUDOCODE.format(frontier="stack", order=", last to first"),
)
def dfs(problem: Problem) -> Steps:
    """Expand the deepest node first; find long, winding paths.

    It follows one path as far as it goes, then backs up to the last choice left. On the 8-puzzle a
    path may be tens of thousands of moves long before the goal turns up.
    """
    if problem.conventions.dfs_push == "reversed":
        problem = problem.reversed()
    return uninformed_search(problem, Stack())
