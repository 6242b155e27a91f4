"""Proving: tabulate the heuristic, check the table, and let A* search with it."""

from collections.abc import Callable

from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.heuristics._user_code import OwnHeuristic
from slidelab.lab.prove import checks
from slidelab.lab.prove.costs import costs_by_distance
from slidelab.lab.prove.findings import CostRow, Ordering, Proof
from slidelab.lab.prove.tabulate import SECONDS_IN_ALL, tabulate
from slidelab.lab.state_space import state_space
from slidelab.puzzle import SINGLE, Board, Shape, goal_board
from slidelab.solving.spec import find_heuristic

Progress = Callable[[str, int, int], None]


def prove(
    heuristic: str | Heuristic,
    goal: Board | str = "blank-first",
    *,
    shape: Shape | None = None,
    count_blank: bool = False,
    metric: str = SINGLE,
    boards: int | None = None,
    seed: int = 0,
    order: bool = True,
    search: bool = True,
    seconds: float = SECONDS_IN_ALL,
    progress: Progress = lambda doing, done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Proof:
    """Check a heuristic (it, its name or `file.py:name`) on every board for this goal.

    `metric` says what a move is, and with it what a true distance is.

    Shapes of more than 9 cells are sampled: about 20,000 boards, the nearest and random ones.
    `order` compares it with the other heuristics. `search` lets A* use it, on at most `boards`
    boards of each distance where that is given. `progress` is told what is being done and how
    much of it is; `cancelled` is asked whether to stop.

    Raises ValueError for a name or goal that makes no sense, OwnCodeError when a person's own
    function fails (it says on which board and line), and CancelledError.

    >>> proof = prove("misplaced-manhattan", shape=Shape(2, 3), search=False)
    >>> proof.admissible, proof.overestimate.words()
    (False, 'this board is 1 move from the goal, and h says 2')
    """
    asked = find_heuristic(heuristic) if isinstance(heuristic, str) else heuristic
    solved = goal if isinstance(goal, Board) else goal_board(goal, shape or Shape(3, 3))
    space = state_space(solved, seed=seed, metric=metric)

    def told(doing: str) -> Callable[[int, int], None]:
        return lambda done, total: progress(doing, done, total)

    values = tabulate(
        asked,
        solved,
        space.states,
        count_blank,
        metric,
        progress=told(f"tabulating {asked.name}"),
        cancelled=cancelled,
        seconds=seconds,
    )
    overestimated, overestimate = checks.overestimates(space, values)
    inconsistent, inconsistency = checks.inconsistencies(space, values)
    orderings: list[Ordering] = []
    if order:
        for other in others(asked):
            doing = told(f"comparing with {other.name}")
            try:
                table = tabulate(
                    other, solved, space.states, metric=metric, progress=doing, cancelled=cancelled
                )
            except ValueError:
                continue  # there is none for this shape
            orderings.append(checks.ordering(space, values, other.name, table))
    costs: list[CostRow] = []
    costs_of = ""
    if search:
        doing = told("searching with A*")
        costs, costs_of = costs_by_distance(
            space, values, asked, count_blank, boards, seed, doing, cancelled
        )
    return Proof(
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
        exact=checks.exact(space, values),
        errors=checks.errors(space, values),
        orderings=orderings,
        costs=costs,
        costs_of=costs_of,
    )


def others(asked: Heuristic) -> list[Heuristic]:
    """The heuristics of slidelab to compare with."""
    return [h for h in HEURISTICS.all() if h.name != asked.name and not isinstance(h, OwnHeuristic)]
