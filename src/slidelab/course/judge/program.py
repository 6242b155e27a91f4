"""A program to judge, and how to run it."""

import os
import re
import shlex
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from slidelab.course.judge.program_file import COUNTED, LINES, PATH_FIELDS, PROTOCOLS, ProgramFile
from slidelab.course.sandbox import Bounds, ProgramRun
from slidelab.course.sandbox.needs import find_surroundings, is_below
from slidelab.lab.toml import bad_value, open_toml
from slidelab.puzzle import Board, Shape
from slidelab.puzzle.notation import write_fields
from slidelab.puzzle.wording import printable
from slidelab.solving import SearchSpec
from slidelab.solving.row_syntax import read_row

PROGRAM_FILE = "program.toml"

_USUAL = SearchSpec(heuristic="manhattan")
_USUAL_SHAPE = Shape(3, 3)


@dataclass(frozen=True)
class Program:
    """A program, where its files are, and the searches that it has."""

    file: ProgramFile
    folder: Path
    searches: dict[str, SearchSpec]
    words: dict[str, str] = field(default_factory=dict)
    """The program's own words for searches, where it has others."""
    trusted: bool = True
    """Whether its commands may name files outside of its folder."""

    @property
    def name(self) -> str:
        """What reports call it."""
        return printable(self.file.name or self.file.command)

    @property
    def bounds(self) -> Bounds:
        """What each run may use."""
        return Bounds(**self.file.limits.model_dump())

    def with_limits(self, **limits: Any) -> "Program":
        """Return the program with other limits; those that are None stay."""
        given = {name: value for name, value in limits.items() if value is not None}
        table = self.file.limits.model_copy(update=given)
        return replace(self, file=self.file.model_copy(update={"limits": table}))

    def plan_run(self, board: Board | str, goal: Board, algorithm: str) -> ProgramRun:
        """Plan a run on a board, or on a text that is not a board."""
        about = self.file.input
        written = {
            "algorithm": self.words.get(algorithm, algorithm),
            "board": _write(board, goal, about.board),
            "goal": _write(goal, goal, about.board),
            "rows": str(goal.shape.rows),
            "cols": str(goal.shape.cols),
            "size": str(goal.shape.rows),
            "highest": str(goal.shape.cells - 1),
            "goal_blank": str(goal.state.index(0)),
            "folder": str(self.folder),
            "input": about.file,
            "output": self.file.output.file,
        }
        tiles = _split_tiles(board)
        text = _fill_in(about.text, {**written, "tiles": " ".join(tiles)}).encode()
        command: list[str] = []
        for word in self._words:
            command += tiles if word == "{tiles}" else [_fill_in(word, written)]
        return ProgramRun(
            tuple(command),
            str(self.folder),
            self.bounds,
            stdin=text if about.by == "stdin" else b"",
            files=((about.file, text),) if about.by == "file" else (),
            output=self.file.output.file if self.file.output.source == "file" else None,
            reads=self._outside,
        )

    def plan_build(self, folder: Path) -> ProgramRun | None:
        """Plan the build in a copy of its folder; None if it needs no build."""
        if self.file.build is None:
            return None
        words = [_fill_in(word, {"folder": str(folder)}) for word in shlex.split(self.file.build)]
        return ProgramRun(
            tuple(words),
            str(folder),
            self.bounds._replace(seconds=max(60.0, self.bounds.seconds)),
            builds=True,
        )

    @cached_property
    def _words(self) -> list[str]:
        """The words of the command; those that name a file of the program name it in full."""
        words = shlex.split(self.file.command)
        return [str(self.folder / word) if self.has_file(word) else word for word in words]

    @cached_property
    def _outside(self) -> tuple[str, ...]:
        """What the command names outside of the program's folder, with what is beside it."""
        paths = map(os.path.normpath, self.files)
        outside = (path for path in paths if not is_below(path, str(self.folder)))
        return tuple(map(find_surroundings, outside))

    @property
    def files(self) -> list[Path]:
        """Its folder, and the files in it that its command names."""
        words = filter(self.has_file, shlex.split(self.file.command))
        return [self.folder, *(self.folder / word for word in words)]

    def has_file(self, word: str) -> bool:
        """Whether a word of the command names a file of the program."""
        if "{" in word or word.startswith("-"):
            return False
        path = os.path.normpath(self.folder / word)
        if not self.trusted and not is_below(path, str(self.folder)):
            return False
        is_built = self.file.build is not None and word.startswith("./")
        return is_built or os.path.exists(path)

    @property
    def fields(self) -> dict[str, str]:
        """Where its answer has each figure; those that it does not print are left out."""
        said = {name: pattern for name, pattern in self.file.fields.items() if pattern}
        if "move" in said:
            said.pop("path", None)  # that of its protocol
        return said

    @property
    def tells_path(self) -> bool:
        """Whether it prints its path; else its numbers are judged alone."""
        return any(name in self.fields for name in PATH_FIELDS)


def read_program(path: Path, protocol: str | None = None, **usual: Any) -> Program:
    """Read the program that a TOML file describes; `protocol` and `usual` are its defaults.

    Raises BadFile with everything that is wrong with it, and OSError when it cannot be read.
    """
    with open_toml(path) as values:
        return make_program({"protocol": protocol, **usual, **values}, path.resolve().parent)


def command_program(command: str, folder: Path, protocol: str, **more: Any) -> Program:
    """Make the program that a command starts; raises ValueError that says what is wrong."""
    try:
        return make_program({"protocol": protocol, "command": command, **more}, folder.resolve())
    except ValidationError as error:
        raise ValueError("; ".join(each["msg"] for each in error.errors())) from None


def make_program(values: dict[str, Any], folder: Path, *, trusted: bool = True) -> Program:
    """Make a program of the values of a file and of the protocol that they name.

    Raises ValidationError for what is wrong.
    """
    given = {name: value for name, value in values.items() if value is not None}
    ready = read_protocol(given["protocol"]) if given.get("protocol") in PROTOCOLS else {}
    file = ProgramFile.read(merge_values(ready, given))
    for name in file.fields:
        if name not in (*PATH_FIELDS, *COUNTED):
            known = ", ".join((*PATH_FIELDS, *COUNTED))
            raise bad_value(f"unknown field {name!r}; choose from {known}", "fields", name)
    if file.output.format == "json" and file.fields.get("move"):
        raise bad_value("move is a pattern for text; in JSON, path is a key", "fields", "move")
    searches = {}
    for word, words in file.algorithms.items():
        try:
            searches[word] = read_search(words)
        except ValueError as error:
            raise bad_value(error, "algorithms", word) from None
    if not searches:
        raise bad_value("it has no algorithm: name at least one", "algorithms")
    return Program(file, folder, searches, trusted=trusted)


def read_search(words: Any, *, trusted: bool = True) -> SearchSpec:
    """Read the search that a program claims to make, written like a row of a comparison.

    A stranger may name slidelab's own things only, never files. Raises ValueError that says what is
    wrong.

    >>> read_search("wastar euclidean weight=2").values
    {'weight': 2.0}
    >>> read_search("astar evil.py:h", trusted=False)
    Traceback (most recent call last):
    ...
    ValueError: 'astar evil.py:h' names a file: only slidelab's own searches can be named here
    """
    if not isinstance(words, str) or not words.strip():
        raise ValueError("write an algorithm and its heuristic, such as 'astar manhattan'")
    if not trusted and any(mark in words for mark in (".py", ":", "/", "\\")):
        raise ValueError(f"{words!r} names a file: only slidelab's own searches can be named here")
    return read_row(words, _USUAL, _USUAL_SHAPE).specs[0]


def read_protocol(name: str) -> dict[str, Any]:
    """Read the values of a ready protocol."""
    from tomllib import loads

    return loads((resources.files(__package__) / "protocols" / f"{name}.toml").read_text("utf-8"))


def merge_values(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Merge values, those above first, and tables key by key; algorithms are not merged."""
    merged = below | above
    for name in ("input", "output", "fields", "moves", "limits"):
        if isinstance(below.get(name), dict) and isinstance(above.get(name), dict):
            merged[name] = below[name] | above[name]
    return merged


def _split_tiles(board: Board | str) -> list[str]:
    """Split a board into tiles, or a text that is not a board into words."""
    tiles = board.state if isinstance(board, Board) else re.split(r"[,\s]+", board.strip())
    return [*map(str, tiles)]


def _write(board: Board | str, goal: Board, notation: str) -> str:
    """Write a board, or a text that is not one, in the program's notation."""
    if notation in LINES:
        tiles, cols = _split_tiles(board), goal.shape.cols
        rows = (tiles[at : at + cols] for at in range(0, len(tiles), cols))
        return "\n".join(LINES[notation].join(row) for row in rows)
    if isinstance(board, Board):
        return board.to_text(notation)
    if notation == "commas":
        return board
    return write_fields(_split_tiles(board), goal.shape, notation)


def _fill_in(text: str, written: dict[str, str]) -> str:
    # Not str.format: a text may be JSON, which has braces of its own.
    return re.sub(r"\{(\w+)\}", lambda found: written.get(found[1], found[0]), text)
