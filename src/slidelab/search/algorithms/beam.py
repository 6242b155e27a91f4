"""Beam search."""

from typing import Annotated

from slidelab.search import Parameter, Problem, Steps, algorithm
from slidelab.search.events import CUT_OFF, DUPLICATE, EXPAND, GENERATE, GOAL, START
from slidelab.search.frontier import JoinedFrontiers, PriorityQueue, Queue
from slidelab.search.policies import with_goal_test
from slidelab.search.reached import Tree, VisitedSet


@algorithm(
    title="Beam search",
    optimal="never",
    complete="not guaranteed: it may drop the path to the goal",
    time="O(width) per layer, as many layers as the path has moves",
    memory="reached states, and `width` nodes per layer",
    informed=True,
    frontier="layers",
    pseudocode="""
beam ← the root; reached ← {the root's state}         # start
while the beam is not empty
    candidates ← an empty priority queue by h
    for each node in the beam
        if node is the goal: return it                # goal
        for each child of node                        # expand
            if child's state is reached: discard it   # duplicate
            else: mark it reached, push it            # generate
    beam ← the first `width` of the candidates
    discard the others                                # cut-off
return failure
""",
)
def beam(
    problem: Problem, *, width: Annotated[int, Parameter("nodes kept per layer", least=1)] = 100
) -> Steps:
    """Search breadth-first, but keep only the most promising nodes of each layer.

    Bounded memory, fast, no guarantees.
    """
    return with_goal_test(_search_layers(problem, width), problem, uninformed=False)


def _search_layers(problem: Problem, width: int) -> Steps:
    reached = VisitedSet() if problem.conventions.remembers else Tree()
    root = problem.root()
    reached.admit(root)
    layer = Queue([root])
    candidates = PriorityQueue(lambda node: node.h, problem.h, problem.conventions.ties)
    yield START, JoinedFrontiers(layer, candidates)
    yield GENERATE, root
    while layer:
        while layer:
            node = layer.pop()
            if node.state == problem.goal:
                yield GOAL, node
                return node
            yield EXPAND, node
            for child in problem.children(node):
                event = reached.admit(child)
                if event is not DUPLICATE:
                    candidates.push(child)
                yield event, child
        while candidates and len(layer) < width:
            layer.push(candidates.pop())
        while candidates:
            yield CUT_OFF, candidates.pop()
    return None
