"""Give hints about numbers that no conventions lead to."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from slidelab.course.explain.inquiry import NODES_OF_HINTS, Inquiry
from slidelab.course.explain.match import Match
from slidelab.course.explain.observation import OF_THE_PATH, Observation
from slidelab.puzzle import BadMoves, is_solvable
from slidelab.search import SearchSpec
from slidelab.solving import Search
from slidelab.system.text import plural

USUAL_HEURISTICS = ("manhattan", "misplaced", "euclidean")
MOST_CELLS = 9
"""Cells of the largest boards for which a shortest path is looked up."""
MOST_CHANGES = 2
"""Choices in which a mistake may differ from the textbook, too."""
QUEUE = "the node that came first leaves first, as from a queue"
STACK = "the node that came last leaves first, as from a stack"
OTHER_COUNTERS = {"generated": "nodes generated", "max_frontier": "the frontier's"}
"""What else a number that is printed as expanded may be."""


def list_hints(observations: Sequence[Observation], specs: Sequence[SearchSpec]) -> list[str]:
    """List sentences that help to find the difference; faults that are certain come first."""
    found = [hint for each in observations for hint in _find_faults(each, specs)]
    counted = any(name not in OF_THE_PATH for each in observations for name in each.counts)
    if len(specs) == 1 and counted:
        found += _find_mistakes(observations, specs[0])
        found += _find_misreadings(observations, specs[0])
    return list(dict.fromkeys(found))


def _find_faults(observation: Observation, specs: Sequence[SearchSpec]) -> Iterator[str]:
    """Say what is wrong under any conventions."""
    start, goal, path = observation.start, observation.goal, observation.path
    board = start.to_text("rows")
    cost = observation.counts.get("cost", observation.counts.get("search_depth"))
    if path is not None:
        try:
            end = start.play(path)
        except BadMoves as error:
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
    elif cost > shortest and all(spec.promises_shortest for spec in specs):
        yield (
            f"A shortest path of {board} has {plural(shortest, 'move')}, and "
            f"{specs[0].method.name} promises one: {cost} is a bug, such as a goal that is "
            "recognised too early."
        )


def _find_mistakes(observations: Sequence[Observation], spec: SearchSpec) -> Iterator[str]:
    """Find out whether another search, made by mistake, has the numbers."""
    for other, what, line in _list_mistakes(spec):
        if match := _find(observations, other, MOST_CHANGES):
            yield f"{match} has these numbers: perhaps {what}. Look at {line}."
            return


def _list_mistakes(spec: SearchSpec) -> Iterator[tuple[SearchSpec, str, str]]:
    """List the searches that a program may make instead, why, and where to look."""
    name, heuristic = spec.method.name, spec.heuristic_name
    f_line, h_line = "the line that computes f", "the function that computes h"
    line = "the line that takes a node off the frontier"
    if name in ("dfs", "ids", "dls"):
        yield SearchSpec("bfs"), QUEUE, line
    elif name in ("bfs", "ucs"):
        yield SearchSpec("dfs"), STACK, line
    elif name in ("astar", "wastar"):
        yield SearchSpec("greedy", spec.heuristic), "f leaves out g", f_line
        yield SearchSpec("ucs"), "f leaves out h", f_line
    elif name == "greedy":
        yield SearchSpec("astar", spec.heuristic), "f adds g", f_line
    for other in USUAL_HEURISTICS if heuristic else ():
        if other != heuristic:
            yield replace(spec, heuristic=other), f"h is {other}, not {heuristic}", h_line


def _find_misreadings(observations: Sequence[Observation], spec: SearchSpec) -> Iterator[str]:
    """Find out whether what was printed as expanded is another counter."""
    printed = [each.counts["expanded"] for each in observations if "expanded" in each.counts]
    for name, words in OTHER_COUNTERS.items() if printed else ():
        renamed = []
        for each in observations:
            counts = {other: n for other, n in each.counts.items() if other != name}
            if "expanded" in counts:
                counts[name] = counts.pop("expanded")
            renamed.append(each._replace(counts=counts))
        if match := _find(renamed, spec, 1):
            numbers = " and ".join(f"{number:,}" for number in printed)
            yield f"{numbers}: perhaps these are {words}, not those expanded, under {match}."
            return


def _find(observations: Sequence[Observation], spec: SearchSpec, most: int) -> Match | None:
    """Find the nearest match for other observations or another search."""
    found = Inquiry(observations)
    found.find([spec], most, NODES_OF_HINTS)
    return next(iter(found.matches), None)
