"""The result of a search."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

from slidelab.engines.sizes import SMALL
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, Move, format_moves, multi_tile_length
from slidelab.search import COUNTERS, Counters, SearchSpec, Status
from slidelab.system.text import plural

_MOST_MOVES_SHOWN = 40
_COUNTERS_SHOWN = ("expanded", "generated", "max_frontier", "seconds")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Result:
    """A search's outcome: why it ended, the path if there is one, and the counters.

    It is true if a path was found, and its length is the number of moves.
    """

    status: Status
    start: Board
    goal: Board
    spec: SearchSpec
    """How it was searched, with everything chosen that was left open."""
    engine: str
    """The name of the engine."""
    moves: list[Move] | None
    """The blank's moves from start to goal, if the search found them."""
    counters: Counters
    lower_bound: int | None = None
    """The number of moves that any path needs, as far as is known."""
    reason: str = ""
    """Why there is no solution, for a board that has none."""
    proof: Any = None
    """The proof that no path is shorter, from searches that have one: bounds, nodes, tables."""

    @property
    def algorithm(self) -> str:
        """Return the name of the algorithm."""
        return self.spec.algorithm_name or ""

    @property
    def heuristic(self) -> str | None:
        """Return the name of the heuristic, if the algorithm uses one."""
        return self.spec.heuristic_name

    @property
    def parameters(self) -> dict[str, Any]:
        """Return the algorithm's parameters by name."""
        return dict(self.spec.parameters)

    @property
    def solved(self) -> bool:
        """Return whether the goal was found."""
        return self.moves is not None

    @property
    def cost(self) -> int | None:
        """Return the number of moves in the path found, each of one tile."""
        return None if self.moves is None else len(self.moves)

    @property
    def multi_tile_cost(self) -> int | None:
        """Return the number of moves if a slide of several tiles in one direction counts once."""
        return None if self.moves is None else multi_tile_length(self.moves)

    @property
    def expanded(self) -> int:
        """Return the nodes expanded; `counters` has all that was counted."""
        return self.counters.expanded

    @property
    def generated(self) -> int:
        """Return the nodes generated."""
        return self.counters.generated

    @property
    def seconds(self) -> float:
        """Return the time spent searching, in seconds."""
        return self.counters.seconds

    @property
    def gap(self) -> int | None:
        """Return how many moves shorter a path could be at most, as far as is known."""
        if self.moves is None or self.lower_bound is None:
            return None
        return len(self.moves) - self.lower_bound

    @property
    def proven(self) -> bool:
        """Return whether the path found is known to be a shortest one."""
        return self.gap == 0

    def __str__(self) -> str:
        """Return a few lines for people.

        >>> from slidelab import solve
        >>> print(str(solve("125340678")).splitlines()[0])
        Solved in 3 moves: Up Left Left
        """
        counters = [
            f"{COUNTERS[name].label} {COUNTERS[name].format(getattr(self.counters, name))}"
            for name in _COUNTERS_SHOWN
        ]
        lines = [self._outcome_and_moves(), str(self.spec), ", ".join(counters), self.reason]
        return "\n".join(filter(None, lines))

    def __repr__(self) -> str:
        return f"<Result: {self._outcome_and_moves()}; {self.spec}>"

    @property
    def outcome(self) -> str:
        """Return how the search ended, in words."""
        verb = "is" if self.lower_bound == 1 else "are"
        if self.moves is not None:
            words = f"Solved in {plural(len(self.moves), 'move')}"
            return f"{words}; at least {self.lower_bound:,} {verb} needed" if self.gap else words
        words = f"No path found: {self.status.replace('-', ' ')}"
        if not self.status.can_continue or self.lower_bound is None:
            return words
        words = f"{words}; at least {plural(self.lower_bound, 'move')} {verb} needed"
        is_large = self.start.shape.cells > SMALL and self.algorithm != "anytime"
        return f"{words}, and `anytime` answers at any size" if is_large else words

    def _outcome_and_moves(self) -> str:
        moves = self.moves or []
        more = " …" if len(moves) > _MOST_MOVES_SHOWN else ""
        shown = format_moves(moves[:_MOST_MOVES_SHOWN])
        return f"{self.outcome}: {shown}{more}" if shown else self.outcome

    def __bool__(self) -> bool:
        return self.solved

    def __len__(self) -> int:
        return self.cost or 0

    def __iter__(self) -> Iterator[Move]:
        """Iterate over the moves of the path found."""
        return iter(self.moves or ())

    @property
    def path(self) -> list[Board]:
        """Return every board of the path found, start and goal included; empty if there is none.

        >>> from slidelab import solve
        >>> solve("125340678").path[1]
        Board('1 2 0 / 3 4 5 / 6 7 8')
        """
        if self.moves is None:
            return []
        return [*accumulate(self.moves, Board.move, initial=self.start)]

    def moves_text(self, style: str = "words") -> str:
        """Return the moves of the path as `words` or `letters`.

        >>> from slidelab import solve
        >>> solve("125340678").moves_text(), solve("125340678").moves_text("letters")
        ('Up Left Left', 'ULL')

        Raises ValueError for another style, or without a path.
        """
        if self.moves is None:
            raise SlidelabError(f"there is no path to write: {self.status.replace('-', ' ')}")
        return format_moves(self.moves, style)

    def to_svg(self, *, animate: bool = False) -> str:
        """Draw the boards of the path as SVG, or one board whose tiles slide along the path.

        Raises ValueError without a path.
        """
        from slidelab.pictures import animated_path_svg, path_svg

        if self.moves is None:
            raise SlidelabError(f"there is no path to draw: {self.status.replace('-', ' ')}")
        return animated_path_svg(self.path) if animate else path_svg(self.path, self.moves)

    def save(self, file: str | Path, *, animate: bool = False) -> None:
        """Write a picture of the path to a file whose name ends in .svg, .png or .pdf.

        Raises ValueError for another ending, and without a path.
        """
        from slidelab.pictures import save_picture

        save_picture(self.to_svg(animate=animate), file)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain values that JSON can carry."""
        return {
            "status": str(self.status),
            "start": list(self.start.state),
            "goal": list(self.goal.state),
            "shape": str(self.start.shape),
            **self.spec.to_dict(),
            "counted_as": self.spec.counted_as,
            "engine": self.engine,
            "cost": self.cost,
            "multi_tile_cost": self.multi_tile_cost,
            "lower_bound": self.lower_bound,
            "moves": None if self.moves is None else [move.word for move in self.moves],
            **asdict(self.counters),
            **({"reason": self.reason} if self.reason else {}),
            **({"proof": self.proof.to_dict()} if self.proof else {}),
        }

    def _repr_html_(self) -> str:
        """Return the figures and the path to step through, for notebooks."""
        from slidelab.notebook import to_html

        return to_html(self)
