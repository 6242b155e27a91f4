"""The boards of an experiment: random ones, those at a distance, published ones, or your own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from math import factorial
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, Shape, goal_board, is_solvable, random_board, random_walk
from slidelab.puzzle.instances import instance_set
from slidelab.puzzle.scramble import MOST_STATES, layers

MOST_BOARDS = 10_000_000
MOST_STEPS = 100_000_000
"""All random walks of a set together take a minute or two then."""

ShapeText = Annotated[Shape, BeforeValidator(lambda given: Shape.parse(str(given)))]
OneOrMore = BeforeValidator(lambda given: given if isinstance(given, list) else [given])


@dataclass(frozen=True)
class BoardSet:
    """Boards of one shape, to be solved to one goal."""

    name: str
    goal: Board
    states: list[bytes]
    distances: list[int | None]
    """The number of moves of a shortest path for each, where it is known."""

    def __len__(self) -> int:
        return len(self.states)


class BoardsTable(BaseModel):
    """A table `[[boards]]`: one key says where the boards come from, the others tune that."""

    model_config = ConfigDict(extra="forbid", arbitrary_types_allowed=True)

    random: int | None = Field(None, ge=1, le=MOST_BOARDS)
    distances: Annotated[list[Annotated[int, Field(ge=0)]], OneOrMore] | None = None
    every: ShapeText | None = None
    instances: str | None = None
    file: str | None = None
    boards: Annotated[list[str], OneOrMore] | None = Field(None, alias="list", min_length=1)

    name: str | None = None
    goal: str | None = None
    shape: ShapeText | None = None
    seed: int = Field(1, ge=0)
    moves: int | None = Field(None, ge=0)
    sample: int | None = Field(None, ge=1)
    first: int | None = Field(None, ge=1)

    @model_validator(mode="after")
    def _check(self) -> BoardsTable:
        sources = [key for key in _SOURCES if getattr(self, key) is not None]
        names = ["list" if key == "boards" else key for key in _SOURCES]
        if len(sources) != 1:
            raise SlidelabError(f"write one of {', '.join(names)}")
        _, options = _SOURCES[sources[0]]
        wrong = self.model_fields_set - {sources[0], "name", "goal", *options}
        if wrong:
            raise SlidelabError(f"{', '.join(sorted(wrong))}: not an option of {sources[0]}")
        return self

    def read(self, goal: str, folder: Path) -> list[BoardSet]:
        """Return the boards, a set for each shape; raises ValueError or OSError."""
        source = next(key for key in _SOURCES if getattr(self, key) is not None)
        make, _ = _SOURCES[source]
        return make(self, self.goal or goal, folder)


def _random(table: BoardsTable, goal: str, folder: Path) -> list[BoardSet]:
    assert table.random is not None
    shape = table.shape or Shape(3, 3)
    solved = goal_board(goal, shape)
    seeds = [f"{table.seed}/{number}" for number in range(table.random)]
    if table.moves is None:
        boards = [random_board(shape, solved, seed).state for seed in seeds]
    elif table.moves * table.random > MOST_STEPS:
        raise SlidelabError(f"moves: at most {MOST_STEPS:,} random moves in all")
    else:
        boards = [random_walk(solved, table.moves, seed).state for seed in seeds]
    return [BoardSet(table.name or f"random {shape}", solved, boards, [None] * len(boards))]


def _at_distances(table: BoardsTable, goal: str, folder: Path) -> list[BoardSet]:
    assert table.distances is not None
    shape = table.shape or Shape(3, 3)
    solved = goal_board(goal, shape)
    found = BoardSet(table.name or f"{shape} by distance", solved, [], [])
    reached = _layers(solved, max(table.distances))
    for distance in table.distances:
        if distance >= len(reached):
            raise SlidelabError(
                f"distances: no {shape} board is {distance} moves from this goal: the farthest "
                f"are {len(reached) - 1} moves away"
            )
        states = _draw(reached[distance], table, distance)
        found.states.extend(states)
        found.distances.extend([distance] * len(states))
    return [found]


def _layers(goal: Board, farthest: int) -> list[set[bytes]]:
    found: list[set[bytes]] = []
    for layer in layers(goal):
        found.append(layer)
        if sum(map(len, found)) > MOST_STATES:
            raise SlidelabError(
                f"distances: too many {goal.shape} boards, more than {MOST_STATES:,}"
            )
        if len(found) > farthest:
            break
    return found


def _draw(layer: set[bytes], table: BoardsTable, distance: int) -> list[bytes]:
    """Draw a sample by hashes, so that it is the same on every platform and version."""
    salt = f"{table.seed}/{distance}".encode()
    if table.sample is None or table.sample >= len(layer):
        return sorted(layer)
    return sorted(sorted(layer, key=lambda state: sha256(salt + state).digest())[: table.sample])


def _every(table: BoardsTable, goal: str, folder: Path) -> list[BoardSet]:
    assert table.every is not None
    if factorial(table.every.cells) // 2 > MOST_STATES:
        raise SlidelabError(f"every: there are too many {table.every} boards")
    from slidelab.lab.state_space import whole_space  # this loads the compiled engine

    space = whole_space(goal_board(goal, table.every))
    name = table.name or f"every {table.every}"
    return [BoardSet(name, space.goal, space.states, [*space.distance])]


def _published(table: BoardsTable, goal: str, folder: Path) -> list[BoardSet]:
    assert table.instances is not None
    members = instance_set(table.instances)[: table.first]
    solved = goal_board("blank-first", members[0].board.shape)
    if goal_board(goal, solved.shape) != solved:
        raise SlidelabError(
            f'{table.instances} has the goal blank-first: write goal = "blank-first"'
        )
    states = [member.board.state for member in members]
    name = table.name or table.instances
    return [BoardSet(name, solved, states, [member.optimal for member in members])]


def _of_file(table: BoardsTable, goal: str, folder: Path) -> list[BoardSet]:
    assert table.file is not None
    path = folder / table.file
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise SlidelabError(f"file: {path} is not a text file in UTF-8") from None
    except OSError as error:
        raise SlidelabError(f"file: {path}: {error.strerror}") from None
    texts = {
        f"{path.name}, line {number}": text
        for number, line in enumerate(lines, start=1)
        if (text := line.partition("#")[0].strip())
    }
    if not texts:
        raise SlidelabError(f"file: {path} has no boards: write one per line")
    return _by_shape(table.name or path.stem, texts.items(), table.shape, goal)


def _listed(table: BoardsTable, goal: str, folder: Path) -> list[BoardSet]:
    assert table.boards is not None
    texts = [(f"list, board {number}", text) for number, text in enumerate(table.boards, start=1)]
    return _by_shape(table.name or "list", texts, table.shape, goal)


def _by_shape(
    name: str, texts: Iterable[tuple[str, str]], shape: Shape | None, goal: str
) -> list[BoardSet]:
    """Return boards in sets of one shape each, in the order in which the shapes appear."""
    sets: dict[Shape, BoardSet] = {}
    for place, text in texts:
        try:
            board = Board(text, shape)
            solved = goal_board(goal, board.shape)
        except ValueError as error:
            raise SlidelabError(f"{place}: {error}") from None
        if not is_solvable(board, solved):
            raise SlidelabError(f"{place}: {text} cannot be brought to the goal {goal}")
        found = sets.setdefault(board.shape, BoardSet(name, solved, [], []))
        found.states.append(board.state)
        found.distances.append(None)
    return list(sets.values())


_Source = Callable[[BoardsTable, str, Path], list[BoardSet]]
_SOURCES: dict[str, tuple[_Source, tuple[str, ...]]] = {
    "random": (_random, ("shape", "seed", "moves")),
    "distances": (_at_distances, ("shape", "sample", "seed")),
    "every": (_every, ()),
    "instances": (_published, ("first",)),
    "file": (_of_file, ("shape",)),
    "boards": (_listed, ("shape",)),
}
"""Where boards can come from, by the key that says so, and the keys that tune it."""


def board_set(boards: Iterable[Any], goal: Any, name: str = "boards") -> BoardSet:
    """Return boards of one shape as a set; raises ValueError if they have several."""
    starts = [Board(board) for board in boards]
    if len({start.shape for start in starts}) != 1:
        raise SlidelabError("an experiment has boards of one shape, at least one")
    solved = goal_board(goal, starts[0].shape)
    return BoardSet(name, solved, [start.state for start in starts], [None] * len(starts))
