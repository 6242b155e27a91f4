"""Beam search."""

from typing import Annotated

from slidelab.search.algorithm import algorithm
from slidelab.search.events import CUT_OFF, DUPLICATE, EXPAND, GENERATE, GOAL, START, Steps
from slidelab.search.frontier import PriorityFrontier, Queue, Together
from slidelab.search.parameters import Parameter
from slidelab.search.problem import Problem


@algorithm(
    title="Beam search",
    summary="breadth-first search that keeps only the most promising nodes of each layer",
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
            if child's state is reached: drop it      # duplicate
            else: mark it reached, push it            # generate
    beam ← the first `width` of the candidates
    forget the others                                 # cut-off
return failure
""",
)
def beam(
    problem: Problem, *, width: Annotated[int, Parameter("nodes kept per layer", least=1)] = 100
) -> Steps:
    """Breadth-first search with blinkers: bounded memory, fast, no guarantees."""
    goal = problem.goal
    graph = problem.conventions.graph
    test_early = problem.conventions.tests_when_generated(blind=False)
    root = problem.root()
    reached = {root.state}
    layer = Queue()
    candidates = PriorityFrontier(problem.h, lambda node: node.h, problem.conventions)
    yield START, Together(layer, candidates)
    if test_early and root.state == goal:
        yield GENERATE, root
        yield GOAL, root
        return root
    layer.push(root)
    yield GENERATE, root
    while layer:
        while layer:
            node = layer.pop()
            if node.state == goal:
                yield GOAL, node
                return node
            yield EXPAND, node
            for child in problem.children(node):
                if graph and child.state in reached:
                    yield DUPLICATE, child
                    continue
                reached.add(child.state)
                if test_early and child.state == goal:
                    candidates.evaluate(child)
                    yield GENERATE, child
                    yield GOAL, child
                    return child
                candidates.push(child)
                yield GENERATE, child
        while candidates and len(layer) < width:
            layer.push(candidates.pop())
        for node in candidates.ordered():
            yield CUT_OFF, node
        candidates.clear()
    return None
