"""Weighted A* search."""

from typing import Annotated

from slidelab.search import Parameter, Problem, Steps, algorithm, best_first
from slidelab.search.graph_search import PSEUDOCODE


@algorithm(
    title="Weighted A* search",
    summary="A* with f = g + w·h: fewer nodes, and a path at most w times too long",
    optimal="bounded",
    complete="always",
    time="that of A* or less: the larger the weight, the less",
    memory="all reached states",
    informed=True,
    frontier="priority",
    pseudocode=PSEUDOCODE.format(frontier="priority queue by f = g + w·h", order=""),
    aliases=("wa*", "weighted-astar", "weighted-a*"),
)
def wastar(
    problem: Problem, *, weight: Annotated[float, Parameter("weight of h", above=0)] = 1.5
) -> Steps:
    """Best-first search with f = g + weight * h (Pohl 1970).

    Between A* (weight 1) and greedy search (a very large weight).
    """
    return best_first(problem, f=lambda node: node.g + weight * node.h)
