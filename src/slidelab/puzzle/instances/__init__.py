"""Instances that papers measure themselves on, by name: `korf:1` to `korf:100`, `korf24:1` ….

- `korf100`: the 100 random 15-puzzles of R. Korf, "Depth-First Iterative-Deepening: An Optimal
  Admissible Tree Search", Artificial Intelligence 27 (1985), with the nodes that IDA* with
  Manhattan distance generates and expands.
- `korf24`: the 50 random 24-puzzles of R. Korf and A. Felner, "Disjoint Pattern Database
  Heuristics", Artificial Intelligence 134 (2002), with the nodes that their 6-6-6-6 databases
  generated, and those that R. Clausecker's 24puzzle expanded with the same patterns, the blank's
  regions distinguished and the goal not counted.

All have the goal blank-first.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from slidelab.puzzle.board import Board
from slidelab.puzzle.errors import BadBoard
from slidelab.puzzle.wording import shorten

SETS = ("korf100", "korf24")
_MOST_DIGITS = 9  # Python refuses to convert thousands of them
_SET_OF_PREFIX = {"korf": "korf100", "korf100": "korf100", "korf24": "korf24"}


class Instance(NamedTuple):
    """A published board: its name, its optimal length, and the counts published with it."""

    name: str
    board: Board
    optimal: int
    published: dict[str, int]


@cache
def instance_set(name: str) -> tuple[Instance, ...]:
    """The instances of a set, in the order of the paper; ValueError lists the sets there are.

    >>> [len(instance_set(name)) for name in SETS]
    [100, 50]
    """
    measures, rows = _read_rows(name)
    return tuple(_make_instance(name, measures, row) for row in rows)


@cache
def _read_rows(name: str) -> tuple[list[str], list[list[str]]]:
    """The names of the published counts of a set, and its rows as they are in the file."""
    if name not in SETS:
        raise ValueError(f"there is no instance set {name!r}; the sets are {', '.join(SETS)}")
    lines = (Path(__file__).parent / f"{name}.csv").read_text().splitlines()
    header, *rows = (line.split(",") for line in lines)
    return header[3:], rows


def _name(of_set: str, row: list[str]) -> str:
    return f"{of_set.removesuffix('100')}:{row[0]}"


def _make_instance(of_set: str, measures: list[str], row: list[str]) -> Instance:
    _, tiles, optimal, *counts = row
    published = dict(zip(measures, map(int, counts), strict=True))
    return Instance(_name(of_set, row), Board.parse(tiles), int(optimal), published)


def is_instance_name(text: str) -> bool:
    """Whether the text looks like the name of an instance, such as `korf:1`.

    >>> is_instance_name("korf:1"), is_instance_name("1,2,3,0")
    (True, False)
    """
    prefix, colon, _ = text.strip().lower().partition(":")
    return bool(colon) and prefix in _SET_OF_PREFIX


def instance(name: str) -> Instance:
    """The instance of this name; raises BadBoard when the number is not in the set.

    >>> instance("korf:1").optimal
    57
    >>> instance("korf:101")
    Traceback (most recent call last):
    ...
    slidelab.puzzle.errors.BadBoard: korf:101 is not an instance; they are korf:1 to korf:100
    """
    prefix, _, number = name.strip().lower().partition(":")
    of_set = _SET_OF_PREFIX.get(prefix, prefix)
    measures, rows = _read_rows(of_set)
    is_number = number.isascii() and number.isdecimal() and len(number) <= _MOST_DIGITS
    if not (is_number and 1 <= int(number) <= len(rows)):
        ends = f"{_name(of_set, rows[0])} to {_name(of_set, rows[-1])}"
        raise BadBoard(f"{shorten(name.strip())} is not an instance; they are {ends}")
    return _make_instance(of_set, measures, rows[int(number) - 1])
