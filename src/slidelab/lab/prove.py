"""Prove things about a heuristic, on every board of a small puzzle; larger ones are sampled."""

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

_BOARDS_BETWEEN_LOOKS = 512


def prove(
    heuristic: str | Heuristic | Callable[..., Any],
    goal: BoardLike = "blank-first",
    *,
    shape: ShapeLike | None = None,
    count_blank: bool = False,
    boards: int | None = SAMPLE,
    seed: int = 0,
    order: bool = True,
    search: bool = True,
    found: Callable[[HeuristicProof], None] = lambda proof: None,
) -> HeuristicProof:
    """Check a heuristic (its name, `file.py:name`, or a function) on every board for this goal.

    Shapes of more than 9 cells are sampled: about 20,000 boards, the nearest and random ones.
    `order` compares the heuristic with the others. `search` runs A* with it, on at most `boards`
    boards of each distance, or on all boards for None. `found` is called with the proof so far
    before each of these begins: the verdict comes long before they end.

    Raises ValueError for an unknown name or goal, and what a user's function raises.

    >>> proof = prove("misplaced-manhattan", shape=Shape(2, 3), search=False)
    >>> proof.admissible, proof.overestimate.words()
    (False, 'this board is 1 move from the goal, and h says 2')
    """
    asked = find_heuristic(heuristic)
    size = asked.usual_shape() if shape is None else Shape.parse(shape)
    solved = goal if isinstance(goal, Board) else goal_board(goal, size)

    report_progress("visiting all boards")
    space = state_space(solved, seed)
    values = _tabulate(asked, space, count_blank)
    overestimated, overestimate = _find_overestimates(space, values)
    inconsistent, inconsistency = _find_inconsistencies(space, values)
    proof = HeuristicProof(
        heuristic=asked.name,
        summary=asked.summary,
        goal=solved,
        count_blank=count_blank,
        complete=space.complete,
        boards=len(space.states),
        measured=space.near,
        admissible=overestimate is None,
        overestimated=overestimated,
        overestimate=overestimate,
        consistent=inconsistency is None,
        inconsistent_moves=inconsistent,
        inconsistency=inconsistency,
        exact=sum(abs(h - d) < ROUNDING for h, d in zip(values, space.distance, strict=False)),
        errors=_measure_errors(space, values),
    )
    if order:
        found(proof)
        proof = replace(proof, orderings=_compare_with_others(asked, space, values))
    if search:
        found(proof)
        conventions = replace(TEXTBOOK, count_blank=count_blank)
        spec = SearchSpec("astar", asked, conventions=conventions)
        proof = replace(proof, costs=_measure_costs(space, spec, boards, seed))
    return proof


def _tabulate(asked: Heuristic, space: StateSpace, count_blank: bool) -> list[float]:
    """Return the heuristic's value for each board."""
    estimate = asked.bind(space.goal, count_blank)
    values: list[float] = []
    for first in range(0, len(space.states), _BOARDS_BETWEEN_LOOKS):
        part = space.states[first : first + _BOARDS_BETWEEN_LOOKS]
        values += map(float, map(estimate, part))
        report_progress(f"tabulating {asked.name}", len(values) / len(space.states))
    return values


def _find_overestimates(space: StateSpace, h: list[float]) -> tuple[int, Counterexample | None]:
    """Return how many boards have h above their true distance, and the nearest of them."""
    pairs = zip(space.distance, h, strict=False)
    too_high = [number for number, (d, value) in enumerate(pairs) if value > d + ROUNDING]
    if not too_high:
        return 0, None
    first = too_high[0]
    example = Counterexample(space.board(first), space.goal, space.distance[first], h[first])
    return len(too_high), example


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
        return len(falls), Counterexample(space.goal, space.goal, 0, h[0])
    if not falls:
        return 0, None
    number, move = falls[0]
    distance = space.distance[number] if number < space.near else None
    after = h[neighbours[number][move]]
    board = space.board(number)
    return len(falls), Counterexample(board, space.goal, distance, h[number], Move(move), after)


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
    asked: Heuristic, space: StateSpace, h: list[float]
) -> list[dict[str, Any]]:
    """Return how h compares with the values of each other heuristic that fits the shape."""
    orderings = []
    for other in HEURISTICS.all():
        if other.name == asked.name or other.is_own:
            continue
        try:
            values = _tabulate(other, space, False)
        except ValueError:
            continue  # it does not fit
        differences = [one - another for one, another in zip(h, values, strict=True)]
        higher = [number for number, by in enumerate(differences) if by > ROUNDING]
        lower = [number for number, by in enumerate(differences) if by < -ROUNDING]
        relation = {
            (False, False): "equals",
            (True, False): "dominates",
            (False, True): "is dominated by",
            (True, True): "is incomparable with",
        }[bool(higher), bool(lower)]
        orderings.append(
            {
                "other": other.name,
                "relation": relation,
                "higher": len(higher),
                "lower": len(lower),
                "higher_on": space.board(higher[0]) if higher else None,
                "lower_on": space.board(lower[0]) if lower else None,
            }
        )
    return orderings


def _measure_costs(
    space: StateSpace, spec: SearchSpec, boards: int | None, seed: int
) -> list[dict[str, Any]]:
    """Search from at most some boards of each distance, and return the means."""
    distances = range(space.distance[-1] + 1)
    chosen = [space.numbers_at(distance, boards, seed) for distance in distances]
    rows = []
    done, number_of_boards = 0, sum(map(len, chosen))
    for distance, numbers in enumerate(chosen):
        results = []
        for number in numbers:
            results.append(Search(space.board(number), space.goal, spec).advance())
            done += 1
            report_progress("searching with A*", done / number_of_boards)
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
