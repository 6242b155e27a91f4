"""Anytime search: an answer at once, better ones while there is time."""

from collections.abc import Generator
from typing import Any

from slidelab import heuristics
from slidelab.puzzle import Board
from slidelab.search import Node, Problem, Steps, algorithm
from slidelab.search.algorithms.beam import beam
from slidelab.search.algorithms.human import human
from slidelab.search.algorithms.ida import ida
from slidelab.search.events import GOAL, Event

WIDTHS = (10, 100, 1000)


@algorithm(
    title="Anytime search",
    summary="an answer at once at any size, then better ones, and in the end a proof",
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
    """Each part is an algorithm of its own: `human`, `beam`, `ida`.

    Whenever it is stopped, the best path so far is the answer. The compiled engine has wider beams
    and learned evaluations, solves pieces of the path again, and proves a little at a time.
    """
    goal = Board.from_state(problem.goal, problem.shape)
    problem.h = heuristics.get("linear-conflict").bind(goal)
    best = yield from _without_its_goal(human(problem))
    yield GOAL, best
    for width in WIDTHS:
        node = yield from _without_its_goal(beam(problem, width=width))
        if node is not None and node.g < best.g:
            best = node
            yield GOAL, best
    node = yield from _without_its_goal(ida(problem))
    yield GOAL, node
    return node


def _without_its_goal(steps: Steps) -> Generator[tuple[Event, Any], None, Node]:
    """The steps of a part: whether its goal is the best is for the whole to say."""
    while True:
        try:
            event, subject = next(steps)
        except StopIteration as end:
            node: Node = end.value
            return node
        if event is not GOAL:
            yield event, subject
