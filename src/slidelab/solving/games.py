"""What players ask for: a board at a distance, the best next move, a game in retrospect."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import accumulate
from math import ceil
from time import perf_counter

from slidelab import heuristics
from slidelab.engines.compiled import is_available
from slidelab.engines.compiled.patterns.partitions import affordable
from slidelab.engines.sizes import EXACT, SMALL, has_databases
from slidelab.puzzle import Board, Move, at_distance, random_board, random_walk
from slidelab.puzzle.errors import BadScramble
from slidelab.puzzle.scramble import check_distance
from slidelab.search import Limits, SearchSpec
from slidelab.search.by_hand import solve_by_hand
from slidelab.solving.anytime import anytime
from slidelab.solving.result import Result
from slidelab.solving.search import Search, solve
from slidelab.system.progress import Cancelled, CancelledError, Progress, say_nothing, stopping_when

CELLS_TO_LIST = 10
MOVES_TO_LIST = 15
"""Up to this number of cells, or of moves, all boards at a distance can be listed in seconds."""

_DRAWS = 20
_SECONDS_EACH = 60.0
_NEAR = 24

_LOOKED_AT = 12
"""On how many boards of a game beyond 4x4 a good way is looked for."""


def board_at(
    goal: Board,
    distance: int,
    seed: int | str,
    announce: Progress = say_nothing,
    cancelled: Cancelled = lambda: False,
) -> Board:
    """A board whose shortest solution has exactly this number of moves.

    It is drawn uniformly from all of them on small boards and near the goal. Otherwise a board
    farther away is solved, and the board at this distance on its shortest path is taken: every part
    of a shortest path is shortest. Raises BadScramble if no board is that far away, or none was
    found, and CancelledError once `cancelled` says so.

    >>> from slidelab.puzzle import Shape, goal_board
    >>> near = board_at(goal_board("blank-first", Shape(3, 3)), 5, seed=1)
    >>> Search(near).advance().cost
    5
    """
    check_distance(goal, distance)
    if goal.shape.cells <= CELLS_TO_LIST or distance <= MOVES_TO_LIST:
        with stopping_when(cancelled):
            return at_distance(goal, distance, seed)
    # Databases for larger boards take hours to build, and `anytime` seldom proves a path shortest.
    large = goal.shape.cells > EXACT
    spec = SearchSpec("ida", "linear-conflict") if large else SearchSpec()
    for draw in range(_DRAWS):
        drawn = f"{seed}/{draw}"
        # Much of a random walk is needless, so it has to be longer; at last any board will do.
        if draw < _DRAWS // 2:
            start = random_walk(goal, distance * (2 + draw), drawn)
        else:
            start = random_board(goal.shape, goal, drawn)
        found = Search(start, goal, spec, announce=announce).advance(
            Limits(seconds=_SECONDS_EACH), cancelled=cancelled
        )
        if cancelled():
            raise CancelledError
        if found.cost is not None and found.proven and found.cost >= distance:
            return found.path[found.cost - distance]
    raise BadScramble(
        f"no {goal.shape} board was found whose shortest solution has {distance} moves, in "
        f"{_DRAWS} draws: ask for fewer moves, or for a random board"
    )


def find_next_move(
    board: Board,
    goal: Board,
    limits: Limits,
    *,
    prepare: bool = True,
    cancelled: Cancelled = lambda: False,
) -> Result:
    """Find the best next move, as the first one of a path to the goal, of a solvable board.

    Up to 4x4 the path is a shortest one where the limits allow, beyond it is a good one, and where
    there is no time for either it is made by hand: there always is one. With `prepare`, code and
    pattern databases are made ready first where they are missing. Without it, 4x4 boards far from
    the goal get a nearly shortest path.

    >>> start, goal = Board("1 2 5 / 3 4 0 / 6 7 8"), Board("0 1 2 / 3 4 5 / 6 7 8")
    >>> found = find_next_move(start, goal, Limits(seconds=60))
    >>> found.moves[0].word, found.cost, found.proven
    ('Up', 3, True)
    """
    if board.shape.cells > EXACT and is_available():
        *_, best = anytime(board, goal, limits=limits, workers=1, cancelled=cancelled)
        return best
    task = Search(board, goal, _choose_search(board, goal, prepare))
    found = task.advance(limits, cancelled=cancelled)
    if not found.solved:
        found = replace(solve(board, goal, "human"), lower_bound=found.lower_bound)
    if found.lower_bound is None:
        estimate = heuristics.get("linear-conflict").bind(goal)
        found = replace(found, lower_bound=ceil(estimate(board.state)))
    return found


def is_near(board: Board, goal: Board) -> bool:
    """Whether a board is so near to the goal that a shortest path takes milliseconds to find."""
    return heuristics.get("manhattan").bind(goal)(board.state) <= _NEAR


def _choose_search(board: Board, goal: Board, prepare: bool) -> SearchSpec:
    """How to search a board of up to 4x4."""
    if board.shape.cells <= SMALL:
        return SearchSpec()
    if board.shape.cells > EXACT:
        return SearchSpec("anytime", engine="textbook")
    if prepare and is_available():
        tables = affordable(board.shape) if has_databases(goal) else "walking-distance"
        return SearchSpec("ida", tables)
    if is_near(board, goal):
        return SearchSpec("ida", "linear-conflict", engine="textbook")
    weight = {"weight": 2}
    return SearchSpec("wastar", "linear-conflict", parameters=weight, engine="textbook")


class Review:
    """The least and the most moves to the goal, for each board of a game; equal where known.

    Two boards next to each other are one move apart, and so their distances differ by exactly one.
    What is known of one board therefore bounds all the others, and little has to be searched.
    """

    def __init__(self, boards: list[Board], goal: Board) -> None:
        estimate = heuristics.get("linear-conflict").bind(goal)
        self.at_least = [int(estimate(board.state)) for board in boards]
        by_hand = sum(len(subgoal.moves) for subgoal in solve_by_hand(boards[-1], goal))
        self.at_most = [by_hand + later for later in reversed(range(len(boards)))]
        for at in range(len(boards)):
            self._spread(at)

    def learn(self, at: int, least: int, most: int) -> None:
        """Take in bounds of one board."""
        self.at_least[at] = max(self.at_least[at], least)
        self.at_most[at] = min(self.at_most[at], most)
        self._spread(at)

    def _spread(self, at: int) -> None:
        """Let the boards before and after know, as far as it is news to them."""
        for step, end in ((1, len(self.at_least)), (-1, -1)):
            for near in range(at + step, end, step):
                least = max(self.at_least[near], self.at_least[near - step] - 1)
                most = min(self.at_most[near], self.at_most[near - step] + 1)
                if (least, most) == (self.at_least[near], self.at_most[near]):
                    break
                self.at_least[near], self.at_most[near] = least, most


def review(
    start: Board,
    goal: Board,
    moves: Iterable[Move],
    *,
    seconds: float = 60.0,
    progress: Progress = say_nothing,
    cancelled: Cancelled = lambda: False,
) -> Review:
    """How far each board of a game is from the goal, the start and the last one included.

    >>> from slidelab.puzzle import parse_moves
    >>> start, goal = Board("1 2 5 / 3 4 0 / 6 7 8"), Board("0 1 2 / 3 4 5 / 6 7 8")
    >>> review(start, goal, parse_moves("LRULL")).at_least
    [3, 4, 3, 2, 1, 0]

    Distances are looked up on boards up to 3x3 and searched up to 4x4. On larger boards, or if time
    runs out, they are bounds. Raises `IllegalMove` if a move leads off the board.
    """
    boards = [*accumulate(moves, Board.move, initial=start)]
    found = Review(boards, goal)
    if goal.shape.cells <= SMALL:
        distance = heuristics.get("perfect").bind(goal)
        found.at_least = found.at_most = [int(distance(board.state)) for board in boards]
        return found
    end = perf_counter() + seconds
    exact = goal.shape.cells <= EXACT
    # Backwards: boards near the goal are solved at once, and are worth knowing most.
    todo = range(len(boards) - 1, -1, -1) if exact else _space_evenly(len(boards))
    for done, at in enumerate(todo):
        left = end - perf_counter()
        if cancelled() or left <= 0:
            break
        progress(f"reviewing boards: {done:,} of {len(todo):,}", done / len(todo))
        if found.at_least[at] < found.at_most[at]:
            limits = Limits(seconds=left if exact else left / (len(todo) - done))
            best = find_next_move(boards[at], goal, limits, prepare=exact, cancelled=cancelled)
            found.learn(at, best.lower_bound or 0, len(best.moves or ()))
    return found


def _space_evenly(count: int) -> list[int]:
    """Some of a number of places, evenly spread, the first and the last among them.

    >>> _space_evenly(3), _space_evenly(100)[:3], len(_space_evenly(100))
    ([0, 1, 2], [0, 9, 18], 12)
    """
    if count <= _LOOKED_AT:
        return list(range(count))
    return [round(at * (count - 1) / (_LOOKED_AT - 1)) for at in range(_LOOKED_AT)]
