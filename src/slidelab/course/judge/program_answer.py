"""What a program answered, read from what it printed or wrote.

Its path is written as moves or as boards, and becomes the moves of the blank.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from slidelab.course.judge.program import Program
from slidelab.course.judge.program_file import MovesTable
from slidelab.course.sandbox import Found, Ran, Wanted
from slidelab.puzzle import BadMoves, Board, Move, Shape, parse_moves
from slidelab.puzzle.validation import BLANKS
from slidelab.puzzle.wording import printable, shorten

Search = Callable[..., Found]
"""Looks for patterns, each with its text, as `Sandbox.search` does."""

CRASHED = ("Traceback (most recent call last)", 'Exception in thread "', "panicked at")
"""What programs print that did not expect what happened; this is not an answer."""

LONGEST_PATH = 2_000_000
"""Characters of a path that are read: a depth-first search may well need hundreds of thousands."""

_BETWEEN = re.compile(r"[\s,;\[\]()'\"]+")
_DRAWN = re.compile(r"[\s,;|+\-=\[\](){}'\"/]+")
"""What stands between the tiles of a board: frames and brackets, too."""


@dataclass(frozen=True)
class ProgramAnswer:
    """What a program said."""

    moves: tuple[Move, ...] | None = None
    counts: dict[str, int] = field(default_factory=dict)
    says_no_solution: bool = False
    says_bad_input: bool = False
    problems: tuple[str, ...] = ()
    """What could not be read."""
    tells_no_path: bool = False
    """Whether its path is not even looked for, so that its numbers are all there is."""

    @property
    def answers(self) -> bool:
        """Whether it is the answer to a board: a path, or numbers where no path is printed."""
        return self.moves is not None or (self.tells_no_path and bool(self.counts))

    @property
    def cost(self) -> int | None:
        """The number of moves, as its path has them or as it says."""
        if self.moves is not None:
            return len(self.moves)
        return self.counts.get("cost", self.counts.get("search_depth"))


def read_answer(
    program: Program, ran: Ran, search: Search, board: Board | str, goal: Board
) -> ProgramAnswer:
    """Read the answer of a program to a board; whatever it printed, this does not fail.

    `search` looks for patterns, which may be a stranger's, within a time.
    """
    about = program.file
    is_json = about.output.format == "json"
    raw = ran.output if about.output.source == "file" else ran.stdout
    text = _decode(raw or b"")
    everything = "\n".join((text, _decode(ran.stdout), _decode(ran.stderr)))
    crashed = any(word in everything for word in CRASHED)
    said = "" if crashed else everything
    patterns = {} if is_json else program.fields
    asked = [Wanted(about.no_solution, said), Wanted(about.bad_input, said)]
    asked += [Wanted(pattern, text, name == "move") for name, pattern in patterns.items()]
    seen = search(*asked)
    late = () if seen.in_time else ("its patterns take too long on what it printed",)
    says_no, says_bad, *_ = (*seen.texts, None, None)
    matched = zip(patterns, seen.texts[2:], strict=False)  # those that came before time was up
    found: dict[str, Any] = {name: value for name, value in matched if value is not None}
    problems = [*filter(None, (ran.note, *late))]
    if is_json:
        known = _read_json(program, text)
        if known is None and text.strip():
            problems.append(f"'{shorten(text.strip())}' is not JSON")
        found = known or {}
    if "move" in found or ("move" in patterns and board == goal):
        found["path"] = found.pop("move", "")
    counts = {}
    for name, value in found.items():
        if name == "path":
            continue
        number = _read_count(value)
        if number is None:
            problems.append(f"{name} is '{shorten(str(value))}', which is not a number")
        else:
            counts[name] = number
    moves = None
    path = found.get("path")
    refused = says_no is not None or ran.status != 0 or bool(ran.note)
    if path is not None:
        written = _join_path(path, boards=about.moves.form == "boards")
        try:
            moves = read_path(written, about.moves, board, goal.shape)
        except (BadMoves, ValueError) as error:
            if not (refused and about.moves.form == "boards"):
                problems.append(f"its path cannot be read: {str(error).splitlines()[0]}")
    # Nothing is a path too, of a solved board; but not of one who says no or fails.
    if not moves and refused:
        moves = None
    answer = ProgramAnswer(
        moves,
        counts,
        says_no is not None,
        problems=tuple(map(printable, problems)),
        tells_no_path=not program.tells_path,
    )
    refuses = ran.status != 0 or says_bad is not None
    bad_input = ran.ended == "exit" and not crashed and not answer.answers and refuses
    return replace(answer, says_bad_input=bad_input)


def _decode(raw: bytes) -> str:
    return raw.decode("utf-8-sig", errors="replace").replace("\0", "")


def _read_json(program: Program, text: str) -> dict[str, Any] | None:
    """Read the fields by name; None if the text is not a JSON object."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(whole, dict):
        return None
    found = {}
    for name, key in program.fields.items():
        value: Any = whole
        for part in key.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        if value is not None:
            found[name] = value
    return found


def _read_count(value: Any) -> int | None:
    text = str(value).strip().replace(",", "").replace("_", "")
    return int(text) if text.isdecimal() and len(text) <= 18 else None


def _join_path(path: Any, *, boards: bool) -> str:
    """Write a path as text; JSON may have a list, of moves or of boards."""
    if not isinstance(path, list):
        return str(path)
    return ("\n" if boards else " ").join(map(str, path))


def read_path(text: str, about: MovesTable, board: Board | str, shape: Shape) -> tuple[Move, ...]:
    """Read the moves of a path from a board; raises BadMoves or ValueError."""
    if len(text) > LONGEST_PATH:
        raise ValueError(f"it has {len(text):,} characters")
    if about.form == "boards":
        return _find_moves(read_boards(text, shape), board)
    spelled = {tuple(_split_words(word)): move for word, move in about.spelling.items()}
    ignored = {tuple(_split_words(word)): "" for word in about.ignore}
    for mark in about.ignore:
        if not any(map(str.isalnum, mark)):
            text = text.replace(mark, " ")
    return parse_moves(" ".join(_translate(_split_words(text), spelled, ignored)), about.direction)


def _split_words(text: str) -> list[str]:
    return [word for word in _BETWEEN.split(text.lower()) if word]


def _translate(
    words: list[str],
    spelled: dict[tuple[str, ...], str],
    ignored: dict[tuple[str, ...], str],
) -> list[str]:
    """Translate words that are spelled differently to letters of moves; drop what is ignored.

    The longest phrase counts: `move up` before `move`. Looking up is linear in the words,
    whatever a stranger's file says.
    """
    known = ignored | spelled
    longest = max(map(len, known), default=0)
    found: list[str] = []
    at = 0
    while at < len(words):
        for length in range(min(longest, len(words) - at), 0, -1):
            move = known.get(tuple(words[at : at + length]))
            if move is not None:
                found += [move] if move else []
                at += length
                break
        else:
            if spelled:
                expected = ", ".join(" ".join(phrase) for phrase in spelled)
                raise ValueError(f"'{shorten(words[at])}' is not one of {expected}")
            found.append(words[at])
            at += 1
    return found


def read_boards(text: str, shape: Shape) -> list[Board]:
    """Read all boards in a text, drawn in rows or written on a line; other lines are skipped.

    >>> printed = "moves: 1\\n1 0\\n2 3\\n\\n|0|1|\\n|2|3|"
    >>> [board.to_text("digits") for board in read_boards(printed, Shape(2, 2))]
    ['1023', '0123']
    """
    numbers = {str(tile): tile for tile in range(shape.cells)} | dict.fromkeys(BLANKS, 0)
    found: list[Board] = []
    rows: list[int] = []
    for line in text.splitlines():
        fields = [field for field in _DRAWN.split(line) if field]
        if len(fields) == 1 and len(fields[0]) in (shape.cols, shape.cells) and shape.cells <= 10:
            fields = [*fields[0]]  # a run of digits
        tiles = [numbers[field] for field in fields if field in numbers]
        if len(tiles) < len(fields) or len(tiles) not in (0, shape.cols, shape.cells):
            rows = []
            continue
        rows = tiles if len(tiles) == shape.cells else rows + tiles
        if len(rows) == shape.cells:
            if sorted(rows) == [*range(shape.cells)]:
                found.append(Board(rows, shape))
            rows = []
    return found


def _find_moves(boards: list[Board], start: Board | str) -> tuple[Move, ...]:
    """Find the moves from board to board; the start may be left out, and a board repeated."""
    if not boards:
        raise ValueError("no board of it can be read")
    moves: list[Move] = []
    first = boards[0] if isinstance(start, str) else start
    for before, after in pairwise([first, *boards]):
        if after == before:
            continue
        reached = [move for move in before.legal_moves if before.play([move]) == after]
        if not reached:
            raise ValueError(
                f"no move leads from {before.to_text('rows')} to {after.to_text('rows')}"
            )
        moves += reached
    return tuple(moves)
