"""The boards of an experiment: random ones, those at some distances, published ones, your own."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, InstanceOf, model_validator

from slidelab.errors import SlidelabError
from slidelab.puzzle import (
    BLANK_FIRST,
    Board,
    BoardLike,
    Shape,
    goal_board,
    random_board,
)
from slidelab.puzzle.instances import SETS, instance, instance_set, is_instance_name
from slidelab.puzzle.scramble import layers_to
from slidelab.system import toml

Natural = Annotated[int, Field(ge=0)]
ShapeText = Annotated[InstanceOf[Shape], BeforeValidator(Shape.parse)]
OneOrMore = BeforeValidator(lambda given: given if isinstance(given, list) else [given])

OPTIONS = {
    "random": ("shape", "seed"),
    "distances": ("shape", "seed", "sample"),
    "file": ("shape",),
    "list": ("shape",),
}
"""The sources of boards, each with its options."""


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


class BoardsTable(toml.Table):
    """A table `[[boards]]` of a grid: one source of boards, and its options."""

    random: Annotated[int, Field(ge=1, le=10_000_000)] | None = None
    distances: Annotated[list[Natural], OneOrMore, Field(min_length=1)] | None = None
    file: str | None = None
    texts: Annotated[list[str], OneOrMore, Field(min_length=1)] | None = Field(None, alias="list")
    shape: ShapeText | None = None
    seed: Natural = 1
    sample: Annotated[int, Field(ge=1)] | None = None
    goal: str | None = None
    name: str = ""

    @model_validator(mode="before")
    @classmethod
    def _check_source(cls, values: Any) -> Any:
        if not isinstance(values, dict):
            return values  # refused next
        sources = [key for key in OPTIONS if key in values]
        if len(sources) != 1:
            raise ValueError(f"write one of {', '.join(OPTIONS)}")
        others = {option for options in OPTIONS.values() for option in options}
        for name in values.keys() & others - {*OPTIONS[sources[0]]}:
            raise ValueError(f"{name!r} does not go with {sources[0]!r}")
        return values

    def make(self, usual_goal: str, folder: Path) -> list[BoardSet]:
        """Return the boards, a set for each shape; a file is looked for in `folder`.

        Raises ValueError.
        """
        goal = self.goal or usual_goal
        if self.file is not None:
            texts = _read_lines(folder / self.file)
            return read_boards(texts, goal, self.name or Path(self.file).stem, self.shape)
        if self.texts is not None:
            name = self.texts[0] if len(self.texts) == 1 else "list"
            return read_boards(self.texts, goal, self.name or name, self.shape)
        solved = goal_board(goal, self.shape or Shape(3, 3))
        return [self._find_at_distances(solved) if self.distances else self._draw(solved)]

    def _draw(self, goal: Board) -> BoardSet:
        """Return random boards."""
        seeds = [f"{self.seed}/{number}" for number in range(self.random or 0)]
        states = [random_board(goal.shape, goal, seed).state for seed in seeds]
        return BoardSet(self.name or f"random {goal.shape}", goal, states, [None] * len(states))

    def _find_at_distances(self, goal: Board) -> BoardSet:
        """Return the boards at some distances, or a sample for each.

        Samples are drawn by hashes, so that they are the same on every platform and version.
        """
        found = BoardSet(self.name or f"{goal.shape} by distance", goal, [], [])
        wanted = self.distances or []
        for distance, layer in enumerate(layers_to(goal, max(wanted))):
            if distance in wanted:
                salt = f"{self.seed}/{distance}".encode()
                drawn = sorted(layer, key=lambda state: sha256(salt + state).digest())
                states = sorted(drawn[: self.sample])
                found.states.extend(states)
                found.distances.extend([distance] * len(states))
        return found


def read_boards(
    given: Iterable[BoardLike], goal: BoardLike, name: str, shape: Shape | None = None
) -> list[BoardSet]:
    """Return boards in sets of one shape each; a text may name published ones: `korf:1-20`.

    Raises ValueError for a text that is not a board.

    >>> texts = ["korf24", "korf:1-20", "korf:7", "125340678"]
    >>> [(str(found.goal.shape), len(found)) for found in read_boards(texts, "blank-first", "all")]
    [('5x5', 50), ('4x4', 21), ('3x3', 1)]
    """
    sets: dict[Shape, BoardSet] = {}
    for number, one in enumerate(given, start=1):
        with toml.naming(f"board {number}"):
            for board, distance in _find_boards(one, shape):
                solved = goal_board(goal, board.shape)
                is_usual = solved == goal_board(BLANK_FIRST, board.shape)  # that of published ones
                found = sets.setdefault(board.shape, BoardSet(name, solved, [], []))
                found.states.append(board.state)
                found.distances.append(distance if is_usual else None)
    if not sets:
        raise SlidelabError("there are no boards")
    return list(sets.values())


def _find_boards(given: BoardLike, shape: Shape | None) -> list[tuple[Board, int | None]]:
    """Return a board, or the published ones that a text names, with known distances."""
    text = given if isinstance(given, str) else ""
    prefix, _, numbers = text.partition(":")
    first, dash, last = numbers.partition("-")
    if text in SETS:
        members = [*instance_set(text)]
    elif dash and first.isdecimal() and last.isdecimal():
        members = [instance(f"{prefix}:{number}") for number in range(int(first), int(last) + 1)]
    elif is_instance_name(text):
        members = [instance(text)]
    else:
        return [(Board(given, shape), None)]
    return [(member.board, member.optimal) for member in members]


def _read_lines(path: Path) -> list[str]:
    """Return the texts of a file, one per line; `#` starts a comment."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SlidelabError(f"{path}: {error}") from None
    texts = (line.partition("#")[0].strip() for line in lines)
    return [text for text in texts if text]
