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
from functools import reduce
from math import sqrt
from operator import add
from typing import Any

from slidelab.errors import SlidelabError
from slidelab.heuristics.heuristic import CostTable, Estimate, Heuristic
from slidelab.heuristics.lines import costs_by_cell
from slidelab.own_code import is_file_name
from slidelab.puzzle import Board
from slidelab.puzzle.shape import MOST_CELLS

COMBINATIONS = ("sum", "max", "min")
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
Terms = list[tuple[float, Heuristic]]


class Formula(Heuristic):
    """A heuristic put together of others, named as it is written."""

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
    try:
        return _read(_parse(text), find)
    except _FormulaError as error:
        raise SlidelabError(
            f"invalid formula {text!r}: {error}; formulas look like "
            "misplaced+manhattan or max(manhattan,2*rows[1,2,3])"
        ) from None


class _FormulaError(Exception):
    """What is wrong with a formula."""


def _parse(text: str) -> ast.expr:
    """Return Python's syntax tree, in which names may have hyphens."""
    names: dict[str, str] = {}

    def replace(match: re.Match[str]) -> str:
        # Python would take a hyphen for a minus.
        name = f"hyphenated_{len(names)}"
        names[name] = match[0]
        return name

    try:
        tree = ast.parse(_HYPHENATED.sub(replace, text.strip()), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        if ".py" in text:
            raise _FormulaError("it can't include your own code: write it in a function") from None
        raise _FormulaError("it is not complete, or its brackets do not match") from None
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = names.get(node.id, node.id)
    return tree


def _read(node: ast.expr, find: Find) -> Heuristic:
    match node:
        case ast.BinOp(op=ast.Add() | ast.Mult()) | ast.Call(ast.Name("sum"), [_, *_], []):
            return _add(node, _read_terms(node, find))
        case ast.Call(ast.Name("max" | "min"), [_, *_] as parts, []):
            return _choose(node, [_read(part, find) for part in parts])
        case ast.Call(function):
            raise _FormulaError(
                f"{ast.unparse(function)}(…) is not one of {', '.join(COMBINATIONS)} with "
                "heuristics separated by commas"
            )
        case ast.Subscript(ast.Name(name), tiles) if name in TILE_COSTS:
            return _cost_tiles(node, name, _read_tiles(tiles))
        case ast.Subscript():
            raise _FormulaError(f"only {', '.join(TILE_COSTS)} can be for some tiles")
        case ast.Name(name) if name in TILE_COSTS and name != "misplaced":
            return _cost_tiles(node, name)
        case ast.Name(name):
            found = find(name)
            if found.is_own:
                raise _FormulaError(f"{name} isn't one of slidelab's heuristics")
            node.id = found.name
            return found
    raise _FormulaError(f"{ast.unparse(node)!r} is not a heuristic")


def _read_terms(node: ast.expr, find: Find, weight: float = 1) -> Terms:
    """Return the parts of a sum, each with its weight."""
    match node:
        case ast.BinOp(left, ast.Add(), right):
            return [*_read_terms(left, find, weight), *_read_terms(right, find, weight)]
        case ast.Call(ast.Name("sum"), parts, []):
            return [term for part in parts for term in _read_terms(part, find, weight)]
        case ast.BinOp(ast.Constant(int() | float() as factor), ast.Mult(), part):
            if not 0 <= factor * weight <= MOST_WEIGHT:
                raise _FormulaError(f"a weight is a number from 0 to {MOST_WEIGHT:,}")
            whole = int(factor) if factor == int(factor) else factor
            return _read_terms(part, find, whole * weight)
        case ast.BinOp(_, ast.Mult(), _):
            raise _FormulaError(
                f"a weight is a number from 0 to {MOST_WEIGHT:,}, written before the *"
            )
    return [(weight, _read(node, find))]


def _read_tiles(node: ast.expr) -> list[int]:
    tiles = []
    for part in node.elts if isinstance(node, ast.Tuple) else [node]:
        if not isinstance(part, ast.Constant) or type(part.value) is not int:
            raise _FormulaError(f"{ast.unparse(part)!r} is not a tile: write tiles as [1,2,3]")
        tiles.append(part.value)
    if not tiles:
        raise _FormulaError("the brackets are empty: write tiles as [1,2,3]")
    return tiles


def _cost_tiles(node: ast.expr, name: str, tiles: list[int] | None = None) -> Formula:
    """Return what tiles cost that are not at home: all tiles, or those named."""

    def costs(goal: Board, count_blank: bool) -> CostTable:
        cols, cells = goal.shape.cols, goal.shape.cells
        if tiles is not None and max(tiles) >= cells:
            raise SlidelabError(
                f"{ast.unparse(node)}: there is no tile {max(tiles)}, a {goal.shape} board has the "
                f"tiles 0 to {cells - 1}"
            )

        def cost(a: int, b: int) -> float:
            return TILE_COSTS[name](abs(a // cols - b // cols), abs(a % cols - b % cols))

        table = costs_by_cell(goal, cost, count_blank or (tiles is not None and 0 in tiles))
        if tiles is None:
            return table
        return tuple(tuple(row[t] if t in tiles else 0 for t in range(cells)) for row in table)

    promises = tiles is None or 0 not in tiles  # the blank moves with every tile
    return _make(node, [], costs, True, promises, promises, name != "straight")


def _add(node: ast.expr, terms: Terms) -> Formula:
    """Return the sum of parts times their weights."""
    parts = [part for _, part in terms]
    sums = all(part.sums for part in parts)

    def costs(goal: Board, count_blank: bool) -> CostTable:
        tables = [(weight, part.tabulate(goal, count_blank)) for weight, part in terms]
        cells = range(goal.shape.cells)
        return tuple(
            tuple(_sum(weight * table[cell][tile] for weight, table in tables) for tile in cells)
            for cell in cells
        )

    def bind(goal: Board, count_blank: bool = False) -> Estimate:
        bound = [(weight, part.bind(goal, count_blank)) for weight, part in terms]
        return lambda state: _sum(weight * estimate(state) for weight, estimate in bound)

    # A sum promises nothing: its parts may count the same moves.
    promises = len(terms) == 1 and terms[0][0] <= 1
    return _make(
        node,
        parts,
        costs if sums else bind,
        sums,
        promises and parts[0].admissible,
        promises and parts[0].consistent,
        all(weight == int(weight) for weight, _ in terms),
    )


def _choose(node: ast.Call, parts: list[Heuristic]) -> Formula:
    """Return the largest or the smallest of several parts."""
    is_max = ast.unparse(node.func) == "max"
    choose: Callable[[list[float]], float] = max if is_max else min

    def bind(goal: Board, count_blank: bool = False) -> Estimate:
        estimates = [part.bind(goal, count_blank) for part in parts]
        return lambda state: choose([estimate(state) for estimate in estimates])

    admissible = (all if is_max else any)(part.admissible for part in parts)
    return _make(node, parts, bind, False, admissible, all(part.consistent for part in parts))


def _make(
    node: ast.expr,
    parts: list[Heuristic],
    function: Callable[..., Any],
    sums: bool,
    admissible: bool,
    consistent: bool,
    integral: bool = True,
) -> Formula:
    made = Formula(
        function,
        admissible=admissible,
        consistent=consistent,
        integral=integral and all(part.integral for part in parts),
        counts_blank=not parts or any(part.counts_blank for part in parts),
        most_cells=min((part.most_cells for part in parts), default=MOST_CELLS),
        sums=sums,
        summary="a formula, evaluated as written",
    )
    made.name = ast.unparse(node).replace(" ", "")
    return made


def _sum(values: Iterable[float]) -> float:
    # Not sum(): from Python 3.12 on it corrects rounding errors of floats.
    return reduce(add, values)
