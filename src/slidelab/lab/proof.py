"""What is known about a heuristic once it is checked. Each figure is defined here, once."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from slidelab.lab.report import write_number
from slidelab.puzzle import Board, Move, goal_name
from slidelab.solving.text_layout import columns, table
from slidelab.system.text import plural

ERRORS = {
    "distance": ("distance", "{:,}"),
    "boards": ("boards", "{:,}"),
    "mean_h": ("mean h", "{:.2f}"),
    "mean_error": ("mean error", "{:.2f}"),  # true distance minus estimate; below 0: h is too high
    "largest_error": ("largest error", "{:.4g}"),  # in either direction
    "overestimated": ("too high", "{:,}"),  # boards on which h is too high
}
"""The columns of the errors at each distance, with their headings and formats."""

COSTS = {
    "distance": ("distance", "{:,}"),
    "boards": ("boards", "{:,}"),  # how many were solved; the figures are means over them
    "expanded": ("expanded", "{:,.1f}"),
    "generated": ("generated", "{:,.1f}"),  # the root and duplicates included
    "branching": ("b*", "{:.3f}"),  # the effective branching factor, without the root
    "cost": ("path", "{:.4g}"),  # moves of the path: above the distance if A* missed the shortest
}
"""The columns of the costs of A* at each distance."""


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

    def __str__(self) -> str:
        """Return the board beside its neighbour, or the goal, with the estimates below."""
        after, caption = self.neighbour, f"h = {write_number(self.neighbour_h)}"
        if after is None:
            after, caption = self.goal, "goal"
        lefts = [*str(self.board).split("\n"), f"h = {write_number(self.h)}"]
        rights = [*str(after).split("\n"), caption]
        arrows = ["→" if at == (len(lefts) - 1) // 2 else "" for at in range(len(lefts))]
        return "\n".join(columns([*zip(lefts, arrows, rights, strict=True)]))


@dataclass(frozen=True)
class HeuristicProof:
    """Everything that was found out about a heuristic for one goal."""

    heuristic: str
    summary: str
    goal: Board
    count_blank: bool
    complete: bool
    """Whether every board was checked: then it is a proof, otherwise it is evidence."""
    boards: int
    """The number of boards checked."""
    measured: int
    """The number of boards with a known distance, nearest first."""
    admissible: bool
    overestimated: int
    """Boards on which h exceeds the true distance."""
    overestimate: Counterexample | None
    consistent: bool
    inconsistent_moves: int
    """Moves that lower h by more than 1."""
    inconsistency: Counterexample | None
    exact: int
    """Boards on which h is the true distance."""
    errors: list[dict[str, Any]]
    """A row for each distance, with the columns of ERRORS."""
    orderings: list[dict[str, Any]] = field(default_factory=list)
    """A row for each other heuristic: its relation, on how many boards this heuristic is higher or
    lower, and the nearest board of both kinds as a witness."""
    costs: list[dict[str, Any]] = field(default_factory=list)
    """A row for each distance, with the columns of COSTS."""

    def __repr__(self) -> str:
        found = {"admissible": self.admissible, "consistent": self.consistent}
        words = ", ".join(name if holds else f"not {name}" for name, holds in found.items())
        return f"<HeuristicProof of {self.heuristic} on {plural(self.boards, 'board')}: {words}>"

    def __str__(self) -> str:
        boards = plural(self.measured, "board")
        blank = "; the blank counts as a tile" if self.count_blank else ""
        heading = f"goal {goal_name(self.goal)}{blank}; {self.strength}"
        too_high = f"{self.overestimated:,} of {boards} ({self.overestimated / self.measured:.1%})"
        admissible = _write_verdict(
            "ADMISSIBLE",
            "no estimate exceeds the true distance",
            f"h exceeds the true distance on {too_high}",
            self.overestimate,
        )
        consistent = _write_verdict(
            "CONSISTENT",
            "no move lowers the estimate by more than 1",
            f"h falls by more than 1 along {plural(self.inconsistent_moves, 'move')}",
            self.inconsistency,
        )
        side = "below" if self.mean_error >= 0 else "above"
        parts = [
            f"{self.heuristic}: {self.summary}\n{heading}",
            admissible + ("\n\n" if self.overestimate else "\n") + consistent,
            f"h is exact on {self.exact:,} of {boards}; on average it is "
            f"{write_number(abs(self.mean_error))} {side} the true distance.",
            _write_table(ERRORS, self.errors),
        ]
        if self.orderings:
            head = f"Compared with the others on {plural(self.boards, 'board')}:"
            parts.append("\n".join([head, *map(_write_ordering, self.orderings)]))
        if self.costs:
            parts.append(
                f"A* with it, means over {self.costs_of}. b* is the effective branching factor, "
                f"path the moves of the path found.\n\n{_write_table(COSTS, self.costs)}"
            )
        return "\n\n".join(parts)

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

    @property
    def costs_of(self) -> str:
        """The boards on which the costs are measured, in words."""
        searched = [row["boards"] for row in self.costs]
        if sum(searched) == self.measured:
            return "all boards of each distance"
        return f"at most {max(searched):,} boards of each distance, drawn at random"

    def to_dict(self) -> dict[str, Any]:
        """Return the findings as plain values for JSON."""
        plain: dict[str, Any] = _simplify(self)
        return plain | {
            "goal": goal_name(self.goal),
            "shape": str(self.goal.shape),
            "strength": self.strength,
            "costs_of": self.costs_of if self.costs else "",
            "mean_error": self.mean_error,
        }


def _write_verdict(promise: str, kept: str, broken: str, example: Counterexample | None) -> str:
    if example is None:
        return f"{promise}  yes: {kept}"
    shown = "\n".join(f"    {line}" for line in str(example).split("\n"))
    return f"{promise}  no: {broken}. The nearest to the goal:\n\n{shown}\n\n    {example.words()}"


def _write_ordering(row: dict[str, Any]) -> str:
    witnesses = "; ".join(
        f"{side} on {row[side]:,}, as {row[f'{side}_on'].to_text('rows')}"
        for side in ("higher", "lower")
        if row[side]
    )
    return f"  {row['relation']:20}  {row['other']:20}  {witnesses}".rstrip()


def _write_table(columns: dict[str, tuple[str, str]], rows: list[dict[str, Any]]) -> str:
    headings = [heading for heading, _ in columns.values()]
    lines = [
        [
            "–" if row[name] is None else form.format(row[name])
            for name, (_, form) in columns.items()
        ]
        for row in rows
    ]
    return table(headings, lines, range(len(headings)), rule=True)


def _simplify(value: Any) -> Any:
    """Turn boards into lists of tiles, moves into words, and dataclasses into dictionaries."""
    match value:
        case Board():
            return list(value.state)
        case Move():
            return value.word
        case list():
            return [_simplify(one) for one in value]
        case dict():
            return {name: _simplify(one) for name, one in value.items()}
        case HeuristicProof() | Counterexample():
            plain = {each.name: _simplify(getattr(value, each.name)) for each in fields(value)}
            if isinstance(value, Counterexample):
                plain |= {"words": value.words(), "neighbour": _simplify(value.neighbour)}
            return plain
    return value
