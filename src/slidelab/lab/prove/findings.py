"""What was found out about a heuristic. Each figure is defined here, once."""

from dataclasses import asdict, dataclass, field
from typing import Any

from slidelab.puzzle import Board, Move, goal_name
from slidelab.puzzle.wording import counted

DOMINATES = "dominates"
DOMINATED = "is dominated by"
EQUAL = "equals"
INCOMPARABLE = "is incomparable with"


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A board on which a promise is broken; no board nearer to the goal breaks it."""

    board: Board
    distance: int | None
    """The true number of moves to the goal; None where it is not known."""
    h: float
    move: Move | None = None
    """For consistency: the move along which the estimate falls by more than 1."""
    neighbour_h: float = 0.0
    """The estimate after that move."""

    def words(self) -> str:
        """The example as a sentence."""
        if self.move is None and self.distance == 0:
            return f"the goal itself is estimated at {number(self.h)} moves instead of 0"
        if self.move is None:
            return (
                f"this board is {counted(self.distance or 0, 'move')} from the goal, "
                f"and h says {number(self.h)}"
            )
        return (
            f"one move ({self.move.word}) takes h from {number(self.h)} to "
            f"{number(self.neighbour_h)}: it falls by {number(self.h - self.neighbour_h)}, "
            "and a move costs 1"
        )

    def to_dict(self) -> dict[str, Any]:
        """The example as plain values."""
        found: dict[str, Any] = {
            "board": list(self.board.state),
            "distance": self.distance,
            "h": self.h,
        }
        if self.move is not None:
            after = self.board.move(self.move)
            found |= {
                "move": self.move.word,
                "neighbour": list(after.state),
                "neighbour_h": self.neighbour_h,
            }
        return found | {"words": self.words()}


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
    cost: float
    """Mean number of moves of the paths found: above the distance where A* missed the best."""
    branching: float | None
    """The effective branching factor of the mean number of nodes generated, without the root."""


@dataclass(frozen=True, slots=True)
class Ordering:
    """How the heuristic compares with another one, board by board."""

    other: str
    relation: str
    higher: int
    """Boards on which it says more than the other."""
    lower: int
    """Boards on which it says less."""
    higher_on: Board | None
    """A witness: the nearest such board."""
    lower_on: Board | None


@dataclass(frozen=True)
class Proof:
    """All that was found out about a heuristic for one goal."""

    heuristic: str
    summary: str
    goal: Board
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
            f"h is exact on {self.exact:,} of {counted(self.measured, 'board')}; {which} by "
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
        return {
            "heuristic": self.heuristic,
            "summary": self.summary,
            "goal": goal_name(self.goal),
            "shape": str(self.goal.shape),
            "count_blank": self.count_blank,
            "complete": self.complete,
            "strength": self.strength,
            "boards": self.boards,
            "measured": self.measured,
            "admissible": self.admissible,
            "overestimated": self.overestimated,
            "overestimate": self.overestimate and self.overestimate.to_dict(),
            "consistent": self.consistent,
            "inconsistent_moves": self.inconsistent_moves,
            "inconsistency": self.inconsistency and self.inconsistency.to_dict(),
            "exact": self.exact,
            "mean_error": self.mean_error,
            "errors": [asdict(row) for row in self.errors],
            "orderings": [_ordering(row) for row in self.orderings],
            "costs_of": self.costs_of,
            "costs": [asdict(row) for row in self.costs],
        }


def number(value: float) -> str:
    """A number without needless digits.

    >>> number(3.0), number(3.41421356)
    ('3', '3.414')
    """
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _ordering(row: Ordering) -> dict[str, Any]:
    return {
        "other": row.other,
        "relation": row.relation,
        "higher": row.higher,
        "lower": row.lower,
        "higher_on": row.higher_on and list(row.higher_on.state),
        "lower_on": row.lower_on and list(row.lower_on.state),
    }
