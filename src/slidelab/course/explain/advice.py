"""What would have to be different, where no conventions lead to the numbers."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, islice
from typing import NamedTuple

from slidelab.course.explain.candidates import Candidates
from slidelab.course.explain.explanation import Match, Near
from slidelab.course.explain.inquiry import (
    NODES_OF_HINTS,
    USUAL_HEURISTICS,
    Inquiry,
)
from slidelab.course.explain.observation import Observation
from slidelab.course.explain.quirks import late_astar
from slidelab.heuristics import CostTable, Heuristic
from slidelab.heuristics.lines import costs_by_cell
from slidelab.puzzle import Board, IllegalMove, is_solvable
from slidelab.puzzle.scramble import layers
from slidelab.search import Node, Problem, SearchSpec
from slidelab.search.events import START
from slidelab.solving import Search
from slidelab.system.text import plural

MOST_CELLS = 9
"""Cells of the largest boards of which all can be visited."""
OF_THE_PATH = ("cost", "search_depth")
MOST_CHANGES = 2
"""Choices in which a mistake may differ from the textbook, too."""


def list_hints(inquiry: Inquiry, specs: Sequence[SearchSpec], nearest: Sequence[Near]) -> list[str]:
    """List sentences that help to find the difference; faults that are certain come first."""
    found = [hint for each in inquiry.observations for hint in _find_faults(each, specs)]
    counted = any(name not in OF_THE_PATH for each in inquiry.observations for name in each.counts)
    if len(specs) == 1 and counted:
        found += _find_mistakes(inquiry, specs[0])
        found += _find_misreadings(inquiry, specs[0])
        found += _find_depths_waiting(inquiry, specs[0])
        found += _explain_figures_alone(inquiry, specs[0])
        found += _check_last_limit(inquiry, specs[0])
    if nearest:
        found += _describe_near_misses(nearest[0])
    if any(spec.method.name in ("bfs", "ucs") for spec in specs):
        found += [hint for each in inquiry.observations for hint in _check_layers(each)]
    return list(dict.fromkeys(found))


def _find_faults(observation: Observation, specs: Sequence[SearchSpec]) -> Iterator[str]:
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
    if cost is None or start.shape.cells > MOST_CELLS:
        return
    if not is_solvable(start, goal):
        yield f"{board} has no solution, and yet a cost was printed."
        return
    shortest = Search(start, goal, SearchSpec("bidirectional")).advance().cost
    assert shortest is not None
    if cost < shortest:
        yield f"No path of {board} has {plural(cost, 'move')}: the shortest has {shortest}."
    elif cost > shortest and all(spec.proves_shortest for spec in specs):
        name, bugs = specs[0].method.name, _name_usual_bugs(specs[0])
        yield (
            f"A shortest path of {board} has {plural(shortest, 'move')}, and {name} promises one: "
            f"{cost} is a bug, such as {bugs}."
        )


def _name_usual_bugs(spec: SearchSpec) -> str:
    """Name what makes a program of this search miss the shortest path."""
    if spec.method.frontier == "path":
        what = "states marked as visited within a limit and not entered again at a lower depth"
        return f"{what}, or a bound on another number" if spec.heuristic else what
    if spec.heuristic:
        return "a heuristic that overestimates, or a goal that is recognised too early"
    return "a goal that is recognised too early, or a frontier in another order"


class Mistake(NamedTuple):
    """Another search, and what makes a program it."""

    spec: SearchSpec
    what: str
    look_at: str


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


def list_mistakes(spec: SearchSpec) -> Iterator[Mistake]:
    """List what a program for this search may be instead.

    >>> [each.what for each in list_mistakes(SearchSpec("greedy", "manhattan"))][:2]
    ['f adds g', 'h is misplaced, not manhattan']
    >>> [str(each.spec) for each in list_mistakes(SearchSpec("ids"))]
    ['bfs; counted as textbook']
    """
    name, heuristic = spec.method.name, spec.heuristic_name
    if heuristic is None:
        line = "the line that takes a node off the frontier"
        if name in ("dfs", "ids", "dls"):
            queue = "the node that came first leaves first, as from a queue"
            yield Mistake(SearchSpec("bfs"), queue, line)
        elif name in ("bfs", "ucs"):
            stack = "the node that came last leaves first, as from a stack"
            yield Mistake(SearchSpec("dfs"), stack, line)
        return
    f_line, h_line = "the line that computes f", "the function that computes h"
    if name in ("astar", "wastar"):
        yield Mistake(SearchSpec("greedy", spec.heuristic), "f leaves out g", f_line)
        yield Mistake(SearchSpec("ucs"), "f leaves out h", f_line)
    elif name == "greedy":
        yield Mistake(SearchSpec("astar", spec.heuristic), "f adds g", f_line)
    for other in USUAL_HEURISTICS:
        if other != heuristic:
            what = f"h is {other}, not {heuristic}"
            yield Mistake(replace(spec, heuristic=other), what, h_line)
    if heuristic == "manhattan":
        what = "h divides the difference of two cells' indices, which is wrong across rows"
        yield Mistake(replace(spec, heuristic=INDEX_DIFFERENCE), what, h_line)
    if name == "astar":
        late = SearchSpec(late_astar, spec.heuristic)
        yield Mistake(late, "a child's f uses the h of its parent", f_line)


def find_mistake(inquiry: Inquiry, spec: SearchSpec) -> tuple[Mistake, Match] | None:
    """Find the first mistake that leads to all the numbers."""
    for mistake in list_mistakes(spec):
        if match := _find(inquiry.observations, mistake.spec, inquiry, MOST_CHANGES):
            return mistake, match
    return None


def _find_mistakes(inquiry: Inquiry, spec: SearchSpec) -> Iterator[str]:
    if found := find_mistake(inquiry, spec):
        mistake, match = found
        yield f"These are the numbers of {match}: {mistake.what}. Look at {mistake.look_at}."


def _find(
    observations: Sequence[Observation], spec: SearchSpec, inquiry: Inquiry, most: int
) -> Match | None:
    """Find the nearest match for other observations or another search."""
    if inquiry.cancelled():
        return None
    other = Inquiry(observations, inquiry.cancelled, NODES_OF_HINTS)
    found = other.find_matches([Candidates(spec)], most)
    return found[0] if found else None


def _find_misreadings(inquiry: Inquiry, spec: SearchSpec) -> Iterator[str]:
    """Find out whether what was printed as expanded is another count."""
    if not any("expanded" in each.counts for each in inquiry.observations):
        return
    printed = " and ".join(
        f"{each.counts['expanded']:,}" for each in inquiry.observations if "expanded" in each.counts
    )
    for name, words in (("generated", "nodes generated"), ("max_frontier", "the frontier's")):
        renamed = [_rename(each, name) for each in inquiry.observations]
        if match := _find(renamed, spec, inquiry, 1):
            yield f"{printed}: these are {words}, not those expanded, under {match}."
            return
    if spec.method.name == "ids":
        yield from _find_nodes_looked_at(inquiry, spec, printed)


def _rename(observation: Observation, name: str) -> Observation:
    counts = {k: n for k, n in observation.counts.items() if k != name}
    if "expanded" in counts:
        counts[name] = counts.pop("expanded")
    return observation._replace(counts=counts)


def _find_nodes_looked_at(inquiry: Inquiry, spec: SearchSpec, printed: str) -> Iterator[str]:
    """Find out whether iterative deepening counts the root again with each limit."""
    shifted = []
    for each in inquiry.observations:
        layers_before = _count_layers(each)
        if layers_before is None or "expanded" not in each.counts:
            return
        counts = {"generated": max(0, each.counts["expanded"] - len(layers_before))}
        shifted.append(each._replace(counts=counts))
    if match := _find(shifted, spec, inquiry, 2):
        yield (
            f"{printed}: these are all nodes looked at, those beyond the bound too, and the root "
            f"with each limit, not those expanded, under {match}."
        )


def _find_depths_waiting(inquiry: Inquiry, spec: SearchSpec) -> Iterator[str]:
    """Find out whether the maximum depth is that of the deepest node waiting at the end."""
    asked = [each for each in inquiry.observations if "max_depth" in each.counts]
    if not asked or spec.method.frontier not in ("queue", "stack", "priority"):
        return
    if inquiry.cancelled() or not all(each.start.shape.cells <= MOST_CELLS for each in asked):
        return
    for each in asked:
        h = None if spec.estimate is None else spec.estimate.bind(each.goal, False)
        waiting: Iterable[Node] = ()
        for event, subject in spec.method(Problem(each.start, each.goal, h=h), **spec.values):
            if event is START:
                waiting = subject
        if max((node.g for node in waiting), default=0) != each.counts["max_depth"]:
            return
    yield "The maximum depth is that of the deepest node that waits in the frontier at the end."


def _explain_figures_alone(inquiry: Inquiry, spec: SearchSpec) -> Iterator[str]:
    """Explain each figure by itself, where nothing explains all of them."""
    every = dict.fromkeys(name for each in inquiry.observations for name in each.counts)
    names = [name for name in every if name not in OF_THE_PATH]
    if len(names) < 2:
        return
    told = []
    for name in names:
        alone = [
            each._replace(counts={name: each.counts[name]}, path=None)
            for each in inquiry.observations
            if name in each.counts
        ]
        match = _find(alone, spec, inquiry, 1)
        words = "nothing found" if match is None else f"counted as {match.words}"
        told.append(f"{name.replace('_', ' ')}: {words}")
    yield f"Each figure by itself: {'; '.join(told)}."


def _check_last_limit(inquiry: Inquiry, spec: SearchSpec) -> Iterator[str]:
    """Check whether iterative deepening was counted from zero with each limit."""
    if spec.method.name != "ids":
        return
    common: dict[str, None] | None = None
    for each in inquiry.observations:
        before = _count_layers(each)
        if before is None or "expanded" not in each.counts or inquiry.cancelled():
            return
        last = SearchSpec("dls", parameters={"depth_limit": len(before)})
        other = Inquiry([each], inquiry.cancelled, NODES_OF_HINTS)
        matches = other.find_matches([Candidates(last)], 2)
        found = dict.fromkeys(match.words for match in matches)
        common = found if common is None else {w: None for w in common if w in found}
    for words in islice(common or (), 1):
        printed = " and ".join(f"{each.counts['expanded']:,}" for each in inquiry.observations)
        yield (
            f"{printed} are the nodes expanded with the last depth limit alone, counted as "
            f"{words}: those of the limits before count too."
        )


def _describe_near_misses(near: Near) -> Iterator[str]:
    for differences in near.differences:
        if differences.keys() == {"expanded"}:
            printed, came_out = differences["expanded"]
            if printed == came_out + 1:
                yield f"One less, {came_out}, is {near.match}: one node too many is counted."
            elif printed == came_out - 1:
                yield f"One more, {came_out}, is {near.match}: one is left out, such as the root."


def _check_layers(observation: Observation) -> Iterator[str]:
    """Check whether a count is that of whole layers around the start."""
    printed, start = observation.counts.get("expanded"), observation.start
    if printed is None or start.shape.cells > MOST_CELLS:
        return
    sizes = accumulate(len(layer) for layer in layers(start))
    for moves, boards in enumerate(sizes):
        if boards > printed + 1:
            return
        if abs(boards - printed) <= 1:
            yield (
                f"{boards:,} boards are within {plural(moves, 'move')} of "
                f"{start.to_text('rows')}: the program goes on to the end of a layer, or stops at "
                "its beginning."
            )


def _count_layers(observation: Observation) -> list[int] | None:
    """Count the boards at each distance that is less than the goal's; None on large boards."""
    start, goal = observation.start, observation.goal
    if start.shape.cells > MOST_CELLS or not is_solvable(start, goal):
        return None
    sizes = []
    for layer in layers(start):
        if goal.state in layer:
            break
        sizes.append(len(layer))
    return sizes
