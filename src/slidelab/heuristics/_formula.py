"""Formulas: heuristics put together by writing them down, such as `max(misplaced,manhattan)`.

    misplaced+manhattan                 a sum
    max(manhattan,2*misplaced)          the larger; min(…) the smaller
    0.5*rows[1,2,3]+columns             what tiles cost that are not at home, all of them or some

No code is run. A part is a heuristic that slidelab knows, or a cost of tiles; a number before `*`
is its weight. A formula promises only what follows from its parts: `slidelab prove` tells the rest.
"""

from collections.abc import Callable
from math import sqrt

from slidelab.heuristics import Binder, CostTable, Estimate, Heuristic
from slidelab.heuristics._sums import costs_by_cell
from slidelab.puzzle import Board
from slidelab.puzzle.shape import MOST_CELLS
from slidelab.registry import is_file_name

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

MOST_CHARACTERS = 1000
_MOST_NESTED = 20
_MOST_WEIGHT = 1000
_MARKS = "+*(),[]"
_END = ""


class Formula(Heuristic):
    """A heuristic put together of others, called as it is written."""

    is_sum = False
    """Whether it needs brackets where it is weighed."""


def is_formula(name: str) -> bool:
    """Whether this is a formula rather than the name of a heuristic or of a file.

    >>> is_formula("max(misplaced,manhattan)"), is_formula("rows"), is_formula("6-6-3")
    (True, True, False)
    """
    if name.strip().startswith(tuple(f"{how}(" for how in COMBINATIONS)):
        return True
    marked = any(mark in name for mark in _MARKS) and not is_file_name(name)
    return marked or (name in TILE_COSTS and name != "misplaced")


def read_formula(text: str, find: Callable[[str], Heuristic]) -> Heuristic:
    """The heuristic that a formula stands for; `find` knows heuristics by their names.

    Raises ValueError that says what is wrong with it.

    >>> from slidelab.heuristics import get
    >>> h = read_formula("max( md, 2*misplaced )", get)
    >>> h.name, h.admissible
    ('max(manhattan,2*misplaced)', False)
    """
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"a formula may have up to {MOST_CHARACTERS:,} characters")
    return _Reader(text, find).read()


def cost_tiles(name: str, tiles: tuple[int, ...] | None = None) -> Formula:
    """What tiles cost that are not at home: all tiles, or those named."""

    def costs(goal: Board, count_blank: bool) -> CostTable:
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
    return _make_formula(f"{name}{some}", [], costs, True, keeps, keeps, name != "straight")


def weigh(weight: float, part: Heuristic) -> Formula:
    """A part times a number."""
    factor = int(weight) if weight == int(weight) else weight  # whole numbers stay whole

    def bind(goal: Board, count_blank: bool = False) -> Estimate:
        estimate = part.bind(goal, count_blank)
        return lambda state: factor * estimate(state)

    def costs(goal: Board, count_blank: bool) -> CostTable:
        rows: CostTable = part.tabulate(goal, count_blank)
        return tuple(tuple(factor * cost for cost in row) for row in rows)

    return _make_formula(
        f"{factor!r}*" + (f"({part.name})" if getattr(part, "is_sum", False) else part.name),
        [part],
        costs if part.sums else bind,
        part.sums,
        part.admissible and factor <= 1,
        part.consistent and factor <= 1,
        isinstance(factor, int),
    )


def combine(how: str, parts: list[Heuristic]) -> Heuristic:
    """Several parts as their sum, the largest or the smallest of them."""
    if len(parts) == 1:
        return parts[0]
    combined = COMBINATIONS[how]

    def bind(goal: Board, count_blank: bool = False) -> Estimate:
        estimates = [part.bind(goal, count_blank) for part in parts]
        return lambda state: combined([estimate(state) for estimate in estimates])

    def costs(goal: Board, count_blank: bool) -> CostTable:
        tables = [part.tabulate(goal, count_blank) for part in parts]
        cells = range(goal.shape.cells)
        return tuple(tuple(sum(each[cell][t] for each in tables) for t in cells) for cell in cells)

    is_sum = how == "sum"
    sums = is_sum and all(part.sums for part in parts)
    text = ("+" if is_sum else ",").join(part.name for part in parts)
    made = _make_formula(
        text if is_sum else f"{how}({text})",
        parts,
        costs if sums else bind,
        sums,
        # Of a sum nothing is known: both parts may count the same moves.
        not is_sum and (any if how == "min" else all)(part.admissible for part in parts),
        not is_sum and all(part.consistent for part in parts),
    )
    made.is_sum = is_sum
    return made


def _make_formula(
    text: str,
    parts: list[Heuristic],
    bind: Binder,
    sums: bool,
    admissible: bool,
    consistent: bool,
    integral: bool = True,
) -> Formula:
    made = Formula(
        bind,
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


class _Reader:
    """Reads from left to right: sums of products of names and of what is in brackets."""

    def __init__(self, text: str, find: Callable[[str], Heuristic]) -> None:
        self._text = text
        self._find = find
        for mark in _MARKS:
            text = text.replace(mark, f" {mark} ")
        self._tokens = text.split()
        self._depth = 0
        self._weight = 1.0

    def read(self) -> Heuristic:
        term = self._read_sum()
        if self._tokens:
            raise self._error(f"{self._tokens[0]!r} is not expected there")
        return term

    def _read_sum(self) -> Heuristic:
        return combine("sum", self._read_several("+", self._read_product))

    def _read_product(self) -> Heuristic:
        weight = _read_number(self._peek())
        if weight is None:
            return self._read_factor()
        self._tokens.pop(0)
        outside = self._weight
        self._weight *= max(weight, 1)
        if not (weight >= 0 and self._weight <= _MOST_WEIGHT):
            raise self._error(f"a weight is a number from 0 to {_MOST_WEIGHT:,}")
        self._take("*")
        term = weigh(weight, self._read_factor())
        self._weight = outside
        return term

    def _read_factor(self) -> Heuristic:
        name = self._peek()
        if name == "(":
            return self._read_brackets(lambda: [self._read_sum()])[0]
        if name == _END or name in _MARKS:
            raise self._error("a heuristic is missing")
        self._tokens.pop(0)
        if self._peek() == "(":
            if name not in COMBINATIONS:
                raise self._error(f"{name!r} is not one of {', '.join(COMBINATIONS)}")
            return combine(
                name, self._read_brackets(lambda: self._read_several(",", self._read_sum))
            )
        if self._peek() == "[":
            if name not in TILE_COSTS:
                raise self._error(f"only {', '.join(TILE_COSTS)} can be for some tiles")
            return cost_tiles(name, self._read_tiles())
        if name in TILE_COSTS and name != "misplaced":
            return cost_tiles(name)
        if is_file_name(name):
            raise self._error("it can't include your own code: write it in your function")
        found = self._find(name)
        if found.is_own:
            raise self._error(f"{name} isn't one of slidelab's heuristics")
        return found

    def _read_several(self, mark: str, read: Callable[[], Heuristic]) -> list[Heuristic]:
        parts = [read()]
        while self._peek() == mark:
            self._take(mark)
            parts.append(read())
        return parts

    def _read_brackets(self, inside: Callable[[], list[Heuristic]]) -> list[Heuristic]:
        self._depth += 1
        if self._depth > _MOST_NESTED:
            raise self._error(f"brackets may be nested up to {_MOST_NESTED} deep")
        self._take("(")
        terms = inside()
        self._take(")")
        self._depth -= 1
        return terms

    def _read_tiles(self) -> tuple[int, ...]:
        self._take("[")
        tiles = []
        while self._peek() not in ("]", _END):
            word = self._tokens.pop(0)
            if not word.isdecimal():
                raise self._error(f"{word!r} is not a tile: write tiles as [1,2,3]")
            tiles.append(int(word))
            if self._peek() != "]":
                self._take(",")
        self._take("]")
        if not tiles:
            raise self._error("the brackets are empty: write tiles as [1,2,3]")
        return tuple(dict.fromkeys(tiles))

    def _peek(self) -> str:
        return self._tokens[0] if self._tokens else _END

    def _take(self, expected: str) -> None:
        if self._peek() != expected:
            found = f"instead of {self._peek()!r}" if self._tokens else "at the end"
            raise self._error(f"{expected!r} is expected {found}")
        self._tokens.pop(0)

    def _error(self, what: str) -> ValueError:
        return ValueError(
            f"invalid formula {self._text!r}: {what}; formulas look like "
            "misplaced+manhattan or max(manhattan,2*rows[1,2,3])"
        )


def _read_number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
