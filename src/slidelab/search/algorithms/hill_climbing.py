"""Hill climbing with random restarts."""

from random import Random
from typing import Annotated

from slidelab.search import Parameter, Problem, Steps, algorithm
from slidelab.search.events import EXPAND, GENERATE, GOAL, RESTART, START
from slidelab.search.frontier import CurrentPath

LONGEST_WALK = 60


@algorithm(
    title="Hill climbing with random restarts",
    optimal="never",
    complete="not guaranteed: it may give up",
    time="O(b) per step",
    memory="one node and its neighbours",
    informed=True,
    frontier="single",
    pseudocode="""
node ← the root                                        # start
repeat
    if node is the goal: return it                     # goal
    best ← the child of node with the lowest h         # expand generate
    if h(best) < h(node): node ← best
    else: node ← the end of a random walk from the root  # restart
""",
)
def hill_climbing(
    problem: Problem, *, restarts: Annotated[int, Parameter("number of restarts", least=0)] = 10_000
) -> Steps:
    """Take the best-looking move; when stuck, start over after a random walk.

    Steepest descent of h. It keeps one node, so it cannot back out of a dead end. Stuck, it walks
    away from the start at random, farther each time, and climbs again from there; the walk is part
    of the path. The walks follow the seed of the conventions.
    """
    random = Random(problem.conventions.seed or 0)
    node = root = problem.root()
    node.h = problem.h(node.state)
    frontier = CurrentPath([node])
    yield START, frontier
    yield GENERATE, node
    for attempt in range(restarts + 1):
        while node.state != problem.goal:
            yield EXPAND, node
            frontier.clear()
            for child in problem.children(node):
                child.h = problem.h(child.state)
                frontier.append(child)
                yield GENERATE, child
            best = min(frontier, key=lambda child: child.h)
            if best.h >= node.h:
                break
            node = best
        else:
            yield GOAL, node
            return node
        node = root
        for _ in range(random.randint(1, min(attempt + 1, LONGEST_WALK))):
            node = random.choice([*problem.onward(node)])
        node.h = problem.h(node.state)
        yield RESTART, node
    return None
