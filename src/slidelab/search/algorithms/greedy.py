"""Greedy best-first search."""

from slidelab.search import Problem, Steps, algorithm, best_first
from slidelab.search.graph_search import PSEUDOCODE
from slidelab.search.policies import find_duplicates


@algorithm(
    title="Greedy best-first search",
    optimal="never",
    complete="in graph search",
    time="O(b^m) at worst; far less where the heuristic leads well",
    memory="all reached states",
    informed=True,
    pseudocode=PSEUDOCODE.format(frontier="priority queue by f = h"),
)
def greedy(problem: Problem) -> Steps:
    """Expand the node that looks nearest to the goal, ignoring the cost so far.

    It is quick, and the paths are longer than they need be.
    """
    duplicates = find_duplicates("greedy", problem.conventions)
    return best_first(problem, f=lambda node: node.h, duplicates=duplicates)
