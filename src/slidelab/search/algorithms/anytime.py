"""Anytime search: an answer at once, better ones while there is time."""

from slidelab import heuristics
from slidelab.search import Problem, Steps, algorithm
from slidelab.search.algorithms.beam import beam
from slidelab.search.algorithms.human import human
from slidelab.search.algorithms.ida import ida

WIDTHS = (10, 100, 1000)


@algorithm(
    title="Anytime search",
    optimal="always",
    complete="always",
    time="up to its limits; the first answer comes at once",
    memory="the widest beam",
    frontier="layers",
    pseudocode="""
best ← a path made by hand                            # start subgoal
repeat with a wider beam each time                    # restart
    node ← beam search                                # expand generate duplicate cut-off
    if node has a lower g than best: best ← node      # goal
node ← iterative deepening A*, which proves           # bound
return node
""",
    seconds=10.0,
)
def anytime(problem: Problem) -> Steps:
    """Answer at once at any size, then better, and in the end with a proof.

    Whenever it is stopped, the best path so far is the answer. The compiled engine has wider beams
    and learned evaluations, solves pieces of the path again, and proves a little at a time.
    """
    goal = problem.board(problem.goal)
    problem.h = heuristics.get("linear-conflict").bind(goal)
    yield from human(problem)
    for width in WIDTHS:
        yield from beam(problem, width=width)
    return (yield from ida(problem))
