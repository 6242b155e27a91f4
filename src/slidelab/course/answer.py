"""Read what a program answered: its path, as the blank's moves, and its figures.

Labels are looked for, never patterns, so that reading takes the same time whatever was printed.
"""

import json
import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from slidelab.course.program import FIGURES, OF_THE_PATH, AnswerTable, Program
from slidelab.course.sandbox import Completed
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, Move, Shape, parse_moves
from slidelab.system.text import printable, shorten

NO_SOLUTION = (
    *("no solution", "no possible solution", "no path", "no possible path", "unsolvable"),
    *("not solvable", "cannot be solved", "cannot be reached", "impossible", "infeasible"),
)
BAD_INPUT = (
    *("invalid", "illegal", "error", "usage", "malformed", "not a valid", "not a board"),
    *("not a puzzle", "bad board", "bad input"),
)
CRASHED = ("traceback (most recent call last)", 'exception in thread "', "panicked at")
"""What programs print that did not expect what happened; this is not an answer."""
LONGEST_ANSWER = 2_000_000
"""Characters that are read: a path of depth-first search may well need hundreds of thousands."""

_BETWEEN_TILES = re.compile(r"[\s,;|+\-=\[\](){}'\"/]+")
_BETWEEN_MOVES = re.compile(r"[\s,;\[\](){}'\"]+|->|→|\d+[.):]")
"""Brackets, quotes, arrows and the numbers of a list."""


@dataclass(frozen=True)
class Answer:
    """The answer of a program: its path and its figures."""

    moves: tuple[Move, ...] | None = None
    figures: dict[str, int] = field(default_factory=dict)
    says_no_solution: bool = False
    says_bad_input: bool = False
    problems: tuple[str, ...] = ()
    """What could not be read."""

    @property
    def cost(self) -> int | None:
        """The number of moves, as its path has them or as it says."""
        if self.moves is not None:
            return len(self.moves)
        return self.figures.get("cost", self.figures.get("search_depth"))

    @property
    def counts(self) -> dict[str, int]:
        """The figures that are not about the path."""
        return {name: n for name, n in self.figures.items() if name not in OF_THE_PATH}


def read_answer(program: Program, done: Completed, board: Board | str, goal: Board) -> Answer:
    """Read the answer of a run on a board; bad output never raises an exception."""
    about = program.file.answer
    text = _decode(done.stdout if about.file is None else done.answer or b"")
    printed = "\n".join((text, _decode(done.stdout), _decode(done.stderr))).lower()

    def says(*phrases: str) -> bool:
        return any(phrase.lower() in printed for phrase in phrases)

    crashed = says(*CRASHED)
    says_no = not crashed and says(*NO_SOLUTION, *about.no_solution)
    refuses = says_no or done.status != 0
    problems = [f"it wrote no {about.file}"] if about.file and done.answer is None else []
    found = _find_json(about, text) if about.form == "json" else _find_labels(about, text)
    if found is None and text:
        problems.append(f"'{shorten(printable(text.strip()))}' is not a JSON object")
    found = found or {}
    figures = {}
    for name in FIGURES:
        if name in found and (number := _read_number(found[name])) is not None:
            figures[name] = number
        elif name in found:
            problems.append(f"{name} is '{shorten(str(found[name]).strip())}', not a number")
    moves = None
    if "path" in found:
        try:
            moves = _read_path(about, found["path"], board, goal.shape)
        except ValueError as error:
            if not (refuses and about.moves == "boards"):
                problems.append(f"its path cannot be read: {str(error).splitlines()[0]}")
    if not moves and refuses:  # refusers print an empty path too
        moves = None
    answers = moves is not None or (not program.prints_path and bool(figures))
    rejects = done.ended == "exit" and (done.status != 0 or says(*BAD_INPUT))
    says_bad = rejects and not crashed and not answers
    return Answer(moves, figures, says_no, says_bad, tuple(map(printable, problems)))


def _decode(raw: bytes) -> str:
    return raw[:LONGEST_ANSWER].decode("utf-8-sig", errors="replace").replace("\0", "")


def _find_json(about: AnswerTable, text: str) -> dict[str, Any] | None:
    """Find each figure by its key; return None if the text is not a JSON object."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(whole, dict):
        return None
    found = {}
    for name, key in about.labels.items():
        value: Any = whole
        for part in key.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        if value is not None:
            found[name] = value
    return found


def _find_labels(about: AnswerTable, text: str) -> dict[str, Any]:
    """Find what follows each label on its line; the first line with a label counts."""
    labels = {label: name for name, label in about.labels.items()}
    number, rest = labels.pop("#", None), labels.pop("*", None)
    plain_labels = {_simplify(label): name for label, name in labels.items()}
    # A line may have several labels, of which one may be part of another.
    longest_first = sorted(plain_labels, key=len, reverse=True)
    found: dict[str, Any] = {}
    lines = []
    for line in text.splitlines():
        plain, taken = _simplify(line), False
        for label in longest_first:
            at = plain.find(label)
            if at >= 0:
                end = at + len(label)
                found.setdefault(plain_labels[label], line[end:])
                plain = f"{plain[:at]}{' ' * len(label)}{plain[end:]}"
                taken = True
        if not taken and number is not None and line.strip().isdecimal():
            found.setdefault(number, line)
        elif not taken:
            lines.append(line)
    if rest is not None and (found or lines):  # an empty line is the path of a solved board
        found[rest] = "\n".join(lines)
    return found


def _simplify(text: str) -> str:
    """Make labels comparable, without changing the places of characters."""
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text).replace("_", " ")


def _read_number(value: Any) -> int | None:
    """Read the number that a text begins with, after at most some words."""
    found = re.search(r"-?\d[\d,_]*(\.\d)?", str(value)[:200])
    if found is None or found[0].startswith("-") or found[1]:
        return None
    digits = found[0].replace(",", "").replace("_", "")
    return int(digits) if len(digits) <= 18 else None


def _read_path(about: AnswerTable, path: Any, board: Board | str, shape: Shape) -> tuple[Move, ...]:
    """Read the moves of a path from a board; raise ValueError."""
    between = "\n" if about.moves == "boards" else " "
    text = between.join(map(str, path)) if isinstance(path, list) else str(path)
    if about.moves == "boards":
        return _find_moves(_read_boards(text, shape), board)
    if len(text) >= LONGEST_ANSWER:
        raise SlidelabError(f"it has more than {LONGEST_ANSWER:,} characters")
    spelled = {word.lower(): move for word, move in about.spelling.items()}
    ignored = ["", *map(str.lower, about.ignore)]
    words = [word for word in _BETWEEN_MOVES.split(text) if word.lower() not in ignored]
    for word in words if spelled else ():
        if word.lower() not in spelled:
            raise SlidelabError(f"'{shorten(word)}' is not one of {', '.join(spelled)}")
    moves = parse_moves(" ".join(spelled.get(word.lower(), word) for word in words))
    return tuple(move.inverse for move in moves) if about.moves == "tile" else moves


def _read_boards(text: str, shape: Shape) -> list[Board]:
    """Read all boards in a text, drawn in rows or written on a line; other lines are skipped."""
    numbers = {str(tile): tile for tile in range(shape.cells)} | {"_": 0, ".": 0}
    found: list[Board] = []
    tiles: list[int] = []
    for line in text.splitlines():
        words = [word for word in _BETWEEN_TILES.split(line) if word]
        if len(words) == 1 and len(words[0]) in (shape.cols, shape.cells) and shape.cells <= 10:
            words = [*words[0]]  # a run of digits
        row = [numbers[word] for word in words if word in numbers]
        if len(row) < len(words) or len(row) not in (0, shape.cols, shape.cells):
            tiles = []
            continue
        tiles = row if len(row) == shape.cells else tiles + row
        if len(tiles) == shape.cells:
            if sorted(tiles) == [*range(shape.cells)]:
                found.append(Board(tiles, shape))
            tiles = []
    return found


def _find_moves(boards: list[Board], start: Board | str) -> tuple[Move, ...]:
    """Find the moves from board to board; the start may be left out, and a board repeated."""
    if not boards:
        raise SlidelabError("no board of it can be read")
    moves: list[Move] = []
    first = boards[0] if isinstance(start, str) else start
    for before, after in pairwise([first, *boards]):
        reached = [move for move in before.legal_moves if before.play([move]) == after]
        if not reached and after != before:
            raise SlidelabError(
                f"no move leads from {before.to_text('rows')} to {after.to_text('rows')}"
            )
        moves += reached
    return tuple(moves)
