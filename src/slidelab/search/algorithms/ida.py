"""Iterative deepening A*."""

from slidelab.search import Problem, Steps, algorithm
from slidelab.search.deepening import PSEUDOCODE, deepen
from slidelab.search.policies import with_goal_test


@algorithm(
    title="Iterative deepening A*",
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
)
def ida(problem: Problem) -> Steps:
    """Search depth-first with a rising bound on g + h, in the memory of one path.

    It finds the optimal path of A* (Korf 1985). It remembers no reached states, so `duplicates`
    makes no difference to it.
    """
    steps = deepen(problem, problem.h, bound=problem.h(problem.start))
    return with_goal_test(steps, problem, uninformed=False)
