"""The boards of an experiment: random ones, those at a distance, published ones, or your own."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from math import factorial
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, InstanceOf

from slidelab.errors import SlidelabError
from slidelab.lab.state_space import visit
from slidelab.puzzle import (
    BLANK_FIRST,
    Board,
    BoardLike,
    Shape,
    goal_board,
    is_solvable,
    random_board,
    random_walk,
)
from slidelab.puzzle.instances import SETS, instance, instance_set, is_instance_name
from slidelab.puzzle.scramble import MOST_STATES, layers_to
from slidelab.system import toml

Positive = Annotated[int, Field(ge=1)]
Natural = Annotated[int, Field(ge=0)]
ShapeText = Annotated[InstanceOf[Shape], BeforeValidator(Shape.parse)]
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


class Source(toml.Table):
    """A table `[[boards]]` of a grid: where its boards come from."""

    goal: str
    name: str = ""

    def make(self, folder: Path) -> list[BoardSet]:
        """Return the boards, a set for each shape; a file is looked for in `folder`.

        Raises ValueError.
        """
        raise NotImplementedError


class RandomBoards(Source):
    """Random solvable boards, or the ends of random walks of a number of `moves`."""

    random: Annotated[int, Field(ge=1, le=10_000_000)]
    shape: ShapeText = Shape(3, 3)
    seed: Natural = 1
    moves: Natural | None = None

    def make(self, folder: Path) -> list[BoardSet]:
        solved = goal_board(self.goal, self.shape)
        seeds = [f"{self.seed}/{number}" for number in range(self.random)]
        if self.moves is None:
            boards = [random_board(self.shape, solved, each) for each in seeds]
        else:
            boards = [random_walk(solved, self.moves, each) for each in seeds]
        return [board_set(boards, solved, self.name or f"random {self.shape}")]


class BoardsAtDistances(Source):
    """All boards at some distances from the goal, or a sample for each distance.

    Samples are drawn by hashes, so that they are the same on every platform and version.
    """

    distances: Annotated[list[Natural], OneOrMore, Field(min_length=1)]
    shape: ShapeText = Shape(3, 3)
    seed: Natural = 1
    sample: Positive | None = None

    def make(self, folder: Path) -> list[BoardSet]:
        solved = goal_board(self.goal, self.shape)
        found = BoardSet(self.name or f"{self.shape} by distance", solved, [], [])
        for distance, layer in enumerate(layers_to(solved, max(self.distances))):
            if distance in self.distances:
                salt = f"{self.seed}/{distance}".encode()
                drawn = sorted(layer, key=lambda state: sha256(salt + state).digest())[
                    : self.sample
                ]
                found.states.extend(sorted(drawn))
                found.distances.extend([distance] * len(drawn))
        return [found]


class EveryBoard(Source):
    """Every solvable board of a small shape."""

    every: ShapeText

    def make(self, folder: Path) -> list[BoardSet]:
        if factorial(self.every.cells) // 2 > MOST_STATES:
            raise SlidelabError(f"every: there are too many {self.every} boards")
        solved = goal_board(self.goal, self.every)
        states, distances = visit(solved)
        return [BoardSet(self.name or f"every {self.every}", solved, states, [*distances])]


class PublishedBoards(Source):
    """A set of published instances, or some of one."""

    instances: str

    def make(self, folder: Path) -> list[BoardSet]:
        return read_texts({"instances": self.instances}, self.goal, self.name or self.instances)


class BoardsOfFile(Source):
    """The boards of a text file, one per line; `#` starts a comment."""

    file: str
    shape: ShapeText | None = None

    def make(self, folder: Path) -> list[BoardSet]:
        path = folder / self.file
        try:
            lines = path.read_text(encoding="utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise SlidelabError(f"file: {path}: {error}") from None
        texts = {
            f"{path.name}, line {number}": text
            for number, line in enumerate(lines, start=1)
            if (text := line.partition("#")[0].strip())
        }
        if not texts:
            raise SlidelabError(f"file: {path} has no boards: write one per line")
        return read_texts(texts, self.goal, self.name or path.stem, self.shape)


class ListedBoards(Source):
    """Boards that are written in the grid itself."""

    boards: Annotated[list[str], OneOrMore, Field(alias="list", min_length=1)]
    shape: ShapeText | None = None

    def make(self, folder: Path) -> list[BoardSet]:
        texts = {f"list, board {number}": text for number, text in enumerate(self.boards, start=1)}
        return read_texts(texts, self.goal, self.name or "list", self.shape)


SOURCES: dict[str, type[Source]] = {
    "random": RandomBoards,
    "distances": BoardsAtDistances,
    "every": EveryBoard,
    "instances": PublishedBoards,
    "file": BoardsOfFile,
    "list": ListedBoards,
}
"""The sources of boards, by the key that chooses them."""


def read_source(values: dict[str, Any]) -> Source:
    """Return the source of boards that a table describes.

    Raises ValueError with everything that is wrong with it.
    """
    chosen = [key for key in SOURCES if key in values]
    if len(chosen) != 1:
        raise SlidelabError(f"write one of {', '.join(SOURCES)}")
    return SOURCES[chosen[0]].read(values)


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


def read_texts(
    texts: dict[str, str], goal: BoardLike, name: str, shape: Shape | None = None
) -> list[BoardSet]:
    """Return the boards of some texts, in sets of one shape each.

    The keys say where each text is, for messages. Raises ValueError for a text that is not a board,
    or one that cannot be brought to the goal.
    """
    sets: dict[Shape, BoardSet] = {}
    for place, text in texts.items():
        with toml.naming(place):
            boards = read_boards(text, shape)
            solved = goal_board(goal, boards[0][0].shape)
            found = sets.setdefault(solved.shape, BoardSet(name, solved, [], []))
            is_usual = solved == goal_board(BLANK_FIRST, solved.shape)  # that of published ones
            for board, distance in boards:
                if not is_solvable(board, solved):
                    raise SlidelabError(f"{text} cannot be brought to the goal {goal}")
                found.states.append(board.state)
                found.distances.append(distance if is_usual else None)
    return list(sets.values())


def board_set(boards: Iterable[BoardLike], goal: BoardLike, name: str = "boards") -> BoardSet:
    """Return boards of one shape as a set; raises ValueError if they have several."""
    starts = [Board(board) for board in boards]
    if len({start.shape for start in starts}) != 1:
        raise SlidelabError("an experiment has boards of one shape, at least one")
    solved = goal_board(goal, starts[0].shape)
    return BoardSet(name, solved, [start.state for start in starts], [None] * len(starts))
