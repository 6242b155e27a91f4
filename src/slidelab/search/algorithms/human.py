"""Solving as a person does."""

from slidelab.search import Problem, Steps, algorithm
from slidelab.search.by_hand import solve_by_hand
from slidelab.search.events import EXPAND, GENERATE, GOAL, START, SUBGOAL
from slidelab.search.frontier import CurrentPath


@algorithm(
    title="By hand",
    optimal="never",
    complete="always",
    time="a few moves per tile and step: no search at all",
    memory="only the path",
    frontier="single",
    pseudocode="""
node ← the root                                       # start
for each line, those far from the blank's home first
    for each tile of the line but the last            # subgoal
        push the tile home and leave it there         # expand generate
    bring the last tile near, turn the corner         # subgoal
turn the last two by two cells until they are right   # subgoal
return node                                           # goal
""",
)
def human(problem: Problem) -> Steps:
    """Place tile by tile, line by line, as a person does: any size, no search.

    A method rather than a search: each move serves a subgoal that a person would name. Memory and
    time hardly matter, and neither does the size of the board.
    """
    node = problem.root()
    frontier = CurrentPath([node])
    yield START, frontier
    yield GENERATE, node
    for subgoal in solve_by_hand(problem.board(problem.start), problem.board(problem.goal)):
        yield SUBGOAL, subgoal
        for move in subgoal.moves:
            yield EXPAND, node
            frontier.clear()
            node = next(child for child in problem.children(node) if child.move is move)
            frontier.append(node)
            yield GENERATE, node
    if node.state != problem.goal:
        return None
    yield GOAL, node
    return node
