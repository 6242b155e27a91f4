"""Anytime search: a solution at once, and better ones as long as it may go on."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from slidelab.engines.compiled.driver_adapter import FoundNode
from slidelab.engines.compiled.kernel_conventions import TEXTBOOK, Conventions
from slidelab.engines.compiling import Int16s
from slidelab.engines.native.function import announced_as
from slidelab.engines.sizes import EXACT, SMALL
from slidelab.engines.sliced import SLICE, SlicedSearch
from slidelab.engines.web_anytime.beam import BeamStatus, LearnedBeam
from slidelab.engines.web_anytime.evaluation import best_evaluation, make_evaluation
from slidelab.engines.web_anytime.exact import ExactPass
from slidelab.engines.web_anytime.features import Features
from slidelab.engines.web_anytime.frame import Frame, board_after, drop_detours, drop_undone_moves
from slidelab.engines.web_anytime.layers import MOST_CELLS_OF_BYTES, node_bytes
from slidelab.engines.web_anytime.local import LocalFeatures
from slidelab.engines.web_anytime.pairs import PairFeatures
from slidelab.engines.web_anytime.windows import PieceSearch, WindowPass
from slidelab.puzzle import Board, Move, length_of
from slidelab.puzzle.metric import most_tiles
from slidelab.search.by_hand import solve_by_hand
from slidelab.search.events import GOAL, Event
from slidelab.system.cores import available_cores
from slidelab.system.memory import machine_bytes, resident_bytes
from slidelab.system.progress import background_steps

FIRST_WIDTH = 100
GROWTH = 2
"""Each beam is this many times as wide as the one before."""
PATIENCE = 20
"""Layers without a better value, per row and column, after which a beam is given up."""
PROVING = 0.03
"""The part of the nodes that goes into raising the lower bound of larger boards."""
WINDOWS = 0.5
"""The most nodes of windows per node of the beams: a wider beam finds more."""
WINDOW_WIDTH = 4
"""The beams of windows are this many times as narrow as the one before them."""


class AnytimeSearch(SlicedSearch):
    """The compiled version of `anytime`; the driver owns its limits.

    Yields the goal each time that a shorter path is found, and ends with a proof. With one worker
    the steps are always the same. It looks for few moves of one tile. In the multi-tile metric, it
    yields the paths that have fewer slides than the ones before, and what is proved is a bound.

    `workers` is the number of threads (default: all cores if `parallel`, else 1).

    >>> start, goal = Board("8 6 7 / 2 5 4 / 3 0 1"), Board("1 2 3 / 4 5 6 / 7 8 0")
    >>> [node.g for event, node in AnytimeSearch(start, goal) if event is GOAL]
    [53, 31]
    """

    def __init__(
        self,
        start: Board,
        goal: Board,
        conventions: Conventions = TEXTBOOK,
        parallel: bool = False,
        workers: int | None = None,
    ) -> None:
        super().__init__()
        self.moves: list[Move] | None = None
        """The best path so far, in moves of one tile."""
        self.found_by = ""
        """The pass that worked last: it found the path or raised the bound, if that is news."""
        self._metric = conventions.metric
        self._most_tiles = most_tiles(start.shape, self._metric)
        self._least_cost: int | None = None
        self._passes = _Passes(
            start, goal, conventions.seed or 0, workers or (available_cores() if parallel else 1)
        )
        self._steps = self._passes.run()

    @property
    def lower_bound(self) -> int:
        """No path has fewer moves than this."""
        return -(-self._passes.exact.lower_bound // self._most_tiles)

    def load(self) -> None:
        """Have the code ready."""
        load(self._passes.start.shape.cells)

    def __next__(self) -> tuple[Event, Any]:
        passes, tally = self._passes, self.tally
        if self.moves is not None and len(self.moves) == passes.exact.lower_bound:
            raise StopIteration
        passes.memory = self.limits.memory
        self.found_by, moves = next(self._steps)
        tally.expanded = tally.generated = passes.nodes
        if moves is self.moves:
            return SLICE, tally
        assert board_after(passes.start, moves) == passes.goal, f"{self.found_by} found no solution"
        self.moves = moves
        cost = length_of(moves, self._metric)
        if self._least_cost is not None and cost >= self._least_cost:
            return SLICE, tally
        self._least_cost = tally.deepest_generated = cost
        return GOAL, FoundNode(moves, cost)


class _Passes:
    """All passes over one puzzle, in the order in which they pay.

    An object apart from the search, because its generator refers to it: were they one, the memory
    of a search given up would wait for the garbage collector.
    """

    def __init__(self, start: Board, goal: Board, seed: int, workers: int) -> None:
        self.start, self.goal = start, goal
        self.exact = ExactPass(start, goal)
        self.memory: int | None = None
        """Bytes that the process may hold (default: a quarter of the machine's)."""
        self._seed, self._workers = seed, workers
        self._frame = Frame(goal)
        self._beam_nodes = self._window_nodes = 0

    @property
    def nodes(self) -> int:
        """The nodes that all passes together have looked at."""
        return self.exact.nodes + self._beam_nodes + self._window_nodes

    def run(self) -> Iterator[tuple[str, list[Move]]]:
        """After each stretch of work: the pass that did it, and the best path so far."""
        cells, exact, frame = self.start.shape.cells, self.exact, self._frame
        subgoals = solve_by_hand(self.start, self.goal)
        best = drop_undone_moves(move for subgoal in subgoals for move in subgoal.moves)
        yield "by hand", best
        exact.estimate()
        yield "exact", best
        proving = exact.search()
        if cells <= SMALL:
            for found in proving:
                yield "exact", _choose_shorter(found, best)
            return
        for _ in background_steps(lambda: load(cells)):
            yield "exact", best
        tiles, values = frame.tiles(self.start), best_evaluation(*frame.key)
        patience = PATIENCE * (frame.rows + frame.cols)
        width = FIRST_WIDTH
        with ThreadPoolExecutor(self._workers) as pool:
            windows = WindowPass(self.start, frame, (pool, self._workers))
            while True:
                before = best
                beam = LearnedBeam(values, width, self._seed, (pool, self._workers))
                beam.begin(tiles, len(best))
                status, nodes = BeamStatus.RUNNING, self._beam_nodes
                while status is BeamStatus.RUNNING and beam.layers_without_progress <= patience:
                    status = beam.advance()
                    self._beam_nodes = nodes + beam.generated
                    yield "beam", best
                best = _choose_shorter(self._finish(beam, status), best)
                del beam  # its memory is for the windows now
                yield "beam", best
                if cells <= EXACT:
                    for found in proving:
                        best = _choose_shorter(found, best)
                        yield "exact", best
                if best is not before:
                    for found in windows.shorten(best, width // WINDOW_WIDTH):
                        best = _choose_shorter(found, best)
                        self._window_nodes = windows.nodes
                        yield "windows", best
                        if windows.nodes > WINDOWS * self._beam_nodes:
                            break
                while exact.useful and exact.next_nodes < PROVING * self.nodes:
                    best = _choose_shorter(next(proving, None), best)
                    yield "exact", best
                width = min(width * GROWTH, self._find_widest(len(best)))

    def _finish(self, beam: LearnedBeam, status: BeamStatus) -> list[Move] | None:
        """The path that a beam found; one that got stuck is finished by hand from its best node."""
        frame = self._frame
        if status is BeamStatus.EMPTY:
            return None
        if status is BeamStatus.FOUND:
            return frame.moves(beam.path())
        moves = frame.moves(beam.best_path())
        for subgoal in solve_by_hand(board_after(self.start, moves), self.goal):
            moves += subgoal.moves
        return frame.moves(drop_detours(frame, frame.tiles(self.start), frame.path(moves)))

    def _find_widest(self, length: int) -> int:
        """The width that the memory allows; some is left for code that is loaded later."""
        allowed = self.memory or machine_bytes() // 4
        room = max(0, allowed - resident_bytes())
        a_node = node_bytes(self.start.shape.cells) + 4 * length
        return max(FIRST_WIDTH, room * 3 // 4 // a_node)


def _choose_shorter(found: list[Move] | None, best: list[Move]) -> list[Move]:
    return best if found is None or len(found) >= len(best) else found


def load(cells: int) -> None:
    """Have the code for boards with this number of cells ready: compiled, or read from disk.

    Everything is run once on boards that are solved in a move; tiles are bytes where they fit.
    """
    kinds: tuple[Features, ...] = PairFeatures(2, 3), LocalFeatures(2, 3)
    if cells > MOST_CELLS_OF_BYTES:
        kinds = (LocalFeatures(2, MOST_CELLS_OF_BYTES // 2 + 1),)
    with announced_as("compiling beams of any size"):
        for features in kinds:
            beam = LearnedBeam(make_evaluation(features, features.untaught()), width=2)
            beam.begin(_scramble_once(features.description.rows * features.description.cols))
            beam.advance()
        goal = np.arange(6, dtype=np.int16)
        PieceSearch(2, 3).find(_scramble_once(6), goal, 1, 2, budget=10)


def _scramble_once(cells: int) -> Int16s:
    start = np.arange(cells, dtype=np.int16)
    start[:2] = 1, 0
    return start
