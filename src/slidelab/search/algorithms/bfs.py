"""Breadth-first search."""

from slidelab.search import Problem, Steps, algorithm, uninformed_search
from slidelab.search.frontier import Queue
from slidelab.search.graph_search import UNINFORMED_PSEUDOCODE


@algorithm(
    title="Breadth-first search",
    optimal="always",
    complete="always",
    time="O(b^d): every board up to the depth d of the solution, b children each",
    memory="all reached states",
    frontier="queue",
    pseudocode=UNINFORMED_PSEUDOCODE.format(frontier="queue", order=""),
)
def bfs(problem: Problem) -> Steps:
    """Expand the shallowest node first, layer by layer.

    Everything one move away, then two moves, and so on. The first path found is a shortest one.
    The price is memory: it keeps every state it reached.
    """
    return uninformed_search(problem, Queue())
