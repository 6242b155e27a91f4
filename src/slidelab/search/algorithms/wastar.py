"""Weighted A* search."""

from typing import Annotated

from slidelab.search import Parameter, Problem, Steps, algorithm, best_first
from slidelab.search.graph_search import PSEUDOCODE


@algorithm(
    title="Weighted A* search",
    optimal="bounded",
    complete="always",
    time="that of A* or less: the larger the weight, the less",
    memory="all reached states",
    informed=True,
    pseudocode=PSEUDOCODE.format(frontier="priority queue by f = g + w·h"),
)
def wastar(
    problem: Problem, *, weight: Annotated[float, Parameter("weight of h", least=0)] = 1.5
) -> Steps:
    """Expand by f = g + w·h: fewer nodes, and a path at most w times too long.

    It lies between A* (weight 1) and greedy search (a very large weight); see Pohl (1970).
    """
    return best_first(problem, f=lambda node: node.g + weight * node.h)
