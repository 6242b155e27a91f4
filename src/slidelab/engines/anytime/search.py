"""Anytime search: a solution at once, and better ones as long as it may go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

from slidelab.engines.anytime.answer import Answer
from slidelab.engines.anytime.exact import SOLVED_AT_ONCE, ExactPass, StoppedError
from slidelab.engines.anytime.layers import node_bytes
from slidelab.engines.anytime.load import load
from slidelab.engines.anytime.paths import leads_to, without_undoing
from slidelab.engines.anytime.view import View
from slidelab.engines.anytime.widening import BeamPass
from slidelab.engines.anytime.windows import WindowPass
from slidelab.puzzle import Board, Move, Shape, goal_board, solvability
from slidelab.puzzle.instances import read_board
from slidelab.search import Limits
from slidelab.search.by_hand import solve_by_hand
from slidelab.system.cores import available_cores
from slidelab.system.memory import machine_bytes, resident_bytes
from slidelab.system.progress import Progress, monitored

TEN_SECONDS = Limits(seconds=10.0)

FIRST_WIDTH = 100
GROWTH = 2
"""Each beam is so many times as wide as the one before."""
SOLVED_EXACTLY = 16
"""Boards of so many cells are solved exactly after the first beam: it takes seconds at most."""
PROVING = 0.03
"""The part of the nodes that goes into raising the lower bound of larger boards."""
WINDOWS = 0.5
"""Windows look at so many times the nodes of the beams, at most: a wider beam finds more."""
WINDOW_WIDTH = 4
"""Windows are searched with a beam so many times as narrow as the one before them."""

Found = tuple[str, list[Move] | None]
"""The pass at work, and the path it has just found, if any."""


class AnytimeSearch:
    """One search; iterate over it for answers, each better than the one before.

    An answer is better if it has fewer moves or a higher lower bound. `limits` are those of any
    search; with a limit on nodes instead of seconds, and one worker, the answers are always the
    same. `workers` is how many threads may work, None for all cores. `may_build` says
    whether pattern databases may be built for small boards. `announce` is told when
    something takes long beforehand. `clock` tells the seconds.

    Raises ValueError for boards that do not fit together or cannot be solved.
    """

    def __init__(
        self,
        start: Board | str,
        goal: Board | str = "blank-first",
        *,
        shape: Shape | None = None,
        limits: Limits = TEN_SECONDS,
        seed: int = 0,
        workers: int | None = 1,
        may_build: bool = True,
        cancelled: Callable[[], bool] = lambda: False,
        announce: Progress = lambda doing, fraction: None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self.start = start if isinstance(start, Board) else read_board(start, shape)
        self.goal = goal_board(goal, self.start.shape)
        answer = solvability(self.start, self.goal)
        if not answer.solvable:
            raise ValueError(answer.reason)
        self.limits, self._seed = limits, seed
        self._workers = workers or available_cores()
        self._cancelled, self._announce, self._clock = cancelled, announce, clock
        self.moves: list[Move] | None = None
        """The best path so far."""
        self._exact = ExactPass(self.start, self.goal, lambda: self._over, may_build)
        self._passes: list[BeamPass | WindowPass | ExactPass] = [self._exact]
        self._zero = clock()

    @property
    def nodes(self) -> int:
        """The nodes that all passes together have looked at."""
        return sum(each.nodes for each in self._passes)

    @property
    def lower_bound(self) -> int:
        """No path has fewer moves than this."""
        return self._exact.lower_bound

    def __iter__(self) -> Iterator[Answer]:
        self._zero = self._clock()
        for found_by, is_better in self.steps():
            if is_better:
                yield self._answer(found_by)
            if self._over:
                return

    def steps(self) -> Iterator[tuple[str, bool]]:
        """After each stretch of work: the pass that did it, and whether the answer got better.

        It ends with a proof; the limits on time and nodes are for whoever draws these steps.
        """
        bound = -1
        for found_by, moves in self._work():
            shorter = moves is not None and (self.moves is None or len(moves) < len(self.moves))
            if moves is not None and shorter:
                assert leads_to(self.start, self.goal, moves), f"{found_by} found no solution"
                self.moves = moves
            raised = self.lower_bound > bound
            bound = self.lower_bound
            yield found_by, shorter or raised
            if self.moves is not None and len(self.moves) == bound:
                return

    @property
    def _over(self) -> bool:
        limits = self.limits
        return (
            self._cancelled()
            or (limits.seconds is not None and self._clock() - self._zero >= limits.seconds)
            or (limits.nodes is not None and self.nodes >= limits.nodes)
        )

    def _answer(self, found_by: str) -> Answer:
        assert self.moves is not None
        seconds = self._clock() - self._zero
        return Answer(self.start, self.goal, self.moves, self._exact.lower_bound, found_by, seconds)

    def _work(self) -> Iterator[Found]:
        """All passes, in the order in which they pay."""
        subgoals = solve_by_hand(self.start, self.goal)
        yield "by hand", without_undoing(move for each in subgoals for move in each.moves)
        exact = self._exact
        exact.estimate()
        yield exact.name, None
        proving = ((exact.name, moves) for moves in exact.search())
        if self.start.shape.cells <= SOLVED_AT_ONCE:
            yield from proving
            return
        with ThreadPoolExecutor(self._workers) as threads:
            yield from self._grow(proving, threads if self._workers > 1 else None)

    def _grow(
        self, proving: Iterator[Found], threads: ThreadPoolExecutor | None
    ) -> Iterator[Found]:
        """Beams that grow, each followed by windows and by some proving."""
        assert self.moves is not None
        try:
            with monitored(self._report_progress, lambda doing, size: None):
                load(self.start.shape.cells)
        except StoppedError:
            return
        view = View(self.start, self.goal)
        beams = BeamPass(view, self._seed, threads, self._workers)
        windows = WindowPass(view, threads, self._workers)
        self._passes += [beams, windows]
        width = FIRST_WIDTH
        while True:
            before = self.moves
            for moves in beams.search(width, len(before)):
                yield beams.name, moves
            if self.start.shape.cells <= SOLVED_EXACTLY:
                yield from proving
            if self.moves is not before:
                for moves in windows.shorten(self.moves, width // WINDOW_WIDTH):
                    yield windows.name, moves
                    if windows.nodes > WINDOWS * beams.nodes:
                        break
            while self._exact.useful and self._exact.next_nodes < PROVING * self.nodes:
                if (found := next(proving, None)) is None:
                    break
                yield found
            width = min(width * GROWTH, self._widest())

    def _report_progress(self, doing: str, fraction: float | None) -> None:
        self._announce(doing, fraction)
        if self._over:
            raise StoppedError

    def _widest(self) -> int:
        """The width that the memory allows; some is left for code that is loaded later."""
        assert self.moves is not None
        allowed = self.limits.memory or machine_bytes() // 4
        room = max(0, allowed - resident_bytes())
        a_node = node_bytes(self.start.shape.cells) + 4 * len(self.moves)
        return max(FIRST_WIDTH, room * 3 // 4 // a_node)


def anytime(
    start: Board | str,
    goal: Board | str = "blank-first",
    *,
    limits: Limits = TEN_SECONDS,
    seed: int = 0,
    workers: int | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Answer]:
    """Answers to a board, each better than the one before, until the limits or a proof.

    Raises ValueError for boards that do not fit together or cannot be solved.

    >>> answers = list(anytime("125340678"))
    >>> answers[-1].cost, answers[-1].proven
    (3, True)
    """
    return iter(
        AnytimeSearch(start, goal, limits=limits, seed=seed, workers=workers, cancelled=cancelled)
    )
