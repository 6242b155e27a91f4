"""Proving: tabulate the heuristic, check the table, and let A* search with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from slidelab.engines.compiled import is_available
from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.heuristics._user_code import OwnHeuristic
from slidelab.lab.boards import boards_around
from slidelab.lab.prove.findings import HeuristicProof
from slidelab.lab.prove.table_checks import (
    compare_values,
    count_exact,
    find_inconsistencies,
    find_overestimates,
    measure_errors,
)
from slidelab.lab.prove.tabulate import SECONDS_IN_ALL, tabulate
from slidelab.puzzle import SINGLE, Board, BoardLike, Shape, goal_board
from slidelab.puzzle.board import ShapeLike
from slidelab.solving.spec import take_heuristic
from slidelab.system.progress import Cancelled, Progress, say_nothing

SAMPLE = 20
"""Default number of boards of each distance for A*: enough to see how it grows."""


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
    space = boards_around(solved, seed, metric)

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
    if search and is_available():
        from slidelab.lab.prove.costs import costs_by_distance
        from slidelab.lab.state_space import state_space

        found(proof)
        searched = state_space(solved, seed=seed, metric=metric)
        costs, costs_of = costs_by_distance(
            searched, values, asked, count_blank, boards, seed, progress, cancelled
        )
        proof = replace(proof, costs=costs, costs_of=costs_of)
    return proof


def others(asked: Heuristic) -> list[Heuristic]:
    """The heuristics of slidelab to compare with."""
    return [h for h in HEURISTICS.all() if h.name != asked.name and not isinstance(h, OwnHeuristic)]
