"""Iterative deepening A*."""

from slidelab.search import Problem, Steps, algorithm
from slidelab.search.deepening import PSEUDOCODE, deepen
from slidelab.search.goal_test import with_goal_test


@algorithm(
    title="Iterative deepening A*",
    summary="depth-first search with a rising bound on g + h; needs no memory",
    optimal="admissible",
    complete="always",
    time="O(b^d) with a lower d the better h is: the last bound outweighs all before it",
    memory="one path",
    informed=True,
    frontier="path",
    pseudocode="""
bound ← h(root)
repeat
    contour(root, bound), where f = g + h                         # start
    bound ← the lowest f that was cut off
"""
    + PSEUDOCODE,
    aliases=("ida*", "idastar", "ida-star"),
)
def ida(problem: Problem) -> Steps:
    """The optimal path of A* in the memory of one path (Korf 1985).

    It remembers no reached states, so `duplicates` makes no difference to it.
    """
    steps = deepen(problem, problem.h, bound=problem.h(problem.start))
    return with_goal_test(steps, problem, uninformed=False)
