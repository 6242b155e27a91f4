"""Options that several commands share, as decorators that pass parsed values on."""

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from os.path import isfile
from pathlib import Path
from typing import Any

import rich_click as click

from slidelab.cli.console import print_note
from slidelab.cli.searching import load_own_code
from slidelab.errors import SlidelabError
from slidelab.heuristics import HEURISTICS
from slidelab.puzzle import BLANK_FIRST, Board, Shape, goal_board, random_walk
from slidelab.search import ALGORITHMS, PRESETS, Limits
from slidelab.solving import Result, SearchSpec
from slidelab.solving.rows import Row, make_row

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

PUZZLE, SEARCH, LIMITS, OUTPUT = "The puzzle", "The search", "Limits", "Output"
LONGEST_INPUT = 100_000
"""Bytes to read of a board: standard input might never end."""

FILE = click.Path(path_type=Path)


def memory_size(text: str) -> int:
    """Return an amount of memory in bytes: the type of an option.

    >>> memory_size("500MB"), memory_size("2 GiB")
    (500000000, 2147483648)
    """
    pattern = r"(\d{1,15}(?:\.\d+)?)\s*([KMGT]?)(I?)B?"
    if (found := re.fullmatch(pattern, text.strip().upper(), re.ASCII)) is None:
        raise click.BadParameter(f"{text!r} is not a size: write 500MB, 2GiB or a number of bytes")
    number, prefix, is_binary = found.groups()
    return int(float(number) * (1024 if is_binary else 1000) ** " KMGT".index(prefix or " "))


def load_own(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    """Load the user's files among the names of an option, as its callback."""
    if value and not ctx.resilient_parsing:  # as it is while the shell completes
        load_own_code([value] if isinstance(value, str) else " ".join(value).split())
    return value


def complete(names: Iterable[str]) -> Callable[..., list[str]]:
    """Return a function that completes the beginning of a name in the shell."""
    return lambda ctx, param, begun: [name for name in names if name.startswith(begun)]


def passing(name: str, make: Callable[..., Any], *options: Decorator) -> Decorator:
    """Return a decorator that adds options, and passes what `make` returns for their values.

    The parameters of `make` are the names of the options; the command gets the argument `name`.
    """
    parameters = [*signature(make).parameters]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def run(**values: Any) -> Any:
            made = make(**{each: values.pop(each) for each in parameters})
            return command(**values, **{name: made})

        call: Callable[..., Any] = run
        for each in reversed(options):
            call = each(call)
        return call

    return decorate


# Boards


@dataclass(frozen=True)
class Puzzle:
    """The board and the goal that were given; `read` reads them."""

    goal_name: str
    shape: str | None
    board: tuple[str, ...] = ()

    def read(self) -> tuple[Board, Board]:
        """Return the start and the goal; raises BadBoard that names all problems."""
        shape = None if self.shape is None else Shape.parse(self.shape)
        if self.board:
            text = _read_text(self.board)
        elif sys.stdin is not None and not sys.stdin.isatty():
            text = sys.stdin.buffer.read(LONGEST_INPUT).decode(errors="replace")
        else:
            text = random_walk(self.read_goal(), moves=40, seed=1).to_text("rows")
            print_note(f"No board given, so here is a sample: {text}\n")
        start = Board(text, shape)
        return start, goal_board(_read_text([self.goal_name]), start.shape)

    def read_goal(self) -> Board:
        """Return the goal alone; default: of 3x3."""
        return goal_board(_read_text([self.goal_name]), Shape.parse(self.shape or "3x3"))


def _read_text(words: Sequence[str]) -> str:
    """Return the text of a board: the words, or the contents of the file that they name."""
    for word in words:
        if word.isalpha() and (word in ALGORITHMS or word in HEURISTICS):
            flag = "-a" if word in ALGORITHMS else "-H"
            raise SlidelabError(f"{word!r} is not a board: write {flag} {word}")
    text = " ".join(words)
    if isfile(text) or (text.isprintable() and Path(text).suffix[1:].isalpha()):
        with open(text, "rb") as file:
            return file.read(LONGEST_INPUT).decode(errors="replace")
    return text


goal_option = click.option(
    "--goal", "goal_name", default=BLANK_FIRST, metavar="GOAL", panel=PUZZLE,
    help="blank-first (0,1,2,…), blank-last or any board",
)  # fmt: skip
shape_option = click.option(
    "--shape", metavar="RxC", panel=PUZZLE,
    help="Rows and columns, such as 2x5 (default: as the board has, or 3x3)",
)  # fmt: skip
goal_options = passing(
    "goal", lambda goal_name, shape: Puzzle(goal_name, shape).read_goal(), goal_option, shape_option
)


def make_board_options(default: str = "standard input") -> Decorator:
    """Return the options that name a board and its goal, and pass them on as a Puzzle."""
    board = click.argument(
        "board", nargs=-1, metavar="[BOARD]", panel=PUZZLE,
        help="Tiles row by row, 0 for the blank: 125340678, 1,2,5,3,4,0,6,7,8 or rows separated by "
        f"'/'; an instance such as korf:1; or the name of a file (default: {default})",
    )  # fmt: skip
    return passing("puzzle", Puzzle, board, goal_option, shape_option)


board_options = make_board_options()


# Searches


@dataclass(frozen=True)
class SearchOptions:
    """How to search, as written; `spec` checks it."""

    preset: str
    order: str | None
    weight: str | None
    depth_limit: str | None
    set: tuple[str, ...]
    engine: str
    force: bool
    limits: Limits

    def __post_init__(self) -> None:
        for text in self.set:
            if "=" not in text:
                raise SlidelabError(f"--set {text} has no value: write --set NAME=VALUE")

    @property
    def settings(self) -> list[str]:
        """Return all choices as NAME=VALUE, those with a flag of their own first."""
        flags = {"order": self.order, "weight": self.weight, "depth_limit": self.depth_limit}
        given = [f"{name}={value}" for name, value in flags.items() if value is not None]
        return [*given, *self.set]

    def spec(
        self, algorithm: str | None, heuristic: str | None, shape: Shape, optimal: bool = False
    ) -> SearchSpec:
        """Return the search; raises ValueError if its parts do not fit together."""
        usual = SearchSpec(
            algorithm, heuristic, preset=self.preset, engine=self.engine, optimal=optimal
        ).resolve(shape)
        return make_row(usual.algorithm_name or "", self.settings, usual, shape).specs[0]

    def row(self, text: str, heuristic: str | None, shape: Shape) -> Row:
        """Return a row of a comparison: an algorithm with its own words."""
        usual = SearchSpec(None, heuristic, preset=self.preset, engine=self.engine)
        algorithm, *words = text.split() or [""]
        return make_row(algorithm, [*self.settings, *words], usual, shape)._replace(label=text)


def algorithm_option(default: str) -> Decorator:
    """Return the option that names an algorithm."""
    return click.option(
        "-a", "--algorithm", metavar="NAME", panel=SEARCH,
        callback=load_own, shell_complete=complete(ALGORITHMS),
        help="Algorithm (see 'slidelab list algorithms'), or file.py:name for your own "
        f"(default: {default})",
    )  # fmt: skip


def heuristic_option(default: str = "manhattan") -> Decorator:
    """Return the option that names a heuristic."""
    return click.option(
        "-H", "--heuristic", metavar="NAME", panel=SEARCH,
        callback=load_own, shell_complete=complete(HEURISTICS),
        help="Heuristic (see 'slidelab list heuristics'), pattern databases such as 6-6-3, a "
        "formula such as max(a,b), file.py:name for your own, or auto for the best one "
        f"(default: {default})",
    )  # fmt: skip


def preset_option(default: str = "textbook") -> Decorator:
    """Return the option that names the conventions to count by."""
    return click.option(
        "--preset", type=click.Choice([*PRESETS]), default=default, metavar="NAME", panel=SEARCH,
        help=f"Conventions to count by: {', '.join(PRESETS)}",
    )  # fmt: skip


limit_options = passing(
    "limits",
    Limits,
    click.option(
        "--time-limit", "seconds", type=float, metavar="N", panel=LIMITS,
        help="Time limit in seconds",
    ),
    click.option(
        "--node-limit", "nodes", type=int, metavar="N", panel=LIMITS,
        help="Maximum number of nodes to expand",
    ),
    click.option(
        "--memory-limit", "memory", type=memory_size, metavar="SIZE", panel=LIMITS,
        help="Memory limit: 500MB, 2GiB or a number of bytes (default: 75% of free memory; in "
        "compare, 2GiB at most)",
    ),
)  # fmt: skip

search_options = passing(
    "search",
    SearchOptions,
    preset_option(),
    click.option(
        "--order", metavar="UDLR", panel=SEARCH,
        help="Order in which moves are tried, or random:SEED (default: the preset's)",
    ),
    click.option("--weight", metavar="N", panel=SEARCH, help="Weight of h in wastar"),
    click.option("--depth-limit", metavar="N", panel=SEARCH, help="Maximum depth of dls"),
    click.option(
        "--set", multiple=True, metavar="NAME=VALUE", panel=SEARCH,
        help="Another convention, such as ties=last-in (see 'slidelab list conventions'), or a "
        "parameter of the algorithm, such as width=50; may be repeated",
    ),
    click.option(
        "--engine", default="auto", metavar="NAME", panel=SEARCH,
        help="Implementation: auto, textbook, compiled, parallel or an installed one",
    ),
    click.option(
        "--force", is_flag=True, panel=SEARCH, help="Search even if there is no solution"
    ),
    limit_options,
)  # fmt: skip


# Output


class Output:
    """Where a result goes: standard output, or a file that appears whole or not at all."""

    def __init__(self, output: Path | None) -> None:
        self.path = None if str(output) == "-" else output
        if self.path is not None:
            from slidelab.system.files import check_can_write

            check_can_write(self.path)

    def write(self, text: str) -> None:
        """Write a text; a file gets no colours."""
        if self.path is None:
            click.echo(text)
            return
        from slidelab.system.files import write_text

        write_text(self.path, click.unstyle(text) + "\n")
        print_note(f"Written to {self.path}")


def output_option(
    default: str | None = None, help: str = "File to write instead of the terminal"
) -> Decorator:
    """Return the option that names the file of the output; `-` is standard output."""
    kind = click.Path(dir_okay=False, allow_dash=True, writable=True, path_type=Path)
    file = click.option(
        "-o", "--output", type=kind, default=default, metavar="FILE", panel=OUTPUT, help=help
    )
    return passing("output", Output, file)


def format_option(formats: Sequence[str] = ("text", "json")) -> Decorator:
    """Return the option that names the form of the output; the first is the default."""
    return click.option(
        "--format", type=click.Choice(formats), default=formats[0], panel=OUTPUT,
        help="Output format",
    )  # fmt: skip


plot_option = click.option(
    "--plot", type=FILE, metavar="FILE", panel=OUTPUT,
    help="Also plot to this .png, .svg or .pdf file",
)  # fmt: skip
no_record_option = click.option(
    "--no-record", is_flag=True, panel=OUTPUT, help="Don't record searches as trials"
)


def record(results: Iterable[Result], source: str) -> None:
    """Add results to the recorded trials."""
    from slidelab.lab import trials

    trials.record([trials.trial_of(each, source) for each in results], print_note)
