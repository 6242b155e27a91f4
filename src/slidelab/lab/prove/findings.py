"""What was found out about a heuristic. Each figure is defined here, once."""

from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, NamedTuple

from slidelab.puzzle import MULTI, Board, Move, goal_name
from slidelab.puzzle.wording import plural


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A board on which a promise is broken; no board nearer to the goal breaks it."""

    board: Board
    goal: Board
    distance: int | None
    """The true number of moves to the goal; None where it is not known."""
    h: float
    move: Move | None = None
    """For consistency: the move along which the estimate falls by more than 1."""
    neighbour_h: float = 0.0
    """The estimate after that move."""
    tiles: int = 1
    """How many tiles that move takes."""

    def words(self) -> str:
        """The example as a sentence."""
        if self.move is None and self.distance == 0:
            return f"the goal itself is estimated at {number(self.h)} moves instead of 0"
        if self.move is None:
            return (
                f"this board is {plural(self.distance or 0, 'move')} from the goal, "
                f"and h says {number(self.h)}"
            )
        tiles = f" by {self.tiles}" if self.tiles > 1 else ""
        return (
            f"one move ({self.move.word}{tiles}) takes h from {number(self.h)} to "
            f"{number(self.neighbour_h)}: it falls by {number(self.h - self.neighbour_h)}, "
            "and a move costs 1"
        )

    def boards(self) -> tuple[tuple[Board, str], tuple[Board, str]]:
        """The board, and what it leads to: a neighbour or the goal, each with a caption."""
        here = (self.board, f"h = {number(self.h)}")
        if self.move is None:
            return here, (self.goal, "goal")
        return here, (self.neighbour, f"h = {number(self.neighbour_h)}")

    @property
    def neighbour(self) -> Board:
        """The board after that move; raises ValueError where there is none."""
        if self.move is None:
            raise ValueError("this example is a board, not a move")
        return self.board.play([self.move] * self.tiles)


class PromiseVerdict(NamedTuple):
    """Whether a promise is kept, and how far it is from being kept."""

    promise: str
    kept: bool
    words: str
    example: Counterexample | None
    """The nearest to the goal that breaks it."""


ERROR_HEADINGS = ("distance", "boards", "mean h", "mean error", "largest error", "too high")
COST_HEADINGS = ("distance", "boards", "expanded", "generated", "b*", "path")


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """How far off the estimates are on the boards of one distance."""

    distance: int
    boards: int
    mean_h: float
    mean_error: float
    """The mean of the true distance less the estimate; below 0 where h says too much."""
    largest_error: float
    """The greatest difference between estimate and truth, whichever is larger."""
    overestimated: int
    """Boards on which h says too much."""


@dataclass(frozen=True, slots=True)
class CostRow:
    """What A* does with the heuristic on boards of one distance."""

    distance: int
    boards: int
    """How many boards were solved."""
    expanded: float
    """Mean number of nodes expanded."""
    generated: float
    """Mean number of nodes generated, the root and duplicates included."""
    branching: float | None
    """The effective branching factor of the mean number of nodes generated, without the root."""
    cost: float
    """Mean number of moves of the paths found: above the distance where A* missed the best."""


@dataclass(frozen=True, slots=True)
class Ordering:
    """How the heuristic compares with another one, board by board."""

    other: str
    relation: str
    """It `equals`, `dominates`, `is dominated by` or `is incomparable with` the other."""
    higher: int
    """Boards on which it says more than the other."""
    lower: int
    """Boards on which it says less."""
    higher_on: Board | None
    """A witness: the nearest such board."""
    lower_on: Board | None


@dataclass(frozen=True)
class HeuristicProof:
    """All that was found out about a heuristic for one goal."""

    heuristic: str
    summary: str
    goal: Board
    metric: str
    count_blank: bool
    complete: bool
    """Whether every board was looked at: then it is a proof, else it is evidence."""
    boards: int
    """How many boards were looked at."""
    measured: int
    """How many of them have a known distance, nearest first."""
    admissible: bool
    overestimated: int
    """Boards on which h exceeds the true distance."""
    overestimate: Counterexample | None
    consistent: bool
    inconsistent_moves: int
    """Moves along which h falls by more than 1."""
    inconsistency: Counterexample | None
    exact: int
    """Boards on which h is the true distance."""
    errors: list[ErrorRow]
    orderings: list[Ordering] = field(default_factory=list)
    costs: list[CostRow] = field(default_factory=list)
    costs_of: str = ""
    """Which boards the costs are measured on, in words."""

    def __repr__(self) -> str:
        found = {"admissible": self.admissible, "consistent": self.consistent}
        words = ", ".join(name if holds else f"not {name}" for name, holds in found.items())
        return f"<HeuristicProof of {self.heuristic} on {plural(self.boards, 'board')}: {words}>"

    @property
    def counting(self) -> str:
        """What is counted otherwise than usual, in words, each with a semicolon before it."""
        words = "; the blank counts as a tile" if self.count_blank else ""
        return words + ("; a move may take several tiles" if self.metric == MULTI else "")

    @property
    def verdicts(self) -> tuple[PromiseVerdict, PromiseVerdict]:
        """What became of the two promises that matter to A*."""
        if self.admissible:
            admissible = "no estimate exceeds the true distance"
        else:
            boards = f"{self.overestimated:,} of {plural(self.measured, 'board')}"
            share = f"{self.overestimated / self.measured:.1%}"
            admissible = f"h exceeds the true distance on {boards} ({share})"
        if self.consistent:
            consistent = "no move lets the estimate fall by more than 1"
        else:
            moves = plural(self.inconsistent_moves, "move")
            consistent = f"h falls by more than 1 along {moves}"
        return (
            PromiseVerdict("admissible", self.admissible, admissible, self.overestimate),
            PromiseVerdict("consistent", self.consistent, consistent, self.inconsistency),
        )

    @property
    def mean_error(self) -> float:
        """The mean error over all boards measured."""
        return sum(row.mean_error * row.boards for row in self.errors) / self.measured

    @property
    def accuracy(self) -> str:
        """How good the estimates are, in words."""
        off = self.mean_error
        which = "the true distance is above it" if off >= 0 else "it is above the true distance"
        return (
            f"h is exact on {self.exact:,} of {plural(self.measured, 'board')}; {which} by "
            f"{number(abs(off))} on average"
        )

    @property
    def strength(self) -> str:
        """Proof or evidence, in words."""
        if self.complete:
            return f"proof: all {self.boards:,} boards of {self.goal.shape} were looked at"
        farthest = self.errors[-1].distance
        return (
            f"evidence, not proof: {self.boards:,} boards of {self.goal.shape} were looked at, "
            f"{self.measured:,} of them with known distances (up to {farthest} moves)"
        )

    def to_dict(self) -> dict[str, Any]:
        """The findings as plain values that JSON can carry."""
        plain: dict[str, Any] = _simplify(self)
        return plain | {
            "goal": goal_name(self.goal),
            "shape": str(self.goal.shape),
            "strength": self.strength,
            "mean_error": self.mean_error,
        }


def _simplify(value: Any) -> Any:
    """What JSON can carry: boards become lists of tiles, moves words, and examples tell all."""
    if isinstance(value, Board):
        return list(value.state)
    if isinstance(value, Move):
        return value.word
    if isinstance(value, list):
        return [_simplify(one) for one in value]
    if not is_dataclass(value):
        return value
    plain = {each.name: _simplify(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Counterexample):
        plain["words"] = value.words()
        if value.move is not None:
            plain["neighbour"] = _simplify(value.neighbour)
    return plain


def number(value: float) -> str:
    """A number without needless digits.

    >>> number(3.0), number(3.41421356)
    ('3', '3.414')
    """
    return f"{value:.3f}".rstrip("0").rstrip(".")
