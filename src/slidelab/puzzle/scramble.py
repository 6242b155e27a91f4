"""Draw boards to solve with a seed, and list all boards around a goal, layer by layer."""

from collections.abc import Iterator
from math import factorial
from random import Random, SystemRandom

from slidelab.errors import SlidelabError
from slidelab.puzzle.board import Board
from slidelab.puzzle.goals import goal_board, goal_name
from slidelab.puzzle.moves import slide
from slidelab.puzzle.shape import Shape
from slidelab.puzzle.solvability import is_solvable, swap_tiles
from slidelab.system.progress import report_progress
from slidelab.system.text import plural

MOST_STATES = factorial(10) // 2
"""All boards of 2x5: some seconds of work, and the first 17 or so moves of any larger puzzle."""

SEEDS = 10**6
"""Few enough that a seed is easily typed again."""

_STATES_A_REPORT = 1024


def new_seed() -> int:
    """Return a random seed; show it, so that the board can be drawn again."""
    return SystemRandom().randrange(SEEDS)


def random_board(shape: Shape, goal: str | Board, seed: int | str) -> Board:
    """Return a board drawn uniformly from all that can be brought to the goal.

    Raises `BadBoard` when the goal does not fit the shape.
    """
    cells = list(range(shape.cells))
    Random(seed).shuffle(cells)
    board = Board.from_state(bytes(cells), shape)
    if is_solvable(board, goal_board(goal, shape)):
        return board
    # Exchanging the first two tiles pairs each unsolvable board with a solvable one of its own,
    # so every solvable board stays equally likely.
    first, second = [tile for tile in cells[:3] if tile][:2]
    return swap_tiles(board, first, second)


def random_walk(goal: Board, moves: int, seed: int | str) -> Board:
    """Return the board after random moves from the goal, none undoing the one before."""
    draw = Random(seed)
    state, blank, before = goal.state, goal.blank, -1
    for _ in range(moves):
        ahead = [target for _, target in goal.shape.targets(blank) if target != before]
        before, blank = blank, draw.choice(ahead)
        state = slide(state, blank)
    return Board.from_state(state, goal.shape)


def at_distance(goal: Board, distance: int, seed: int | str) -> Board:
    """Return a board drawn uniformly from those at exactly this distance from the goal.

    >>> at_distance(Board("012345678"), distance=5, seed=1)
    Board('1 2 5 / 3 7 4 / 6 0 8')

    Raises `SlidelabError` if no board is that far away (it says how far the farthest are), or if
    there are too many boards on the way to visit.
    """
    *_, farthest = layers_to(goal, distance)
    return Board.from_state(Random(seed).choice(sorted(farthest)), goal.shape)


def layers_to(goal: Board, distance: int) -> Iterator[set[bytes]]:
    """Yield the layers up to a distance; raise `SlidelabError` as `at_distance` does."""
    seen = 0
    for depth, layer in enumerate(layers(goal)):
        seen += len(layer)
        if seen > MOST_STATES:
            raise SlidelabError(
                f"{plural(distance, 'move')} is too far for {goal.shape}: more than "
                f"{MOST_STATES:,} boards would have to be visited; ask for at most "
                f"{depth - 1} moves, or for a random board"
            )
        yield layer
        if depth == distance:
            return
    raise SlidelabError(
        f"no {goal.shape} board is {plural(distance, 'move')} from {goal_name(goal)}: "
        f"the farthest are {plural(depth, 'move')} away"
    )


def layers(goal: Board) -> Iterator[set[bytes]]:
    """Yield the set of states 0, 1, 2, … moves from the goal, up to the farthest.

    Sort a layer where the order matters: a set of bytes has another order in each run of Python.

    >>> [len(layer) for layer in layers(Board("0 1 / 2 3"))]
    [1, 2, 2, 2, 2, 2, 1]
    """
    shape = goal.shape
    targets = [[target for _, target in shape.targets(cell)] for cell in range(shape.cells)]
    nearer: set[bytes] = set()
    layer = {goal.state}
    while layer:
        yield layer
        around = set()
        for at, state in enumerate(layer):
            if at % _STATES_A_REPORT == 0:
                report_progress("visiting boards")
            around.update([slide(state, target) for target in targets[state.index(0)]])
        # A move can be undone, so the neighbours of a layer lie in it and in the layers before and
        # after it: only these need to be kept.
        nearer, layer = layer, around - nearer - layer
