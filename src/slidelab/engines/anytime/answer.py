"""An answer, and how good it is known to be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from slidelab.puzzle import Board, Move, multi_tile_length
from slidelab.puzzle.wording import answer_words


@dataclass(frozen=True, slots=True)
class Answer:
    """The best path so far, and the moves that any path needs at least.

    >>> from slidelab.puzzle import Board, parse_moves
    >>> start, goal = Board.parse("1 2 5 / 3 4 0 / 6 7 8"), Board.parse("0 1 2 / 3 4 5 / 6 7 8")
    >>> answer = Answer(start, goal, list(parse_moves("ULL")), 1, "by hand", 0.0)
    >>> str(answer), answer.gap
    ('3 moves; at least 1 is needed', 2)
    """

    start: Board
    goal: Board
    moves: list[Move]
    """The blank's moves from start to goal."""
    lower_bound: int
    """No path has fewer moves than this."""
    found_by: str
    """The pass that found the path or raised the bound."""
    seconds: float
    """Time spent until then."""

    @property
    def cost(self) -> int:
        """The number of moves, each of one tile."""
        return len(self.moves)

    @property
    def multi_tile_cost(self) -> int:
        """The number of moves where a slide of several tiles in one direction counts one."""
        return multi_tile_length(self.moves)

    @property
    def gap(self) -> int:
        """How many moves more than needed it can have at most."""
        return self.cost - self.lower_bound

    @property
    def proven(self) -> bool:
        """Whether no shorter path exists."""
        return self.gap == 0

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain values that JSON can carry."""
        return {
            "cost": self.cost,
            "multi_tile_cost": self.multi_tile_cost,
            "lower_bound": self.lower_bound,
            "gap": self.gap,
            "proven": self.proven,
            "moves": [move.word for move in self.moves],
            "found_by": self.found_by,
            "seconds": self.seconds,
        }

    def __str__(self) -> str:
        return answer_words(self.cost, self.lower_bound)
