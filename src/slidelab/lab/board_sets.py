"""The boards of an experiment: random ones, those at a distance, published ones, or your own."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from math import factorial
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, validate_call

from slidelab.errors import SlidelabError
from slidelab.lab.state_space import visit
from slidelab.puzzle import (
    BLANK_FIRST,
    Board,
    Shape,
    goal_board,
    is_solvable,
    random_board,
    random_walk,
)
from slidelab.puzzle.instances import SETS, instance, instance_set, is_instance_name
from slidelab.puzzle.scramble import MOST_STATES, layers

Positive = Annotated[int, Field(ge=1)]
Natural = Annotated[int, Field(ge=0)]
ShapeText = Annotated[Any, BeforeValidator(lambda given: Shape.parse(str(given)))]
OneOrMore = BeforeValidator(lambda given: given if isinstance(given, list) else [given])


@dataclass(frozen=True)
class BoardSet:
    """Boards of one shape, to be solved to one goal."""

    name: str
    goal: Board
    states: list[bytes]
    distances: list[int | None]
    """The number of moves of a shortest path for each board, if it is known."""

    def __len__(self) -> int:
        return len(self.states)


@validate_call
def random_boards(
    random: Annotated[int, Field(ge=1, le=10_000_000)],
    goal: str,
    name: str = "",
    shape: ShapeText = Shape(3, 3),  # noqa: B008 - it is immutable
    seed: Natural = 1,
    moves: Natural | None = None,
) -> list[BoardSet]:
    """Return random solvable boards, or the ends of random walks of a number of `moves`."""
    solved = goal_board(goal, shape)
    seeds = [f"{seed}/{number}" for number in range(random)]
    if moves is None:
        boards = [random_board(shape, solved, each) for each in seeds]
    else:
        boards = [random_walk(solved, moves, each) for each in seeds]
    return [board_set(boards, solved, name or f"random {shape}")]


@validate_call
def boards_at_distances(
    distances: Annotated[list[Natural], OneOrMore, Field(min_length=1)],
    goal: str,
    name: str = "",
    shape: ShapeText = Shape(3, 3),  # noqa: B008
    seed: Natural = 1,
    sample: Positive | None = None,
) -> list[BoardSet]:
    """Return all boards at some distances from the goal, or a sample for each distance.

    Samples are drawn by hashes, so that they are the same on every platform and version.
    """
    solved = goal_board(goal, shape)
    found = BoardSet(name or f"{shape} by distance", solved, [], [])
    seen = 0
    for distance, layer in enumerate(layers(solved)):
        seen += len(layer)
        if seen > MOST_STATES:
            raise SlidelabError(
                f"distances: more than {MOST_STATES:,} {shape} boards are within {distance} moves "
                "of this goal: name smaller distances"
            )
        if distance in distances:
            salt = f"{seed}/{distance}".encode()
            drawn = sorted(layer, key=lambda state: sha256(salt + state).digest())[:sample]
            found.states.extend(sorted(drawn))
            found.distances.extend([distance] * len(drawn))
        if distance == max(distances):
            return [found]
    raise SlidelabError(
        f"distances: the farthest {shape} boards are {distance} moves from this goal"
    )


@validate_call
def every_board(every: ShapeText, goal: str, name: str = "") -> list[BoardSet]:
    """Return every solvable board of a small shape."""
    if factorial(every.cells) // 2 > MOST_STATES:
        raise SlidelabError(f"every: there are too many {every} boards")
    solved = goal_board(goal, every)
    states, distances = visit(solved)
    return [BoardSet(name or f"every {every}", solved, states, [*distances])]


@validate_call
def published_boards(instances: str, goal: str, name: str = "") -> list[BoardSet]:
    """Return a set of published instances, or some of one."""
    return _read_texts(name or instances, {"instances": instances}, goal)


@validate_call
def boards_of_file(
    file: Path, goal: str, name: str = "", shape: ShapeText | None = None
) -> list[BoardSet]:
    """Return the boards of a text file, one per line; `#` starts a comment."""
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SlidelabError(f"file: {file}: {error}") from None
    texts = {
        f"{file.name}, line {number}": text
        for number, line in enumerate(lines, start=1)
        if (text := line.partition("#")[0].strip())
    }
    if not texts:
        raise SlidelabError(f"file: {file} has no boards: write one per line")
    return _read_texts(name or file.stem, texts, goal, shape)


@validate_call
def listed_boards(
    boards: Annotated[list[str], OneOrMore, Field(alias="list", min_length=1)],
    goal: str,
    name: str = "list",
    shape: ShapeText | None = None,
) -> list[BoardSet]:
    """Return boards that are written in the grid itself."""
    texts = {f"list, board {number}": text for number, text in enumerate(boards, start=1)}
    return _read_texts(name, texts, goal, shape)


SOURCES = {
    "random": random_boards,
    "distances": boards_at_distances,
    "every": every_board,
    "instances": published_boards,
    "file": boards_of_file,
    "list": listed_boards,
}
"""Where boards come from, by the key that chooses the source; its parameters are the other keys."""


def read_table(table: dict[str, Any], goal: str, folder: Path) -> list[BoardSet]:
    """Return the boards of a table `[[boards]]`, a set for each shape.

    Raises ValueError; it is Pydantic's for unknown keys and wrong types.
    """
    chosen = [key for key in SOURCES if key in table]
    if len(chosen) != 1:
        raise SlidelabError(f"write one of {', '.join(SOURCES)}")
    if chosen == ["file"]:
        table = table | {"file": folder / str(table["file"])}
    read: Any = SOURCES[chosen[0]]
    found: list[BoardSet] = read(**{"goal": goal, **table})
    return found


def read_boards(text: str, shape: Shape | None = None) -> list[tuple[Board, int | None]]:
    """Return the board of a text, or the published ones that it names, with known distances.

    >>> [len(read_boards(text)) for text in ("korf24", "korf:1-20", "korf:7", "125340678")]
    [50, 20, 1, 1]
    """
    prefix, _, numbers = text.partition(":")
    first, dash, last = numbers.partition("-")
    if text in SETS:
        members = [*instance_set(text)]
    elif dash and first.isdecimal() and last.isdecimal():
        members = [instance(f"{prefix}:{one}") for one in range(int(first), int(last) + 1)]
    elif is_instance_name(text):
        members = [instance(text)]
    else:
        return [(Board(text, shape), None)]
    return [(member.board, member.optimal) for member in members]


def board_set(boards: Iterable[Any], goal: Any, name: str = "boards") -> BoardSet:
    """Return boards of one shape as a set; raises ValueError if they have several."""
    starts = [Board(board) for board in boards]
    if len({start.shape for start in starts}) != 1:
        raise SlidelabError("an experiment has boards of one shape, at least one")
    solved = goal_board(goal, starts[0].shape)
    return BoardSet(name, solved, [start.state for start in starts], [None] * len(starts))


def _read_texts(
    name: str, texts: dict[str, str], goal: str, shape: Shape | None = None
) -> list[BoardSet]:
    """Return boards in sets of one shape each; the keys of `texts` say where each board is."""
    sets: dict[Shape, BoardSet] = {}
    for place, text in texts.items():
        try:
            boards = read_boards(text, shape)
            solved = goal_board(goal, boards[0][0].shape)
        except ValueError as error:
            raise SlidelabError(f"{place}: {error}") from None
        found = sets.setdefault(solved.shape, BoardSet(name, solved, [], []))
        is_usual = solved == goal_board(BLANK_FIRST, solved.shape)  # published distances are to it
        for board, distance in boards:
            if not is_solvable(board, solved):
                raise SlidelabError(f"{place}: {text} cannot be brought to the goal {goal}")
            found.states.append(board.state)
            found.distances.append(distance if is_usual else None)
    return list(sets.values())
