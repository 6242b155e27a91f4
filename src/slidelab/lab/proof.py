"""The results of checking a heuristic, with the definition of each figure."""

from __future__ import annotations

from dataclasses import dataclass, field
from textwrap import indent
from typing import Any

from slidelab.lab.report import write_number
from slidelab.puzzle import Board, Move, goal_name
from slidelab.solving.text_layout import side_by_side, table
from slidelab.system.text import plural


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A board on which a promise is broken; no board nearer to the goal breaks it."""

    board: Board
    goal: Board
    distance: int | None
    """The true number of moves to the goal, if it is known."""
    h: float
    move: Move | None = None
    """For consistency: the move that lowers the estimate by more than 1."""
    neighbour_h: float = 0.0
    """The estimate after that move."""

    @property
    def neighbour(self) -> Board | None:
        """The board after the move, if there is one."""
        return None if self.move is None else self.board.move(self.move)

    def words(self) -> str:
        """Return the example as a sentence."""
        if self.move is not None:
            return (
                f"one move ({self.move.word}) takes h from {write_number(self.h)} to "
                f"{write_number(self.neighbour_h)}, and a move costs 1"
            )
        if self.distance == 0:
            return f"the goal itself is estimated at {write_number(self.h)} moves instead of 0"
        moves = plural(self.distance or 0, "move")
        return f"this board is {moves} from the goal, and h says {write_number(self.h)}"

    def to_dict(self) -> dict[str, Any]:
        """Return the example as plain values for JSON."""
        return {
            "board": list(self.board.state),
            "distance": self.distance,
            "h": self.h,
            "move": self.move and self.move.word,
            "neighbour": self.neighbour and list(self.neighbour.state),
            "neighbour_h": self.neighbour_h,
            "words": self.words(),
        }


@dataclass(frozen=True)
class HeuristicProof:
    """The results of checking a heuristic for one goal."""

    heuristic: str
    goal: Board
    count_blank: bool
    complete: bool
    """Whether every board was checked: then it is a proof, otherwise it is evidence."""
    boards: int
    """The number of boards checked."""
    measured: int
    """The number of boards with a known distance, nearest first."""
    overestimated: int
    """Boards on which h exceeds the true distance."""
    overestimate: Counterexample | None
    inconsistent_moves: int
    """Moves that lower h by more than 1."""
    inconsistency: Counterexample | None
    exact: int
    """Boards on which h is the true distance."""
    errors: list[dict[str, Any]]
    """A row for each distance: the number of boards, the mean of h, of the error (the true distance
    minus h), the largest error in either direction, and how many boards are overestimated."""
    orderings: list[dict[str, Any]] = field(default_factory=list)
    """A row for each other heuristic: its relation, on how many boards this heuristic is higher or
    lower, and the nearest board of both kinds as a witness."""
    costs: list[dict[str, Any]] = field(default_factory=list)
    """A row for each distance: the number of boards that A* solved, and the means of the nodes that
    it expanded and generated, of the effective branching factor, and of the moves of the path."""

    @property
    def admissible(self) -> bool:
        """Whether h never exceeds the true distance, as far as was checked."""
        return self.overestimate is None

    @property
    def consistent(self) -> bool:
        """Whether no move lowers h by more than 1, as far as was checked."""
        return self.inconsistency is None

    @property
    def mean_error(self) -> float:
        """The mean error over all boards measured."""
        return float(sum(row["mean_error"] * row["boards"] for row in self.errors)) / self.measured

    @property
    def strength(self) -> str:
        """Proof or evidence, in words."""
        if self.complete:
            return f"proof: all {self.boards:,} boards of {self.goal.shape} were checked"
        return (
            f"evidence, not proof: {self.boards:,} boards of {self.goal.shape} were checked, "
            f"{self.measured:,} of them with known distances (up to "
            f"{plural(self.errors[-1]['distance'], 'move')})"
        )

    def __repr__(self) -> str:
        found = {"admissible": self.admissible, "consistent": self.consistent}
        words = ", ".join(name if holds else f"not {name}" for name, holds in found.items())
        return f"<HeuristicProof of {self.heuristic} on {plural(self.boards, 'board')}: {words}>"

    def __str__(self) -> str:
        boards = plural(self.measured, "board")
        blank = "; the blank counts as a tile" if self.count_blank else ""
        too_high = f"{self.overestimated:,} of {boards} ({self.overestimated / self.measured:.1%})"
        side = "below" if self.mean_error >= 0 else "above"
        parts = [
            f"{self.heuristic}\ngoal {goal_name(self.goal)}{blank}; {self.strength}",
            _write_verdict(
                "ADMISSIBLE",
                "no estimate exceeds the true distance",
                f"h exceeds the true distance on {too_high}",
                self.overestimate,
            ),
            _write_verdict(
                "CONSISTENT",
                "no move lowers the estimate by more than 1",
                f"h falls by more than 1 along {plural(self.inconsistent_moves, 'move')}",
                self.inconsistency,
            ),
            f"h is exact on {self.exact:,} of {boards}; on average it is "
            f"{write_number(abs(self.mean_error))} {side} the true distance.",
            _write_table(self.errors),
        ]
        if self.orderings:
            head = f"Compared with the others on {plural(self.boards, 'board')}:"
            parts.append("\n".join([head, *map(_write_ordering, self.orderings)]))
        if self.costs:
            parts.append(f"A* with it, means at each distance:\n\n{_write_table(self.costs)}")
        return "\n\n".join(parts)

    def to_dict(self) -> dict[str, Any]:
        """Return the findings as plain values for JSON."""
        sides = ("higher_on", "lower_on")
        return vars(self) | {
            "goal": goal_name(self.goal),
            "shape": str(self.goal.shape),
            "strength": self.strength,
            "admissible": self.admissible,
            "overestimate": self.overestimate and self.overestimate.to_dict(),
            "consistent": self.consistent,
            "inconsistency": self.inconsistency and self.inconsistency.to_dict(),
            "mean_error": self.mean_error,
            "orderings": [
                row | {side: row[side] and list(row[side].state) for side in sides}
                for row in self.orderings
            ],
        }


def _write_verdict(promise: str, kept: str, broken: str, example: Counterexample | None) -> str:
    if example is None:
        return f"{promise}  yes: {kept}"
    boards = side_by_side(example.board, example.neighbour or example.goal)
    shown = indent(f"{boards}\n\n{example.words()}", "    ")
    return f"{promise}  no: {broken}. The nearest to the goal:\n\n{shown}"


def _write_ordering(row: dict[str, Any]) -> str:
    witnesses = "; ".join(
        f"{side} on {row[side]:,}, as {row[f'{side}_on'].to_text('rows')}"
        for side in ("higher", "lower")
        if row[side]
    )
    return f"  {row['relation']:20}  {row['other']:20}  {witnesses}".rstrip()


def _write_table(rows: list[dict[str, Any]]) -> str:
    headings = [name.replace("_", " ") for name in rows[0]]
    lines = [
        ["–" if value is None else write_number(value) for value in row.values()] for row in rows
    ]
    return table(headings, lines, range(len(headings)))
