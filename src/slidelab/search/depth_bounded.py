"""Depth-first within a bound: what depth-limited, iterative deepening and IDA* share.

One path is all that is kept in memory. Children are generated one at a time, each explored
before the next, and a move is never undone at once.
"""

from collections.abc import Callable
from math import inf

from slidelab.search.events import (
    BOUND,
    CUT_OFF,
    DUPLICATE,
    EXPAND,
    GENERATE,
    GOAL,
    IMPROVE,
    START,
    Event,
    Steps,
)
from slidelab.search.frontier import Queue, Stack
from slidelab.search.problem import Node, Number, Problem, State

PSEUDOCODE = """
function contour(node, bound)                         # bound
    if f(node) > bound: cut it off                    # cut-off
    if node is the goal: return it                    # goal
    for each child of node but the one it came from   # expand
        if child is a duplicate: drop it              # duplicate
        else: contour(child, bound)                   # generate improve
"""


def contour(
    problem: Problem,
    root: Node,
    f: Callable[[Node], Number],
    bound: Number,
    path: Stack | Queue,
    test_early: bool,
    remember: bool,
) -> Steps:
    """Explore every path from the root, generated already, on which f stays within the bound.

    Returns the goal node if it is there; else the lowest f beyond the bound, which is infinite
    when nothing was cut off. With `remember`, a state is entered again only at a lower g.
    """
    goal, spare_start = problem.goal, problem.conventions.spares_start
    beyond: Number = inf
    reached: dict[State, int] = {}
    path.clear()
    untried = [iter([root])]  # the root, then the children to come of each node on the path
    while untried:
        node = next(untried[-1], None)
        if node is None:
            untried.pop()
            if path:
                path.pop()
            continue
        event: Event = GENERATE
        if remember:
            if (known := reached.get(node.state)) is not None:
                event = IMPROVE if node.g < known else DUPLICATE
            if spare_start and node.state == goal and event is DUPLICATE:
                event = IMPROVE
            if event is DUPLICATE:
                yield event, node
                continue
            reached[node.state] = node.g
        node.f = f(node)
        path.push(node)
        if node is not root:
            yield event, node
        is_tested = node is not root or not spare_start
        if node.state == goal and is_tested and (test_early or node.f <= bound):
            yield GOAL, node
            return node
        if node.f > bound:
            beyond = min(beyond, node.f)
            path.pop()
            yield CUT_OFF, node
        else:
            yield EXPAND, node
            untried.append(problem.onward(node))
    return beyond


def contour_of_waiting(
    problem: Problem,
    root: Node,
    f: Callable[[Node], Number],
    bound: Number,
    waiting: Stack | Queue,
    test_early: bool,
    remember: bool,
) -> Steps:
    """Do the same with all children of a node waiting, as the convention `deepening` says.

    With a stack and `remember`, a state is entered again unless at a higher g, as programs with a
    table of costs do. A queue comes to each state at its lowest g first, and enters it once.
    """
    goal, conventions = problem.goal, problem.conventions
    enters_equals = isinstance(waiting, Stack)
    beyond: Number = inf
    reached = {root.state: 0}
    waiting.clear()
    waiting.push(root)
    while waiting:
        node = waiting.pop()
        node.f = f(node)
        if node.f > bound:
            beyond = min(beyond, node.f)
            yield CUT_OFF, node
            continue
        if node.state == goal and not test_early:
            yield GOAL, node
            return node
        yield EXPAND, node
        children = problem.children(node) if remember else problem.onward(node)
        for child in reversed([*children]) if conventions.dfs_push == "reversed" else children:
            known = reached.get(child.state) if remember else None
            is_found = test_early and child.state == goal
            if known is not None and not is_found and known < child.g + (not enters_equals):
                yield DUPLICATE, child
                continue
            reached[child.state] = child.g
            event = GENERATE if known is None else IMPROVE
            if is_found:
                yield event, child
                yield GOAL, child
                return child
            waiting.push(child)
            yield event, child
    return beyond


def deepen(
    problem: Problem,
    f: Callable[[Node], Number],
    bound: Number,
    how: str,
    blind: bool,
    most: Number = inf,
) -> Steps:
    """Explore contour after contour, up to the bound `most`, until one holds the goal.

    `how` each is explored is one of the values of the convention `deepening`. A search that is not
    `blind` remembers states only beside a stack.
    """
    root, spare_start = problem.root(), problem.conventions.spares_start
    test_early = problem.conventions.tests_when_generated(blind)
    remember = problem.conventions.remembers and (blind or how == "stack")
    waiting = Queue() if how == "queue" else Stack()
    explore = contour if how == "path" else contour_of_waiting
    yield START, waiting
    if how != "path" and test_early and root.state == problem.goal and not spare_start:
        yield GENERATE, root
        yield GOAL, root
        return root
    waiting.push(root)
    yield GENERATE, root
    while bound <= most and bound < inf:
        yield BOUND, bound
        found: Node | Number = yield from explore(
            problem, root, f, bound, waiting, test_early, remember
        )
        if isinstance(found, Node):
            return found
        one_more = problem.conventions.next_bound == "plus-one"
        bound = min(found, bound + 1) if one_more else found
    return None


def depth_or_more(problem: Problem) -> Callable[[Node], Number]:
    """The f of searches that look at depth alone: all but the goal need one move more.

    So a node at the depth limit is looked at but not expanded. With a queue, nodes
    beyond the bound, which is one less than the limit, are not even looked at.
    """
    goal, step = problem.goal, int(problem.conventions.deepening != "queue")

    def f(node: Node) -> Number:
        node.h = step * (node.state != goal)
        return node.g + node.h

    return f
