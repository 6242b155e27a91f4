"""Ready-made studies, one a file: each answers a question that every course meets.

A study is a question, how the answer is measured, and the tables that answer it. Adding a file adds
the study: it holds one function decorated with `@Study`, named as the file is. The page beside it
says in Markdown what the study asks, and what its figures say.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from slidelab.lab.batch_solve import Outcomes, search_all
from slidelab.lab.plots.measures import Points
from slidelab.lab.state_space import state_space
from slidelab.puzzle import Board, Shape, goal_board, random_board
from slidelab.registry import Registry
from slidelab.search import Limits
from slidelab.search.limits import NO_LIMITS
from slidelab.solving import SearchSpec
from slidelab.solving.row_syntax import read_row
from slidelab.solving.text_layout import markdown_table
from slidelab.system.progress import Cancelled, Progress, say_nothing

EIGHT_PUZZLE = Shape(3, 3)
GOAL = goal_board("blank-first", EIGHT_PUZZLE)

Cell = str | int | float | None


@dataclass(frozen=True)
class StudyTable:
    """Rows of figures under headings. None is a figure that there is not."""

    title: str
    headings: tuple[str, ...]
    rows: list[tuple[Cell, ...]]

    def to_markdown(self) -> str:
        """The table in Markdown, figures to the right."""
        rows = [list(map(format_cell, row)) for row in self.rows]
        return markdown_table(self.headings, rows, self.figures)

    def points(self, x: int, y: int) -> Points:
        """Two columns as points; rows that lack a figure there are left out."""
        pairs = ((row[x], row[y]) for row in self.rows)
        return [
            (float(one), float(other))
            for one, other in pairs
            if isinstance(one, (int, float)) and isinstance(other, (int, float))
        ]

    @property
    def figures(self) -> list[int]:
        """The columns that hold more than words."""
        every = range(len(self.headings))
        return [at for at in every if not all(isinstance(row[at], str) for row in self.rows)]


@dataclass(frozen=True)
class Findings:
    """What a study found."""

    tables: list[StudyTable]
    boards: str
    """Which boards were searched, in words."""
    curves: Mapping[str, Points] = field(default_factory=dict)
    point_names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """A word for each point of some of the curves."""
    x_label: str = ""
    y_label: str = ""
    usual: bool = True
    """Whether they come from the study's own boards, of which its page speaks."""


@dataclass(frozen=True)
class Request:
    """How a study is to be made."""

    boards: int | None = None
    """Maximum number of boards (per depth, if there are depths); None: the study's own."""
    seed: int = 0
    """What boards and random choices are drawn with."""
    progress: Progress = say_nothing
    cancelled: Cancelled = lambda: False

    @property
    def usual(self) -> bool:
        """Whether the study is to be made on its own boards."""
        return self.boards is None and self.seed == 0

    def random_boards(self, usual: int) -> tuple[list[Board], str]:
        """Random boards of the 8-puzzle, `usual` by default; and which, in words."""
        count = usual if self.boards is None else self.boards
        boards = [random_board(EIGHT_PUZZLE, GOAL, f"{self.seed}/{n}") for n in range(count)]
        return boards, f"{count:,} random boards of 3x3 (seed {self.seed}), goal blank-first"

    def boards_at(self, depths: Sequence[int], usual: int) -> tuple[dict[int, list[Board]], str]:
        """Boards of each of these depths, at most `usual` by default; and which, in words."""
        count, space = usual if self.boards is None else self.boards, state_space(GOAL)
        boards = {d: [*map(space.board, space.numbers_at(d, count, self.seed))] for d in depths}
        return boards, (
            f"Up to {count:,} boards of 3x3 at each of the distances "
            f"{', '.join(map(str, depths))} from the goal blank-first (seed {self.seed})."
        )

    def search(
        self, doing: str, starts: Sequence[Board], spec: SearchSpec, limits: Limits = NO_LIMITS
    ) -> Outcomes:
        """Search from every board; raises CancelledError when the caller gives up."""
        return search_all(
            starts,
            GOAL,
            spec,
            limits=limits,
            doing=doing,
            progress=self.progress,
            cancelled=self.cancelled,
        )


AS_USUAL = Request()


def read_specs(*rows: str) -> dict[str, SearchSpec]:
    """The searches of rows such as `astar manhattan`, by these rows."""
    return {row: read_row(row, SearchSpec(), EIGHT_PUZZLE).specs[0] for row in rows}


class Study:
    """A named study, made of the function that does it. Calling it makes it.

    What is to be said about it stands beside the function's file, in a page of the same name: the
    title, the question, what is counted as the cost of a search, and what the figures say. The last
    is about the figures of the study's own boards, and is shown with those only.
    """

    def __init__(self, function: Callable[[Request], Findings], has_curves: bool = True) -> None:
        self._function = function
        self.has_curves = has_curves
        """Whether there is something to plot."""
        self.name = function.__name__.replace("_", "-")
        self.aliases: tuple[str, ...] = ()
        page = Path(__file__).with_name(f"{function.__name__}.md").read_text(encoding="utf-8")
        parts = (" ".join(paragraph.split()) for paragraph in page.split("\n\n"))
        title, self.question, cost, self._heading, *self._reading = parts
        self.title = title.removeprefix("# ")
        self.cost = cost.removeprefix("**Cost.** ")

    def __call__(self, request: Request = AS_USUAL) -> Findings:
        return replace(self._function(request), usual=request.usual)

    def reading(self, findings: Findings) -> list[str]:
        """What the figures say, paragraph by paragraph."""
        if findings.usual:
            return self._reading
        return [
            "These are other boards than the study's own; what the figures of those say comes "
            f"with `slidelab study {self.name}`."
        ]

    def to_dict(self, findings: Findings) -> dict[str, Any]:
        """Question and findings as plain values that JSON can carry."""
        return {
            "study": self.name,
            "title": self.title,
            "question": self.question,
            "cost": self.cost,
            "boards": findings.boards,
            "tables": [
                {"title": t.title, "rows": [dict(zip(t.headings, r, strict=True)) for r in t.rows]}
                for t in findings.tables
            ],
            "reading": self.reading(findings),
        }

    def to_markdown(self, findings: Findings) -> str:
        """Question and findings as a page."""
        parts = [
            f"# {self.title}",
            self.question,
            f"**Boards.** {findings.boards}",
            f"**Cost.** {self.cost}",
        ]
        for table in findings.tables:
            parts += [f"## {table.title}", table.to_markdown()]
        if findings.usual:
            parts.append(self._heading)
        parts += self.reading(findings)
        if findings.usual:
            parts.append(f"To run it again: `slidelab study {self.name}`.")
        return "\n\n".join(parts) + "\n"


def tables_only(function: Callable[[Request], Findings]) -> Study:
    """A study that has nothing to plot."""
    return Study(function, has_curves=False)


def format_cell(cell: Cell) -> str:
    """Write a cell for a person to read.

    >>> [format_cell(cell) for cell in ("bfs", 12345, 1.4567, 98.765, 2345.6, None)]
    ['bfs', '12,345', '1.46', '98.8', '2,346', '–']
    """
    if cell is None:
        return "–"
    if isinstance(cell, float):
        if abs(cell) >= 1000:
            return f"{cell:,.0f}"
        return f"{cell:,.1f}" if abs(cell) >= 10 else f"{cell:.2f}"
    return f"{cell:,}" if isinstance(cell, int) else cell


STUDIES: Registry[Study] = Registry(
    "slidelab.lab.studies",
    "study",
    "studies",
    first=("depth", "child-order", "graph-or-tree", "conventions"),
)
