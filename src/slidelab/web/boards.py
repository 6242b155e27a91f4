"""From what a request names to boards, goals and names of the catalogue.

Only names of the catalogue are looked up. A path to a file, which the command line takes for a
person's own code, is never among them unless the owner of the server put it there.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import combinations, islice
from typing import Any, TypeVar

from slidelab.engines.heuristics import find_heuristic
from slidelab.errors import SlidelabError
from slidelab.heuristics.formula import is_formula, read_formula
from slidelab.puzzle import BadBoard, Board, PuzzleError, Shape, goal_board, solvability
from slidelab.puzzle.notation import read_field
from slidelab.puzzle.solvability import blank_row_from_bottom, swap_tiles
from slidelab.search.spec import AUTO

Name = TypeVar("Name", bound=str | None)

MOST_PAIRS = 200
"""Number of inversions that are listed one by one."""


class CellsError(SlidelabError):
    """A list of cells is not a board; `cells` are those that are wrong."""

    def __init__(self, problems: Sequence[str], cells: list[int]) -> None:
        super().__init__("; ".join(problems))
        self.problems = list(problems)
        self.cells = cells


def read_board(cells: Sequence[Any] | str, shape: str | None) -> Board:
    """Return the board of cells, or of a text in any notation."""
    asked = None if shape is None else Shape.parse(shape)
    try:
        return Board(cells, asked)
    except BadBoard as error:
        if isinstance(cells, str):
            raise
        raise CellsError(error.problems, _find_faulty(cells, asked)) from None


def read_goal(goal: str | list[int], shape: Shape) -> Board:
    """Return the goal that a request names."""
    if isinstance(goal, str):
        return goal_board(goal, shape)
    try:
        return goal_board(Board(goal, shape), shape)
    except BadBoard as error:
        raise PuzzleError(*(f"in the goal: {problem}" for problem in error.problems)) from None


def describe_board(board: Board, goal: Board) -> dict[str, Any]:
    """Describe whether the board can be brought to the goal, and why."""
    answer = solvability(board, goal)
    pairs = combinations(board.state.replace(b"\0", b""), 2)
    inversions = ([tile, later] for tile, later in pairs if later < tile)
    return {
        "cells": list(board.state),
        "shape": str(board.shape),
        "goal": list(goal.state),
        **asdict(answer),
        "inversion_pairs": [*islice(inversions, MOST_PAIRS)],
        "blank_row_from_bottom": blank_row_from_bottom(board),
        "goal_blank_row_from_bottom": blank_row_from_bottom(goal),
        "swapped": list(swap_tiles(board, *answer.swap).state) if answer.swap else None,
    }


def check_name(kind: str, name: Name, known: Iterable[str]) -> Name:
    """Return the name; raise ValueError unless it is None or known."""
    if name is not None and name not in known:
        raise SlidelabError(f"there is no {kind} {name!r} here; there are {', '.join(known)}")
    return name


def check_heuristic(name: str | None, known: Iterable[str]) -> None:
    """Raise ValueError unless this is a known heuristic, a formula made of those, or None."""
    if name is None or not is_formula(name):
        check_name("heuristic", name, known)
        return
    # Tables fill the disk, so they are only for those who ask for them by name.
    parts = [each for each in known if each != AUTO]
    read_formula(name, lambda part: find_heuristic(check_name("heuristic", part, parts)))


def _find_faulty(cells: Sequence[Any], shape: Shape | None) -> list[int]:
    """Return the cells that are unreadable, out of range or appear twice."""
    tiles = [read_field(cell) for cell in cells]
    times = Counter(tiles)
    most = len(cells) if shape is None else shape.cells
    return [
        at
        for at, tile in enumerate(tiles)
        if tile is None or not 0 <= tile < most or times[tile] > 1
    ]
