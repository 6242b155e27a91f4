"""Formulas: heuristics put together by writing them down, such as `max(misplaced,manhattan)`.

    misplaced+manhattan                 a sum
    max(manhattan,2*misplaced)          the larger; min(…) the smaller
    0.5*rows[1,2,3]+columns             what tiles cost that are not at home, all of them or some

No code is run: Python parses the text, and only these forms are accepted. A formula promises only
what follows from its parts; `slidelab prove` finds out the rest.
"""

import ast
import re
from collections.abc import Callable, Iterable
from functools import partial, reduce
from math import sqrt
from operator import add
from typing import Any

from slidelab.errors import SlidelabError
from slidelab.heuristics.heuristic import CostTable, Heuristic
from slidelab.heuristics.lines import costs_by_cell
from slidelab.own_code import is_file_name
from slidelab.puzzle import Board

COMBINATIONS: dict[str, Callable[[Iterable[float]], float]] = {
    "sum": partial(reduce, add),  # from Python 3.12 on, sum() corrects rounding errors of floats
    "max": max,
    "min": min,
}
TILE_COSTS: dict[str, Callable[[int, int], float]] = {
    "misplaced": lambda rows, cols: int(rows + cols > 0),
    "steps": lambda rows, cols: rows + cols,
    "rows": lambda rows, cols: rows,
    "columns": lambda rows, cols: cols,
    "longer": lambda rows, cols: max(rows, cols),
    "straight": lambda rows, cols: sqrt(cols * cols + rows * rows),
}
"""The cost of a tile by its rows and columns from home; never more than its steps."""

MOST_CHARACTERS = 1000
MOST_WEIGHT = 1000
_HYPHENATED = re.compile(r"[^\W\d]\w*(?:-\w+)+|\d+(?:-\d+)+")

Find = Callable[[str], Heuristic]


class Formula(Heuristic):
    """A heuristic put together of others, named as it is written."""

    def __init__(self, node: ast.expr, function: Callable[..., Any], **traits: Any) -> None:
        super().__init__(function, summary="a formula, evaluated as written", **traits)
        self.name = ast.unparse(node).replace(" ", "")

    def __reduce__(self) -> Any:
        from slidelab.heuristics import get

        return get, (self.name,)


def is_formula(name: str) -> bool:
    """Return whether this is a formula rather than the name of a heuristic or of a file.

    >>> is_formula("max(misplaced,manhattan)"), is_formula("rows"), is_formula("6-6-3")
    (True, True, False)
    """
    if name.strip().startswith(tuple(f"{how}(" for how in COMBINATIONS)):
        return True
    marked = bool(set(name) & set("+*(),[]")) and not is_file_name(name)
    return marked or (name in TILE_COSTS and name != "misplaced")


def read_formula(text: str, find: Find) -> Heuristic:
    """Return the heuristic that a formula describes; `find` returns heuristics by their names.

    >>> from slidelab.heuristics import get
    >>> h = read_formula("max( md, 2*misplaced )", get)
    >>> h.name, h.admissible
    ('max(manhattan,2*misplaced)', False)

    Raises `SlidelabError` that says what is wrong with it.
    """
    if len(text) > MOST_CHARACTERS:
        raise SlidelabError(f"a formula may have up to {MOST_CHARACTERS:,} characters")
    # Python would take a hyphen for a minus, and a name that begins with a digit for a number.
    joined = _HYPHENATED.sub(lambda name: "_" + name[0].replace("-", "_"), text.strip())
    try:
        tree = ast.parse(joined, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise _invalid(f"{text!r} is not complete, or its brackets do not match") from None
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = node.id.strip("_").replace("_", "-")
    return _read(tree, find)


def _read(node: ast.expr, find: Find) -> Heuristic:
    """Return the heuristic of a part of a formula."""
    match node:
        case ast.BinOp(left, ast.Add(), right):
            return _combine("sum", node, [_read(left, find), _read(right, find)])
        case ast.BinOp(ast.Constant(int() | float() as weight), ast.Mult(), part) if (
            0 <= weight <= MOST_WEIGHT
        ):
            return _combine("sum", node, [_read(part, find)], weight)
        case ast.BinOp(_, ast.Mult(), _):
            raise _invalid(f"a weight is a number from 0 to {MOST_WEIGHT:,} before a *")
        case ast.Call(ast.Name(how), [_, *_] as parts, []) if how in COMBINATIONS:
            return _combine(how, node, [_read(part, find) for part in parts])
        case ast.Subscript(ast.Name(name), tiles) if name in TILE_COSTS:
            return _cost_tiles(node, name, _read_tiles(tiles))
        case ast.Name(name) if name in TILE_COSTS and name != "misplaced":
            return _cost_tiles(node, name)
        case ast.Name(name):
            found = find(name)
            if found.is_own:
                raise _invalid(f"{name} isn't one of slidelab's heuristics")
            node.id = found.name
            return found
    raise _invalid(f"{ast.unparse(node)!r} is not a heuristic")


def _invalid(why: str) -> SlidelabError:
    return SlidelabError(
        f"invalid formula: {why}; formulas look like misplaced+manhattan or "
        f"max(manhattan,2*rows[1,2,3]); combine with {', '.join(COMBINATIONS)}; "
        f"costs of tiles: {', '.join(TILE_COSTS)}"
    )


def _read_tiles(node: ast.expr) -> set[int]:
    elements = node.elts if isinstance(node, ast.Tuple) else [node]
    tiles: list[Any] = [getattr(each, "value", None) for each in elements]
    if not tiles or any(type(tile) is not int for tile in tiles):
        raise _invalid(f"[{ast.unparse(node)}] is not a list of tiles: write [1,2,3]")
    return set(tiles)


def _cost_tiles(node: ast.expr, name: str, tiles: set[int] | None = None) -> Heuristic:
    """Return what tiles cost that are not at home: all tiles, or those named."""

    def costs(goal: Board, count_blank: bool) -> CostTable:
        cols, cells = goal.shape.cols, goal.shape.cells
        counted = tiles or {*range(not count_blank, cells)}
        if max(counted) >= cells:
            raise SlidelabError(
                f"{ast.unparse(node)}: there is no tile {max(counted)}, a {goal.shape} board has "
                f"the tiles 0 to {cells - 1}"
            )

        def cost(a: int, b: int) -> float:
            return TILE_COSTS[name](abs(a // cols - b // cols), abs(a % cols - b % cols))

        table = costs_by_cell(goal, cost, count_blank=True)
        return tuple(tuple(row[t] if t in counted else 0 for t in range(cells)) for row in table)

    promises = tiles is None or 0 not in tiles  # the blank moves with every tile
    return Formula(
        node,
        costs,
        admissible=promises,
        consistent=promises,
        integral=name != "straight",
        counts_blank=True,
        sums=True,
    )


def _combine(how: str, node: ast.expr, parts: list[Heuristic], weight: float = 1) -> Heuristic:
    """Return the sum of the parts times a weight, or the largest or the smallest of them."""
    factor = int(weight) if weight == int(weight) else weight
    operation = COMBINATIONS[how]
    sums = how == "sum" and all(part.sums for part in parts)

    def bind(goal: Board, count_blank: bool = False) -> Any:
        if sums:
            tables = [part.tabulate(goal, count_blank) for part in parts]
            return [
                [factor * operation(costs) for costs in zip(*rows, strict=True)]
                for rows in zip(*tables, strict=True)
            ]
        estimates = [part.bind(goal, count_blank) for part in parts]
        return lambda state: factor * operation([estimate(state) for estimate in estimates])

    # A sum promises nothing: its parts may count the same moves.
    promises = how != "sum" or (len(parts) == 1 and weight <= 1)
    return Formula(
        node,
        bind,
        admissible=promises and (any if how == "min" else all)(part.admissible for part in parts),
        consistent=promises and all(part.consistent for part in parts),
        integral=isinstance(factor, int) and all(part.integral for part in parts),
        counts_blank=any(part.counts_blank for part in parts),
        most_cells=min(part.most_cells for part in parts),
        sums=sums,
    )
