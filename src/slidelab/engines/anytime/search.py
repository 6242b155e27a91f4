"""Anytime search: a solution at once, and better ones as long as it may go on."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from slidelab.engines.anytime.beam import Beam, BeamStatus, bytes_per_node
from slidelab.engines.anytime.bound import NODES_A_SLICE, LowerBound
from slidelab.engines.anytime.evaluation import UNIT, evaluation_for
from slidelab.engines.anytime.frame import Frame
from slidelab.engines.anytime.windows import Windows
from slidelab.engines.sizes import EXACT
from slidelab.puzzle import Board, Move, Shape
from slidelab.search import Counts, Outcome, SearchRun
from slidelab.search.by_hand import solve_by_hand
from slidelab.system.memory import machine_bytes, resident_bytes
from slidelab.system.progress import background_steps

FIRST_WIDTH = 100
GROWTH = 2
"""Each beam is this many times as wide as the one before."""
PATIENCE = 20
"""Layers without a better estimate, per row and column, after which a beam is given up."""
PROVING = 0.03
"""The part of the nodes that goes into raising the lower bound of boards beyond 4x4."""
POLISHING = 0.5
"""The most nodes of windows per node of the beams: a wider beam finds more."""
WINDOW_WIDTH = 4
"""The beams of windows are this many times as narrow as the one before them."""
NOISE = UNIT // 4
"""How far weights are changed at random when memory allows no wider beam."""


class Passes:
    """The passes over one puzzle, in the order in which they pay.

    The textbook's method for people finds the first path. Then beams look for shorter ones, each
    twice as wide as the one before; windows polish what they find, and some of the work goes into
    the lower bound. With one thread the steps are always the same.
    """

    def __init__(self, start: Board, goal: Board, seed: int = 0, threads: int = 1) -> None:
        self.start, self.goal = start, goal
        self.bound = LowerBound(start, goal)
        self.best: list[Move] | None = None
        """The shortest path so far."""
        self.memory_limit: int | None = None
        """Bytes that the process may hold (default: a quarter of the machine's)."""
        self._seed, self._threads = seed, threads
        self._pool = ThreadPoolExecutor(threads)
        self._frame = Frame(goal)
        self._tiles = self._frame.tiles(start)
        self._beam_nodes = self._window_nodes = 0

    @property
    def is_proven(self) -> bool:
        """Whether the best path is a shortest one."""
        return self.best is not None and len(self.best) == self.bound.moves

    @property
    def nodes(self) -> int:
        """The nodes that all passes together have looked at."""
        return self.bound.nodes + self._beam_nodes + self._window_nodes

    def run(self) -> Iterator[None]:
        """Search on, a stretch of work at a time, until the best path is proven."""
        self._take(_solve_by_hand(self.start, self.goal))
        yield
        for _ in background_steps(lambda: load(self.start.shape.cells)):
            yield
        windows = Windows(self._frame, self._tiles, self._make_beam)
        raising = self.bound.search()
        width, number = FIRST_WIDTH, 0
        while not self.is_proven:
            yield from self._run_beam(width, number, windows)
            if self.start.shape.cells <= EXACT:
                for found in raising:
                    self._take(found)
                    yield
            while self.bound.can_rise and self.bound.nodes + NODES_A_SLICE < PROVING * self.nodes:
                self._take(next(raising, None))
                yield
            widest = self._find_widest()
            number = number + 1 if width * GROWTH > widest else 0
            width = min(width * GROWTH, max(widest, FIRST_WIDTH))

    def _run_beam(self, width: int, number: int, windows: Windows) -> Iterator[None]:
        """Run a beam, and windows over its path. `number` counts beams of the same width."""
        before = self.best or []
        beam = self._make_beam(self._frame, width, number)
        beam.begin(self._tiles, len(before))
        patience, nodes = PATIENCE * sum(self._frame.shape), self._beam_nodes
        while beam.status is BeamStatus.RUNNING and beam.layers_without_progress <= patience:
            beam.advance()
            self._beam_nodes = nodes + beam.generated
            yield
        if beam.status is BeamStatus.FOUND:
            self._take(self._frame.moves(beam.path()))
        elif beam.status is BeamStatus.RUNNING:
            self._take(self._finish_by_hand(beam.best_path()))
        yield
        del beam  # the windows need its memory
        if self.best is before:
            return
        for path in windows.shorten(self._frame.path(self.best or []), width // WINDOW_WIDTH):
            self._take(self._frame.moves(path))
            self._window_nodes = windows.generated
            yield
            if self._window_nodes > POLISHING * self._beam_nodes:
                break

    def _make_beam(self, frame: Frame, width: int, number: int = 0) -> Beam:
        """Return a beam; those with another number than 0 see the board a little differently."""
        evaluation = evaluation_for(frame.shape, frame.home)
        if number:
            random = np.random.default_rng((self._seed, number))
            noise = random.integers(-NOISE, NOISE, evaluation.alone.shape, np.int32, endpoint=True)
            evaluation = evaluation._replace(alone=evaluation.alone + noise)
        return Beam(evaluation, width, self._seed, self._pool, self._threads)

    def _finish_by_hand(self, path: list[int]) -> list[Move]:
        """Return a path to the goal that begins with this one."""
        frame = self._frame
        goal = np.arange(self._tiles.size, dtype=np.int16)
        reached = frame.states(self._tiles, path)[-1]
        path = path + list(map(int, _solve_by_hand(frame.board(reached), frame.board(goal))))
        return frame.moves(frame.drop_detours(self._tiles, path))

    def _take(self, moves: list[Move] | None) -> None:
        """Keep a path if it is shorter than the best so far."""
        if moves is None or (self.best is not None and len(moves) >= len(self.best)):
            return
        end = self._frame.states(self._tiles, self._frame.path(moves))[-1]
        if not np.array_equal(end, np.arange(end.size)):
            raise RuntimeError(f"a path of {len(moves)} moves does not lead to the goal")
        self.best = moves

    def _find_widest(self) -> int:
        """Return the width that the memory allows; some is left for code that is loaded later."""
        allowed = self.memory_limit or machine_bytes() // 4
        free = max(0, allowed - resident_bytes())
        layers_behind = 4 * len(self.best or [])
        return free * 3 // 4 // (bytes_per_node(self.start.shape.cells) + layers_behind)


def _solve_by_hand(start: Board, goal: Board) -> list[Move]:
    """Return the moves that a person would make, without those that undo the one before."""
    moves: list[Move] = []
    for subgoal in solve_by_hand(start, goal):
        for move in subgoal.moves:
            if moves and moves[-1] is move.inverse:
                moves.pop()
            else:
                moves.append(move)
    return moves


class AnytimeSearch(SearchRun):
    """Anytime search as `Run` drives it: paths get shorter and shorter, until one is proven.

    >>> search = AnytimeSearch(Board("8 6 7 / 2 5 4 / 3 0 1"), Board("1 2 3 / 4 5 6 / 7 8 0"))
    >>> search.step(0), len(search.path())
    (<Outcome.RUNNING: 'running'>, 53)
    >>> while search.step(1) is Outcome.RUNNING:
    ...     pass
    >>> len(search.path()), search.lower_bound
    (31, 31)
    """

    def __init__(self, start: Board, goal: Board, seed: int = 0, threads: int = 1) -> None:
        self.counts = Counts()
        self._passes = Passes(start, goal, seed, threads)
        self.lower_bound = self._passes.bound.moves
        self._steps = self._passes.run()

    def path(self) -> list[Move] | None:
        """Return the best path so far."""
        return self._passes.best

    def step(self, budget: int) -> Outcome:
        """Do one stretch of work, however many nodes it takes."""
        passes, counts = self._passes, self.counts
        if passes.is_proven:
            return Outcome.SOLVED
        passes.memory_limit = self.limits.memory  # bounds the width of the beams
        next(self._steps)
        self.lower_bound = passes.bound.moves
        counts.expanded = counts.generated = passes.nodes
        if passes.best is not None:
            counts.cost = counts.deepest_generated = len(passes.best)
        return Outcome.SOLVED if passes.is_proven else Outcome.RUNNING


def load(cells: int) -> None:
    """Compile the kernels for boards with this number of cells, or read them from disk."""
    shape = Shape(2, 2) if cells <= 256 else Shape(2, 129)
    beam = Beam(evaluation_for(shape, 0), width=2)
    start = np.arange(shape.cells, dtype=np.int16)
    start[:2] = 1, 0
    beam.begin(start)
    beam.advance()
