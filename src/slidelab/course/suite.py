"""Suites: the boards that a program is tried on, and what is expected of it.

A suite is a CSV file. Its columns, of which only `board` must be there:

| column | holds |
| --- | --- |
| `board` | a board, or other text that the program gets |
| `expect` | `solution` (the default), `no solution`, or `error` for an invalid board |
| `goal` | the goal, if it is not the program's |
| `distance` | the number of moves of a shortest solution, if it is known |
| `algorithm` | the program's word for the only algorithm to try; by default all are |
| `note` | what the row is for |
| `expanded`, `cost`, … | figures that the program must print |
"""

from csv import DictReader
from dataclasses import dataclass, field, replace
from importlib import resources
from io import StringIO
from pathlib import Path
from typing import Any

from slidelab.course.program import FIGURES, Program
from slidelab.errors import SlidelabError
from slidelab.puzzle import BLANK_FIRST, Board, Shape, goal_board, is_solvable

SUITES = ("basic", "course", "hard", "fifteen")
EXPECTED = ("solution", "no solution", "error")
COLUMNS = ("board", "expect", "goal", "distance", "algorithm", "note", *FIGURES)


@dataclass(frozen=True)
class Case:
    """A board to try, and what is expected; rows of a suite are for all algorithms, or for one."""

    board: Board | str
    """A text if it is not a board."""
    expect: str
    goal: Board
    distance: int | None = None
    algorithm: str = ""
    note: str = ""
    figures: dict[str, int] = field(default_factory=dict)

    @property
    def start(self) -> Board:
        """The board of a case that is not an invalid one."""
        assert isinstance(self.board, Board)
        return self.board

    @property
    def board_text(self) -> str:
        """The board with commas, or the text that is not one."""
        return self.board if isinstance(self.board, str) else self.board.to_text("commas")

    @property
    def name(self) -> str:
        """The name in reports."""
        return f"{self.algorithm} {self.board_text}"


def list_cases(rows: list[Case], program: Program) -> list[Case]:
    """Pair every row with every algorithm that it is for; raise ValueError for an unknown one."""
    found: list[Case] = []
    for row in rows:
        if row.algorithm and row.algorithm not in program.searches:
            known = ", ".join(program.searches)
            raise SlidelabError(
                f"the suite has algorithm {row.algorithm!r}, the program has {known}"
            )
        words = [row.algorithm] if row.algorithm else program.searches
        found += [replace(row, algorithm=word) for word in words]
    return found


def read_suite(name: str, goal: str) -> list[Case]:
    """Read the rows of a suite by its name, or of a file.

    Raise ValueError with everything that is wrong with it, and OSError if it cannot be read.
    """
    if name in SUITES:
        file = resources.files("slidelab.course") / "suites" / f"{name}.csv"
        return _adapt(_read_rows(file.read_text("utf-8"), name, BLANK_FIRST), goal)
    path = Path(name)
    if not path.suffix and not path.exists():
        raise SlidelabError(f"there is no suite {name!r}: {', '.join(SUITES)}, or a CSV file")
    return _read_rows(path.read_text("utf-8-sig"), path.name, goal)


def _read_rows(text: str, name: str, goal: str) -> list[Case]:
    reader = DictReader(StringIO(text, newline=""))
    columns = reader.fieldnames or ()
    problems = [
        f"{name}: there is no column {column!r}; choose from {', '.join(COLUMNS)}"
        for column in columns
        if column not in COLUMNS
    ]
    if "board" not in columns:
        problems.append(f"{name}: the column 'board' is missing")
    rows: list[Case] = []
    for values in reader if not problems else ():
        try:
            rows.append(_read_row(values, goal))
        except ValueError as error:
            problems += [f"{name}:{reader.line_num}: {one}" for one in str(error).splitlines()]
    if not (problems or rows):
        problems.append(f"{name} has no rows")
    if problems:
        raise SlidelabError(*problems)
    return rows


def _read_row(values: dict[str, Any], usual_goal: str) -> Case:
    text = values["board"] or ""
    expect = values.get("expect") or "solution"
    if expect not in EXPECTED:
        raise SlidelabError(f"expect is {expect!r}: write {', '.join(EXPECTED)}")
    goal = values.get("goal") or usual_goal
    board = text if expect == "error" else Board(text)
    target = goal_board(goal, _find_shape(goal) if isinstance(board, str) else board.shape)
    if isinstance(board, Board) and is_solvable(board, target) != (expect == "solution"):
        can = "can" if expect == "no solution" else "cannot"
        raise SlidelabError(f"{text} {can} be brought to {goal}, but {expect} is expected")
    return Case(
        board,
        expect,
        target,
        _read_number(values, "distance"),
        values.get("algorithm") or "",
        values.get("note") or "",
        {name: number for name in FIGURES if (number := _read_number(values, name)) is not None},
    )


def _read_number(values: dict[str, Any], name: str) -> int | None:
    text = (values.get(name) or "").strip()
    if text and not text.isdecimal():
        raise SlidelabError(f"{name} is {text!r}: write a number")
    return int(text) if text else None


def _adapt(rows: list[Case], goal: str) -> list[Case]:
    """Adapt a suite for blank-first to another goal: the same boards with that goal's tiles.

    They are turned around for a goal with its blank in the last cell. For any other, they belong to
    its neighbour with the blank first, so their distances are not known.
    """
    shape = next(row.board.shape for row in rows if isinstance(row.board, Board))
    target = goal_board(goal, shape)
    row, col = divmod(target.blank, shape.cols)
    is_last = target.blank == shape.cells - 1
    tiles = target.state[::-1] if is_last else target.play("L" * col + "U" * row).state

    def adapt(case: Case) -> Case:
        if isinstance(case.board, str):
            return replace(case, goal=target)
        labels = [tiles[tile] for tile in case.board.state]
        board = Board(labels[::-1] if is_last else labels, shape)
        if not is_last and target.blank:
            case = replace(case, distance=None, note="")
        return replace(case, board=board, goal=target)

    return [*map(adapt, rows)]


def _find_shape(goal: str) -> Shape:
    """Find the shape of a goal that is written out; 3x3 for one that has a name."""
    return Board(goal).shape if any(map(str.isdigit, goal)) else Shape(3, 3)
