"""Reading formulas: what is written, as terms."""

from collections.abc import Callable

from slidelab.heuristics._formula import (
    COMBINATIONS,
    TILE_COSTS,
    Term,
    as_heuristic,
    as_term,
    combine,
    tile_cost,
    weigh,
)
from slidelab.heuristics._heuristic import Heuristic
from slidelab.registry import is_file_name

MOST_CHARACTERS = 1000
_MOST_NESTED = 20
_MOST_WEIGHT = 1000
_MARKS = "+*(),[]"
_END = ""


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
    return as_heuristic(_Reader(text, find).read())


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

    def read(self) -> Term:
        term = self._sum()
        if self._tokens:
            raise self._wrong(f"{self._tokens[0]!r} is not expected there")
        return term

    def _sum(self) -> Term:
        terms = [self._product()]
        while self._next() == "+":
            self._take("+")
            terms.append(self._product())
        return combine("sum", terms)

    def _product(self) -> Term:
        weight = _number(self._next())
        if weight is None:
            return self._factor()
        self._tokens.pop(0)
        outside = self._weight
        self._weight *= max(weight, 1)
        if not (weight >= 0 and self._weight <= _MOST_WEIGHT):
            raise self._wrong(f"a weight is a number from 0 to {_MOST_WEIGHT:,}")
        self._take("*")
        term = weigh(weight, self._factor())
        self._weight = outside
        return term

    def _factor(self) -> Term:
        name = self._next()
        if name == "(":
            return self._brackets(lambda: [self._sum()])[0]
        if name == _END or name in _MARKS:
            raise self._wrong("a heuristic is missing")
        self._tokens.pop(0)
        if self._next() == "(":
            if name not in COMBINATIONS:
                raise self._wrong(f"{name!r} is not one of {', '.join(COMBINATIONS)}")
            return combine(name, self._brackets(self._list))
        if self._next() == "[":
            if name not in TILE_COSTS:
                raise self._wrong(f"only {', '.join(TILE_COSTS)} can be for some tiles")
            return tile_cost(name, self._tiles())
        if name in TILE_COSTS and name != "misplaced":
            return tile_cost(name)
        if is_file_name(name):
            raise self._wrong("it can't include your own code: write it in your function")
        found = self._find(name)
        if found.is_own:
            raise self._wrong(f"{name} isn't one of slidelab's heuristics")
        return as_term(found)

    def _list(self) -> list[Term]:
        terms = [self._sum()]
        while self._next() == ",":
            self._take(",")
            terms.append(self._sum())
        return terms

    def _brackets(self, inside: Callable[[], list[Term]]) -> list[Term]:
        self._depth += 1
        if self._depth > _MOST_NESTED:
            raise self._wrong(f"brackets may be nested up to {_MOST_NESTED} deep")
        self._take("(")
        terms = inside()
        self._take(")")
        self._depth -= 1
        return terms

    def _tiles(self) -> tuple[int, ...]:
        self._take("[")
        tiles = []
        while self._next() not in ("]", _END):
            word = self._tokens.pop(0)
            if not word.isdecimal():
                raise self._wrong(f"{word!r} is not a tile: write tiles as [1,2,3]")
            tiles.append(int(word))
            if self._next() != "]":
                self._take(",")
        self._take("]")
        if not tiles:
            raise self._wrong("the brackets are empty: write tiles as [1,2,3]")
        return tuple(dict.fromkeys(tiles))

    def _next(self) -> str:
        return self._tokens[0] if self._tokens else _END

    def _take(self, expected: str) -> None:
        if self._next() != expected:
            found = f"instead of {self._next()!r}" if self._tokens else "at the end"
            raise self._wrong(f"{expected!r} is expected {found}")
        self._tokens.pop(0)

    def _wrong(self, what: str) -> ValueError:
        return ValueError(
            f"invalid formula {self._text!r}: {what}; formulas look like "
            "misplaced+manhattan or max(manhattan,2*rows[1,2,3])"
        )


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
