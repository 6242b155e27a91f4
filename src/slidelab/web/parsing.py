"""From what a request names to boards, and to a job that a worker can carry out.

Only names of the catalogue are looked up. A path to a file, which the command line takes for a
person's own code, is never among them unless the owner of the server put it there.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from slidelab.engines.compiled.databases import GRADIENT, find_heuristic
from slidelab.engines.sizes import EXACT, SMALL
from slidelab.heuristics._formula_text import is_formula, read_formula
from slidelab.puzzle import (
    BadBoard,
    BadShape,
    Board,
    Shape,
    goal_board,
    is_solvable,
    parse_moves,
    solvability,
)
from slidelab.puzzle.fields import read_field
from slidelab.puzzle.solvability import blank_row_from_bottom, swap_tiles
from slidelab.search import PRESETS, Limits
from slidelab.solving import Result, SearchSpec
from slidelab.solving.defaults import AUTO
from slidelab.solving.row_syntax import VERSIONS, Row, read_row, rows_on_one_engine
from slidelab.web.job_specs import ExplanationJob, ProofJob, ReviewJob, SearchJob
from slidelab.web.problems import refusal

if TYPE_CHECKING:
    from slidelab.web.schemas import requests
    from slidelab.web.settings import Settings

Goal = str | list[int]


class Lab(Protocol):
    """What can be chosen, how much of it a request may use, and who remembers what came of it."""

    @property
    def catalogue(self) -> Mapping[str, Any]: ...
    @property
    def settings(self) -> "Settings": ...
    @property
    def keep(self) -> Callable[[Result], object] | None: ...


_SPEC_FIELDS = ("algorithm", "heuristic", "preset", "conventions", "parameters", "engine")

MOST_PAIRS = 200
"""How many inversions are listed one by one."""


def read_shape(text: str, settings: "Settings") -> Shape:
    """The shape a request names; raises BadShape when it is larger than the server allows."""
    return within_limits(Shape.parse(text), settings)


def within_limits(shape: Shape, settings: "Settings") -> Shape:
    """The shape itself; raises BadShape when it is larger than the server allows."""
    if shape.rows > settings.max_rows or shape.cols > settings.max_cols:
        raise BadShape(
            f"a {shape} board is too large here: the largest is "
            f"{settings.max_rows}x{settings.max_cols}"
        )
    return shape


def read_cells(cells: Sequence[Any], shape: str | None, settings: "Settings") -> Board:
    """The board that cells make.

    Raises ApiError with the problems and the cells concerned when they make none.
    """
    asked = None if shape is None else read_shape(shape, settings)
    try:
        board = Board(cells, asked)
    except BadBoard as error:
        raise refusal(*error.problems, cells=_faulty(cells, asked)) from None
    within_limits(board.shape, settings)
    return board


def read_text(text: str, shape: str | None, settings: "Settings") -> Board:
    """The board that a text in any notation stands for; raises PuzzleError when there is none."""
    board = Board.parse(text, None if shape is None else read_shape(shape, settings))
    within_limits(board.shape, settings)
    return board


def read_goal(goal: Goal, shape: Shape) -> Board:
    """The goal a request names; raises PuzzleError when it is none for this shape."""
    if isinstance(goal, str):
        return goal_board(goal, shape)
    try:
        return goal_board(Board(goal, shape), shape)
    except BadBoard as error:
        raise refusal(*(f"in the goal: {problem}" for problem in error.problems)) from None


def is_in_corner(goal: Board) -> bool:
    """Whether the blank of a goal belongs in a corner, as it nearly always does."""
    row, col = divmod(goal.blank, goal.shape.cols)
    return row in (0, goal.shape.rows - 1) and col in (0, goal.shape.cols - 1)


def describe_board(board: Board, goal: Board) -> dict[str, Any]:
    """Whether the board can be brought to the goal, and all that shows why."""
    answer = solvability(board, goal)
    swapped = None
    if answer.swap is not None:
        swapped = list(swap_tiles(board, *answer.swap).state)
    return {
        "cells": list(board.state),
        "shape": str(board.shape),
        "goal": list(goal.state),
        **answer.to_dict(),
        "inversion_pairs": _inversion_pairs(board.state),
        "blank_row_from_bottom": blank_row_from_bottom(board),
        "goal_blank_row_from_bottom": blank_row_from_bottom(goal),
        "swapped": swapped,
    }


def _inversion_pairs(state: bytes) -> list[list[int]]:
    tiles = state.replace(b"\0", b"")
    pairs: list[list[int]] = []
    for at, tile in enumerate(tiles):
        pairs += [[tile, later] for later in tiles[at + 1 :] if later < tile]
        if len(pairs) >= MOST_PAIRS:
            break
    return pairs[:MOST_PAIRS]


def _faulty(cells: Sequence[Any], shape: Shape | None) -> list[int]:
    """The cells that cannot stay as they are: unreadable, out of range or appearing twice."""
    tiles = [read_field(cell) for cell in cells]
    times = Counter(tiles)
    most = len(cells) if shape is None else shape.cells
    return [
        at
        for at, tile in enumerate(tiles)
        if tile is None or not 0 <= tile < most or times[tile] > 1
    ]


def read_board_and_goal(body: "requests.BoardRequest", settings: "Settings") -> tuple[Board, Board]:
    """The board and the goal that a body tells."""
    board = read_cells(body.cells, body.shape, settings)
    return board, read_goal(body.goal, board.shape)


def read_search(body: "requests.SearchRequest", lab: Lab) -> SearchJob:
    """The search that a body asks for; raises ApiError or PuzzleError where it cannot be."""
    start, goal = read_board_and_goal(body, lab.settings)
    if body.algorithm is not None:
        _check("algorithm", body.algorithm, _names(lab.catalogue["algorithms"]))
    if body.heuristic is not None:
        _check_heuristic(body.heuristic, _names(lab.catalogue["heuristics"]))
    _check("engine", body.engine, lab.catalogue["engines"])
    of_tables = body.heuristic in (AUTO, GRADIENT) and goal.shape.cells > SMALL
    if of_tables and not is_in_corner(goal):
        # Its tables fill the disk, so few goals have them.
        raise refusal(
            f"{body.heuristic} needs a goal with the blank in a corner; choose another heuristic"
        )
    fields = _spec_fields(body)
    if body.algorithm is None and SMALL < goal.shape.cells <= EXACT and not is_in_corner(goal):
        fields["algorithm"] = "anytime"
    try:
        spec = SearchSpec.from_dict(fields)
        spec.resolve(goal.shape)  # parameters must fit the algorithm also where it was left open
    except ValueError as error:
        raise refusal(str(error)) from None
    return SearchJob(
        start,
        goal,
        spec,
        force=body.force,
        keep=lab.keep,
        repeat=body.repeat,
        prepare_seconds=min(body.limits.seconds or lab.settings.seconds, lab.settings.seconds),
    )


def read_rows(body: "requests.RowsRequest", lab: Lab) -> list[dict[str, Any]]:
    """The searches that rows stand for; raises ApiError where a word means nothing here."""
    shape = read_shape(body.shape, lab.settings)
    heuristics = _names(lab.catalogue["heuristics"])
    if body.heuristic is not None:
        _check_heuristic(body.heuristic, heuristics)
    rows = []
    for text in body.rows:
        algorithm, *words = text.split() or [""]
        _check("algorithm", algorithm, _names(lab.catalogue["algorithms"]))
        for word in words:
            if "=" not in word and word not in (*VERSIONS, *PRESETS, "random"):
                _check_heuristic(word, heuristics)
        try:
            usual = SearchSpec.from_dict({**_spec_fields(body), "algorithm": None})
            rows.append(read_row(text, usual, shape))
        except ValueError as error:
            raise refusal(str(error)) from None
    return [_describe_row(row) for row in rows_on_one_engine(rows, shape)]


def _describe_row(row: Row) -> dict[str, Any]:
    specs = row.specs
    seeds = [spec.conventions.seed for spec in specs]
    told = specs[0].counted_as
    if len(specs) > 1:
        told = told.replace(f"with seed {seeds[0]}", f"with seeds {seeds[0]} to {seeds[-1]}")
    searches = [
        {
            "algorithm": spec.method.name,
            "heuristic": spec.heuristic,
            "parameters": spec.values,
            "preset": spec.preset,
            "conventions": spec.deviations(),
            "engine": spec.engine,
        }
        for spec in specs
    ]
    return {
        "label": row.label,
        "counted_as": told,
        "promises_shortest": specs[0].promises_shortest,
        "searches": searches,
    }


def read_explanation(body: "requests.ExplanationRequest", lab: Lab) -> ExplanationJob:
    """The inquiry that a body asks for; raises ApiError or PuzzleError where it cannot be."""
    shape = read_shape(body.shape, lab.settings)
    if shape.cells > SMALL:
        raise refusal(f"here numbers are explained for boards of up to {SMALL} cells")
    _check("algorithm", body.algorithm, ["any", *_names(lab.catalogue["algorithms"])])
    if body.heuristic is not None:
        _check("heuristic", body.heuristic, _names(lab.catalogue["heuristics"]))
    goal = read_goal(body.goal, shape)
    printed = [
        (
            read_cells(each.cells, body.shape, lab.settings),
            goal,
            {**each.counts, **({"path": each.path} if each.path else {})},
        )
        for each in body.boards
    ]
    job = ExplanationJob(printed, body.algorithm, body.heuristic)
    try:
        job.inquiry()
    except ValueError as error:
        raise refusal(str(error)) from None
    return job


def read_review(body: "requests.ReviewRequest", settings: "Settings") -> ReviewJob:
    """The review that a body asks for; raises PuzzleError where the moves leave the board."""
    start, goal = read_board_and_goal(body, settings)
    moves = parse_moves(body.moves)
    start.play(moves)
    if not is_solvable(start, goal):
        raise refusal("this board cannot be brought to the goal, so that no move is nearer to it")
    return ReviewJob(start, goal, moves)


def read_limits(body: "requests.LimitsSchema", settings: "Settings", seconds: float) -> Limits:
    """The limits that a body asks for, within those of the server."""
    return Limits(
        seconds=min(body.seconds or seconds, settings.seconds),
        nodes=min(body.nodes or settings.nodes, settings.nodes),
        memory=settings.search_memory,
    )


def longer_limits(used: float, seconds: float, settings: "Settings") -> Limits:
    """The limits with which a paused search continues: some seconds, any number of nodes."""
    return Limits(seconds=min(used + seconds, settings.seconds), memory=settings.search_memory)


def read_proof(body: "requests.ProofRequest", lab: Lab) -> ProofJob:
    """The proof that a body asks for; raises ApiError or PuzzleError where it cannot be."""
    goal = read_goal(body.goal, read_shape(body.shape, lab.settings))
    names = [name for name in _names(lab.catalogue["heuristics"]) if name != AUTO]
    _check_heuristic(body.heuristic, names)
    return ProofJob(body.heuristic, goal, body.metric, body.count_blank, body.boards)


def _spec_fields(body: "requests.SpecFields") -> dict[str, Any]:
    """What makes a `SearchSpec`."""
    return {name: getattr(body, name) for name in _SPEC_FIELDS}


def _check_heuristic(name: str, known: Iterable[str]) -> None:
    """Raise ApiError unless this is a heuristic of those known, or a formula made of them."""
    if not is_formula(name):
        _check("heuristic", name, known)
        return
    # Tables are for those who ask for them by name: they fill the disk.
    parts = [each for each in known if each not in (AUTO, GRADIENT)]
    try:
        read_formula(name, lambda part: find_heuristic(_check("heuristic", part, parts)))
    except ValueError as error:
        raise refusal(str(error)) from None


def _names(pages: Iterable[Mapping[str, Any]]) -> list[str]:
    return [page["name"] for page in pages]


def _check(kind: str, name: str, known: Iterable[str]) -> str:
    """The name itself; raises ApiError where it is not one of those known."""
    if name not in known:
        raise refusal(f"there is no {kind} {name!r} here; there are {', '.join(known)}")
    return name
