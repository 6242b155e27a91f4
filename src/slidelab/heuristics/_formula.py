"""Formulas: heuristics put together by writing them down, such as `max(misplaced,manhattan)`.

    misplaced+manhattan                 a sum
    max(manhattan,2*misplaced)          the larger; min(…) the smaller
    0.5*rows[1,2,3]+columns             what tiles cost that are not at home, all of them or some

No code is run. A part is a heuristic that slidelab knows, or a cost of tiles; a number before `*`
is its weight. A formula promises only what follows from its parts: `slidelab prove` tells the rest.
"""

from collections.abc import Callable
from functools import reduce
from math import sqrt
from operator import add, getitem
from typing import NamedTuple

from slidelab.heuristics._cells import costs_by_cell
from slidelab.heuristics._heuristic import CostTable, Estimate, Heuristic
from slidelab.puzzle import Board
from slidelab.puzzle.shape import MOST_CELLS

COMBINATIONS: dict[str, Callable[[list[float]], float]] = {"sum": sum, "max": max, "min": min}

TILE_COSTS: dict[str, Callable[[int, int], float]] = {
    "misplaced": lambda rows, cols: int(rows + cols > 0),
    "steps": lambda rows, cols: rows + cols,
    "rows": lambda rows, cols: rows,
    "columns": lambda rows, cols: cols,
    "longer": lambda rows, cols: max(rows, cols),
    "straight": lambda rows, cols: sqrt(cols * cols + rows * rows),
}
"""The cost of a tile by its rows and columns from home; never more than its steps."""

_SAME_AS_TILE_COST = {"manhattan": "steps", "euclidean": "straight"}
"""Heuristics that add up a cost of all tiles, as a table of costs does."""


class Term(NamedTuple):
    """A part of a formula, or all of it, with what is known of it."""

    text: str
    bind: Callable[[Board, bool], Estimate]
    table: Callable[[Board, bool], CostTable] | None
    """What makes the table of costs; None if the estimate is not a sum over the cells."""
    admissible: bool
    consistent: bool
    integral: bool
    counts_blank: bool = True
    most_cells: int = MOST_CELLS
    is_sum: bool = False


def as_heuristic(term: Term) -> Heuristic:
    """A formula as a heuristic, called as it is written.

    It promises only what follows from its parts: `slidelab prove` finds out the rest.
    """

    def bind(goal: Board, count_blank: bool = False) -> Estimate:
        return term.bind(goal, count_blank)

    made = Heuristic(
        bind,
        admissible=term.admissible,
        consistent=term.consistent,
        integral=term.integral,
        counts_blank=term.counts_blank,
        most_cells=term.most_cells,
        costs=term.table,
        summary="a formula, evaluated as written",
    )
    made.name = term.text
    return made


def tile_cost(name: str, tiles: tuple[int, ...] | None = None) -> Term:
    """What tiles cost that are not at home: all tiles, or those named."""

    def table(goal: Board, count_blank: bool) -> CostTable:
        cols = goal.shape.cols

        def cost(a: int, b: int) -> float:
            return TILE_COSTS[name](abs(a // cols - b // cols), abs(a % cols - b % cols))

        everything = costs_by_cell(goal, cost, count_blank or (tiles is not None and 0 in tiles))
        if tiles is None:
            return everything
        return tuple(
            tuple(value if tile in tiles else 0 for tile, value in enumerate(row))
            for row in everything
        )

    some = "" if tiles is None else f"[{','.join(map(str, tiles))}]"
    keeps = tiles is None or 0 not in tiles  # the blank moves with every tile
    return Term(f"{name}{some}", _adding_up(table), table, keeps, keeps, name != "straight")


def as_term(heuristic: Heuristic) -> Term:
    """A heuristic that is known by its name."""
    same = tile_cost(_SAME_AS_TILE_COST.get(heuristic.name, heuristic.name)).table
    linear = heuristic.name in (*_SAME_AS_TILE_COST, "misplaced")
    return Term(
        heuristic.name,
        heuristic.bind,
        same if linear else None,
        heuristic.admissible,
        heuristic.consistent,
        heuristic.integral,
        heuristic.counts_blank,
        heuristic.most_cells,
    )


def weigh(weight: float, term: Term) -> Term:
    """A term times a number."""
    factor = int(weight) if weight == int(weight) else weight  # whole numbers stay whole
    inner = term.table

    def bind(goal: Board, count_blank: bool) -> Estimate:
        estimate = term.bind(goal, count_blank)
        return lambda state: factor * estimate(state)

    def table(goal: Board, count_blank: bool) -> CostTable:
        assert inner is not None
        return tuple(tuple(factor * cost for cost in row) for row in inner(goal, count_blank))

    text = f"({term.text})" if term.is_sum else term.text
    return Term(
        f"{factor!r}*{text}",
        bind if inner is None else _adding_up(table),
        None if inner is None else table,
        term.admissible and factor <= 1,
        term.consistent and factor <= 1,
        term.integral and isinstance(factor, int),
        term.counts_blank,
        term.most_cells,
    )


def combine(how: str, terms: list[Term]) -> Term:
    """Several terms as their sum, the largest or the smallest of them."""
    if len(terms) == 1:
        return terms[0]
    combine = COMBINATIONS[how]
    tables = [term.table for term in terms]

    def bind(goal: Board, count_blank: bool) -> Estimate:
        estimates = [term.bind(goal, count_blank) for term in terms]
        return lambda state: combine([estimate(state) for estimate in estimates])

    def table(goal: Board, count_blank: bool) -> CostTable:
        made = [each(goal, count_blank) for each in tables if each is not None]
        cells = range(goal.shape.cells)
        return tuple(tuple(sum(each[cell][t] for each in made) for t in cells) for cell in cells)

    linear = how == "sum" and None not in tables
    text = ("+" if how == "sum" else ",").join(term.text for term in terms)
    return Term(
        text if how == "sum" else f"{how}({text})",
        _adding_up(table) if linear else bind,
        table if linear else None,
        # Of a sum nothing is known: both terms may count the same moves.
        how != "sum" and (any if how == "min" else all)(term.admissible for term in terms),
        how != "sum" and all(term.consistent for term in terms),
        all(term.integral for term in terms),
        any(term.counts_blank for term in terms),
        min(term.most_cells for term in terms),
        is_sum=how == "sum",
    )


def _adding_up(table: Callable[[Board, bool], CostTable]) -> Callable[[Board, bool], Estimate]:
    def bind(goal: Board, count_blank: bool) -> Estimate:
        costs = table(goal, count_blank)
        # Not sum(), which corrects rounding errors of floats: the kernels do not.
        return lambda state: reduce(add, map(getitem, costs, state))

    return bind
