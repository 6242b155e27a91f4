"""What is known of a heuristic after it was checked. Each figure is defined here, once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, NamedTuple

from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, Move, goal_name
from slidelab.solving.text_layout import table
from slidelab.system.text import plural

ERROR_HEADINGS = ("distance", "boards", "mean h", "mean error", "largest error", "too high")
COST_HEADINGS = ("distance", "boards", "expanded", "generated", "b*", "path")
_ERROR_FORMATS = ("{:,}", "{:,}", "{:.2f}", "{:.2f}", "{:.4g}", "{:,}")
_COST_FORMATS = ("{:,}", "{:,}", "{:,.1f}", "{:,.1f}", "{:.3f}", "{:.4g}")


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A board on which a promise is broken; no board nearer to the goal breaks it."""

    board: Board
    goal: Board
    distance: int | None
    """The true number of moves to the goal, if it is known."""
    h: float
    move: Move | None = None
    """For consistency: the move along which the estimate falls by more than 1."""
    neighbour_h: float = 0.0
    """The estimate after that move."""

    def words(self) -> str:
        """Return the example as a sentence."""
        if self.move is None and self.distance == 0:
            return f"the goal itself is estimated at {number(self.h)} moves instead of 0"
        if self.move is None:
            return (
                f"this board is {plural(self.distance or 0, 'move')} from the goal, "
                f"and h says {number(self.h)}"
            )
        return (
            f"one move ({self.move.word}) takes h from {number(self.h)} to "
            f"{number(self.neighbour_h)}: it falls by {number(self.h - self.neighbour_h)}, "
            "and a move costs 1"
        )

    def boards(self) -> tuple[tuple[Board, str], tuple[Board, str]]:
        """Return the board, and the neighbour or the goal it leads to, each with a caption."""
        here = (self.board, f"h = {number(self.h)}")
        if self.move is None:
            return here, (self.goal, "goal")
        return here, (self.neighbour, f"h = {number(self.neighbour_h)}")

    @property
    def neighbour(self) -> Board:
        """The board after the move; raises ValueError if the example has none."""
        if self.move is None:
            raise SlidelabError("this example is a board, not a move")
        return self.board.move(self.move)


class Verdict(NamedTuple):
    """Whether a promise is kept, and how far it is from being kept."""

    promise: str
    kept: bool
    words: str
    example: Counterexample | None


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
    """Everything that was found out about a heuristic for one goal."""

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

    def __repr__(self) -> str:
        found = {"admissible": self.admissible, "consistent": self.consistent}
        words = ", ".join(name if holds else f"not {name}" for name, holds in found.items())
        return f"<HeuristicProof of {self.heuristic} on {plural(self.boards, 'board')}: {words}>"

    def __str__(self) -> str:
        return "\n\n".join(self.sections())

    @property
    def verdicts(self) -> tuple[Verdict, Verdict]:
        """The two promises that matter to A*: admissible and consistent."""
        admissible = "no estimate exceeds the true distance"
        if not self.admissible:
            boards = f"{self.overestimated:,} of {plural(self.measured, 'board')}"
            share = f"{self.overestimated / self.measured:.1%}"
            admissible = f"h exceeds the true distance on {boards} ({share})"
        consistent = "no move lets the estimate fall by more than 1"
        if not self.consistent:
            moves = plural(self.inconsistent_moves, "move")
            consistent = f"h falls by more than 1 along {moves}"
        return (
            Verdict("admissible", self.admissible, admissible, self.overestimate),
            Verdict("consistent", self.consistent, consistent, self.inconsistency),
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

    def sections(self) -> Iterator[str]:
        """Yield the report part by part; what is found out later comes later."""
        blank = "; the blank counts as a tile" if self.count_blank else ""
        goal = f"goal {goal_name(self.goal)}{blank}"
        yield f"{self.heuristic}: {self.summary}\n{goal}; {self.strength}"
        admissible, consistent = map(_write_verdict, self.verdicts)
        yield admissible + ("\n\n" if self.overestimate else "\n") + consistent
        yield f"{self.accuracy}."
        yield _align(ERROR_HEADINGS, [_format(row, _ERROR_FORMATS) for row in self.errors])
        if self.orderings:
            head = f"Compared with the others on {plural(self.boards, 'board')}:"
            yield "\n".join([head, *map(_write_ordering, self.orderings)])
        if self.costs:
            head = (
                f"A* with it, means over {self.costs_of}. b* is the effective branching factor, "
                "path the moves of the path found."
            )
            costs = [_format(row, _COST_FORMATS) for row in self.costs]
            yield f"{head}\n\n{_align(COST_HEADINGS, costs)}"

    def plot(self, file: str | Path) -> None:
        """Plot the estimates against the true distance to a file; see `slidelab.lab.plots`."""
        from slidelab.lab.plots import plot_lines

        curves: dict[str, list[tuple[float, float]]] = {
            "true distance": [(row.distance, row.distance) for row in self.errors],
            "mean h": [(row.distance, row.mean_h) for row in self.errors],
            "largest error": [(row.distance, row.largest_error) for row in self.errors],
        }
        plot_lines(curves, "true distance (moves)", "moves", file, title=self.heuristic)

    def to_dict(self) -> dict[str, Any]:
        """Return the findings as plain values that JSON can carry."""
        plain: dict[str, Any] = _simplify(self)
        return plain | {
            "goal": goal_name(self.goal),
            "shape": str(self.goal.shape),
            "strength": self.strength,
            "mean_error": self.mean_error,
        }


def number(value: float) -> str:
    """Write a number with at most three decimals.

    >>> number(3.0), number(3.41421356)
    ('3', '3.414')
    """
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _write_verdict(verdict: Verdict) -> str:
    said = f"{verdict.promise.upper()}  {'yes' if verdict.kept else 'no'}: {verdict.words}"
    if verdict.example is None:
        return said
    (board, caption), (after, after_caption) = verdict.example.boards()
    lefts = [*str(board).split("\n"), caption]
    rights = [*str(after).split("\n"), after_caption]
    width, middle = max(map(len, lefts)), (len(lefts) - 1) // 2
    lines = [
        f"    {left.ljust(width)}  {'→' if at == middle else ' '}  {right}".rstrip()
        for at, (left, right) in enumerate(zip(lefts, rights, strict=True))
    ]
    shown = "\n".join(lines)
    return f"{said}. The nearest to the goal:\n\n{shown}\n\n    {verdict.example.words()}"


def _align(headings: tuple[str, ...], rows: list[list[str]]) -> str:
    return table(headings, rows, range(len(headings)), rule=True)


def _write_ordering(row: Ordering) -> str:
    found = (("higher", row.higher, row.higher_on), ("lower", row.lower, row.lower_on))
    witnesses = "; ".join(
        f"{which} on {boards:,}, as {witness.to_text('rows')}"
        for which, boards, witness in found
        if witness is not None
    )
    return f"  {row.relation:20}  {row.other:20}  {witnesses}".rstrip()


def _format(row: ErrorRow | CostRow, formats: tuple[str, ...]) -> list[str]:
    pairs = zip(astuple(row), formats, strict=True)
    return ["–" if value is None else form.format(value) for value, form in pairs]


def _simplify(value: Any) -> Any:
    """Turn boards into lists of tiles, moves into words, and dataclasses into dictionaries."""
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
