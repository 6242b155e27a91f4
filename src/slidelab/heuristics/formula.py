"""Formulas: heuristics put together by writing them down, such as `max(misplaced,manhattan)`.

    misplaced+manhattan                 a sum
    max(manhattan,2*misplaced)          the larger; min(…) the smaller
    0.5*rows[1,2,3]+columns             what tiles cost that are not at home, all of them or some

No code is run: Python parses the text, and only these forms are accepted. A formula promises only
what follows from its parts; `slidelab prove` finds out the rest.
"""

import ast
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import reduce
from math import sqrt
from operator import add
from typing import Any

from slidelab.errors import SlidelabError
from slidelab.heuristics.heuristic import Binder, CostTable, Estimate, Heuristic
from slidelab.heuristics.lines import costs_by_cell
from slidelab.puzzle import Board
from slidelab.puzzle.shape import MOST_CELLS
from slidelab.registry import is_file_name


def _add_in_order(values: Sequence[float]) -> float:
    # Not sum(): from Python 3.12 on it corrects rounding errors of floats.
    return reduce(add, values)


COMBINATIONS: dict[str, Callable[[Sequence[float]], float]] = {
    "sum": _add_in_order,
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
_MOST_WEIGHT = 1000
_HYPHENATED = re.compile(r"\w+(?:-\w+)+")


class Formula(Heuristic):
    """A heuristic put together of others, named as it is written."""

    is_sum = False
    """Whether it needs brackets when it is weighted."""

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
    return (bool(set(name) & set("+*(),[]")) and not is_file_name(name)) or (
        name in TILE_COSTS and name != "misplaced"
    )


def read_formula(text: str, find: Callable[[str], Heuristic]) -> Heuristic:
    """Return the heuristic that a formula describes; `find` returns heuristics by their names.

    >>> from slidelab.heuristics import get
    >>> h = read_formula("max( md, 2*misplaced )", get)
    >>> h.name, h.admissible
    ('max(manhattan,2*misplaced)', False)

    Raises `SlidelabError` that says what is wrong with it.
    """
    if len(text) > MOST_CHARACTERS:
        raise SlidelabError(f"a formula may have up to {MOST_CHARACTERS:,} characters")
    return _Reader(text, find).read()


class _Reader:
    """Translates Python's syntax tree of a formula."""

    def __init__(self, text: str, find: Callable[[str], Heuristic]) -> None:
        self._text = text
        self._find = find
        self._names: dict[str, str] = {}
        """Names with hyphens, which Python would take for differences, by their stand-ins."""

    def read(self) -> Heuristic:
        try:
            tree = ast.parse(_HYPHENATED.sub(self._stand_in, self._text.strip()), mode="eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            if ".py" in self._text:
                raise self._error(
                    "it can't include your own code: write it in your function"
                ) from None
            raise self._error("it is not complete, or its brackets do not match") from None
        return self._read(tree.body)

    def _stand_in(self, match: re.Match[str]) -> str:
        with suppress(ValueError):
            return str(float(match[0]))  # such as 1e-3
        name = f"name_{len(self._names)}"
        self._names[name] = match[0]
        return name

    def _read(self, node: ast.expr, weight: float = 1) -> Heuristic:
        """Return the heuristic of a part of the formula, `weight` being that of what is around."""
        match node:
            case ast.BinOp(left, ast.Add(), right):
                parts = [left, right]
                while isinstance(parts[0], ast.BinOp) and isinstance(parts[0].op, ast.Add):
                    parts[:1] = [parts[0].left, parts[0].right]
                return _combine("sum", [self._read(part, weight) for part in parts])
            case ast.BinOp(ast.Constant(int() | float() as factor), ast.Mult(), part):
                if not 0 <= max(factor, 1) * weight <= _MOST_WEIGHT or factor < 0:
                    raise self._error(f"a weight is a number from 0 to {_MOST_WEIGHT:,}")
                return _weigh(factor, self._read(part, max(factor, 1) * weight))
            case ast.BinOp(_, ast.Mult(), _) | ast.UnaryOp():
                raise self._error(
                    f"a weight is a number from 0 to {_MOST_WEIGHT:,}, written before the *"
                )
            case ast.Call(ast.Name(how), [_, *_] as parts, []) if how in COMBINATIONS:
                return _combine(how, [self._read(part, weight) for part in parts])
            case ast.Call(function):
                written = self._unparse(function)
                if written in COMBINATIONS:
                    raise self._error(f"{written}(…) needs heuristics, separated by commas")
                raise self._error(f"{written!r} is not one of {', '.join(COMBINATIONS)}")
            case ast.Subscript(ast.Name(cost), tiles) if cost in TILE_COSTS:
                return _cost_tiles(cost, self._read_tiles(tiles))
            case ast.Subscript():
                raise self._error(f"only {', '.join(TILE_COSTS)} can be for some tiles")
            case ast.Name(name):
                return self._read_name(self._names.get(name, name))
        raise self._error(f"{self._unparse(node)!r} is not a heuristic")

    def _read_name(self, name: str) -> Heuristic:
        if name in TILE_COSTS and name != "misplaced":
            return _cost_tiles(name)
        found = self._find(name)
        if found.is_own:
            raise self._error(f"{name} isn't one of slidelab's heuristics")
        return found

    def _read_tiles(self, node: ast.expr) -> tuple[int, ...]:
        tiles = []
        for part in node.elts if isinstance(node, ast.Tuple) else [node]:
            if not isinstance(part, ast.Constant) or type(part.value) is not int:
                raise self._error(f"{self._unparse(part)!r} is not a tile: write tiles as [1,2,3]")
            tiles.append(part.value)
        return tuple(dict.fromkeys(tiles))

    def _unparse(self, node: ast.expr) -> str:
        text = ast.unparse(node)
        for stand_in, name in self._names.items():
            text = text.replace(stand_in, name)
        return text

    def _error(self, what: str) -> SlidelabError:
        return SlidelabError(
            f"invalid formula {self._text!r}: {what}; formulas look like "
            "misplaced+manhattan or max(manhattan,2*rows[1,2,3])"
        )


def _cost_tiles(name: str, tiles: tuple[int, ...] | None = None) -> Formula:
    """Return what tiles cost that are not at home: all tiles, or those named."""
    text = name if tiles is None else f"{name}[{','.join(map(str, tiles))}]"

    def costs(goal: Board, count_blank: bool) -> CostTable:
        cols, cells = goal.shape.cols, goal.shape.cells
        if tiles is not None and max(tiles) >= cells:
            raise SlidelabError(
                f"{text}: there is no tile {max(tiles)}, a {goal.shape} board has the tiles 0 to "
                f"{cells - 1}"
            )

        def cost(a: int, b: int) -> float:
            return TILE_COSTS[name](abs(a // cols - b // cols), abs(a % cols - b % cols))

        everything = costs_by_cell(goal, cost, count_blank or (tiles is not None and 0 in tiles))
        if tiles is None:
            return everything
        return tuple(
            tuple(value if tile in tiles else 0 for tile, value in enumerate(row))
            for row in everything
        )

    promises = tiles is None or 0 not in tiles  # the blank moves with every tile
    return _make(text, [], costs, True, promises, promises, integral=name != "straight")


def _weigh(weight: float, part: Heuristic) -> Formula:
    """Return a part times a number."""
    factor = int(weight) if weight == int(weight) else weight  # whole numbers stay whole

    def bind(goal: Board, count_blank: bool = False) -> Estimate:
        estimate = part.bind(goal, count_blank)
        return lambda state: factor * estimate(state)

    def costs(goal: Board, count_blank: bool) -> CostTable:
        rows: CostTable = part.tabulate(goal, count_blank)
        return tuple(tuple(factor * cost for cost in row) for row in rows)

    return _make(
        f"{factor!r}*" + (f"({part.name})" if getattr(part, "is_sum", False) else part.name),
        [part],
        costs if part.sums else bind,
        part.sums,
        part.admissible and factor <= 1,
        part.consistent and factor <= 1,
        integral=isinstance(factor, int),
    )


def _combine(how: str, parts: list[Heuristic]) -> Heuristic:
    """Return the sum of several parts, or the largest or smallest of them."""
    if len(parts) == 1:
        return parts[0]
    combined = COMBINATIONS[how]

    def bind(goal: Board, count_blank: bool = False) -> Estimate:
        estimates = [part.bind(goal, count_blank) for part in parts]
        return lambda state: combined([estimate(state) for estimate in estimates])

    def costs(goal: Board, count_blank: bool) -> CostTable:
        tables = [part.tabulate(goal, count_blank) for part in parts]
        cells = range(goal.shape.cells)
        return tuple(
            tuple(_add_in_order([table[cell][tile] for table in tables]) for tile in cells)
            for cell in cells
        )

    is_sum = how == "sum"
    sums = is_sum and all(part.sums for part in parts)
    text = ("+" if is_sum else ",").join(part.name for part in parts)
    made = _make(
        text if is_sum else f"{how}({text})",
        parts,
        costs if sums else bind,
        sums,
        # Nothing is known of a sum: its parts may count the same moves.
        not is_sum and (any if how == "min" else all)(part.admissible for part in parts),
        not is_sum and all(part.consistent for part in parts),
    )
    made.is_sum = is_sum
    return made


def _make(
    text: str,
    parts: list[Heuristic],
    function: Binder,
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
    made.name = text
    return made
