"""The options that several commands share: decorators that pass on what the values mean."""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from inspect import signature
from math import isfinite
from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click
from click.shell_completion import CompletionItem

from slidelab.cli.console import print_note
from slidelab.errors import SlidelabError
from slidelab.heuristics import HEURISTICS
from slidelab.puzzle import BLANK_FIRST, COMMON_GOALS, Board, Shape, goal_board, random_walk
from slidelab.search import ALGORITHMS, PRESETS, Algorithm, Limits, preset
from slidelab.search.conventions import CHOICES
from slidelab.solving import SearchSpec, engine_names
from slidelab.solving.rows import read_choice

if TYPE_CHECKING:
    from slidelab.solving import Result

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

PUZZLE, SEARCH, LIMITS, OUTPUT = "The puzzle", "The search", "Limits", "Output"
STANDARD_OUTPUT = "-"
LONGEST_INPUT = 100_000
"""Bytes that are read of a board: more than any needs, and standard input might never end."""
BOARD_FILES = (".txt", ".csv", ".json", ".board")
UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12,
         "KIB": 2**10, "MIB": 2**20, "GIB": 2**30, "TIB": 2**40}  # fmt: skip


class Size(click.ParamType[int]):
    """An amount of memory, such as 500MB or 2GiB."""

    name = "size"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """Return the number of bytes.

        >>> Size().convert("500MB", None, None), Size().convert("2 GiB", None, None)
        (500000000, 2147483648)
        """
        if isinstance(value, int):
            return value
        number = value.strip().rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        try:
            size = int(float(number) * UNITS[value.strip()[len(number) :].upper()])
        except (ValueError, KeyError, OverflowError):
            size = 0
        if size <= 0:
            self.fail(f"{value!r} is not a size: write 500MB, 2GiB or a number of bytes")
        return size


class Positive(click.ParamType[float]):
    """A finite number above 0."""

    name = "number"

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        """Return the number."""
        try:
            number = float(value)
        except ValueError:
            number = 0.0
        if not (isfinite(number) and number > 0):
            self.fail(f"{value!r} is not a number above 0", param, ctx)
        return number


class Name(click.ParamType[str]):
    """A text that the shell completes from a list of names."""

    name = "name"

    def __init__(self, names: Callable[[], Iterable[str]]) -> None:
        self.names = names

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[CompletionItem]:
        """Return the names that begin so."""
        return [CompletionItem(name) for name in self.names() if name.startswith(incomplete)]


def option(*flags: str, **settings: Any) -> Decorator:
    """Declare an option."""
    return click.option(*flags, **settings)


def choice(values: Iterable[str]) -> click.Choice[str]:
    """Return the type of an option that takes one of a few words, in upper or lower case."""
    return click.Choice([*values], case_sensitive=False)


def passing(name: str, make: Callable[..., Any], *options: Decorator) -> Decorator:
    """Return a decorator that adds options, and passes what `make` returns for their values.

    The parameters of `make` are the names of the options; the command gets the argument `name`.
    """
    own = [*signature(make).parameters]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def run(**values: Any) -> Any:
            made = make(**{each: values.pop(each) for each in own})
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

    board: tuple[str, ...]
    goal: str | None
    shape: str | None
    last: bool

    @property
    def goal_name(self) -> str:
        """Return the goal that was given, or the default."""
        return self.goal or BLANK_FIRST

    @property
    def is_given(self) -> bool:
        """Return whether a board was named on the command line."""
        return bool(self.board) or self.last

    def read(self) -> tuple[Board, Board]:
        """Return the start and the goal; raises PuzzleError that names all problems."""
        if self.last:
            return self._read_last()
        shape = None if self.shape is None else Shape.parse(self.shape)
        if self.board:
            start = Board(read_board_text(self.board), shape)
        elif sys.stdin is not None and not sys.stdin.isatty():
            text = sys.stdin.buffer.read(LONGEST_INPUT).decode(errors="replace")
            start = Board(text, shape)
        else:
            start = random_walk(goal_board(self.goal_name, shape or Shape(3, 3)), moves=40, seed=1)
            print_note(f"No board given, so here is a sample: {start.to_text('rows')}\n")
        return start, goal_board(read_board_text([self.goal_name]), start.shape)

    def read_goal(self) -> Board:
        """Return the goal alone, of the shape that was given or 3x3."""
        return goal_board(read_board_text([self.goal_name]), Shape.parse(self.shape or "3x3"))

    def _read_last(self) -> tuple[Board, Board]:
        if self.board:
            raise SlidelabError("--last is a board too: leave one of them out")
        from slidelab.lab.trials import TrialStore

        with TrialStore() as store:
            trial = store.last()
        if trial is None:
            raise SlidelabError("there is no last board: no search has been recorded yet")
        start = Board(trial["board"])
        goal = trial["goal"] if self.goal is None else self.goal
        return start, goal_board(goal, start.shape)


def read_board_text(words: Sequence[str]) -> str:
    """Return the text of a board: the words, or what is in the file that they name."""
    text = " ".join(words)
    for word in words:
        if word.isalpha() and word in ALGORITHMS:
            raise SlidelabError(f"{word!r} is the name of an algorithm: write -a {word}")
        if word.isalpha() and word in HEURISTICS:
            raise SlidelabError(f"{word!r} is the name of a heuristic: write -H {word}")
    if len(words) > 1 or not any(map(str.isalpha, text)):
        return text
    if isfile(text):
        with open(text, "rb") as file:
            return file.read(LONGEST_INPUT).decode(errors="replace")
    is_path = "/" in text and not any(map(str.isdigit, text))
    if is_path or Path(text).suffix in BOARD_FILES:
        raise FileNotFoundError(0, "there is no such file", text)
    return text


def _goal_option(default: str | None) -> Decorator:
    return option(
        "--goal", default=default, metavar="GOAL", type=Name(lambda: COMMON_GOALS), panel=PUZZLE,
        help="blank-first (0,1,2,…), blank-last, or any board (default: blank-first).",
    )  # fmt: skip


goal_option = _goal_option(BLANK_FIRST)
shape_option = option(
    "--shape", metavar="RxC", panel=PUZZLE,
    help="Rows and columns, such as 2x5, if the board alone is ambiguous.",
)  # fmt: skip
board_options = passing(
    "puzzle",
    Puzzle,
    click.argument(
        "board", nargs=-1, metavar="[BOARD]", help="Tiles row by row, 0 for the blank: 125340678, "
        "1,2,5,3,4,0,6,7,8 or rows separated by '/'; an instance such as korf:1; or the name of a "
        "file. Without it, the board is read from standard input.",
    ),
    _goal_option(None),  # --last has the goal that was recorded
    shape_option,
    option("--last", is_flag=True, panel=PUZZLE, help="The board of the last recorded search."),
)  # fmt: skip


# Searches


@dataclass(frozen=True)
class SearchOptions:
    """How to search, as it was given; `spec` checks it."""

    set: tuple[str, ...]
    weight: str | None
    depth_limit: str | None
    order: str | None
    preset: str
    engine: str
    force: bool

    def assignments(self) -> dict[str, str]:
        """Return what was set, by name: parameters of algorithms and conventions."""
        texts = {"weight": self.weight, "depth_limit": self.depth_limit, "order": self.order}
        found = {name: text for name, text in texts.items() if text is not None}
        for assignment in self.set:
            name, _, text = map(str.strip, assignment.partition("="))
            if not text:
                raise SlidelabError(f"--set {assignment} has no value: write --set NAME=VALUE")
            found[name.replace("-", "_")] = text
        return found

    def spec(
        self, algorithm: str | None, heuristic: str | None, shape: Shape, optimal: bool = False
    ) -> SearchSpec:
        """Return the search; raises ValueError if its parts do not fit together."""
        spec = SearchSpec(
            algorithm,
            heuristic,
            preset=self.preset,
            engine=self.engine,
            optimal=optimal,
        ).resolve(shape)
        parameters, choices = split(self.assignments(), spec.method, strict=True)
        spec = replace(spec, conventions=replace(preset(self.preset), **choices))
        return replace(spec, parameters=tuple(parameters.items())) if parameters else spec


def split(
    assignments: dict[str, str], method: Algorithm, strict: bool = False
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the parameters of the algorithm and the conventions among assignments.

    Unless `strict`, assignments that are neither are left out.
    """
    parameters: dict[str, Any] = {}
    conventions: dict[str, Any] = {}
    for name, text in assignments.items():
        if name in method.parameters:
            parameters[name] = method.parameters[name].read(text)
        elif name in CHOICES:
            conventions |= read_choice(name, text)
        elif strict:
            parameters[name] = text  # SearchSpec says what the algorithm has instead
    return parameters, conventions


def setting_names() -> list[str]:
    """Return what --set takes: conventions with their values, and parameters of algorithms."""
    names = [each.assign(value) for each in CHOICES.values() for value in each.values]
    return names + sorted(
        {f"{name}=" for each in ALGORITHMS.built_in() for name in each.parameters}
    )


def algorithm_option(default: str, **more: Any) -> Decorator:
    """Return the option that names an algorithm."""
    return option(
        "-a", "--algorithm", metavar="NAME", type=Name(ALGORITHMS.names), panel=SEARCH,
        help="Algorithm (see 'slidelab list algorithms'), or file.py:name for your own "
        f"(default: {default}).", **more,
    )  # fmt: skip


def heuristic_option(default: str = "manhattan", **more: Any) -> Decorator:
    """Return the option that names a heuristic."""
    return option(
        "-H", "--heuristic", metavar="NAME", type=Name(lambda: ["auto", *HEURISTICS.names()]),
        panel=SEARCH, help="Heuristic (see 'slidelab list heuristics'), pattern databases such as "
        "6-6-3, a formula such as max(a,b), file.py:name for your own, or auto for the best one "
        f"(default: {default}).", **more,
    )  # fmt: skip


def preset_option(default: str = "textbook") -> Decorator:
    """Return the option that names the conventions to count by."""
    return option(
        "--preset", default=default, metavar="NAME", panel=SEARCH, type=choice(PRESETS),
        help=f"Conventions to count by: {', '.join(PRESETS)} (default: {default}).",
    )  # fmt: skip


search_options = passing(
    "search",
    SearchOptions,
    preset_option(),
    option("--order", metavar="UDLR", panel=SEARCH, help="Order in which moves are tried."),
    option("--weight", metavar="W", panel=SEARCH, help="Weight of h in weighted A*."),
    option("--depth-limit", metavar="N", panel=SEARCH, help="Deepest level of dls."),
    option(
        "--set", multiple=True, metavar="NAME=VALUE", panel=SEARCH, type=Name(setting_names),
        help="Any other convention, such as ties=last-in (see 'slidelab list conventions'), or "
        "parameter of an algorithm, such as width=100; may be repeated.",
    ),
    option(
        "--engine", default="auto", metavar="NAME", panel=SEARCH, type=Name(engine_names),
        help="auto, textbook, compiled, parallel or an installed one (default: auto).",
    ),
    option("--force", is_flag=True, panel=SEARCH, help="Search even if there is no solution."),
)  # fmt: skip


def _make_limits(
    time_limit: float | None, node_limit: int | None, memory_limit: int | None
) -> Limits:
    return Limits(seconds=time_limit, nodes=node_limit, memory=memory_limit)


limit_options = passing(
    "limits",
    _make_limits,
    option("--time-limit", type=float, metavar="SECONDS", panel=LIMITS, help="Time limit."),
    option("--node-limit", type=int, metavar="N", panel=LIMITS, help="Nodes to expand, at most."),
    option(
        "--memory-limit", type=Size(), metavar="SIZE", panel=LIMITS,
        help="500MB, 2GiB or a number of bytes (default: 75% of free memory).",
    ),
)  # fmt: skip


# Output


class Output:
    """Where a result goes: standard output, or a file that appears whole or not at all.

    Raises OSError at once if the file cannot be written, before anybody waits for a search.
    """

    def __init__(self, output: str | None) -> None:
        if output is not None and "\0" in output:
            raise SlidelabError(f"{output!r} is not the name of a file: it has a null character")
        self.path = None if output in (None, STANDARD_OUTPUT) else Path(str(output))
        if self.path is None:
            return
        if "\0" in str(output):
            raise SlidelabError("the name of a file cannot contain a null character")
        if self.path.is_dir():
            raise IsADirectoryError(0, "this is a folder, not a file", output)
        if not self.path.parent.is_dir():
            raise FileNotFoundError(0, "there is no such folder", str(self.path.parent))

    @property
    def ending(self) -> str:
        """Return the ending of the file's name in lower case, or "" for standard output."""
        return "" if self.path is None else self.path.suffix.lower()

    def write(self, text: str) -> None:
        """Write a text; a file gets no colours."""
        if self.path is None:
            click.echo(text)
        else:
            from slidelab.system.files import write_text

            write_text(self.path.resolve(), click.unstyle(text) + "\n")


output_option = passing(
    "output",
    Output,
    option("-o", "--output", metavar="FILE", panel=OUTPUT, help="Write to this file instead."),
)


def format_option(formats: Iterable[str]) -> Decorator:
    """Return the option that names the form of the output; the first is the default."""
    names = [*formats]
    return option(
        "--format", default=names[0], type=choice(names), metavar="NAME", panel=OUTPUT,
        help=f"{', '.join(names)} (default: {names[0]}).",
    )  # fmt: skip


def record_trials(results: "Iterable[Result]", source: str) -> None:
    """Add results to the trials, unless recording is off; call it when they are printed."""
    from slidelab.lab.trials import record

    record(results, source, print_note)


no_record_option = option(
    "--no-record", is_flag=True, panel=OUTPUT, help="Don't record the searches as trials."
)
