"""Describe a program that is judged: how it is started and built, and how its answer is read."""

import json
import re
import shlex
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, BeforeValidator, Field, InstanceOf

from slidelab.course.limits import ProgramLimits
from slidelab.errors import SlidelabError
from slidelab.puzzle import NOTATIONS, Board, Shape
from slidelab.solving import SearchSpec
from slidelab.solving.rows import read_row
from slidelab.system import toml
from slidelab.system.text import printable, shorten

PROGRAM_FILE = "program.toml"
PROTOCOLS = ("driver", "json", "moves", "princeton", "menu", "fmi")
OF_THE_PATH = ("cost", "search_depth")
"""The figures that say how long the path is."""
FIGURES = (*OF_THE_PATH, "expanded", "generated", "frontier", "max_frontier", "max_depth")
"""What a program may print besides its path."""
PLACES = (
    *("algorithm", "board", "tiles", "goal", "size", "highest", "goal_blank", "input", "output"),
)
"""What may stand in braces in a command."""
LINES = {"lines": ("\n", " "), "comma-lines": ("\n", ",")}
"""Notations with a line for each row: what separates the rows, and the tiles."""

_USUAL_SEARCH = SearchSpec(heuristic="manhattan")


def _check_template(text: str) -> str:
    for place in re.findall(r"\{(\w*)\}", text):
        if place not in PLACES:
            raise SlidelabError(f"{{{place}}} is unknown; choose from {', '.join(PLACES)}")
    return text


def _check_command(text: str) -> str:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise SlidelabError(f"the command cannot be read: {error}") from None
    if not words:
        raise SlidelabError("the command is empty")
    return _check_template(text)


def _check_name(name: str) -> str:
    if name in ("", ".", "..") or "/" in name or not name.isprintable():
        raise SlidelabError(f"{shorten(name)!r} is not the plain name of a file, without folders")
    return name


def read_search(row: object, *, trusted: bool = True) -> SearchSpec:
    """Read the search that a program claims to make, written like a row of a comparison.

    Strangers can name slidelab's own searches only, never files. Raise ValueError.
    """
    if not isinstance(row, str) or not row.strip():
        raise SlidelabError("write an algorithm and its heuristic, such as 'astar manhattan'")
    if not trusted and any(mark in row for mark in (".py", ":", "/", "\\")):
        raise SlidelabError(f"{row!r} names a file: only slidelab's own searches can be named here")
    return read_row(row, _USUAL_SEARCH, Shape(3, 3)).specs[0]


Command = Annotated[str, AfterValidator(_check_command)]
FileName = Annotated[str, AfterValidator(_check_name)]


class InputTable(toml.Table):
    """How the program gets its board."""

    by: Literal["argument", "stdin", "file"] = "argument"
    board: Literal[(*NOTATIONS, *LINES)] = "commas"  # type: ignore[valid-type]
    text: Annotated[str, AfterValidator(_check_template)] = "{board}\n"
    """What standard input or the file holds."""
    file: FileName = "input.txt"


class AnswerTable(toml.Table):
    """Where the answer has each figure.

    In text, that is a label: the figure follows it on its line. `#` is a line with nothing but a
    number, and `*`, of the path, every line without a label. In JSON it is a key, such as
    `answer.moves`.
    """

    file: FileName | None = None
    """The file that the program writes; standard output by default."""
    form: Literal["text", "json"] = "text"
    moves: Literal["blank", "tile", "boards"] = "blank"
    """Whose moves the path has, or that it is a series of boards."""
    spelling: dict[str, Literal["U", "D", "L", "R"]] = Field({})
    """Words for moves that are not Up, Down, Left and Right."""
    ignore: list[str] = Field([])
    """Words of the path that are not moves."""
    path: str | None = None
    """Empty if the program prints none, although its protocol does."""
    cost: str | None = None
    search_depth: str | None = None
    expanded: str | None = None
    generated: str | None = None
    frontier: str | None = None
    max_frontier: str | None = None
    max_depth: str | None = None
    no_solution: list[str] = Field([])
    """More phrases that report a board without a solution."""

    @property
    def labels(self) -> dict[str, str]:
        """The label or key of each figure that the program prints, and of its path."""
        found = {name: getattr(self, name) for name in ("path", *FIGURES)}
        return {name: label for name, label in found.items() if label}


class ProgramFile(toml.Table):
    """The whole file."""

    name: str | None = None
    protocol: str | None = None
    command: Command
    build: Command | None = None
    goal: Annotated[str, Field(min_length=1)] = "blank-first"
    algorithms: dict[str, Annotated[InstanceOf[SearchSpec], BeforeValidator(read_search)]] = Field(
        min_length=1
    )
    """The program's word for each search, and the search as a row of a comparison writes it."""
    input: InputTable = InputTable()
    answer: AnswerTable
    limits: ProgramLimits = ProgramLimits()


class Invocation(NamedTuple):
    """What starts a program on a board."""

    command: tuple[str, ...]
    stdin: bytes
    input: str
    """The file that is to hold the input instead; or empty."""
    output: str
    """The file with the answer; or empty."""


@dataclass(frozen=True)
class Program:
    """A program, and where its files are."""

    file: ProgramFile
    folder: Path
    words: dict[str, str] = field(default_factory=dict)
    """The program's own words for searches, where it has others."""

    @classmethod
    def make(cls, values: dict[str, Any], folder: Path) -> "Program":
        """Make a program of the values of a file and of the protocol that they name.

        Raise ValueError with everything that is wrong.
        """
        given = {name: value for name, value in values.items() if value is not None}
        if "protocol" in given:
            protocol = read_protocol(given["protocol"])
            for name in ("input", "answer", "limits"):
                if name in protocol and isinstance(given.get(name), dict):
                    given[name] = protocol[name] | given[name]
            given = protocol | given
        return cls(ProgramFile.read(given), folder.resolve())

    @property
    def name(self) -> str:
        """The name in reports."""
        return printable(self.file.name or self.file.command)

    @property
    def searches(self) -> dict[str, SearchSpec]:
        """The search that each word for an algorithm stands for."""
        return self.file.algorithms

    @property
    def prints_path(self) -> bool:
        """Whether it prints its path; if not, its numbers alone are judged."""
        return bool(self.file.answer.path)

    def restrict(self, words: Collection[str] = (), **limits: Any) -> "Program":
        """Return the program with these algorithms alone, if any, and with other limits.

        Limits that are None stay. Raise ValueError for unknown algorithms and invalid limits.
        """
        for word in words:
            if word not in self.searches:
                known = ", ".join(self.searches)
                raise SlidelabError(f"the program has no algorithm {word!r}; choose from {known}")
        given = {name: value for name, value in limits.items() if value is not None}
        changes = {
            "limits": ProgramLimits.read(self.file.limits.model_dump() | given),
            "algorithms": {word: self.searches[word] for word in words or self.searches},
        }
        return replace(self, file=self.file.model_copy(update=changes))

    def invocation(self, board: Board | str, goal: Board, algorithm: str) -> Invocation:
        """Return what starts it on a board, or on a text that is not a board."""
        about, answer = self.file.input, self.file.answer
        tiles = _split(board)
        written = {
            "algorithm": self.words.get(algorithm, algorithm),
            "board": _write(board, goal, about.board),
            "tiles": " ".join(tiles),
            "goal": _write(goal, goal, about.board),
            "size": str(goal.shape.rows),
            "highest": str(goal.shape.cells - 1),
            "goal_blank": str(goal.blank),
            "input": about.file,
            "output": answer.file or "output.txt",
        }
        command: list[str] = []
        for word in shlex.split(self.file.command):
            command += tiles if word == "{tiles}" else [_fill(word, written)]
        return Invocation(
            tuple(command),
            b"" if about.by == "argument" else _fill(about.text, written).encode(),
            about.file if about.by == "file" else "",
            answer.file or "",
        )

    def write_replay(self, board: Board | str, goal: Board, algorithm: str) -> str:
        """Write the command that repeats a run by hand, in a fresh folder."""
        call = self.invocation(board, goal, algorithm)
        command = shlex.join(call.command)
        content = f"printf %b {shlex.quote(call.stdin.decode().replace(chr(92), chr(92) * 2))}"
        if call.input:
            command = f"{content} > {shlex.quote(call.input)} && {command}"
        elif call.stdin:
            command = f"{content} | {command}"
        folder = shlex.quote(str(self.folder))
        build = f"(cd {folder} && {self.file.build}) && " if self.file.build else ""
        shown = f" ; cat {shlex.quote(call.output)}" if call.output else ""
        return printable(f'{build}cd "$(mktemp -d)" && ln -s {folder}/* . && {command}{shown}')


def read_program(path: Path, protocol: str, goal: str | None = None) -> Program:
    """Read the program that a TOML file describes; `protocol` and `goal` are its defaults.

    Raise ValueError with everything that is wrong with it, and OSError if it cannot be read.
    """
    with toml.naming(path.name):
        values = toml.read_values(path.read_bytes())
        return Program.make({"protocol": protocol, "goal": goal, **values}, path.parent)


def read_protocol(name: str) -> dict[str, Any]:
    """Read the values of a protocol; raise ValueError for an unknown one."""
    if name not in PROTOCOLS:
        raise SlidelabError(f"there is no protocol {name!r}; choose from {', '.join(PROTOCOLS)}")
    file = resources.files("slidelab.course") / "protocols" / f"{name}.toml"
    return toml.read_values(file.read_bytes())


def _split(board: Board | str) -> list[str]:
    """Split a board into tiles, or a text that is not a board into words."""
    tiles = board.state if isinstance(board, Board) else re.split(r"[,\s]+", board.strip())
    return [*map(str, tiles)]


def _write(board: Board | str, goal: Board, notation: str) -> str:
    """Write a board, or a text that is not one, in the notation of a program."""
    if isinstance(board, Board) and notation not in LINES:
        return board.to_text(notation)
    tiles, cols = _split(board), goal.shape.cols
    rows = [tiles[at : at + cols] for at in range(0, len(tiles), cols)]
    if notation == "json":
        return json.dumps(
            [[int(tile) if tile.isdecimal() else tile for tile in row] for row in rows]
        )
    between = {"rows": (" / ", " "), "commas": (",", ","), "digits": ("", "")} | LINES
    lines, words = between.get(notation, (" ", " "))
    return lines.join(words.join(row) for row in rows)


def _fill(text: str, written: dict[str, str]) -> str:
    # Not str.format: a text may be JSON, which has braces of its own.
    return re.sub(r"\{(\w+)\}", lambda found: written.get(found[1], found[0]), text)
