"""Check a heuristic on every board of a small puzzle, or on a sample of a larger one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import fsum
from statistics import fmean
from typing import Any

from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.heuristics import get as find_heuristic
from slidelab.lab.branching import effective_branching_factor
from slidelab.lab.proof import Counterexample, HeuristicProof
from slidelab.lab.state_space import NO_NEIGHBOUR, StateSpace, state_space
from slidelab.puzzle import Board, BoardLike, Move, Shape, goal_board
from slidelab.puzzle.shape import ShapeLike
from slidelab.search.conventions import TEXTBOOK
from slidelab.solving import Search, SearchSpec
from slidelab.system.progress import report_progress

SAMPLE = 20
"""Default number of boards of each distance for A*: enough to see how it grows."""

ROUNDING = 1e-9
"""Sums of square roots are rounded; smaller differences are ignored."""

RELATIONS = {
    (False, False): "equals",
    (True, False): "dominates",
    (False, True): "is dominated by",
    (True, True): "is incomparable with",
}
"""How two heuristics compare, by whether the first is higher, and lower, on some board."""

_BOARDS_BETWEEN_LOOKS = 512


def prove(
    heuristic: str | Heuristic | Callable[..., Any],
    goal: BoardLike = "blank-first",
    *,
    shape: ShapeLike | None = None,
    count_blank: bool = False,
    boards: int = SAMPLE,
    order: bool = True,
    found: Callable[[HeuristicProof], None] = lambda proof: None,
) -> HeuristicProof:
    """Check a heuristic (its name, `file.py:name`, or a function) on every board for this goal.

    Shapes of more than 9 cells are sampled: about 20,000 boards, the nearest and random ones.
    `order` compares the heuristic with the others. A* runs with it on at most `boards` boards of
    each distance. `found` is called with the proof so far before each of these begins: the verdict
    comes long before they end.

    Raises ValueError for an unknown name or goal, and what a user's function raises.

    >>> proof = prove("misplaced-manhattan", shape=Shape(2, 3), boards=0)
    >>> proof.admissible, proof.overestimate.words()
    (False, 'this board is 1 move from the goal, and h says 2')
    """
    tested = find_heuristic(heuristic)
    size = tested.usual_shape() if shape is None else Shape.parse(shape)
    solved = goal if isinstance(goal, Board) else goal_board(goal, size)

    report_progress("visiting all boards")
    space = state_space(solved)
    values = _tabulate(tested, space, count_blank)
    pairs = zip(values, space.distance, strict=False)
    errors = [distance - value for value, distance in pairs]
    too_high = [number for number, error in enumerate(errors) if error < -ROUNDING]
    falls, inconsistency = _find_inconsistencies(space, values)
    proof = HeuristicProof(
        heuristic=tested.name,
        goal=solved,
        count_blank=count_blank,
        complete=space.complete,
        boards=len(space.states),
        measured=len(space.distance),
        overestimated=len(too_high),
        overestimate=_describe(space, values, too_high[0]) if too_high else None,
        inconsistent_moves=falls,
        inconsistency=inconsistency,
        exact=sum(abs(error) < ROUNDING for error in errors),
        errors=_measure_errors(space, values),
    )
    if order:
        found(proof)
        proof = replace(proof, orderings=_compare_with_others(tested, space, values))
    if boards:
        found(proof)
        conventions = replace(TEXTBOOK, count_blank=count_blank)
        spec = SearchSpec("astar", tested, conventions=conventions)
        proof = replace(proof, costs=_measure_costs(space, spec, boards))
    return proof


def _tabulate(tested: Heuristic, space: StateSpace, count_blank: bool) -> list[float]:
    """Return the heuristic's value for each board."""
    estimate = tested.bind(space.goal, count_blank)
    values: list[float] = []
    for first in range(0, len(space.states), _BOARDS_BETWEEN_LOOKS):
        part = space.states[first : first + _BOARDS_BETWEEN_LOOKS]
        values += map(float, map(estimate, part))
        report_progress(f"tabulating {tested.name}", len(values) / len(space.states))
    return values


def _describe(space: StateSpace, h: list[float], number: int) -> Counterexample:
    """Return a board as a counterexample."""
    is_near = number < len(space.distance)
    distance = space.distance[number] if is_near else None
    return Counterexample(space.board(number), space.goal, distance, h[number])


def _find_inconsistencies(space: StateSpace, h: list[float]) -> tuple[int, Counterexample | None]:
    """Return how many moves lower h by more than 1, and the first of them.

    An estimate above 0 at the goal is an inconsistency as well, the nearest there can be.
    """
    neighbours = space.neighbours()
    falls = [
        (number, move)
        for number, (value, there) in enumerate(zip(h, neighbours, strict=True))
        for move, neighbour in enumerate(there)
        if neighbour != NO_NEIGHBOUR and value - h[neighbour] > 1 + ROUNDING
    ]
    if h[0] > ROUNDING:
        return len(falls), _describe(space, h, 0)
    if not falls:
        return 0, None
    number, move = falls[0]
    after = h[neighbours[number][move]]
    example = replace(_describe(space, h, number), move=Move(move), neighbour_h=after)
    return len(falls), example


def _measure_errors(space: StateSpace, h: list[float]) -> list[dict[str, Any]]:
    """Return the errors at each distance."""
    rows = []
    for distance in range(space.distance[-1] + 1):
        here = [h[number] for number in space.numbers_at(distance)]
        mean = fsum(here) / len(here)
        rows.append(
            {
                "distance": distance,
                "boards": len(here),
                "mean_h": mean,
                "mean_error": distance - mean,
                "largest_error": max(abs(distance - value) for value in here),
                "overestimated": sum(value > distance + ROUNDING for value in here),
            }
        )
    return rows


def _compare_with_others(
    tested: Heuristic, space: StateSpace, h: list[float]
) -> list[dict[str, Any]]:
    """Return how h compares with the values of each other heuristic that fits the shape."""
    orderings = []
    for other in HEURISTICS.values():
        if other.name == tested.name or other.is_own:
            continue
        try:
            values = _tabulate(other, space, False)
        except ValueError:
            continue  # it does not fit
        differences = [one - another for one, another in zip(h, values, strict=True)]
        higher = [number for number, by in enumerate(differences) if by > ROUNDING]
        lower = [number for number, by in enumerate(differences) if by < -ROUNDING]
        orderings.append(
            {
                "other": other.name,
                "relation": RELATIONS[bool(higher), bool(lower)],
                "higher": len(higher),
                "lower": len(lower),
                "higher_on": space.board(higher[0]) if higher else None,
                "lower_on": space.board(lower[0]) if lower else None,
            }
        )
    return orderings


def _measure_costs(space: StateSpace, spec: SearchSpec, boards: int) -> list[dict[str, Any]]:
    """Search from at most some boards of each distance, and return the means."""
    farthest = space.distance[-1]
    rows = []
    for distance in range(farthest + 1):
        results = []
        for number in space.numbers_at(distance, boards):
            report_progress("searching with A*", distance / (farthest + 1))
            results.append(Search(space.board(number), space.goal, spec).advance())
        generated = fmean(result.generated for result in results)
        rows.append(
            {
                "distance": distance,
                "boards": len(results),
                "expanded": fmean(result.expanded for result in results),
                "generated": generated,
                "branching": effective_branching_factor(generated - 1, distance),
                "cost": fmean(result.cost or 0 for result in results),
            }
        )
    return rows
