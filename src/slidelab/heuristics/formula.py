"""Formulas: heuristics put together by writing them down, such as `max(misplaced,manhattan)`.

    misplaced+manhattan                 a sum
    max(manhattan,2*misplaced)          the larger; min(…) the smaller
    0.5*rows+columns                    the rows, or columns, that tiles are from home

No code is run: Python parses the text, and only these forms are accepted. A formula promises only
what follows from its parts; `slidelab prove` finds out the rest.
"""

import ast
import re
from collections.abc import Callable
from typing import Any

from slidelab.errors import SlidelabError
from slidelab.heuristics.heuristic import Heuristic
from slidelab.heuristics.lines import costs_by_cell
from slidelab.own_code import is_file_name
from slidelab.puzzle import Board

COMBINATIONS: dict[str, Callable[..., float]] = {"max": max, "min": min}
TILE_COSTS: dict[str, Callable[[int, int], int]] = {
    "rows": lambda rows, cols: rows,
    "columns": lambda rows, cols: cols,
    "longer": max,
}
"""The cost of a tile by its rows and columns from home; never more than its steps."""

MOST_CHARACTERS = 1000
MOST_WEIGHT = 1000
_HYPHENATED = re.compile(r"[^\W\d]\w*(?:-\w+)+|\d+(?:-\d+)+")

Find = Callable[[str], Heuristic]


def is_formula(name: str) -> bool:
    """Return whether this is a formula rather than the name of a heuristic or of a file.

    >>> is_formula("max(misplaced,manhattan)"), is_formula("rows"), is_formula("6-6-3")
    (True, True, False)
    """
    return name in TILE_COSTS or (bool(set(name) & set("+*()[]")) and not is_file_name(name))


def read_formula(text: str, find: Find) -> Heuristic:
    """Return the heuristic that a formula describes; `find` returns heuristics by their names.

    >>> from slidelab.heuristics import get
    >>> h = read_formula("max( Manhattan, 2*misplaced )", get)
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
            parts = [_read(left, find), _read(right, find)]
            return _combine(node, parts, lambda a, b: a + b)
        case ast.BinOp(ast.Constant(int() | float() as weight), ast.Mult(), right) if (
            0 <= weight <= MOST_WEIGHT
        ):
            factor = int(weight) if weight == int(weight) else weight
            return _combine(node, [_read(right, find)], lambda value: factor * value, factor)
        case ast.BinOp(_, ast.Mult(), _):
            raise _invalid(f"a weight is a number from 0 to {MOST_WEIGHT:,} before a *")
        case ast.Call(ast.Name(how), [_, _, *_] as nodes, []) if how in COMBINATIONS:
            return _combine(node, [_read(each, find) for each in nodes], COMBINATIONS[how])
        case ast.Name(name) if name in TILE_COSTS:
            return _cost_tiles(name)
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
        f"max(manhattan,2*rows); combine with {', '.join(COMBINATIONS)}; "
        f"costs of tiles: {', '.join(TILE_COSTS)}"
    )


def _cost_tiles(name: str) -> Heuristic:
    """Return the heuristic that adds up a cost of each tile away from home."""
    return Heuristic(
        lambda goal, count_blank: costs_by_cell(goal, TILE_COSTS[name], count_blank),
        name=name,
        summary=f"the sum of the tiles' {name} from home",
        admissible=True,
        consistent=True,
        counts_blank=True,
        sums=True,
    )


def _combine(
    node: ast.expr,
    parts: list[Heuristic],
    operation: Callable[..., float],
    weight: float = 1,
) -> Heuristic:
    """Return an operation on the values of the parts, or on their costs if all are sums."""
    is_choice = operation in COMBINATIONS.values()
    sums = not is_choice and all(part.sums for part in parts)

    def bind(goal: Board, count_blank: bool = False) -> Any:
        if sums:
            tables = [part.tabulate(goal, count_blank) for part in parts]
            return [list(map(operation, *rows)) for rows in zip(*tables, strict=True)]
        estimates = [part.bind(goal, count_blank) for part in parts]
        return lambda state: operation(*(estimate(state) for estimate in estimates))

    # A sum promises nothing: its parts may count the same moves.
    promises = weight <= 1 and (is_choice or len(parts) == 1)
    enough = any if operation is min else all
    return Heuristic(
        bind,
        name=ast.unparse(node).replace(" ", ""),
        summary="a formula, evaluated as written",
        admissible=promises and enough(part.admissible for part in parts),
        consistent=promises and all(part.consistent for part in parts),
        integral=isinstance(weight, int) and all(part.integral for part in parts),
        counts_blank=any(part.counts_blank for part in parts),
        most_cells=min(part.most_cells for part in parts),
        sums=sums,
    )
