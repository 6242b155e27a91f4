"""Bidirectional breadth-first search."""

from slidelab.search import Node, Problem, Steps, algorithm
from slidelab.search.events import DUPLICATE, EXPAND, GENERATE, GOAL, START
from slidelab.search.frontier import JoinedFrontiers, Queue
from slidelab.search.problem import State


class _Side:
    """One of the two searches: the layer being expanded, the next one, and all it reached."""

    def __init__(self, root: Node) -> None:
        self.layer = Queue([root])
        self.next_layer = Queue()
        self.reached: dict[State, Node] = {root.state: root}


@algorithm(
    title="Bidirectional breadth-first search",
    summary="searches from the start and from the goal until the two meet",
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
    aliases=("bibfs", "bidirectional-bfs"),
)
def bidirectional(problem: Problem) -> Steps:
    """Two small circles cover less ground than one large circle.

    Layers are finished one at a time, so the first meeting lies on a shortest path. Both sides
    always remember what they reached, and meeting takes the place of the goal test.
    """
    forward = _Side(problem.root())
    backward = _Side(Node(problem.goal, None, None, 0))
    layers = (layer for side in (forward, backward) for layer in (side.layer, side.next_layer))
    yield START, JoinedFrontiers(*layers)
    yield GENERATE, forward.layer[0]
    if problem.start == problem.goal:
        yield GOAL, forward.layer[0]
        return forward.layer[0]
    yield GENERATE, backward.layer[0]
    while forward.layer and backward.layer:
        smaller_is_forward = len(forward.layer) <= len(backward.layer)
        side, other = (forward, backward) if smaller_is_forward else (backward, forward)
        while side.layer:
            node = side.layer.pop()
            yield EXPAND, node
            for child in problem.children(node):
                if child.state in side.reached:
                    yield DUPLICATE, child
                    continue
                side.reached[child.state] = child
                side.next_layer.push(child)
                yield GENERATE, child
                if child.state in other.reached:
                    goal = _join(forward.reached[child.state], backward.reached[child.state])
                    yield GOAL, goal
                    return goal
        side.layer, side.next_layer = side.next_layer, side.layer
    return None


def _join(node: Node, back: Node) -> Node:
    """The forward path to a state, continued by the backward path undone."""
    while back.parent is not None:
        assert back.move is not None
        move, back = back.move.inverse, back.parent
        node = Node(back.state, node, move, node.g + 1)
    return node
