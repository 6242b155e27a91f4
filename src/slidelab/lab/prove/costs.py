"""What A* does with a heuristic at each distance."""

from dataclasses import replace

import numpy as np

from slidelab.engines.compiled.engine import has_heuristic
from slidelab.heuristics import Heuristic
from slidelab.lab.batch_solve import Outcomes, search_all
from slidelab.lab.branching import effective_branching_factor
from slidelab.lab.prove.findings import CostRow
from slidelab.lab.state_space import StateSpace
from slidelab.search.conventions import TEXTBOOK
from slidelab.solving import SearchSpec
from slidelab.system.progress import Cancelled, Progress


def measure_costs(
    space: StateSpace,
    values: list[float],
    heuristic: Heuristic,
    count_blank: bool,
    boards: int | None,
    seed: int,
    progress: Progress,
    cancelled: Cancelled,
) -> tuple[list[CostRow], str]:
    """Search from the boards of each distance; returns the means, and what they are means over.

    `values` are those of the heuristic, for an own one that has no compiled version.

    At most `boards` of each distance, or all where that is None. Raises CancelledError when
    `cancelled` said so.
    """
    from slidelab.engines.compiled.heuristics import read_values

    distances = range(space.distance[-1] + 1)
    chosen = {distance: space.numbers_at(distance, boards, seed) for distance in distances}
    # One without a compiled version is looked up in its table: the spec's own is not asked then.
    # The table of a sample ends where that does, and A* goes beyond.
    estimator = None
    if space.complete and not has_heuristic(heuristic):
        by_rank = np.empty(len(values))
        by_rank[space.ranks] = values
        estimator = read_values(by_rank, space.goal)
    asks = estimator is None
    spec = SearchSpec(
        "astar",
        heuristic.name if asks else "zero",
        conventions=replace(TEXTBOOK, count_blank=count_blank and asks, metric=space.metric),
        engine="auto" if space.complete else "textbook",
    )
    found = search_all(
        [space.board(number) for numbers in chosen.values() for number in numbers],
        space.goal,
        spec,
        estimator=estimator,
        doing="searching with A*",
        progress=progress,
        cancelled=cancelled,
    )
    words = "all boards of each distance"
    if sum(map(len, chosen.values())) < space.near:
        most = max(map(len, chosen.values()))
        words = f"at most {most:,} boards of each distance, drawn at random"
    return _make_rows(chosen, found), words


def _make_rows(chosen: dict[int, list[int]], outcomes: Outcomes) -> list[CostRow]:
    rows = []
    at = 0
    for distance, numbers in chosen.items():
        part = slice(at, at + len(numbers))
        at += len(numbers)
        generated = float(outcomes["generated"][part].mean())
        rows.append(
            CostRow(
                distance=distance,
                boards=len(numbers),
                expanded=float(outcomes["expanded"][part].mean()),
                generated=generated,
                cost=float(outcomes["cost"][part].mean()),
                branching=effective_branching_factor(generated - 1, distance),
            )
        )
    return rows
