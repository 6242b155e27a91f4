"""The options that several commands share: decorators that pass on what the values mean."""

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from inspect import signature
from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click
from click.shell_completion import CompletionItem

from slidelab.cli.console import print_note
from slidelab.cli.searching import load_own_code
from slidelab.errors import SlidelabError
from slidelab.heuristics import HEURISTICS
from slidelab.puzzle import BLANK_FIRST, COMMON_GOALS, Board, Shape, goal_board, random_walk
from slidelab.search import ALGORITHMS, PRESETS, Conventions, Limits, preset
from slidelab.search.conventions import CHOICES, write_value
from slidelab.solving import SearchSpec, engine_names
from slidelab.solving.rows import read_choice

if TYPE_CHECKING:
    from slidelab.solving import Result

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

PUZZLE, SEARCH, LIMITS, OUTPUT = "The puzzle", "The search", "Limits", "Output"
LONGEST_INPUT = 100_000
"""Bytes to read of a board: standard input might never end."""

option = click.option
FILE = click.Path(path_type=Path)


class Size(click.ParamType[int]):
    """An amount of memory, such as 500MB or 2GiB."""

    name = "size"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """Return the number of bytes.

        >>> Size().convert("500MB", None, None), Size().convert("2 GiB", None, None)
        (500000000, 2147483648)
        """
        pattern = r"(\d{1,15}(?:\.\d+)?)\s*([KMGT]?)(I?)B?"
        if (found := re.fullmatch(pattern, value.strip().upper(), re.ASCII)) is None:
            self.fail(f"{value!r} is not a size: write 500MB, 2GiB or a number of bytes")
        number, prefix, is_binary = found.groups()
        unit = 1024 if is_binary else 1000
        return int(float(number) * unit ** " KMGT".index(prefix or " "))


class Name(click.ParamType[str]):
    """A text that the shell completes from a list of names; a user's file is loaded at once."""

    name = "name"

    def __init__(self, names: Callable[[], Iterable[str]]) -> None:
        self.names = names

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        """Return the name; raises OwnCodeError if it is in a file that cannot be loaded."""
        if ctx is None or not ctx.resilient_parsing:  # as it is while the shell completes
            load_own_code([value])
        return str(value)

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[CompletionItem]:
        """Return the names that begin with what was typed."""
        return [CompletionItem(name) for name in self.names() if name.startswith(incomplete)]


def assignment(text: str) -> tuple[str, str]:
    """Return the name and the value of a text such as weight=2: the type of an option."""
    name, _, value = map(str.strip, text.partition("="))
    if not value:
        raise click.BadParameter(f"{text!r} has no value: write NAME=VALUE")
    return name, value


def choice(values: Iterable[str]) -> click.Choice[str]:
    """Return the type of an option that takes one of a few words, in upper or lower case."""
    return click.Choice([*values], case_sensitive=False)


def flag(name: str, help: str, panel: str | None = None, default: bool | None = False) -> Decorator:
    """Return an option without a value."""
    return option(name, is_flag=True, default=default, panel=panel, help=help)


def number(
    name: str,
    help: str,
    panel: str | None = None,
    *names: str,
    least: int | None = 1,
    most: int | None = None,
    default: int | None = None,
) -> Decorator:
    """Return an option that takes a whole number; the help tells the default."""
    told = help if default is None else f"{help} (default: {default})."
    kind = int if least is None else click.IntRange(least, most)
    return option(*names, name, type=kind, metavar="N", default=default, panel=panel, help=told)


def one_of(
    name: str,
    values: Iterable[str],
    help: str,
    panel: str | None = None,
    default: str | None = None,
) -> Decorator:
    """Return an option that takes one of a few words, which the help lists."""
    told = f"{help}: {', '.join(values)}" + (f" (default: {default})." if default else ".")
    kind = choice(values)
    return option(name, type=kind, metavar="NAME", default=default, panel=panel, help=told)


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
            sample = random_walk(self.read_goal(), moves=40, seed=1)
            text = sample.to_text("rows")
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
    if len(words) == 1 and any(map(str.isalpha, text)):
        if isfile(text):
            with open(text, "rb") as file:
                return file.read(LONGEST_INPUT).decode(errors="replace")
        if Path(text).suffix in (".txt", ".csv", ".json", ".board"):
            raise FileNotFoundError(0, "there is no such file", text)
    return text


goal_option = option(
    "--goal", "goal_name", default=BLANK_FIRST, metavar="GOAL", type=Name(lambda: COMMON_GOALS),
    panel=PUZZLE, help="blank-first (0,1,2,…), blank-last, or any board (default: blank-first).",
)  # fmt: skip
shape_option = option(
    "--shape", metavar="RxC", panel=PUZZLE,
    help="Rows and columns, such as 2x5 (default: as the board has, or 3x3).",
)  # fmt: skip
goal_options = passing(
    "goal", lambda goal_name, shape: Puzzle(goal_name, shape).read_goal(), goal_option, shape_option
)
board_options = passing(
    "puzzle",
    Puzzle,
    click.argument(
        "board", nargs=-1, metavar="[BOARD]", panel=PUZZLE,
        help="Tiles row by row, 0 for the blank: 125340678, 1,2,5,3,4,0,6,7,8 or rows separated by "
        "'/'; an instance such as korf:1; or the name of a file. Default: standard input.",
    ),
    goal_option,
    shape_option,
)  # fmt: skip


# Searches


@dataclass(frozen=True)
class SearchOptions:
    """How to search, as written; `spec` and `split` check it."""

    preset: str
    order: str | None
    weight: str | None
    depth_limit: str | None
    set: tuple[tuple[str, str], ...]
    engine: str
    force: bool
    limits: Limits

    def split(self) -> tuple[Conventions, dict[str, str]]:
        """Return the conventions to count by, and the parameters of algorithms by name."""
        flags = {"order": self.order, "weight": self.weight, "depth_limit": self.depth_limit}
        parameters = {name: text for name, text in flags.items() if text is not None}
        parameters |= {name.replace("-", "_"): text for name, text in self.set}
        choices: dict[str, Any] = {}
        for name in [*parameters]:
            if name in (*CHOICES, "random"):
                choices |= read_choice(name, parameters.pop(name))
        return replace(preset(self.preset), **choices), parameters

    def spec(
        self, algorithm: str | None, heuristic: str | None, shape: Shape, optimal: bool = False
    ) -> SearchSpec:
        """Return the search; raises ValueError if its parts do not fit together."""
        conventions, parameters = self.split()
        spec = SearchSpec(
            algorithm,
            heuristic,
            preset=self.preset,
            conventions=conventions,
            engine=self.engine,
            optimal=optimal,
        ).resolve(shape)
        known = spec.method.parameters
        values = {n: known[n].read(t) if n in known else t for n, t in parameters.items()}
        return replace(spec, parameters={**spec.parameters, **values})


def _complete_setting(ctx: Any, param: Any, begun: str) -> list[str]:
    """Return what --set may take: conventions with their values, and parameters of algorithms."""
    choices = CHOICES.values()
    names = [f"{each.name}={write_value(value)}" for each in choices for value in each.values]
    parameters = {name for each in ALGORITHMS.built_in() for name in each.parameters}
    names += [f"{name}=" for name in sorted(parameters)]
    return [name for name in names if name.startswith(begun)]


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
    return one_of("--preset", PRESETS, "Conventions to count by", SEARCH, default)


limit_options = passing(
    "limits",
    Limits,
    option(
        "--time-limit", "seconds", type=float, metavar="N", panel=LIMITS,
        help="Time limit in seconds.",
    ),
    option(
        "--node-limit", "nodes", type=int, metavar="N", panel=LIMITS,
        help="Maximum number of nodes to expand.",
    ),
    option(
        "--memory-limit", "memory", type=Size(), metavar="SIZE", panel=LIMITS,
        help="Memory limit: 500MB, 2GiB or a number of bytes (default: 75% of free memory).",
    ),
)  # fmt: skip

search_options = passing(
    "search",
    SearchOptions,
    preset_option(),
    option("--order", metavar="UDLR", panel=SEARCH, help="Order in which moves are tried."),
    option("--weight", metavar="W", panel=SEARCH, help="Weight of h in weighted A*."),
    option("--depth-limit", metavar="N", panel=SEARCH, help="Deepest level of dls."),
    option(
        "--set", multiple=True, metavar="NAME=VALUE", panel=SEARCH, type=assignment,
        shell_complete=_complete_setting,
        help="Any other convention, such as ties=last-in (see 'slidelab list conventions'), or "
        "parameter of an algorithm, such as width=100; may be repeated.",
    ),
    option(
        "--engine", default="auto", metavar="NAME", panel=SEARCH, type=Name(engine_names),
        help="auto, textbook, compiled, parallel or an installed one (default: auto).",
    ),
    flag("--force", "Search even if there is no solution.", SEARCH),
    limit_options,
)  # fmt: skip


# Output


class Output:
    """Where a result goes: standard output, or a file that appears whole or not at all."""

    def __init__(self, output: Path) -> None:
        self.path = None if str(output) == "-" else output
        self.ending = "" if self.path is None else self.path.suffix.lower()
        if self.path is not None and not self.path.parent.is_dir():
            # Before anybody waits for a search.
            raise FileNotFoundError(0, "there is no such folder", str(self.path.parent))

    def write(self, text: str) -> None:
        """Write a text; a file gets no colours."""
        if self.path is None:
            click.echo(text)
            return
        from slidelab.system.files import write_text

        write_text(self.path, click.unstyle(text) + "\n")
        print_note(f"Written to {self.path}")


def output_option(default: str = "-", help: str = "Write to this file instead") -> Decorator:
    """Return the option that names the file of the output; `-` is standard output."""
    kind = click.Path(dir_okay=False, allow_dash=True, writable=True, path_type=Path)
    note = "." if default == "-" else f" (default: {default})."
    file = option(
        "-o", "--output", type=kind, default=default, metavar="FILE", panel=OUTPUT, help=help + note
    )
    return passing("output", Output, file)


def format_option(formats: Iterable[str]) -> Decorator:
    """Return the option that names the form of the output; the first is the default."""
    return one_of("--format", formats, "Form of the output", OUTPUT, next(iter(formats)))


no_record_option = flag("--no-record", "Don't record searches as trials.", OUTPUT)


def record(results: "Iterable[Result]", source: str) -> None:
    """Add results to the recorded trials."""
    from slidelab.lab import trials

    trials.record([trials.trial_of(each, source) for each in results], print_note)
