"""What would have to be different, where no conventions lead to the numbers."""

from collections.abc import Iterator
from itertools import accumulate

from slidelab.course.explain.inquiry import Inquiry
from slidelab.course.explain.match import Near
from slidelab.course.explain.mistakes import find_mistakes
from slidelab.course.explain.observation import OBSERVABLE, Observation
from slidelab.engines.sizes import SMALL
from slidelab.puzzle import IllegalMove, is_solvable
from slidelab.puzzle.wording import plural
from slidelab.solving import Search, SearchSpec
from slidelab.system.progress import Cancelled

_MOST_CHANGES_ALONE = 1
"""Differences from the textbook with which one figure is explained: with more, any can be."""


def hints(inquiry: Inquiry, cancelled: Cancelled = lambda: False) -> list[str]:
    """Sentences that help to find the difference: faults that are certain come first."""
    found: list[str] = []
    for observation in inquiry.observations:
        found += _faults(observation, [each.spec for each in inquiry.asked])
    found += find_mistakes(inquiry, cancelled)
    found += inquiry.misread.values()
    found += _figures_alone(inquiry, cancelled)
    if inquiry.nearest:
        found += _near_misses(inquiry.nearest[0])
    found += _last_limit(inquiry)
    for observation in inquiry.observations:
        found += _layers(observation, inquiry)
    return list(dict.fromkeys(found))


def _faults(observation: Observation, specs: list[SearchSpec]) -> Iterator[str]:
    """What is wrong under any conventions."""
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
        yield (
            f"A shortest path of {board} has {plural(shortest, 'move')}, and "
            f"{specs[0].algorithm} promises one: {cost} is a bug, such as {_usual_bugs(specs[0])}."
        )


def _usual_bugs(spec: SearchSpec) -> str:
    """What makes a program of this search miss the shortest path."""
    if spec.method.frontier == "path":
        what = "states marked as visited within a limit and not entered again at a lower depth"
        return f"{what}, or a bound on another number" if spec.heuristic else what
    if spec.heuristic:
        return "a heuristic that overestimates, or a goal that is recognised too early"
    return "a goal that is recognised too early, or a frontier in another order"


def _figures_alone(inquiry: Inquiry, cancelled: Cancelled) -> Iterator[str]:
    """What explains each figure by itself, where nothing explains all of them."""
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


def _near_misses(near: Near) -> Iterator[str]:
    for differences in near.differences.values():
        if differences.keys() != {"expanded"}:
            continue
        printed, came_out = differences["expanded"]
        if printed == came_out + 1:
            yield f"One less, {came_out}, is {near.match}: one node too many is counted."
        elif printed == came_out - 1:
            yield f"One more, {came_out}, is {near.match}: one is left out, such as the root."


def _last_limit(inquiry: Inquiry) -> Iterator[str]:
    """Whether iterative deepening was counted anew with each limit."""
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


def _layers(observation: Observation, inquiry: Inquiry) -> Iterator[str]:
    """Whether a count is that of whole layers around the start."""
    printed = observation.counts.get("expanded")
    if printed is None or observation.start.shape.cells > SMALL:
        return
    if not any(each.spec.algorithm in ("bfs", "ucs") for each in inquiry.asked):
        return
    from slidelab.engines.compiled.distance_table import distances

    board = observation.start.to_text("rows")
    for moves, boards in enumerate(accumulate(distances(observation.start).counts)):
        if abs(boards - printed) <= 1:
            yield (
                f"{boards:,} boards are within {plural(moves, 'move')} of {board}: "
                "the program goes on to the end of a layer, or stops at its beginning."
            )
