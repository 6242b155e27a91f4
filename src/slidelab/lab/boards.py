"""The boards that a heuristic is checked on, with their distances and moves, as plain lists."""

from dataclasses import dataclass

from slidelab.engines.compiled import is_available
from slidelab.puzzle import SINGLE, Board
from slidelab.puzzle.distance_layers import layers
from slidelab.puzzle.metric import kinds_of_moves, slides
from slidelab.puzzle.states import slide

MOST_CELLS_FOR_PROOF = 9
"""Up to here every board can be looked at: 181,440 boards of 3x3."""

NO_NEIGHBOUR = -1


@dataclass(frozen=True, eq=False)
class Boards:
    """Boards in the order of their distance to the goal, those of one distance by their cells."""

    goal: Board
    states: list[bytes]
    distance: list[int]
    """Of each board whose distance is known; the boards beyond are only there for their moves."""
    neighbours: list[list[int]]
    """By board and kind of move, the number of the board that it leads to, or NO_NEIGHBOUR."""
    metric: str = SINGLE
    """What a move is, and so a distance."""
    complete: bool = True
    """Whether these are all boards from which the goal can be reached."""

    @property
    def near(self) -> int:
        """How many boards have a known distance; they come first."""
        return len(self.distance)

    def board(self, number: int) -> Board:
        return Board.from_state(self.states[number], self.goal.shape)


def boards_around(goal: Board, seed: int = 0, metric: str = SINGLE) -> Boards:
    """Every board of a puzzle of up to 9 cells, else a sample (see `lab.state_space`)."""
    if not is_available():
        return _visit_all(goal, metric)
    from slidelab.lab.state_space import state_space

    space = state_space(goal, seed=seed, metric=metric)
    return Boards(
        goal,
        space.states,
        space.distance.tolist(),
        space.neighbours.tolist(),
        metric,
        space.complete,
    )


def _visit_all(goal: Board, metric: str) -> Boards:
    """The same in plain Python, which takes seconds; raises ValueError for a larger shape."""
    if goal.shape.cells > MOST_CELLS_FOR_PROOF:
        raise ValueError(
            f"without NumPy, heuristics are proved on boards of up to {MOST_CELLS_FOR_PROOF} cells"
        )
    states: list[bytes] = []
    distance: list[int] = []
    for depth, layer in enumerate(layers(goal, metric)):
        states += sorted(layer)
        distance += [depth] * len(layer)
    return Boards(goal, states, distance, find_neighbours(goal, states, metric), metric)


def find_neighbours(goal: Board, states: list[bytes], metric: str) -> list[list[int]]:
    """By state and kind of move, the number of the state that it leads to, or NO_NEIGHBOUR."""
    shape = goal.shape
    kinds = {kind: number for number, kind in enumerate(kinds_of_moves(shape, metric))}
    steps = [
        [(cells, [kinds[move, tiles + 1] for tiles in range(len(cells))]) for move, cells in each]
        for each in (slides(shape, cell, metric) for cell in range(shape.cells))
    ]
    place = {state: number for number, state in enumerate(states)}
    found = []
    for state in states:
        there = [NO_NEIGHBOUR] * len(kinds)
        for cells, numbers in steps[state.index(0)]:
            moved = state
            for cell, kind in zip(cells, numbers, strict=True):
                moved = slide(moved, cell)
                there[kind] = place.get(moved, NO_NEIGHBOUR)
        found.append(there)
    return found
