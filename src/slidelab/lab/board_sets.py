"""The boards of an experiment: random ones, those at a distance, published ones, or your own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from math import factorial
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

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
from slidelab.puzzle.instances import (
    SETS,
    Instance,
    instance,
    instance_set,
    is_instance_name,
)
from slidelab.puzzle.scramble import MOST_STATES, layers

ShapeText = Annotated[Shape, BeforeValidator(lambda given: Shape.parse(str(given)))]
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


class BoardsTable(BaseModel):
    """A table `[[boards]]` of a grid. Each subclass is a source, named after its first key."""

    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True)

    name: str | None = None
    goal: str | None = None

    def read(self, goal: str, folder: Path) -> list[BoardSet]:
        """Return the boards, a set for each shape; raises ValueError."""
        raise NotImplementedError


class RandomBoards(BoardsTable):
    """Random solvable boards, or the ends of random walks of a number of `moves`."""

    random: int = Field(ge=1, le=10_000_000)
    shape: ShapeText = Shape(3, 3)
    seed: int = Field(1, ge=0)
    moves: int | None = Field(None, ge=0)

    def read(self, goal: str, folder: Path) -> list[BoardSet]:
        solved = goal_board(goal, self.shape)
        seeds = [f"{self.seed}/{number}" for number in range(self.random)]
        if self.moves is None:
            boards = [random_board(self.shape, solved, seed) for seed in seeds]
        else:
            boards = [random_walk(solved, self.moves, seed) for seed in seeds]
        return [board_set(boards, solved, self.name or f"random {self.shape}")]


class BoardsAtDistances(BoardsTable):
    """All boards at some distances from the goal, or a sample of them."""

    distances: Annotated[list[Annotated[int, Field(ge=0)]], OneOrMore, Field(min_length=1)]
    shape: ShapeText = Shape(3, 3)
    sample: int | None = Field(None, ge=1)
    seed: int = Field(1, ge=0)

    def read(self, goal: str, folder: Path) -> list[BoardSet]:
        solved = goal_board(goal, self.shape)
        found = BoardSet(self.name or f"{self.shape} by distance", solved, [], [])
        farthest, seen = max(self.distances), 0
        for distance, layer in enumerate(layers(solved)):
            seen += len(layer)
            if seen > MOST_STATES:
                raise SlidelabError(
                    f"distances: more than {MOST_STATES:,} {self.shape} boards are within "
                    f"{farthest} moves of this goal: name smaller distances"
                )
            if distance in self.distances:
                states = self._draw(layer, distance)
                found.states.extend(states)
                found.distances.extend([distance] * len(states))
            if distance == farthest:
                return [found]
        raise SlidelabError(
            f"distances: no {self.shape} board is {farthest} moves from this goal: the farthest "
            f"are {distance} moves away"
        )

    def _draw(self, layer: set[bytes], distance: int) -> list[bytes]:
        """Draw a sample by hashes, so that it is the same on every platform and version."""
        salt = f"{self.seed}/{distance}".encode()
        drawn = sorted(sorted(layer), key=lambda state: sha256(salt + state).digest())
        return sorted(drawn[: self.sample])


class EveryBoard(BoardsTable):
    """Every solvable board of a small shape."""

    every: ShapeText

    def read(self, goal: str, folder: Path) -> list[BoardSet]:
        if factorial(self.every.cells) // 2 > MOST_STATES:
            raise SlidelabError(f"every: there are too many {self.every} boards")
        solved = goal_board(goal, self.every)
        states, distances = visit(solved)
        return [BoardSet(self.name or f"every {self.every}", solved, states, [*distances])]


class PublishedBoards(BoardsTable):
    """A set of published instances, or some of one."""

    instances: str

    def read(self, goal: str, folder: Path) -> list[BoardSet]:
        return _read_texts(self.name or self.instances, {"instances": self.instances}, None, goal)


class BoardsOfFile(BoardsTable):
    """A text file with one board per line; `#` starts a comment."""

    file: str
    shape: ShapeText | None = None

    def read(self, goal: str, folder: Path) -> list[BoardSet]:
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
        return _read_texts(self.name or path.stem, texts, self.shape, goal)


class ListedBoards(BoardsTable):
    """Boards written in the grid itself."""

    boards: Annotated[list[str], OneOrMore, Field(alias="list", min_length=1)]
    shape: ShapeText | None = None

    def read(self, goal: str, folder: Path) -> list[BoardSet]:
        texts = {f"list, board {number}": text for number, text in enumerate(self.boards, start=1)}
        return _read_texts(self.name or "list", texts, self.shape, goal)


SOURCES: dict[str, type[BoardsTable]] = {
    "random": RandomBoards,
    "distances": BoardsAtDistances,
    "every": EveryBoard,
    "instances": PublishedBoards,
    "file": BoardsOfFile,
    "list": ListedBoards,
}
"""The sources of boards, by the key that chooses each."""


def read_boards(text: str, shape: Shape | None = None) -> list[tuple[Board, int | None]]:
    """Return the board of a text, or the published ones that it names, with known distances.

    >>> [len(read_boards(text)) for text in ("korf24", "korf:1-20", "korf:7", "125340678")]
    [50, 20, 1, 1]
    """
    members: Iterable[Instance] = ()
    prefix, _, numbers = text.partition(":")
    first, dash, last = numbers.partition("-")
    if text in SETS:
        members = instance_set(text)
    elif dash and first.isdecimal() and last.isdecimal():
        members = [instance(f"{prefix}:{one}") for one in range(int(first), int(last) + 1)]
    elif is_instance_name(text):
        members = [instance(text)]
    return [(member.board, member.optimal) for member in members] or [(Board(text, shape), None)]


def board_set(boards: Iterable[Any], goal: Any, name: str = "boards") -> BoardSet:
    """Return boards of one shape as a set; raises ValueError if they have several."""
    starts = [Board(board) for board in boards]
    if len({start.shape for start in starts}) != 1:
        raise SlidelabError("an experiment has boards of one shape, at least one")
    solved = goal_board(goal, starts[0].shape)
    return BoardSet(name, solved, [start.state for start in starts], [None] * len(starts))


def _read_texts(name: str, texts: dict[str, str], shape: Shape | None, goal: str) -> list[BoardSet]:
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
