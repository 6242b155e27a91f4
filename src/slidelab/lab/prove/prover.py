"""Proving: tabulate the heuristic, check the table, and let A* search with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import fsum
from typing import Any

from slidelab.engines.compiled import is_available
from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.heuristics._user_code import OwnHeuristic
from slidelab.lab.prove.findings import Counterexample, ErrorRow, HeuristicProof, Ordering
from slidelab.lab.prove.tabulate import SECONDS_IN_ALL, tabulate
from slidelab.lab.state_space import NO_NEIGHBOUR, StateSpace, state_space
from slidelab.puzzle import SINGLE, Board, BoardLike, Shape, goal_board
from slidelab.puzzle.board import ShapeLike
from slidelab.puzzle.metric import kinds_of_moves
from slidelab.solving.spec import take_heuristic
from slidelab.system.progress import Cancelled, Progress, say_nothing

SAMPLE = 20
"""Default number of boards of each distance for A*: enough to see how it grows."""

ROUNDING = 1e-9
"""Sums of square roots are rounded; a difference below this is none."""


def prove(
    heuristic: str | Heuristic | Callable[..., Any],
    goal: BoardLike = "blank-first",
    *,
    shape: ShapeLike | None = None,
    count_blank: bool = False,
    metric: str = SINGLE,
    boards: int | None = SAMPLE,
    seed: int = 0,
    order: bool = True,
    search: bool = True,
    seconds: float = SECONDS_IN_ALL,
    progress: Progress = say_nothing,
    found: Callable[[HeuristicProof], None] = lambda proof: None,
    cancelled: Cancelled = lambda: False,
) -> HeuristicProof:
    """Check a heuristic (its name, `file.py:name`, or a function) on every board for this goal.

    `metric` says what a move is, and with it what a true distance is.

    Shapes of more than 9 cells are sampled: about 20,000 boards, the nearest and random ones.
    `order` compares it with the other heuristics. `search` lets A* use it, on at most `boards`
    boards of each distance, or on all where that is None; without NumPy it is left out. `found` is
    called with what is known before each of these begins: the verdict stands long before they end.
    `progress` is called with what is being done and the fraction of it is; `cancelled` is asked
    whether to stop.

    Raises ValueError for a name or goal that makes no sense, OwnCodeError when a person's own
    function fails (it says on which board and line), and CancelledError.

    >>> proof = prove("misplaced-manhattan", shape=Shape(2, 3), search=False)
    >>> proof.admissible, proof.overestimate.words()
    (False, 'this board is 1 move from the goal, and h says 2')
    """
    asked = take_heuristic(heuristic)
    size = asked.usual_shape() if shape is None else Shape.parse(shape)
    solved = goal if isinstance(goal, Board) else goal_board(goal, size)
    progress("visiting all boards", None)
    space = state_space(solved, seed, metric)
    table_of = partial(tabulate, space=space, progress=progress, cancelled=cancelled)
    values = table_of(
        asked, count_blank=count_blank, doing=f"tabulating {asked.name}", seconds=seconds
    )
    overestimated, overestimate = _find_overestimates(space, values)
    inconsistent, inconsistency = _find_inconsistencies(space, values)
    proof = HeuristicProof(
        heuristic=asked.name,
        summary=asked.summary,
        goal=solved,
        metric=metric,
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
        orderings = []
        for other in HEURISTICS.all():
            if other.name == asked.name or isinstance(other, OwnHeuristic):
                continue
            try:
                table = table_of(other, doing=f"comparing with {other.name}")
            except ValueError:
                continue  # there is none for this shape
            orderings.append(_compare_values(space, values, other.name, table))
        proof = replace(proof, orderings=orderings)
    if search and is_available():
        from slidelab.lab.prove.costs import measure_costs

        found(proof)
        costs, costs_of = measure_costs(
            space, values, asked, count_blank, boards, seed, progress, cancelled
        )
        proof = replace(proof, costs=costs, costs_of=costs_of)
    return proof


def _find_overestimates(space: StateSpace, h: list[float]) -> tuple[int, Counterexample | None]:
    """How many boards have h above their true distance, and the nearest of them."""
    too_high = [
        number
        for number, (distance, value) in enumerate(zip(space.distance, h, strict=False))
        if value > distance + ROUNDING
    ]
    if not too_high:
        return 0, None
    first = too_high[0]
    example = Counterexample(space.board(first), space.goal, space.distance[first], h[first])
    return len(too_high), example


def _find_inconsistencies(space: StateSpace, h: list[float]) -> tuple[int, Counterexample | None]:
    """How many moves let h fall by more than 1, and the first of them.

    An estimate above 0 at the goal is an inconsistency as well, the nearest there can be.
    """
    neighbours = space.neighbours()
    falls = [
        (number, kind)
        for number, (value, there) in enumerate(zip(h, neighbours, strict=True))
        for kind, neighbour in enumerate(there)
        if neighbour != NO_NEIGHBOUR and value - h[neighbour] > 1 + ROUNDING
    ]
    if h[0] > ROUNDING:
        return len(falls), Counterexample(space.goal, space.goal, 0, h[0])
    if not falls:
        return 0, None
    number, kind = falls[0]
    move, tiles = kinds_of_moves(space.goal.shape, space.metric)[kind]
    example = Counterexample(
        space.board(number),
        space.goal,
        space.distance[number] if number < space.near else None,
        h[number],
        move,
        h[neighbours[number][kind]],
        tiles,
    )
    return len(falls), example


def _measure_errors(space: StateSpace, h: list[float]) -> list[ErrorRow]:
    """The errors at each distance."""
    rows = []
    for distance in range(space.distance[-1] + 1):
        here = [h[number] for number in space.numbers_at(distance)]
        mean = fsum(here) / len(here)
        rows.append(
            ErrorRow(
                distance=distance,
                boards=len(here),
                mean_h=mean,
                mean_error=distance - mean,
                largest_error=max(abs(distance - value) for value in here),
                overestimated=sum(value > distance + ROUNDING for value in here),
            )
        )
    return rows


def _compare_values(space: StateSpace, h: list[float], other: str, g: list[float]) -> Ordering:
    """How h compares with the values g of another heuristic."""
    differences = [one - another for one, another in zip(h, g, strict=True)]
    higher = [number for number, by in enumerate(differences) if by > ROUNDING]
    lower = [number for number, by in enumerate(differences) if by < -ROUNDING]
    relation = {
        (False, False): "equals",
        (True, False): "dominates",
        (False, True): "is dominated by",
        (True, True): "is incomparable with",
    }[bool(higher), bool(lower)]
    higher_on, lower_on = (space.board(each[0]) if each else None for each in (higher, lower))
    return Ordering(other, relation, len(higher), len(lower), higher_on, lower_on)
