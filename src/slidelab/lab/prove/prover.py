"""Proving: tabulate the heuristic, check the table, and let A* search with it.

Each check looks at all boards or moves of the table at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.heuristics._user_code import OwnHeuristic
from slidelab.lab.prove.costs import SAMPLE, costs_by_distance
from slidelab.lab.prove.findings import (
    DOMINATED,
    DOMINATES,
    EQUAL,
    INCOMPARABLE,
    Counterexample,
    ErrorRow,
    HeuristicProof,
    Ordering,
)
from slidelab.lab.prove.tabulate import SECONDS_IN_ALL, tabulate
from slidelab.lab.state_space import NO_NEIGHBOUR, StateSpace, state_space
from slidelab.puzzle import SINGLE, Board, BoardLike, Shape, goal_board
from slidelab.puzzle.board import ShapeLike
from slidelab.puzzle.metric import kinds_of_moves
from slidelab.solving.spec import take_heuristic
from slidelab.system.progress import Cancelled, Progress, say_nothing

ROUNDING = 1e-9
"""Sums of square roots are rounded; a difference below this is none."""


def find_overestimates(
    space: StateSpace, h: NDArray[np.float64]
) -> tuple[int, Counterexample | None]:
    """How many boards have h above their true distance, and the nearest of them."""
    too_high = np.flatnonzero(h[: space.near] > space.distance + ROUNDING)
    if not len(too_high):
        return 0, None
    first = int(too_high[0])
    example = Counterexample(
        space.board(first), space.goal, int(space.distance[first]), float(h[first])
    )
    return len(too_high), example


def find_inconsistencies(
    space: StateSpace, h: NDArray[np.float64]
) -> tuple[int, Counterexample | None]:
    """How many moves let h fall by more than 1, and the first of them.

    An estimate above 0 at the goal is an inconsistency as well, the nearest there can be.
    """
    there = space.neighbours
    fall = np.where(there == NO_NEIGHBOUR, 0.0, h[:, None] - h[there])
    boards, moves = np.nonzero(fall > 1 + ROUNDING)
    if h[0] > ROUNDING:
        return len(boards), Counterexample(space.goal, space.goal, 0, float(h[0]))
    if not len(boards):
        return 0, None
    board, kind = int(boards[0]), int(moves[0])
    move, tiles = kinds_of_moves(space.goal.shape, space.metric)[kind]
    example = Counterexample(
        space.board(board),
        space.goal,
        int(space.distance[board]) if board < space.near else None,
        float(h[board]),
        move,
        float(h[there[board, kind]]),
        tiles,
    )
    return len(boards), example


def measure_errors(space: StateSpace, h: NDArray[np.float64]) -> list[ErrorRow]:
    """The errors at each distance."""
    rows = []
    for distance in range(int(space.distance.max()) + 1):
        here = h[: space.near][space.distance == distance]
        error = distance - here
        rows.append(
            ErrorRow(
                distance=distance,
                boards=len(here),
                mean_h=float(here.mean()),
                mean_error=float(error.mean()),
                largest_error=float(np.abs(error).max()),
                overestimated=int((error < -ROUNDING).sum()),
            )
        )
    return rows


def count_exact(space: StateSpace, h: NDArray[np.float64]) -> int:
    """On how many boards the estimate is the true distance."""
    return int((np.abs(h[: space.near] - space.distance) < ROUNDING).sum())


def compare_values(
    space: StateSpace, h: NDArray[np.float64], other: str, g: NDArray[np.float64]
) -> Ordering:
    """How h compares with the values g of another heuristic."""
    higher, lower = np.flatnonzero(h > g + ROUNDING), np.flatnonzero(h < g - ROUNDING)
    relation = {
        (False, False): EQUAL,
        (True, False): DOMINATES,
        (False, True): DOMINATED,
        (True, True): INCOMPARABLE,
    }[len(higher) > 0, len(lower) > 0]

    def witness(found: NDArray[np.int64]) -> Board | None:
        return space.board(int(found[0])) if len(found) else None

    return Ordering(other, relation, len(higher), len(lower), witness(higher), witness(lower))


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
    boards of each distance, or on all where that is None. `found` is called with what is known
    before each of these begins: the verdict stands long before they end. `progress` is called with
    what is being done and the fraction of it is; `cancelled` is asked whether to stop.

    Raises ValueError for a name or goal that makes no sense, OwnCodeError when a person's own
    function fails (it says on which board and line), and CancelledError.

    >>> proof = prove("misplaced-manhattan", shape=Shape(2, 3), search=False)
    >>> proof.admissible, proof.overestimate.words()
    (False, 'this board is 1 move from the goal, and h says 2')
    """
    asked = take_heuristic(heuristic)
    size = asked.usual_shape() if shape is None else Shape.parse(shape)
    solved = goal if isinstance(goal, Board) else goal_board(goal, size)
    space = state_space(solved, seed=seed, metric=metric)

    values = tabulate(
        asked,
        solved,
        space.states,
        count_blank,
        metric,
        doing=f"tabulating {asked.name}",
        progress=progress,
        cancelled=cancelled,
        seconds=seconds,
    )
    overestimated, overestimate = find_overestimates(space, values)
    inconsistent, inconsistency = find_inconsistencies(space, values)
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
        exact=count_exact(space, values),
        errors=measure_errors(space, values),
    )
    if order:
        found(proof)
        orderings = []
        for other in others(asked):
            try:
                table = tabulate(
                    other,
                    solved,
                    space.states,
                    metric=metric,
                    doing=f"comparing with {other.name}",
                    progress=progress,
                    cancelled=cancelled,
                )
            except ValueError:
                continue  # there is none for this shape
            orderings.append(compare_values(space, values, other.name, table))
        proof = replace(proof, orderings=orderings)
    if search:
        found(proof)
        costs, costs_of = costs_by_distance(
            space, values, asked, count_blank, boards, seed, progress, cancelled
        )
        proof = replace(proof, costs=costs, costs_of=costs_of)
    return proof


def others(asked: Heuristic) -> list[Heuristic]:
    """The heuristics of slidelab to compare with."""
    return [h for h in HEURISTICS.all() if h.name != asked.name and not isinstance(h, OwnHeuristic)]
