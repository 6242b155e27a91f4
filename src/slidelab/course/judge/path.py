"""A program's path, written as moves or as boards, as the moves of the blank."""

import re
from itertools import pairwise

from slidelab.course.judge.program_file import MovesTable
from slidelab.puzzle import Board, Move, Shape, parse_moves
from slidelab.puzzle.fields import BLANKS
from slidelab.puzzle.wording import shorten

LONGEST_PATH = 2_000_000
"""Characters of a path that are read: a depth-first search may well need hundreds of thousands."""

_BETWEEN = re.compile(r"[\s,;\[\]()'\"]+")
_DRAWN = re.compile(r"[\s,;|+\-=\[\](){}'\"/]+")
"""What stands between the tiles of a board: frames and brackets, too."""


def read_path(text: str, about: MovesTable, board: Board | str, shape: Shape) -> tuple[Move, ...]:
    """The moves that a path from a board stands for; raises BadMoves or ValueError."""
    if len(text) > LONGEST_PATH:
        raise ValueError(f"it has {len(text):,} characters")
    if about.form == "boards":
        return _between_boards(read_boards(text, shape), board)
    spelled = {tuple(_words(word)): move for word, move in about.spelling.items()}
    ignored = {tuple(_words(word)): "" for word in about.ignore}
    for mark in about.ignore:
        if not any(map(str.isalnum, mark)):
            text = text.replace(mark, " ")
    return parse_moves(" ".join(_translate(_words(text), spelled, ignored)), about.direction)


def _words(text: str) -> list[str]:
    return [word for word in _BETWEEN.split(text.lower()) if word]


def _translate(
    words: list[str],
    spelled: dict[tuple[str, ...], str],
    ignored: dict[tuple[str, ...], str],
) -> list[str]:
    """The letters of moves for words that are spelled otherwise, without what is ignored.

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
    """All boards in a text, drawn in rows or written in a line each; other lines are skipped.

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


def _between_boards(boards: list[Board], start: Board | str) -> tuple[Move, ...]:
    """The moves from board to board; the start may be there or not, and a board twice in a row."""
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
