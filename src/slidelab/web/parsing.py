"""From what a request names to boards, limits and names of the catalogue.

Only names of the catalogue are looked up. A path to a file, which the command line takes for a
person's own code, is never among them unless the owner of the server put it there.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from slidelab.engines.compiled.databases import GRADIENT, find_heuristic
from slidelab.heuristics._formula import is_formula, read_formula
from slidelab.puzzle import BadBoard, BadShape, Board, Shape, goal_board, solvability
from slidelab.puzzle.solvability import blank_row_from_bottom, swap_tiles
from slidelab.puzzle.validation import read_field
from slidelab.search import Limits
from slidelab.search.spec import AUTO
from slidelab.solving import Result
from slidelab.web.problems import refusal

if TYPE_CHECKING:
    from slidelab.web import requests
    from slidelab.web.settings import Settings

Name = TypeVar("Name", bound=str | None)

MOST_PAIRS = 200
"""How many inversions are listed one by one."""


class Lab(Protocol):
    """What can be chosen, how much of it a request may use, and who remembers what came of it."""

    @property
    def catalogue(self) -> Mapping[str, Any]: ...
    @property
    def settings(self) -> "Settings": ...
    @property
    def keep(self) -> Callable[[Result], object] | None: ...


def read_shape(named: str | Shape, settings: "Settings") -> Shape:
    """The shape of a request or of its board; raises BadShape if it is too large here."""
    shape = Shape.parse(named)
    if shape.rows > settings.max_rows or shape.cols > settings.max_cols:
        raise BadShape(
            f"a {shape} board is too large here: the largest is "
            f"{settings.max_rows}x{settings.max_cols}"
        )
    return shape


def read_board(cells: Sequence[Any] | str, shape: str | None, settings: "Settings") -> Board:
    """The board of cells, or of a text in any notation.

    Raises PuzzleError, or ApiError with the problems and the cells concerned.
    """
    asked = None if shape is None else read_shape(shape, settings)
    try:
        board = Board(cells, asked)
    except BadBoard as error:
        if isinstance(cells, str):
            raise
        raise refusal(*error.problems, cells=_find_faulty(cells, asked)) from None
    read_shape(board.shape, settings)
    return board


def read_goal(goal: str | list[int], shape: Shape) -> Board:
    """The goal a request names; raises PuzzleError when it is none for this shape."""
    if isinstance(goal, str):
        return goal_board(goal, shape)
    try:
        return goal_board(Board(goal, shape), shape)
    except BadBoard as error:
        raise refusal(*(f"in the goal: {problem}" for problem in error.problems)) from None


def read_board_and_goal(body: "requests.BoardRequest", settings: "Settings") -> tuple[Board, Board]:
    board = read_board(body.cells, body.shape, settings)
    return board, read_goal(body.goal, board.shape)


def read_limits(body: "requests.LimitsSchema", settings: "Settings", seconds: float) -> Limits:
    """The limits that a body asks for, within those of the server."""
    return Limits(
        seconds=min(body.seconds or seconds, settings.seconds),
        nodes=min(body.nodes or settings.nodes, settings.nodes),
        memory=settings.search_memory,
    )


def extend_limits(used: float, seconds: float, settings: "Settings") -> Limits:
    """The limits with which a paused search continues: some seconds, any number of nodes."""
    return Limits(seconds=min(used + seconds, settings.seconds), memory=settings.search_memory)


def describe_board(board: Board, goal: Board) -> dict[str, Any]:
    """Whether the board can be brought to the goal, and all that shows why."""
    answer = solvability(board, goal)
    pairs = combinations(board.state.replace(b"\0", b""), 2)
    inversions = ([tile, later] for tile, later in pairs if later < tile)
    return {
        "cells": list(board.state),
        "shape": str(board.shape),
        "goal": list(goal.state),
        **answer.to_dict(),
        "inversion_pairs": [*islice(inversions, MOST_PAIRS)],
        "blank_row_from_bottom": blank_row_from_bottom(board),
        "goal_blank_row_from_bottom": blank_row_from_bottom(goal),
        "swapped": list(swap_tiles(board, *answer.swap).state) if answer.swap else None,
    }


def _find_faulty(cells: Sequence[Any], shape: Shape | None) -> list[int]:
    """The cells that cannot stay as they are: unreadable, out of range or appearing twice."""
    tiles = [read_field(cell) for cell in cells]
    times = Counter(tiles)
    most = len(cells) if shape is None else shape.cells
    return [
        at
        for at, tile in enumerate(tiles)
        if tile is None or not 0 <= tile < most or times[tile] > 1
    ]


def check_heuristic(name: str | None, known: Iterable[str]) -> None:
    """Raise ApiError unless this is a heuristic of those known, a formula made of them, or None."""
    if name is None or not is_formula(name):
        check_name("heuristic", name, known)
        return
    # Tables are for those who ask for them by name: they fill the disk.
    parts = [each for each in known if each not in (AUTO, GRADIENT)]
    try:
        read_formula(name, lambda part: find_heuristic(check_name("heuristic", part, parts)))
    except ValueError as error:
        raise refusal(str(error)) from None


def check_name(kind: str, name: Name, known: Iterable[str]) -> Name:
    """The name itself, which may be None; raises ApiError where it is not one of those known."""
    if name is not None and name not in known:
        raise refusal(f"there is no {kind} {name!r} here; there are {', '.join(known)}")
    return name


def list_names(lab: Lab, section: str) -> list[str]:
    """The names that a section of the catalogue has."""
    return [page["name"] for page in lab.catalogue[section]]
