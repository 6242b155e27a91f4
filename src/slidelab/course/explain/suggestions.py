"""What would have to be different, where no conventions lead to the numbers.

A program may also be another search than the one its author thinks it is: a usual mistake.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from slidelab.course.explain.inquiry import USUAL_HEURISTICS, Inquiry
from slidelab.course.explain.match import Near
from slidelab.course.explain.observation import OBSERVABLE, Observation
from slidelab.course.explain.running import Budget, is_compiled
from slidelab.engines.sizes import SMALL
from slidelab.heuristics import CostTable, Heuristic
from slidelab.heuristics.lines import costs_by_cell
from slidelab.puzzle import Board, IllegalMove, is_solvable
from slidelab.search import Problem, SearchSpec, Steps, algorithm, best_first
from slidelab.search.conventions import TEXTBOOK
from slidelab.search.graph_search import PSEUDOCODE
from slidelab.solving import Search
from slidelab.system.progress import Cancelled
from slidelab.system.text import plural

MOST_CHANGES = 3
"""Differences from the textbook with which a mistake is tried: with more, something always fits."""
_NODES, _NODES_IF_SLOW = 350_000, 50_000
"""Nodes for each mistake, and for one that has no compiled version."""
_MOST_CHANGES_ALONE = 1
"""Differences from the textbook with which one figure is explained: with more, any can be."""


def hints(inquiry: Inquiry, cancelled: Cancelled = lambda: False) -> list[str]:
    """Sentences that help to find the difference: faults that are certain come first."""
    found: list[str] = []
    for observation in inquiry.observations:
        found += _find_faults(observation, [each.spec for each in inquiry.asked])
    found += find_mistakes(inquiry, cancelled)
    found += inquiry.misread.values()
    found += _explain_figures_alone(inquiry, cancelled)
    if inquiry.nearest:
        found += _explain_near_misses(inquiry.nearest[0])
    found += _check_last_limit(inquiry)
    for observation in inquiry.observations:
        found += _check_layers(observation, inquiry)
    return list(dict.fromkeys(found))


def _find_faults(observation: Observation, specs: list[SearchSpec]) -> Iterator[str]:
    """Say what is wrong under any conventions."""
    start, goal, path = observation.start, observation.goal, observation.path
    board = start.to_text("rows")
    cost = observation.counts.get("cost", observation.counts.get("search_depth"))
    if path is not None:
        try:
            end = start.play(path)
        except IllegalMove as error:
            yield f"The path of {board} cannot be played: {error}."
            return
        if end != goal:
            yield f"The path of {board} ends at {end.to_text('rows')}, which is not the goal."
            return
        if cost is not None and cost != len(path):
            yield f"The path of {board} has {len(path)} moves, and the cost printed is {cost}."
        cost = len(path)
    if cost is None or start.shape.cells > SMALL:
        return
    if not is_solvable(start, goal):
        yield f"{board} has no solution, and yet a cost was printed."
        return
    shortest = Search(start, goal, SearchSpec("bidirectional")).advance().cost
    assert shortest is not None
    if cost < shortest:
        yield f"No path of {board} has {plural(cost, 'move')}: the shortest has {shortest}."
    elif cost > shortest and all(spec.promises_shortest for spec in specs):
        bugs = _name_usual_bugs(specs[0])
        yield (
            f"A shortest path of {board} has {plural(shortest, 'move')}, and "
            f"{specs[0].algorithm_name} promises one: {cost} is a bug, such as {bugs}."
        )


def _name_usual_bugs(spec: SearchSpec) -> str:
    """Name what makes a program of this search miss the shortest path."""
    if spec.method.frontier == "path":
        what = "states marked as visited within a limit and not entered again at a lower depth"
        return f"{what}, or a bound on another number" if spec.heuristic else what
    if spec.heuristic:
        return "a heuristic that overestimates, or a goal that is recognised too early"
    return "a goal that is recognised too early, or a frontier in another order"


def _explain_figures_alone(inquiry: Inquiry, cancelled: Cancelled) -> Iterator[str]:
    """Explain each figure by itself, where nothing explains all of them."""
    names = [
        name
        for name in OBSERVABLE
        if any(name in each.counts for each in inquiry.observations)
        and name not in ("cost", "search_depth")
    ]
    if len(names) < 2 or len(inquiry.asked) > 1:
        return
    told = []
    for name in names:
        alone = [
            each._replace(counts={name: each.counts[name]}, path=None)
            for each in inquiry.observations
            if name in each.counts
        ]
        [asked] = inquiry.asked
        by_itself = Inquiry(alone, algorithm=asked.spec, most_changes=_MOST_CHANGES_ALONE)
        match = next(by_itself.matches(cancelled=cancelled), None)
        words = "nothing found" if match is None else f"counted as {match.words}"
        told.append(f"{name.replace('_', ' ')}: {words}")
    yield f"Each figure by itself: {'; '.join(told)}."


def _explain_near_misses(near: Near) -> Iterator[str]:
    for differences in near.differences.values():
        if differences.keys() != {"expanded"}:
            continue
        printed, came_out = differences["expanded"]
        if printed == came_out + 1:
            yield f"One less, {came_out}, is {near.match}: one node too many is counted."
        elif printed == came_out - 1:
            yield f"One more, {came_out}, is {near.match}: one is left out, such as the root."


def _check_last_limit(inquiry: Inquiry) -> Iterator[str]:
    """Check whether iterative deepening was counted from zero with each limit."""
    if [each.spec.algorithm for each in inquiry.asked] != ["ids"]:
        return
    common: dict[str, None] | None = None
    for observation in inquiry.observations:
        layers = observation.layers
        if layers is None or "expanded" not in observation.counts:
            return
        limit = {"depth_limit": len(layers)}
        found = Inquiry([observation], algorithm="dls", parameters=limit).matches()
        told = dict.fromkeys(match.words for match in found)
        common = told if common is None else {each: None for each in common if each in told}
    for words in [*(common or ())][:1]:
        printed = " and ".join(f"{each.counts['expanded']:,}" for each in inquiry.observations)
        yield (
            f"{printed} are the nodes expanded with the last depth limit alone, counted as "
            f"{words}: those of the limits before count too."
        )


def _check_layers(observation: Observation, inquiry: Inquiry) -> Iterator[str]:
    """Check whether a count is that of whole layers around the start."""
    printed = observation.counts.get("expanded")
    if printed is None or observation.start.shape.cells > SMALL:
        return
    if not any(each.spec.algorithm in ("bfs", "ucs") for each in inquiry.asked):
        return
    from slidelab.engines.distance_table import distances

    board = observation.start.to_text("rows")
    for moves, boards in enumerate(accumulate(distances(observation.start).counts)):
        if abs(boards - printed) <= 1:
            yield (
                f"{boards:,} boards are within {plural(moves, 'move')} of {board}: "
                "the program goes on to the end of a layer, or stops at its beginning."
            )


def index_difference(goal: Board, count_blank: bool = False) -> CostTable:
    """Manhattan distance as if cells were apart as far as their numbers: wrong across rows."""
    cols = goal.shape.cols
    return costs_by_cell(goal, lambda a, b: sum(divmod(abs(a - b), cols)), count_blank)


INDEX_DIFFERENCE = Heuristic(
    index_difference,
    admissible=False,
    consistent=False,
    counts_blank=True,
    sums=True,
    summary="a mistake: rows and columns of the difference of two cells' numbers",
)


@algorithm(
    title="A* search with the h of the parent",
    summary="a mistake: a child's f adds its g to the h of the node before it",
    optimal="never",
    informed=True,
    frontier="priority",
    pseudocode=PSEUDOCODE.format(frontier="priority queue by f = g + h of the parent", order=""),
)
def late_astar(problem: Problem) -> Steps:
    """Best-first search that knows what a move was worth one move later."""
    return best_first(problem, f=lambda node: node.g + (node.parent or node).h)


class Mistake(NamedTuple):
    """Another search, and what makes a program it."""

    spec: SearchSpec
    what: str
    look_at: str
    most_searched: int = 2
    """Differences that change the search itself with which it is tried."""


def list_mistakes(spec: SearchSpec) -> Iterator[Mistake]:
    """List what a program for this search may be instead.

    >>> [each.what for each in list_mistakes(SearchSpec("greedy", "manhattan"))][:2]
    ['f adds g', 'h is misplaced, not manhattan']
    >>> [str(each.spec) for each in list_mistakes(SearchSpec("ids"))]
    ['bfs; counted as textbook']
    """
    name, heuristic = spec.algorithm, spec.heuristic
    if heuristic is None:
        yield from _list_mistakes_of_order(spec)
        return
    f_line, h_line = "the line that computes f", "the function that computes h"
    if name in ("astar", "wastar"):
        yield Mistake(SearchSpec("greedy", heuristic), "f leaves out g", f_line)
        yield Mistake(SearchSpec("ucs"), "f leaves out h", f_line)
    elif name == "greedy":
        yield Mistake(SearchSpec("astar", heuristic), "f adds g", f_line)
    for other in USUAL_HEURISTICS:
        if other != heuristic:
            what = f"h is {other}, not {heuristic}"
            yield Mistake(replace(spec, heuristic=other), what, h_line)
    if heuristic == "manhattan":
        what = "h divides the difference of two cells' indices, which is wrong across rows"
        by_index = SearchSpec(spec.method, INDEX_DIFFERENCE, parameters=spec.values)
        yield Mistake(by_index, what, h_line)
    if name == "astar":
        late = SearchSpec(late_astar, heuristic)
        # It has no compiled version.
        yield Mistake(late, "a child's f uses the h of its parent", f_line, most_searched=1)


def _list_mistakes_of_order(spec: SearchSpec) -> Iterator[Mistake]:
    """List the two orders in which blind searches take nodes off, each for the other."""
    line = "the line that takes a node off the frontier"
    queue = "the node that came first leaves first, as from a queue"
    stack = "the node that came last leaves first, as from a stack"
    if spec.algorithm in ("dfs", "ids", "dls"):
        yield Mistake(SearchSpec("bfs"), queue, line)
    elif spec.algorithm in ("bfs", "ucs"):
        yield Mistake(SearchSpec("dfs"), stack, line)


def find_mistakes(
    inquiry: Inquiry, cancelled: Cancelled, most_changes: int = MOST_CHANGES
) -> Iterator[str]:
    """Sentences for the mistakes that lead to all the numbers."""
    for asked in inquiry.asked if len(inquiry.asked) == 1 else ():
        for mistake in list_mistakes(asked.spec):
            has_kernel = is_compiled(mistake.spec, TEXTBOOK, inquiry.observations[0].start)
            other = Inquiry(
                inquiry.observations,
                algorithm=mistake.spec,
                most_changes=most_changes,
                most_searched=mistake.most_searched,
                budget=Budget(_NODES, 0 if has_kernel else _NODES_IF_SLOW),
            )
            if (match := next(other.matches(cancelled=cancelled), None)) is not None:
                yield (
                    f"These are the numbers of {match}: {mistake.what}. Look at {mistake.look_at}."
                )
