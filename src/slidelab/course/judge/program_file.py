"""The file `program.toml`: how a program is called, and how its answer is read."""

import re
import shlex
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from slidelab.course.sandbox import Bounds
from slidelab.lab.toml import Text, TomlTable
from slidelab.puzzle import NOTATIONS
from slidelab.puzzle.goals import BLANK_FIRST
from slidelab.puzzle.wording import shorten
from slidelab.search.counters import COUNTERS, MOVES, NODES

LONGEST_PATTERN = 1_000
LONGEST_NAME = 100
MOST_PHRASES = 100
MOST_WORDS = 5
"""Words of a phrase: where each of them may begin, all of it is compared."""

PROTOCOLS = ("driver", "json", "moves", "princeton", "menu", "fmi")
PLACES = (
    *("algorithm", "board", "tiles", "goal", "rows", "cols", "size", "highest", "goal_blank"),
    *("folder", "input", "output"),
)
"""What may stand in braces in a command: the figures of the board, and where files are."""

LINES = {"lines": " ", "comma-lines": ","}
"""Notations with a line for each row, which only programs read, and what is between the tiles."""

PATH_FIELDS = ("path", "move")

COUNTED = ("cost", *(name for name, counter in COUNTERS.items() if counter.unit in (NODES, MOVES)))
"""What a program may tell of its search, besides the path."""

NO_SOLUTION = (
    r"(?i)no (possible )?(solution|path)|unsolvable|not solvable|cannot be (solved|reached)"
    r"|impossible|infeasible"
)
BAD_INPUT = (
    r"(?i)invalid|illegal|error|usage|malformed|not a (valid )?(board|puzzle)|bad (board|input)"
)


def _check_template(text: str) -> str:
    for place in re.findall(r"\{(\w*)\}", text):
        if place not in PLACES:
            raise ValueError(f"{{{place}}} is unknown; choose from {', '.join(PLACES)}")
    return text


def _check_command(text: str) -> str:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ValueError(f"the command cannot be read: {error}") from None
    if not words:
        raise ValueError("the command is empty")
    return _check_template(text)


def _check_pattern(text: str) -> str:
    if len(text) > LONGEST_PATTERN:
        raise ValueError(f"a pattern has at most {LONGEST_PATTERN:,} characters")
    try:
        re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"not a regular expression: {error}") from None
    return text


def _check_plain_name(name: str) -> str:
    if name in (".", "..") or not name.isprintable() or "/" in name or len(name) > LONGEST_NAME:
        raise ValueError(f"{shorten(name)!r} is not the plain name of a file, without folders")
    return name


def _check_phrase(text: str) -> str:
    if not 0 < len(text.split()) <= MOST_WORDS:
        raise ValueError(f"{shorten(text)!r} must have 1 to {MOST_WORDS} words")
    return text


Command = Annotated[str, AfterValidator(_check_command)]
Pattern = Annotated[str, AfterValidator(_check_pattern)]
PlainName = Annotated[Text, AfterValidator(_check_plain_name)]
Template = Annotated[str, AfterValidator(_check_template)]
Amount = Annotated[int, Field(gt=0)]
Phrase = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(_check_phrase)]


def _read_move(letter: Any) -> Any:
    if str(letter).upper() not in ("U", "D", "L", "R"):
        raise ValueError(f"{letter!r} is not U, D, L or R")
    return str(letter).upper()


class InputTable(TomlTable):
    """How the program gets its board."""

    by: Literal["argument", "stdin", "file"] = Field(
        "argument",
        description="argument (in the command), stdin, or file (named by {input} in the command).",
    )
    board: Literal[(*NOTATIONS, *LINES)] = Field(  # type: ignore[valid-type]
        "commas",
        description=f"How {{board}} and {{goal}} are written: {', '.join((*NOTATIONS, *LINES))}.",
    )
    text: Template = Field("{board}\n", description="What standard input or the file holds.")
    file: PlainName = Field("input.txt", description="The name of the file.")


class OutputTable(TomlTable):
    """Where the answer is."""

    source: Literal["stdout", "file"] = Field(
        "stdout", alias="from", description="stdout, or file: one that the program writes."
    )
    file: PlainName = Field(
        "output.txt", description="The name of the file; {output} in the command."
    )
    format: Literal["text", "json"] = Field(
        "text",
        description="text: fields are patterns; json: fields are keys, such as answer.moves.",
    )


class MovesTable(TomlTable):
    """How the path is spelled."""

    direction: Literal["blank", "tile"] = Field(
        "blank", description="Whether a move names where the blank goes, or where the tile goes."
    )
    form: Literal["moves", "boards"] = Field(
        "moves", description="moves, or boards: the board after each move, in rows or lines."
    )
    spelling: Annotated[
        dict[Phrase, Annotated[str, BeforeValidator(_read_move)]], Field(max_length=MOST_PHRASES)
    ] = Field({}, description='Words that are not Up, Down, Left, Right: {"go north" = "U", …}.')
    ignore: Annotated[list[Phrase], Field(max_length=MOST_PHRASES)] = Field(
        [], description='Words of the path that are not moves: ["start", "->"].'
    )


class LimitsTable(TomlTable):
    """What each run may use."""

    # The fields are called as those of Bounds.
    seconds: Annotated[float, Field(gt=0, allow_inf_nan=False)] = Field(
        Bounds().seconds, description="Processor time in seconds."
    )
    wall_seconds: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = Field(
        None, description="Time by the clock (default: 5 times seconds, plus 5)."
    )
    memory_bytes: Amount = Field(Bounds().memory_bytes, alias="memory", description="Bytes.")
    output_bytes: Amount = Field(
        Bounds().output_bytes, alias="output", description="Bytes that it prints."
    )
    disk_bytes: Amount = Field(
        Bounds().disk_bytes, alias="disk", description="Bytes that it writes."
    )
    processes: Amount = Field(Bounds().processes, description="Its threads count.")


class ProgramFile(TomlTable):
    """The whole file."""

    name: Text | None = Field(None, description="What reports call it.")
    protocol: Literal[PROTOCOLS] | None = Field(  # type: ignore[valid-type]
        None,
        description=f"Begin with a ready protocol: {', '.join(PROTOCOLS)}. What the file says "
        "comes first.",
    )
    command: Command = Field(
        description="How it is started, in a fresh folder. Names of files beside this one are "
        f"found. In braces: {', '.join(PLACES)}."
    )
    build: Command | None = Field(
        None, description="What makes the program ready, in a copy of its folder: a compiler."
    )
    goal: Text = Field(BLANK_FIRST, description="blank-first, blank-last, or a board.")
    algorithms: dict[str, Any] = Field(
        description="The program's word for each search that it has, and what that is here: an "
        "algorithm, its heuristic, and what else a row of `compare` may say: weight=2, tree."
    )
    input: InputTable = Field({}, validate_default=True)
    output: OutputTable = Field({}, validate_default=True)
    fields: dict[str, Pattern] = Field(
        description="Where the answer has each figure: a pattern with one group, or a key; empty "
        "if it prints none. path, or move for a pattern that matches each move; "
        f"{', '.join(COUNTED)}."
    )
    no_solution: Pattern = Field(
        NO_SOLUTION, description="What it prints for a board that has no solution."
    )
    bad_input: Pattern = Field(BAD_INPUT, description="What it prints for an invalid board.")
    moves: MovesTable = Field({}, validate_default=True)
    limits: LimitsTable = Field({}, validate_default=True)
