"""Suites: the boards that a program is tried on, and what is expected of it.

A suite is a CSV file. Its columns, of which only `board` must be there:

| column | holds |
| --- | --- |
| `board` | a board, or whatever else is to be handed to the program |
| `expect` | `solution` (the usual one), `no solution`, or `error` for an invalid board |
| `goal` | the goal, where it is not the program's |
| `distance` | the number of moves of a shortest solution, where it is known |
| `algorithm` | the program's word for the only algorithm to try; else all that it has |
| `note` | what the row is for |
| `expanded`, `cost`, … | figures that the program must tell |
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from io import StringIO
from itertools import count, islice
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from slidelab.course.judge.program import Program
from slidelab.course.judge.program_file import COUNTED
from slidelab.engines.sizes import SMALL
from slidelab.puzzle import (
    BLANK_FIRST,
    Board,
    PuzzleError,
    Shape,
    at_distance,
    goal_board,
    is_solvable,
)
from slidelab.puzzle.scramble import draw_from, layers

SUITES = ("basic", "course", "hard", "fifteen")
COLUMNS = ("board", "expect", "goal", "distance", "algorithm", "note", *COUNTED)

Expected = Literal["solution", "no solution", "error"]
EXPECTED: tuple[str, ...] = get_args(Expected)


@dataclass(frozen=True)
class SuiteRow:
    """One line of a suite; the board is a text where none is meant."""

    board: Board | str
    expect: Expected
    goal: Board
    distance: int | None = None
    algorithm: str | None = None
    note: str = ""
    figures: dict[str, int] = field(default_factory=dict)


class Case(NamedTuple):
    """A row with one of the program's algorithms: what is run once, and judged."""

    number: int
    row: SuiteRow
    algorithm: str

    @property
    def name(self) -> str:
        """What reports call it.

        >>> from slidelab.puzzle import goal_board
        >>> row = SuiteRow("1,2,3", "error", goal_board("blank-first", Shape(3, 3)))
        >>> Case(1, row, "bfs").name
        'bfs 1,2,3'
        """
        return f"{self.algorithm} {self.board_text}"

    @property
    def board_text(self) -> str:
        """The board with commas, or the text that is none."""
        board = self.row.board
        return board if isinstance(board, str) else board.to_text("commas")


def cases(rows: list[SuiteRow], program: Program) -> list[Case]:
    """Pair every row with every algorithm that it is for; raises ValueError for an unknown one."""
    found: list[Case] = []
    for row in rows:
        if row.algorithm is not None and row.algorithm not in program.searches:
            known = ", ".join(program.searches)
            raise ValueError(f"the suite has algorithm {row.algorithm!r}, the program has {known}")
        for algorithm in program.searches if row.algorithm is None else [row.algorithm]:
            found.append(Case(len(found) + 1, row, algorithm))
    return found


def read_suite(name: str, goal: str) -> list[SuiteRow]:
    """Read the rows of a suite by its name, or of a file.

    Raises ValueError with all that is wrong with it, and OSError when it cannot be read.
    """
    if name in SUITES:
        text = (resources.files(__package__) / "suites" / f"{name}.csv").read_text("utf-8")
        return _adapt_to_goal(_read_rows(text, name, BLANK_FIRST), goal)
    path = Path(name)
    if not path.suffix and not path.exists():
        raise ValueError(f"there is no suite {name!r}: {', '.join(SUITES)}, or a CSV file")
    return _read_rows(path.read_text(encoding="utf-8-sig"), path.name, goal)


def depth_suite(depths: range, goal: str, seed: int) -> list[SuiteRow]:
    """Boards of 3x3 whose shortest solutions have these numbers of moves, drawn with a seed."""
    target = goal_board(goal, _find_shape(goal))
    return [
        SuiteRow(at_distance(target, depth, f"{seed}/0"), "solution", target, depth)
        for depth in depths
    ]


def _read_rows(text: str, name: str, goal: str) -> list[SuiteRow]:
    from csv import DictReader

    reader = DictReader(StringIO(text, newline=""))
    unknown = [column for column in reader.fieldnames or () if column not in COLUMNS]
    known = ", ".join(COLUMNS)
    problems = [f"{name}: there is no column {column!r}: {known}" for column in unknown]
    if "board" not in (reader.fieldnames or ()):
        problems.append(f"{name}: there is no column 'board'")
    rows: list[SuiteRow] = []
    for values in reader if not problems else ():
        try:
            rows.append(_read_row(values, goal))
        except (PuzzleError, ValueError) as error:
            problems += [f"{name}:{reader.line_num}: {one}" for one in str(error).splitlines()]
    if problems:
        raise PuzzleError(*problems)
    if not rows:
        raise ValueError(f"{name} has no rows")
    return rows


def _read_row(values: dict[str, Any], usual_goal: str) -> SuiteRow:
    text = values["board"] or ""
    expect: Any = values.get("expect") or "solution"
    if expect not in EXPECTED:
        raise ValueError(f"expect is {expect!r}: write {', '.join(EXPECTED)}")
    goal = values.get("goal") or usual_goal
    board = text if expect == "error" else Board(text)
    target = goal_board(goal, _find_shape(goal) if isinstance(board, str) else board.shape)
    if isinstance(board, Board) and is_solvable(board, target) != (expect == "solution"):
        can = "can" if expect == "no solution" else "cannot"
        raise ValueError(f"{text} {can} be brought to {goal}, but {expect} is expected")
    return SuiteRow(
        board,
        expect,
        target,
        _read_number(values, "distance"),
        values.get("algorithm") or None,
        values.get("note") or "",
        {name: number for name in COUNTED if (number := _read_number(values, name)) is not None},
    )


def _read_number(values: dict[str, Any], name: str) -> int | None:
    text = (values.get(name) or "").strip()
    if not text:
        return None
    if not text.isdecimal():
        raise ValueError(f"{name} is {text!r}: write a number")
    return int(text)


def _adapt_to_goal(rows: list[SuiteRow], goal: str) -> list[SuiteRow]:
    """Adapt the rows of a suite for blank-first to another goal: the same boards seen from there.

    Where that goal has its blank in no corner, other boards that are as far away.
    """
    shape = next(row.board.shape for row in rows if isinstance(row.board, Board))
    target = goal_board(goal, shape)
    rows = [replace(row, goal=target) for row in rows]
    if goal == BLANK_FIRST:
        return rows
    blank = target.state.index(0)
    if blank not in (0, shape.cols - 1, shape.cells - shape.cols, shape.cells - 1):
        return [*_draw_boards(rows, target)]
    return [
        replace(row, board=_mirror(row.board, target, blank))
        if isinstance(row.board, Board)
        else row
        for row in rows
    ]


def _mirror(board: Board, goal: Board, blank: int) -> Board:
    """Mirror the board, so that it fits the goal's blank, with the goal's tiles."""
    rows, cols = goal.shape.rows, goal.shape.cols
    place = [
        (rows - 1 - row if blank >= cols else row) * cols
        + (cols - 1 - col if blank % cols else col)
        for row in range(rows)
        for col in range(cols)
    ]
    tiles = [0] * len(place)
    for cell, tile in enumerate(board.state):
        tiles[place[cell]] = goal.state[place[tile]]
    return Board(tiles, goal.shape)


def _draw_boards(rows: list[SuiteRow], goal: Board) -> Iterator[SuiteRow]:
    """Draw other boards for the rows around the goal, none of them twice.

    A note that tells of a board goes with it. Where no board is as far away, the farthest are
    taken as long as there are any.
    """
    farthest = max(row.distance or 0 for row in rows)
    if goal.shape.cells > SMALL:
        raise ValueError("boards of this suite are known for goals with their blank in a corner")
    left = [*islice(layers(goal), farthest + 1)]
    pairs = count()
    for number, row in enumerate(rows):
        if row.expect == "no solution":
            yield replace(row, board=_swap_two(goal, next(pairs)))
        elif row.distance is None:
            yield row
        else:
            distance = min(row.distance, len(left) - 1)
            if not left[distance]:
                continue
            board = draw_from(left[distance], goal.shape, number)
            left[distance].remove(board.state)
            note = "" if distance else row.note
            yield replace(row, board=board, distance=distance, note=note)


def _swap_two(goal: Board, pair: int) -> Board:
    """Make a board without a solution, a different one for each of the first pairs of tiles."""
    tiles = list(goal.state)
    one, other = [cell for cell, tile in enumerate(tiles) if tile][pair : pair + 2]
    tiles[one], tiles[other] = tiles[other], tiles[one]
    return Board(tiles, goal.shape)


@cache
def _find_shape(goal: str) -> Shape:
    """Find the shape of a goal that is written out; 3x3 for one that has a name."""
    return Board(goal).shape if any(map(str.isdigit, goal)) else Shape(3, 3)
