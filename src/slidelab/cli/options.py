"""The options that several commands have, declared once."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from math import isfinite
from os.path import isfile, realpath
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from slidelab.cli.command import Argument, Option
from slidelab.cli.errors import tell
from slidelab.cli.terminal import echo
from slidelab.heuristics import HEURISTICS
from slidelab.puzzle import (
    BLANK_FIRST,
    COMMON_GOALS,
    METRICS,
    Board,
    Shape,
    goal_board,
    random_walk,
)
from slidelab.puzzle.wording import bare
from slidelab.search import ALGORITHMS, Limits
from slidelab.solving import Result
from slidelab.system.files import write_text

if TYPE_CHECKING:
    from slidelab.lab.film import Film

STANDARD_OUTPUT = "-"
LONGEST_INPUT = 100_000
"""Characters read from standard input: more than any board needs, and it might never end."""
BOARD_FILES = (".txt", ".csv", ".json", ".board")
"""Endings of files that people keep boards in."""

puzzle_option = partial(Option, panel="The puzzle")
limit_option = partial(Option, panel="Limits")
output_option = partial(Option, panel="Output")


def format_option(among: Iterable[str]) -> Any:
    """The option that says in which of several forms to write the result."""
    return output_option(help="Output format", among=tuple(among))


def read_size(text: str) -> int:
    """Read an amount of memory; raises ValueError that says what to write.

    >>> read_size("500MB"), read_size("2 GiB"), read_size("4096")
    (500000000, 2147483648, 4096)
    """
    from pydantic import ByteSize, TypeAdapter, ValidationError  # few ask for this

    try:
        size: int = TypeAdapter(ByteSize).validate_python(text.strip())
    except ValidationError:
        size = 0
    if size <= 0:
        raise ValueError(f"{text!r} is not a size: write 500MB, 2GiB or a number of bytes.")
    return int(size)


def read_positive(text: str) -> float:
    """Read a number above 0, not infinite; raises ValueError for anything else.

    >>> read_positive("2.5")
    2.5
    """
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not (isfinite(number) and number > 0):
        raise ValueError(f"{text!r} is not a number above 0.")
    return number


Goal = Annotated[
    str,
    puzzle_option(
        "GOAL",
        help="Goal: blank-first (0,1,2,…), blank-last, or any board.",
        complete=lambda: list(COMMON_GOALS),
    ),
]
ShapeName = Annotated[
    str | None,
    puzzle_option(
        "RxC", help="Rows x columns, such as 4x4 or 2x5, if the board alone is ambiguous."
    ),
]

Metric = Annotated[
    str,
    puzzle_option(
        help="What counts as one move: sliding one tile, or several tiles together",
        among=tuple(METRICS),
    ),
]


def _read_if_file(words: list[str]) -> str:
    """The text of a board: that of the file, where the only word is the name of one.

    Raises FileNotFoundError for the name of a file that is not there, and OSError for one that
    cannot be read.
    """
    [name, *others] = words
    if others:
        _check_no_names(words)
    if others or not any(character.isalpha() for character in name):
        return " ".join(words)
    if not isfile(name):  # which no text is too long for, unlike Path.is_file
        is_path = "/" in name and not any(character.isdigit() for character in name)
        if is_path or Path(name).suffix in BOARD_FILES:
            raise FileNotFoundError(0, "there is no such file", name)
        return name
    with open(name, "rb") as file:
        return file.read(LONGEST_INPUT).decode(errors="replace")


def _check_no_names(words: list[str]) -> None:
    """Raise ValueError for an algorithm or a heuristic that stands among the tiles."""
    for word in filter(str.isalpha, words):
        if word in ALGORITHMS:
            raise ValueError(f"{word!r} is the name of an algorithm: write -a {word}")
        if word in HEURISTICS:
            raise ValueError(f"{word!r} is the name of a heuristic: write -H {word}")


@dataclass(eq=False, repr=False)
class Puzzle:
    """The board to work on.

    :param words: Tiles row by row, 0 for the blank: 1,2,5,3,4,0,6,7,8, or 125340678, or rows
        separated by '/'; or the name of a file. Without it, the board is read from standard input.
    :param last: Use the board of the last recorded search.
    """

    words: Annotated[list[str] | None, Argument("[BOARD]")] = None
    goal: Goal = BLANK_FIRST
    shape: ShapeName = None
    last: Annotated[bool, puzzle_option()] = False

    def boards(self) -> tuple[Board, Board]:
        """The start and the goal; raises PuzzleError with all that is wrong with them."""
        if self.last:
            return self._last()
        shape = None if self.shape is None else Shape.parse(self.shape)
        if self.words:
            start = Board(_read_if_file(self.words), shape)
        elif sys.stdin is not None and not sys.stdin.isatty():
            text = sys.stdin.buffer.read(LONGEST_INPUT).decode(errors="replace")
            start = Board(text, shape)
        else:
            start = random_walk(goal_board(self.goal, shape or Shape(3, 3)), moves=40, seed=1)
            tell(f"No board given, so here is a sample: {start.to_text('rows')}\n")
        return start, goal_board(_read_if_file([self.goal]), start.shape)

    def _last(self) -> tuple[Board, Board]:
        if self.words:
            raise ValueError("--last is a board too: leave one of them out")
        from slidelab.lab.trials import TrialStore

        with TrialStore() as store:
            trial = store.last()
        if trial is None:
            raise ValueError("there is no last board: no search has been recorded yet")
        start = Board(trial["board"])
        goal = trial["goal"] if self.goal == BLANK_FIRST else self.goal
        return start, goal_board(goal, start.shape)


@dataclass(eq=False, repr=False)
class LimitOptions:
    """Limits on a search; None where there is none.

    :param time_limit: Time limit in seconds.
    :param node_limit: Maximum number of nodes to expand.
    :param memory_limit: Memory limit of the process: 500MB, 2GiB or a number of bytes (default: 75%
        of free memory).
    """

    time_limit: Annotated[float | None, limit_option("SECONDS", min=0)] = None
    node_limit: Annotated[int | None, limit_option("N", min=0)] = None
    memory_limit: Annotated[int | None, limit_option("SIZE", parser=read_size)] = None

    def limits(self, seconds: float | None = None, memory: int | None = None) -> Limits:
        """The limits given, with the caller's own where none were."""
        return Limits(
            seconds=seconds if self.time_limit is None else self.time_limit,
            nodes=self.node_limit,
            memory=memory if self.memory_limit is None else self.memory_limit,
        )


Patience = Annotated[
    float,
    limit_option(
        "SECONDS",
        help="On a terminal without --time-limit: seconds before asking whether to continue.",
        parser=read_positive,
    ),
]


@dataclass(eq=False, repr=False)
class Output:
    """Where the result goes: to standard output, or to a file that appears whole or not at all.

    Raises OSError as soon as it is created when the file could not be written, so that nobody
    waits for a search whose result has nowhere to go.

    :param output: Write the result to this file instead of printing it.
    """

    output: Annotated[str | None, output_option("-o", "FILE")] = None

    def __post_init__(self) -> None:
        if self._path is None:
            return
        if self._path.is_dir():
            raise IsADirectoryError(0, "this is a folder, not a file", self.output)
        if not self._path.parent.is_dir():
            raise FileNotFoundError(0, "there is no such folder", str(self._path.parent))

    def write(self, text: str) -> None:
        """Write the text; colours go to a terminal only."""
        if self._path is None:
            echo(text)
        else:
            write_text(self._path, bare(text) + "\n")

    def check_picture(self) -> None:
        """Raise ValueError for a file that no picture can be written to."""
        if self._path is not None:
            from slidelab.pictures import check_picture_name

            check_picture_name(self._path)

    @property
    def is_picture(self) -> bool:
        """Whether the name of the file asks for a picture."""
        if self._path is None:
            return False
        from slidelab.pictures import ENDINGS

        return self._path.suffix.lower() in ENDINGS

    def draw(self, thing: "Board | Result | Film", **how: Any) -> None:
        """Write the picture of a board, a path or a tree, or print the SVG."""
        if self._path is None:
            echo(thing.to_svg(**how))
        else:
            thing.save(self._path, **how)
            tell(f"Written to {self.output}")

    @property
    def _path(self) -> Path | None:
        return None if self.output in (None, STANDARD_OUTPUT) else Path(realpath(self.output))


@dataclass(eq=False, repr=False)
class Plotting:
    """Whether to plot the result too; raises ValueError or OSError if that cannot be done.

    :param plot: Also plot it, to a .png, .svg or .pdf file.
    """

    plot: Annotated[Path | None, output_option("FILE")] = None

    def __post_init__(self) -> None:
        if self.plot is not None:
            from slidelab.lab.plots import check_plot_name

            check_plot_name(self.plot)


@dataclass(eq=False, repr=False)
class Recording:
    """Remembering the results of a command.

    :param no_record: Don't record this search (see 'slidelab stats').
    """

    no_record: Annotated[bool, output_option()] = False

    def remember(self, results: Iterable[Result], source: str) -> None:
        """Add the results to the trials, unless recording is off; call it when they are shown."""
        if not self.no_record:
            from slidelab.lab.trials import record  # this can wait until all is shown

            record(results, source, tell)
