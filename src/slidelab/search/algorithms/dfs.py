"""Depth-first search."""

from slidelab.search.algorithm import algorithm
from slidelab.search.events import Steps
from slidelab.search.frontier import Stack
from slidelab.search.problem import Problem
from slidelab.search.uninformed import PSEUDOCODE, blind_search


@algorithm(
    title="Depth-first search",
    summary="expands the deepest node first and finds long, winding paths",
    optimal="never",
    complete="in graph search, where there are finitely many boards",
    time="O(b^m) at worst, m the length of the longest path that it follows",
    memory="all reached states, or one path with its siblings in tree search",
    frontier="stack",
    pseudocode=PSEUDOCODE.format(frontier="stack", order=", last to first"),
    aliases=("depth-first",),
)
def dfs(problem: Problem) -> Steps:
    """Follow one path as far as it goes, then back up to the last choice left.

    On the 8-puzzle a path may be tens of thousands of moves long before the goal turns up.
    """
    return blind_search(problem, Stack(), reverse=problem.conventions.dfs_push == "reversed")
