"""Weighted A*: what a longer path buys."""

from slidelab.lab.many_boards import Outcomes
from slidelab.lab.studies import Findings, Request, Table, study
from slidelab.lab.studies._study import GOAL, Cell
from slidelab.solving import SearchSpec

BOARDS = 2000
WEIGHTS = (1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 3.0, 5.0, 10.0)

READING = [
    "**The first step is free.** A weight of 1.1 halves the nodes and loses nothing. It does not "
    "make the search greedy yet; it breaks ties: among nodes of equal g + h it prefers the one "
    "with the lower h, and the last layer of f is not expanded in breadth any more.",
    "**Then a trade.** With w = 1.5 a third of the nodes is left and four paths in five are still "
    "shortest ones; most of what A\\* expands serves to prove that there is no shorter path.",
    "**The bound is far away.** A path may be w times too long at most; even the worst of these "
    "stays well within that, and the mean is far below it.",
    "**More weight is not always fewer nodes.** Beyond w = 5 the paths keep getting longer while "
    "the nodes rise again: the search becomes greedy, and pays for its wrong turns.",
]


@study(
    title="Weighted A*: cost against nodes",
    question="Weighted A* takes f = g + w·h. It promises a path at most w times too long. How many "
    "nodes does that save, and how long do the paths become?",
    cost="Nodes expanded, mean over the boards, with Manhattan distance; a state found again at a "
    "lower g is expanded again and counted again. *Length* is the path's over the shortest one's: "
    "mean and worst. *Optimal* is the share of boards solved with a shortest path.",
)
def weights(request: Request) -> Findings:
    """Search from random boards with rising weights."""
    starts = request.random_boards(BOARDS)
    best = request.search("w = 1", starts, GOAL, SearchSpec("astar", "manhattan"))
    rows = []
    for weight in WEIGHTS:
        spec = SearchSpec("wastar", "manhattan", parameters={"weight": weight})
        found = request.search(f"w = {weight:g}", starts, GOAL, spec)
        rows.append(_row(f"{weight:g}", found, best))
    greedy = request.search("greedy", starts, GOAL, SearchSpec("greedy", "manhattan"))
    rows.append(_row("greedy (∞)", greedy, best))
    headings = ("w", "expanded", "of A*", "length: mean", "length: worst", "optimal")
    return Findings(
        [Table("Weights", headings, rows)],
        boards=f"{len(starts):,} random boards of 3x3 (seed {request.seed}), goal blank-first.",
        reading=READING,
        curves={
            "weighted A*": [(_number(row[3]), _number(row[1])) for row in rows[:-1]],
            "greedy": [(_number(rows[-1][3]), _number(rows[-1][1]))],
        },
        point_names={"weighted A*": [f"w = {weight:g}" for weight in WEIGHTS]},
        x_label="mean length of the path (1 is the shortest)",
        y_label="nodes expanded (mean)",
    )


def _row(weight: str, outcomes: Outcomes, best: Outcomes) -> tuple[Cell, ...]:
    cost, expanded = outcomes["cost"], outcomes["expanded"]
    solvable = best["cost"] > 0
    length = cost[solvable] / best["cost"][solvable]
    return (
        weight,
        float(expanded.mean()),
        f"{expanded.mean() / best['expanded'].mean():.1%}",
        float(length.mean()),
        float(length.max()),
        f"{(cost == best['cost']).mean():.1%}",
    )


def _number(cell: Cell) -> float:
    assert isinstance(cell, float)
    return cell
