"""The boards around a goal with their true distances: all of them, or a sample."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, count
from math import inf
from random import Random
from typing import TYPE_CHECKING

from slidelab.engines.compiled import is_available
from slidelab.puzzle import SINGLE, Board, random_board
from slidelab.puzzle.metric import kinds_of_moves, slides
from slidelab.puzzle.scramble import layers
from slidelab.puzzle.states import slide

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_CELLS_FOR_PROOF = 9
"""Up to here every board can be looked at: 181,440 boards of 3x3."""

NO_NEIGHBOUR = -1

_HALF_A_SAMPLE = 10_000


@dataclass(frozen=True, eq=False)
class StateSpace:
    """Boards in the order of their distance to the goal, those of one distance by their cells."""

    goal: Board
    states: list[bytes]
    distance: list[int]
    """Of each board whose distance is known; the boards beyond are only there for their moves."""
    metric: str = SINGLE
    """What a move is, and so a distance."""
    complete: bool = True
    """Whether these are all boards from which the goal can be reached."""
    ranks: NDArray[np.int64] | None = None
    """The rank of each board (see `slidelab.engines.compiled.ranks`), if all come from a table."""

    @property
    def near(self) -> int:
        """How many boards have a known distance; they come first."""
        return len(self.distance)

    def board(self, number: int) -> Board:
        return Board.from_state(self.states[number], self.goal.shape)

    def numbers_at(self, distance: int, most: int | None = None, seed: int = 0) -> list[int]:
        """The numbers of all boards of a distance, or of `most` of them drawn with the seed."""
        first, end = (bisect_left(self.distance, each) for each in (distance, distance + 1))
        if most is None or end - first <= most:
            return [*range(first, end)]
        return sorted(Random(f"{seed}/{distance}").sample(range(first, end), most))

    def neighbours(self) -> list[list[int]]:
        """By board and kind of move, the number of the board that it leads to, or NO_NEIGHBOUR.

        They are found at each call: a list of them takes far more room than the boards.
        """
        if self.ranks is None:
            return self._find_neighbours()
        import numpy as np

        from slidelab.engines.compiled.ranks import all_neighbours

        reached = all_neighbours(self.goal, self.metric)[self.ranks]
        number = np.empty_like(self.ranks)
        number[self.ranks] = np.arange(len(number))
        found = np.where(reached == NO_NEIGHBOUR, NO_NEIGHBOUR, number[reached])
        return found.tolist()  # type: ignore[no-any-return]

    def _find_neighbours(self) -> list[list[int]]:
        shape = self.goal.shape
        kinds = {kind: number for number, kind in enumerate(kinds_of_moves(shape, self.metric))}
        steps = [
            [(to, [kinds[move, tiles + 1] for tiles in range(len(to))]) for move, to in each]
            for each in (slides(shape, cell, self.metric) for cell in range(shape.cells))
        ]
        place = {state: number for number, state in enumerate(self.states)}
        found = []
        for state in self.states:
            there = [NO_NEIGHBOUR] * len(kinds)
            for cells, numbers in steps[state.index(0)]:
                moved = state
                for cell, kind in zip(cells, numbers, strict=True):
                    moved = slide(moved, cell)
                    there[kind] = place.get(moved, NO_NEIGHBOUR)
            found.append(there)
        return found


@lru_cache(maxsize=2)
def state_space(goal: Board, seed: int = 0, metric: str = SINGLE) -> StateSpace:
    """Every board of a puzzle of up to 9 cells; else about 20,000 boards.

    Half of those are the boards nearest to the goal, layer by layer, so that their distances are
    known. The others are random boards with their neighbours.

    Raises ValueError for a larger shape without NumPy: all else there takes seconds already.
    """
    if goal.shape.cells <= MOST_CELLS_FOR_PROOF:
        return whole_space(goal, metric)
    if not is_available():
        raise ValueError(
            f"without NumPy, heuristics are proved on boards of up to {MOST_CELLS_FOR_PROOF} cells"
        )
    near, distance = _visit(goal, metric, enough=_HALF_A_SAMPLE)
    far = _draw_boards(goal, seed, metric, known=set(near))
    return StateSpace(goal, near + far, distance, metric, complete=False)


def whole_space(goal: Board, metric: str = SINGLE) -> StateSpace:
    """Every board from which a goal of up to 12 cells can be reached."""
    if not is_available():
        return StateSpace(goal, *_visit(goal, metric), metric)
    import numpy as np

    from slidelab.engines.compiled.distance_table import distances
    from slidelab.engines.compiled.ranks import all_states

    table, cells, size = distances(goal, metric), all_states(goal), goal.shape.cells
    ranks = np.lexsort((cells.view(f"S{size}").ravel(), table.by_rank))
    text = cells[ranks].tobytes()
    states = [text[at : at + size] for at in range(0, len(text), size)]
    return StateSpace(goal, states, table.by_rank[ranks].tolist(), metric, ranks=ranks)


def _visit(goal: Board, metric: str, enough: float = inf) -> tuple[list[bytes], list[int]]:
    """The boards nearest to the goal, layer by layer until there are enough, and their distances.

    In plain Python this takes seconds for all boards of 3x3.
    """
    states: list[bytes] = []
    distance: list[int] = []
    for depth, layer in enumerate(layers(goal, metric)):
        states += sorted(layer)
        distance += [depth] * len(layer)
        if len(states) >= enough:
            break
    return states, distance


def _draw_boards(goal: Board, seed: int, metric: str, known: set[bytes]) -> list[bytes]:
    """Random boards, each with its neighbours, but for those that are known."""
    found: dict[bytes, None] = {}
    for draw in count():
        board = random_board(goal.shape, goal, seed=f"{seed}/{draw}")
        for _, cells in slides(board.shape, board.blank, metric):
            around = accumulate(cells, slide, initial=board.state)
            found |= dict.fromkeys(state for state in around if state not in known)
        if len(found) >= _HALF_A_SAMPLE:
            break
    return [*found]
