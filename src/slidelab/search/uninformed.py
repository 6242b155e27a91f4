"""Search without a heuristic: the loop that breadth-first and depth-first search share."""

from slidelab.search.events import (
    DUPLICATE,
    EXPAND,
    GENERATE,
    GOAL,
    IMPROVE,
    SKIP,
    START,
    Event,
    Steps,
)
from slidelab.search.frontier import Queue, Stack
from slidelab.search.problem import Node, Problem, State, undoes

PSEUDOCODE = """
frontier ← a {frontier} holding the root             # start
reached ← {{the root's state}}
while the frontier is not empty
    node ← pop the frontier
    if node is the goal: return it                   # goal
    for each child of node{order}                    # expand
        if child's state is reached: drop it         # duplicate
        else: mark it reached and push it            # generate
return failure
"""


def blind_search(problem: Problem, frontier: Queue | Stack, reverse: bool = False) -> Steps:
    """Breadth-first search is this loop with a queue, depth-first search with a stack."""
    goal, conventions = problem.goal, problem.conventions
    checked, spare_start = conventions.checked, conventions.spares_start
    never_undo = conventions.graph and checked == "parent"
    graph, push_copies = conventions.remembers, conventions.pushes_copies
    test_early = conventions.tests_when_generated(blind=True)
    skip_copies = graph and checked in ("expanded", "popped")
    root = problem.root()
    reached = {root.state} if conventions.marks_start else set()
    expanded: set[State] = set()
    pairs: set[tuple[int, State]] = set()

    def is_dropped(child: Node) -> bool:
        """Whether a child of a state that was reached before is thrown away."""
        if spare_start and child.state == goal:
            return False
        if checked == "f-and-state":
            return (child.g, child.state) in pairs
        return not push_copies or (checked != "popped" and child.state in expanded)

    yield START, frontier
    if test_early and root.state == goal and not spare_start:
        yield GENERATE, root
        yield GOAL, root
        return root
    frontier.push(root)
    yield GENERATE, root
    while frontier:
        node = frontier.pop()
        if skip_copies and node.state in expanded:
            yield SKIP, node
            continue
        if node.state == goal and not test_early:
            yield GOAL, node
            return node
        yield EXPAND, node
        expanded.add(node.state)
        children = problem.children(node)
        for child in reversed([*children]) if reverse else children:
            event: Event = GENERATE
            if never_undo and undoes(child):
                yield DUPLICATE, child
                continue
            if graph and child.state in reached:
                if is_dropped(child):
                    yield DUPLICATE, child
                    continue
                event = IMPROVE
            reached.add(child.state)
            if checked == "f-and-state":
                pairs.add((child.g, child.state))
            if test_early and child.state == goal:
                yield event, child
                yield GOAL, child
                return child
            frontier.push(child)
            yield event, child
    return None
