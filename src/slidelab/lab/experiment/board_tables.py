"""The sets of boards of a grid: `[[boards]]`.

Each table says with one key where its boards come from; the others tune that.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from math import factorial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, Field, ValidationInfo

from slidelab.lab.toml import Options, Place, Text, TomlTable, bad_value, bad_values
from slidelab.puzzle import (
    BadGoal,
    Board,
    Shape,
    goal_board,
    is_solvable,
    random_board,
    random_walk,
)
from slidelab.puzzle.goals import BLANK_FIRST
from slidelab.puzzle.instances import instance_set
from slidelab.puzzle.scramble import MOST_STATES, layers
from slidelab.puzzle.wording import plural

MOST_BOARDS = 10_000_000
"""A set is kept in memory, about 100 bytes a board."""

MOST_STEPS = 100_000_000
"""All walks of a set together take a minute or two then."""


class GridPlace(NamedTuple):
    """What is known of a grid before it is read."""

    file: Path
    results: Path | None
    """The results file, where the grid is not asked."""


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
        return self.goal.shape

    def add(self, states: Iterable[bytes], distance: int | None = None) -> None:
        """Put in further boards that all have this distance."""
        self.states.extend(states)
        self.distances.extend([distance] * (len(self.states) - len(self.distances)))


ShapeText = Annotated[Shape, BeforeValidator(lambda given: Shape.parse(str(given)))]
EIGHT_PUZZLE = Shape(3, 3)


class BoardsTable(TomlTable, arbitrary_types_allowed=True):
    """What every table of boards may have."""

    name: Text | None = None
    goal: Text | None = None

    @abstractmethod
    def sets(self, goal: str, folder: Path) -> list[BoardSet]:
        """The boards, a set for each shape; `goal` is meant where the table names none.

        Raises ValueError for what is wrong.
        """

    def _begin_set(self, usual_name: str, goal: str, shape: Shape) -> BoardSet:
        return BoardSet(self.name or usual_name, goal_board(goal, shape), [], [])


class RandomBoards(BoardsTable):
    """All solvable boards are equally likely, or each is the end of a random walk."""

    random: int = Field(ge=1, le=MOST_BOARDS)
    shape: ShapeText = EIGHT_PUZZLE
    seed: int = Field(1, ge=0)
    moves: int | None = Field(None, ge=0)

    def sets(self, goal: str, folder: Path) -> list[BoardSet]:
        if self.random * (self.moves or 0) > MOST_STEPS:
            words = f"{self.random:,} walks of {self.moves:,} moves would take too long"
            raise bad_value(f"{words}: {MOST_STEPS:,} moves in all are the most", "moves")
        boards = self._begin_set(f"random {self.shape}", goal, self.shape)
        draw = partial(random_board, self.shape, boards.goal)
        if self.moves is not None:
            draw = partial(random_walk, boards.goal, self.moves)
        boards.add(draw(f"{self.seed}/{number}").state for number in range(self.random))
        return [boards]


class BoardsByDistance(BoardsTable):
    """All boards at these distances, or a sample of them."""

    distances: Options[Annotated[int, Field(ge=0)]]
    shape: ShapeText = EIGHT_PUZZLE
    sample: int | None = Field(None, ge=1)
    seed: int | None = Field(None, ge=0)

    def sets(self, goal: str, folder: Path, most_states: int = MOST_STATES) -> list[BoardSet]:
        if self.seed is not None and self.sample is None:
            raise bad_value("seed is for a sample: without it, all boards are taken", "seed")
        boards = self._begin_set(f"{self.shape} by distance", goal, self.shape)
        found = list(self._visit_layers(boards.goal, most_states))
        for place, distance in enumerate(self.distances):
            if distance >= len(found):
                far = f"no {self.shape} board is {plural(distance, 'move')} from this goal"
                farthest = f"the farthest are {len(found) - 1} moves away"
                raise bad_value(f"{far}: {farthest}", "distances", place)
            boards.add(self._draw(found[distance], distance), distance)
        return [boards]

    def _visit_layers(self, goal: Board, most_states: int) -> Iterator[set[bytes]]:
        seen = 0
        for distance, layer in enumerate(layers(goal)):
            seen += len(layer)
            if seen > most_states:
                words = f"more than {most_states:,} boards would have to be looked at"
                raise bad_value(f"{self.shape} has too many boards: {words}", "distances")
            yield layer
            if distance == max(self.distances):
                return

    def _draw(self, layer: set[bytes], distance: int) -> list[bytes]:
        # By hashes rather than Python's generator: the same on every platform and version.
        salt = f"{1 if self.seed is None else self.seed}/{distance}".encode()
        if self.sample is not None and self.sample < len(layer):
            return sorted(sorted(layer, key=lambda s: sha256(salt + s).digest())[: self.sample])
        return sorted(layer)


class EveryBoard(BoardsTable):
    """Every solvable board of a small shape, the nearest first."""

    every: ShapeText

    def sets(self, goal: str, folder: Path) -> list[BoardSet]:
        if factorial(self.every.cells) // 2 > MOST_STATES:
            raise bad_value(f"there are too many {self.every} boards to take every one", "every")
        boards = self._begin_set(f"every {self.every}", goal, self.every)
        from slidelab.lab.state_space import whole_space  # this loads the compiled engine

        space = whole_space(boards.goal)
        return [replace(boards, states=space.states, distances=[*space.distance])]


class PublishedBoards(BoardsTable):
    """All instances of a published set, or the first N."""

    instances: Text
    first: int | None = Field(None, ge=1)

    def sets(self, goal: str, folder: Path) -> list[BoardSet]:
        try:
            members = instance_set(self.instances)[: self.first]
        except ValueError as error:
            raise bad_value(error, "instances") from None
        shape = members[0].board.shape
        boards = self._begin_set(self.instances, BLANK_FIRST, shape)
        if goal_board(goal, shape) != boards.goal:
            words = f'{self.instances} has the goal blank-first: write goal = "blank-first" here'
            raise bad_value(words, "goal")
        for member in members:
            boards.add([member.board.state], member.optimal)
        return [boards]


class BoardsOfFile(BoardsTable):
    """The boards of a text file, one per line; `#` begins a comment."""

    file: Text
    shape: ShapeText | None = None

    def sets(self, goal: str, folder: Path) -> list[BoardSet]:
        path = folder / self.file
        try:
            lines = path.read_text(encoding="utf-8-sig").splitlines()
        except OSError as error:
            raise bad_value(f"{path}: {error.strerror or error}", "file") from None
        except UnicodeDecodeError:
            raise bad_value(f"{path} is not a text file in UTF-8", "file") from None
        texts = [
            (f"{path.name}:{number}: ", text, ("file",))
            for number, line in enumerate(lines, start=1)
            if (text := line.partition("#")[0].strip())
        ]
        if not texts:
            raise bad_value(f"{path} holds no boards: write one per line", "file")
        return _group_by_shape(self.name or path.stem, texts, self.shape, goal)


class ListedBoards(BoardsTable):
    """Boards written into the grid."""

    boards: Options[Annotated[str, BeforeValidator(str)]] = Field(alias="list")
    shape: ShapeText | None = None

    def sets(self, goal: str, folder: Path) -> list[BoardSet]:
        texts = [("", text, ("list", place)) for place, text in enumerate(self.boards)]
        return _group_by_shape(self.name or "list", texts, self.shape, goal)


def _group_by_shape(
    name: str, texts: Iterable[tuple[str, str, Place]], shape: Shape | None, goal: str
) -> list[BoardSet]:
    """Boards written out, in sets of one shape each, in the order in which shapes appear.

    Each text comes with what to say before a problem, and with where it stands in the grid.
    """
    sets: dict[Shape, BoardSet] = {}
    problems: list[tuple[Place, str]] = []
    for where, text, place in texts:
        try:
            board = Board(text, shape)
            target = goal_board(goal, board.shape)
            if not is_solvable(board, target):
                raise ValueError(f"{text} cannot be brought to the goal {goal}")
        except BadGoal:
            raise
        except ValueError as error:
            problems.append((place, where + "; ".join(str(error).splitlines())))
            continue
        sets.setdefault(board.shape, BoardSet(name, target, [], [])).add([board.state])
    if problems:
        raise bad_values(*problems)
    return list(sets.values())


SOURCES: dict[str, type[BoardsTable]] = {
    "random": RandomBoards,
    "distances": BoardsByDistance,
    "every": EveryBoard,
    "instances": PublishedBoards,
    "file": BoardsOfFile,
    "list": ListedBoards,
}
"""Where boards can come from, by the key that says so."""


def read_boards(values: Any, info: ValidationInfo) -> list[BoardSet]:
    """The boards that a table asks for; raises ValueError for what is wrong."""
    assert isinstance(info.context, GridPlace)
    given = [key for key in SOURCES if isinstance(values, dict) and key in values]
    if len(given) != 1:
        asked = f"{' and '.join(given)} are given together" if given else "there are no boards"
        raise ValueError(f"{asked}: write one of {', '.join(SOURCES)}")
    table = SOURCES[given[0]].read(values)
    about = info.data.get("experiment")
    goal = table.goal or (about.goal if about else BLANK_FIRST)
    try:
        return table.sets(goal, info.context.file.parent)
    except BadGoal as error:
        raise bad_value(error, "goal") from None
