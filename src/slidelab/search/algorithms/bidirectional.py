"""Bidirectional breadth-first search."""

from typing import NamedTuple

from slidelab.search import Node, Problem, Steps, algorithm
from slidelab.search.events import DUPLICATE, EXPAND, GENERATE, GOAL, START
from slidelab.search.frontier import JoinedFrontiers, Queue
from slidelab.search.reached import CheapestPath


class Side(NamedTuple):
    """One of the two searches."""

    queue: Queue
    """The layer being expanded, then the next one."""
    reached: CheapestPath


@algorithm(
    title="Bidirectional breadth-first search",
    optimal="always",
    complete="always",
    time="O(b^(d/2)) from either end",
    memory="all states reached from both ends",
    frontier="two-queues",
    pseudocode="""
forward ← a layer holding the start; backward ← one holding the goal  # start
while both layers hold nodes
    side ← the one with the smaller layer
    for each node in side's layer
        for each child of node                                        # expand
            if side reached child's state before: drop it             # duplicate
            else: put it in side's next layer                         # generate
            if the other side reached it: return the joined path      # goal
    side's layer ← its next layer
return failure
""",
)
def bidirectional(problem: Problem) -> Steps:
    """Search from the start and from the goal until the two meet.

    Two small circles cover less ground than one large circle. Layers are finished one at a time, so
    the first meeting lies on a shortest path. Both sides always remember what they reached, and
    meeting takes the place of the goal test.
    """
    root, end = problem.root(), Node(problem.goal, None, None, 0)
    forward = Side(Queue([root]), CheapestPath({root.state: root}))
    backward = Side(Queue([end]), CheapestPath({end.state: end}))
    yield START, JoinedFrontiers(forward.queue, backward.queue)
    yield GENERATE, root
    if problem.start == problem.goal:
        yield GOAL, root
        return root
    yield GENERATE, end
    while forward.queue and backward.queue:
        side, other = sorted((forward, backward), key=lambda side: len(side.queue))
        depth = side.queue[0].g
        while side.queue and side.queue[0].g == depth:
            node = side.queue.pop()
            yield EXPAND, node
            for child in problem.children(node):
                event = side.reached.admit(child)
                if event is not DUPLICATE:
                    side.queue.push(child)
                yield event, child
                if child.state in other.reached:
                    goal = join(forward.reached[child.state], backward.reached[child.state])
                    yield GOAL, goal
                    return goal
    return None


def join(node: Node, back: Node) -> Node:
    """Return the forward path to a state, continued by the backward path undone."""
    while back.parent is not None:
        assert back.move is not None
        move, back = back.move.inverse, back.parent
        node = Node(back.state, node, move, node.g + 1)
    return node
