"""The sets of boards of a grid: `[[boards]]`.

Each table says with one key where its boards come from; the others tune that.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from math import factorial
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from slidelab.lab.experiment.tables import Options, Table, TableError, Text
from slidelab.puzzle import (
    BadGoal,
    Board,
    Shape,
    goal_board,
    is_solvable,
    random_board,
    random_walk,
)
from slidelab.puzzle.instances import instance_set, read_board
from slidelab.puzzle.layers import layers
from slidelab.puzzle.scramble import MOST_STATES
from slidelab.puzzle.wording import counted

MOST_BOARDS = 10_000_000
"""A set is kept in memory, about 100 bytes a board."""


@dataclass(frozen=True)
class BoardSet:
    """Boards of one shape, to be solved to one goal."""

    name: str
    goal: Board
    states: list[bytes]
    distances: list[int | None]
    """The length of a shortest solution of each, where it is known."""

    @property
    def shape(self) -> Shape:
        """The shape of all of them."""
        return self.goal.shape


def _shape(value: Any) -> Shape:
    return Shape.parse(value if isinstance(value, str) else repr(value))


ShapeText = Annotated[Shape, BeforeValidator(_shape)]
EIGHT_PUZZLE = Shape(3, 3)


class BoardsTable(Table, arbitrary_types_allowed=True):
    """What every table of boards may have."""

    name: Text | None = None
    goal: Text | None = None

    def sets(self, goal: str, folder: Path) -> list[BoardSet]:
        """The boards, a set for each shape; `goal` is meant where the table names none.

        Raises BadGoal for a goal that the boards cannot have, and TableError, or a group of them,
        for what else is wrong.
        """
        raise NotImplementedError


class RandomBoards(BoardsTable):
    """Boards drawn at random."""

    random: int = Field(ge=1, le=MOST_BOARDS)
    shape: ShapeText = EIGHT_PUZZLE
    seed: int = Field(1, ge=0)
    moves: int | None = Field(None, ge=0)

    def sets(self, goal: str, folder: Path) -> list[BoardSet]:
        """All solvable boards are equally likely, or each is the end of a random walk."""
        target = goal_board(goal, self.shape)
        states = []
        for number in range(self.random):
            seed = f"{self.seed}/{number}"
            if self.moves is None:
                states.append(random_board(self.shape, target, seed).state)
            else:
                states.append(random_walk(target, self.moves, seed).state)
        return [BoardSet(self.name or f"random {self.shape}", target, states, [None] * len(states))]


class BoardsByDistance(BoardsTable):
    """Boards whose shortest solution has a certain number of moves."""

    distances: Options[Annotated[int, Field(ge=0)]]
    shape: ShapeText = EIGHT_PUZZLE
    sample: int | None = Field(None, ge=1)
    seed: int | None = Field(None, ge=0)

    def sets(self, goal: str, folder: Path) -> list[BoardSet]:
        """All boards of each distance, or so many of them."""
        if self.seed is not None and self.sample is None:
            raise TableError("seed is for a sample: without sample, all boards are taken", "seed")
        target = goal_board(goal, self.shape)
        found = self._layers(target)
        boards = BoardSet(self.name or f"{self.shape} by distance", target, [], [])
        for place, distance in enumerate(self.distances):
            if distance >= len(found):
                raise TableError(
                    f"no {self.shape} board is {counted(distance, 'move')} from this goal: the "
                    f"farthest are {len(found) - 1} moves away",
                    "distances",
                    place,
                )
            drawn = self._drawn(found[distance], distance)
            boards.states.extend(drawn)
            boards.distances.extend([distance] * len(drawn))
        return [boards]

    def _layers(self, target: Board) -> list[list[bytes]]:
        found: list[list[bytes]] = []
        seen = 0
        for layer in layers(target):
            seen += len(layer)
            if seen > MOST_STATES:
                raise TableError(
                    f"there are too many {self.shape} boards: more than {MOST_STATES:,} would have "
                    "to be looked at",
                    "distances",
                )
            found.append(sorted(layer))
            if len(found) > max(self.distances):
                break
        return found

    def _drawn(self, layer: list[bytes], distance: int) -> list[bytes]:
        if self.sample is None or self.sample >= len(layer):
            return layer
        # By hashes rather than Python's generator: the same on every platform and version.
        salt = f"{1 if self.seed is None else self.seed}/{distance}".encode()
        return sorted(sorted(layer, key=lambda s: sha256(salt + s).digest())[: self.sample])


class EveryBoard(BoardsTable):
    """Every solvable board of a small shape."""

    every: ShapeText

    def sets(self, goal: str, folder: Path) -> list[BoardSet]:
        """The nearest come first."""
        if factorial(self.every.cells) // 2 > MOST_STATES:
            raise TableError(f"there are too many {self.every} boards to take every one", "every")
        target = goal_board(goal, self.every)
        boards = BoardSet(self.name or f"every {self.every}", target, [], [])
        for distance, layer in enumerate(layers(target)):
            boards.states.extend(sorted(layer))
            boards.distances.extend([distance] * len(layer))
        return [boards]


class PublishedBoards(BoardsTable):
    """Instances that others published."""

    instances: Text
    first: int | None = Field(None, ge=1)

    def sets(self, goal: str, folder: Path) -> list[BoardSet]:
        """All of them, or the first so many."""
        try:
            members = instance_set(self.instances)[: self.first]
        except ValueError as error:
            raise TableError(error, "instances") from None
        target = goal_board("blank-first", members[0].board.shape)
        if goal_board(goal, target.shape) != target:
            raise BadGoal(
                f'{self.instances} has the goal blank-first: write goal = "blank-first" here'
            )
        states = [member.board.state for member in members]
        lengths: list[int | None] = [member.optimal for member in members]
        return [BoardSet(self.name or self.instances, target, states, lengths)]


class BoardsOfFile(BoardsTable):
    """Boards of a text file, one a line; `#` begins a comment."""

    file: Text
    shape: ShapeText | None = None

    def sets(self, goal: str, folder: Path) -> list[BoardSet]:
        """The boards by their shapes."""
        path = folder / self.file
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except OSError as error:
            raise TableError(f"{path}: {error.strerror or error}", "file") from None
        except UnicodeDecodeError:
            raise TableError(f"{path} is not a text file in UTF-8", "file") from None
        texts = [
            (f"{path.name}:{number}: ", text, ("file",))
            for number, line in enumerate(lines, start=1)
            if (text := line.partition("#")[0].strip())
        ]
        if not texts:
            raise TableError(f"{path} holds no boards: write one a line", "file")
        return _by_shape(self.name or path.stem, texts, self.shape, goal)


class ListedBoards(BoardsTable):
    """Boards written into the grid."""

    boards: Options[Annotated[str, BeforeValidator(str)]] = Field(alias="list")
    shape: ShapeText | None = None

    def sets(self, goal: str, folder: Path) -> list[BoardSet]:
        """The boards by their shapes."""
        texts = [("", text, ("list", place)) for place, text in enumerate(self.boards)]
        return _by_shape(self.name or "list", texts, self.shape, goal)


SOURCES: dict[str, type[BoardsTable]] = {
    "random": RandomBoards,
    "distances": BoardsByDistance,
    "every": EveryBoard,
    "instances": PublishedBoards,
    "file": BoardsOfFile,
    "list": ListedBoards,
}
"""Where boards can come from, by the key that says so."""


def source_of(values: Any) -> type[BoardsTable]:
    """The kind of a table of boards; raises ValueError unless it has exactly one source."""
    given = [key for key in SOURCES if key in values]
    if len(given) != 1:
        asked = f"{' and '.join(given)} are given together" if given else "there are no boards"
        raise ValueError(f"{asked}: write one of {', '.join(SOURCES)}")
    return SOURCES[given[0]]


def _by_shape(
    name: str,
    texts: Iterable[tuple[str, str, tuple[str | int, ...]]],
    shape: Shape | None,
    goal: str,
) -> list[BoardSet]:
    """Boards written out, in sets of one shape each, in the order in which shapes appear.

    Each text comes with what to say before a problem, and with where it stands in the grid.
    """
    sets: dict[Shape, BoardSet] = {}
    problems: list[ValueError] = []
    for where, text, path in texts:
        try:
            board = read_board(text, shape)
            target = goal_board(goal, board.shape)
            if not is_solvable(board, target):
                raise ValueError(f"{text} cannot be brought to the goal {goal}")
        except BadGoal:
            raise
        except ValueError as error:
            problems.append(TableError(where + "; ".join(str(error).splitlines()), *path))
            continue
        boards = sets.setdefault(board.shape, BoardSet(name, target, [], []))
        boards.states.append(board.state)
        boards.distances.append(None)
    if problems:
        raise ExceptionGroup("bad boards", problems)
    return list(sets.values())
