"""Best-first search: the loop that uniform cost, greedy, A* and weighted A* share."""

from collections.abc import Callable

from slidelab.search.events import (
    DUPLICATE,
    EXPAND,
    GENERATE,
    GOAL,
    IMPROVE,
    REOPEN,
    SKIP,
    START,
    Event,
    Steps,
)
from slidelab.search.frontier import PriorityFrontier
from slidelab.search.problem import Node, Number, Problem, State, undoes

PSEUDOCODE = """
frontier ← a priority queue by f = {f}, holding the root       # start
reached ← {{the root's state: its g}}
while the frontier is not empty
    node ← pop the lowest f from the frontier
    if node's state was expanded already: skip this copy       # skip
    if node is the goal: return it                             # goal
    for each child of node                                     # expand
        if child's state is not reached: push it               # generate
        else if it waits in the frontier at a higher g: push   # improve
        else if it was expanded at a higher g: push it again   # reopen
        else: drop it                                          # duplicate
return failure
"""


def best_first(
    problem: Problem,
    f: Callable[[Node], Number],
    h: Callable[[State], Number] | None = None,
    uses_g: bool = True,
) -> Steps:
    """Always expand the node with the lowest f(node); f may use the node's g and h.

    Where f does not depend on g, a shorter path to an expanded state changes nothing, so such a
    search never reopens one.
    """
    conventions = problem.conventions
    goal, spare_start = problem.goal, conventions.spares_start
    reopen = conventions.reopen and uses_g
    never_undo = conventions.graph and conventions.checked == "parent"
    graph = conventions.remembers
    check_pairs = graph and conventions.checked == "f-and-state"
    marks_start = conventions.marks_start
    push_always = conventions.duplicates == "always" or conventions.pushes_copies
    push_lower_g = conventions.duplicates == "lower-g"
    push_expanded = conventions.checked == "popped"
    change_in_place = conventions.duplicates == "in-place" and not push_always
    skip_copies = conventions.checked not in ("expanded-again", "f-and-state")
    test_early = conventions.tests_when_generated(blind=False)

    root = problem.root()
    frontier = PriorityFrontier(h or problem.h, f, conventions)
    # The node of each state with the lowest g.
    reached = {root.state: root} if graph and marks_start else {}
    expanded: dict[State, int] = {}  # the g at which it was expanded last
    pairs: set[tuple[Number, State]] = set()

    def judge(child: Node) -> Event:
        """What becomes of a child."""
        known = reached.get(child.state)
        if known is None:
            return GENERATE
        if spare_start and child.state == goal:
            return IMPROVE
        if check_pairs:
            frontier.evaluate(child)
            return DUPLICATE if (child.f, child.state) in pairs else IMPROVE
        if child.state in expanded:
            if reopen and child.g < known.g:
                return REOPEN
            return IMPROVE if push_expanded else DUPLICATE
        if change_in_place and child.g < known.g:
            known.g, known.parent = child.g, child.parent
            known.move, known.tiles = child.move, child.tiles
        return IMPROVE if push_always or (push_lower_g and child.g < known.g) else DUPLICATE

    def is_copy(node: Node) -> bool:
        """Whether another copy of the node was expanded that is as good."""
        known = expanded.get(node.state)
        return skip_copies and known is not None and not (reopen and node.g < known)

    yield START, frontier
    if test_early and root.state == goal and not spare_start:
        frontier.evaluate(root)
        yield GENERATE, root
        yield GOAL, root
        return root
    frontier.push(root)
    yield GENERATE, root
    while frontier:
        node = frontier.pop()
        if is_copy(node):
            yield SKIP, node
            continue
        if node.state == goal and not test_early:
            yield GOAL, node
            return node
        yield EXPAND, node
        if graph and (marks_start or node is not root):
            expanded[node.state] = node.g
        for child in problem.children(node):
            event = DUPLICATE if never_undo and undoes(child) else judge(child)
            if event is DUPLICATE:
                yield event, child
                continue
            if graph and (event is GENERATE or child.g < reached[child.state].g):
                reached[child.state] = child
            if test_early and child.state == goal:
                frontier.evaluate(child)
                yield event, child
                yield GOAL, child
                return child
            frontier.push(child)
            if check_pairs:
                pairs.add((child.f, child.state))
            yield event, child
    return None
