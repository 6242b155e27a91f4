"""Weighted A*: what a longer path buys."""

from slidelab.lab.batch_solve import Outcomes
from slidelab.lab.studies import Cell, Findings, Request, Study, StudyTable
from slidelab.solving import SearchSpec

BOARDS = 2000
WEIGHTS = (1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 3.0, 5.0, 10.0)


@Study
def weights(request: Request) -> Findings:
    """Search from random boards with rising weights."""
    starts, which = request.random_boards(BOARDS)
    best = request.search("w = 1", starts, SearchSpec("astar", "manhattan"))
    rows = []
    for weight in WEIGHTS:
        spec = SearchSpec("wastar", "manhattan", parameters={"weight": weight})
        found = request.search(f"w = {weight:g}", starts, spec)
        rows.append(_make_row(f"{weight:g}", found, best))
    greedy = request.search("greedy", starts, SearchSpec("greedy", "manhattan"))
    rows.append(_make_row("greedy (∞)", greedy, best))
    headings = ("w", "expanded", "of A*", "length: mean", "length: worst", "optimal")
    table = StudyTable("Weights", headings, rows)
    *weighted, last = table.points(3, 1)
    return Findings(
        [table],
        boards=f"{which}.",
        curves={"weighted A*": weighted, "greedy": [last]},
        point_names={"weighted A*": [f"w = {weight:g}" for weight in WEIGHTS]},
        x_label="mean length of the path (1 is the shortest)",
        y_label="nodes expanded (mean)",
    )


def _make_row(weight: str, outcomes: Outcomes, best: Outcomes) -> tuple[Cell, ...]:
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
