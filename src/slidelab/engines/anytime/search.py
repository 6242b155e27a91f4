"""Anytime search: a solution at once, and better ones until a limit."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from slidelab import heuristics
from slidelab.engines.anytime.beam import Beam, BeamStatus, bytes_per_node
from slidelab.engines.anytime.evaluation import evaluation_for
from slidelab.engines.anytime.frame import Frame
from slidelab.engines.anytime.windows import shorten
from slidelab.engines.compiled.estimates import bind_heuristic
from slidelab.engines.compiled.ida import Ida
from slidelab.engines.patterns.heuristic import PatternHeuristic
from slidelab.engines.patterns.partitions import affordable
from slidelab.engines.sizes import EXACT, PROVABLE, SMALL
from slidelab.puzzle import Board, Move, Shape
from slidelab.search import Conventions, Counts, Run, Status
from slidelab.search.by_hand import solve_by_hand
from slidelab.system.memory import fair_share, resident_bytes
from slidelab.system.progress import in_background, until_done

FIRST_WIDTH = 100
GROWTH = 2
"""Each beam is this many times as wide as the one before."""
PATIENCE = 20
"""Layers without a better estimate, per row and column, after which a beam is given up."""
PROVING = 0.03
"""The part of the nodes that goes into raising the lower bound of boards beyond 4x4."""
PROVING_SLICE = 200_000
"""Nodes expanded for the lower bound in one step."""
POLISHING = 0.5
"""The most nodes of windows per node of the beams: a wider beam finds more."""
WINDOW_WIDTH = 4
"""The beams of windows are this many times as narrow as the one before them."""


class AnytimeSearch(Run):
    """A search that finds shorter and shorter paths, until one is proven to be a shortest.

    The textbook's method for people finds the first path. Then beams look for shorter ones, each
    twice as wide as the one before; windows polish what they find, and some of the work goes into
    the lower bound. The steps are always the same.

    >>> search = AnytimeSearch(Board("8 6 7 / 2 5 4 / 3 0 1"), Board("1 2 3 / 4 5 6 / 7 8 0"))
    >>> search.step(0), len(search.path())
    (None, 57)
    >>> while search.step(1) is None:
    ...     pass
    >>> len(search.path()), search.lower_bound
    (31, 31)
    """

    def __init__(self, start: Board, goal: Board) -> None:
        self.counts = Counts()
        names = "linear-conflict", "inversion-distance"
        bounds = [heuristics.get(name).bind(goal)(start.state) for name in names]
        self.lower_bound = max(map(int, bounds))
        self._start, self._goal = start, goal
        self._best: list[Move] | None = None
        self._beam_nodes = self._window_nodes = self._bound_nodes = 0
        self._steps = self._search()

    def path(self) -> list[Move] | None:
        """Return the best path so far."""
        if self._best is not None and self._start.play(self._best) != self._goal:
            raise RuntimeError(f"a path of {len(self._best)} moves does not lead to the goal")
        return self._best

    def step(self, budget: int) -> Status | None:
        """Do one step of work, however many nodes it takes."""
        if self._is_proven:
            return Status.SOLVED
        status = next(self._steps, Status.MEMORY_LIMIT)
        self.counts.expanded = self.counts.generated = self._nodes
        if self._best is not None:
            self.counts.cost = self.counts.deepest_generated = len(self._best)
        return Status.SOLVED if self._is_proven else status

    @property
    def _is_proven(self) -> bool:
        return self._best is not None and len(self._best) == self.lower_bound

    @property
    def _nodes(self) -> int:
        return self._bound_nodes + self._beam_nodes + self._window_nodes

    def _search(self) -> Iterator[None]:
        """Search step by step, while memory allows wider beams."""
        by_hand = solve_by_hand(self._start, self._goal)
        self._take([move for subgoal in by_hand for move in subgoal.moves])
        yield
        yield from until_done(in_background(load))
        cells, proving = self._start.shape.cells, self._raise_bound()
        width = FIRST_WIDTH
        while width == FIRST_WIDTH or width <= self._find_widest():
            yield from self._run_beam(width)
            if cells <= EXACT:
                yield from proving
            while self._bound_nodes + PROVING_SLICE < PROVING * self._nodes and cells <= PROVABLE:
                next(proving, None)
                yield
            width *= GROWTH

    def _raise_bound(self) -> Iterator[None]:
        """Raise the lower bound by IDA*, a slice at a time, up to a shortest path."""
        goal, heuristic = self._goal, heuristics.get("linear-conflict")
        if SMALL < goal.shape.cells <= EXACT:
            heuristic = PatternHeuristic(affordable(goal.shape))
        binding = in_background(lambda: bind_heuristic(heuristic, goal))
        given = yield from until_done(binding)
        search = Ida(self._start, goal, Conventions().order, given)
        while (status := search.step(PROVING_SLICE)) is None:
            self._bound_nodes = search.counts.expanded
            self.lower_bound = max(self.lower_bound or 0, search.lower_bound or 0)
            yield
        self._bound_nodes = search.counts.expanded
        if status is Status.SOLVED:
            self.lower_bound = search.counts.cost
            self._take(search.path())
        yield

    def _run_beam(self, width: int) -> Iterator[None]:
        """Run a beam, and windows over its path."""
        frame = Frame(self._goal)
        beam = _make_beam(frame, width)
        beam.begin(frame.tiles(self._start), len(self._best or []))
        patience, nodes = PATIENCE * sum(frame.shape), self._beam_nodes
        while beam.advance() is BeamStatus.RUNNING and beam.layers_without_progress <= patience:
            self._beam_nodes = nodes + beam.generated
            yield
        self._beam_nodes = nodes + beam.generated
        is_shorter = beam.status is BeamStatus.FOUND
        if is_shorter:
            self._take(frame.moves(beam.path()))
        yield
        if not is_shorter:
            return
        del beam  # the windows need its memory
        make_beam = partial(_make_beam, width=width // WINDOW_WIDTH)
        for path, generated in shorten(self._start, self._best or [], make_beam):
            self._take(path)
            self._window_nodes += generated
            yield
            if self._window_nodes > POLISHING * self._beam_nodes:
                break

    def _take(self, moves: list[Move] | None) -> None:
        """Keep a path if it is shorter than the best so far."""
        if moves is not None and (self._best is None or len(moves) < len(self._best)):
            self._best = moves

    def _find_widest(self) -> int:
        """Return the width that the memory limit allows; some is left for code loaded later."""
        free = (self.limits.memory or fair_share()) - resident_bytes()
        layers_behind = 4 * len(self._best or [])
        return free * 3 // 4 // (bytes_per_node(self._start.shape.cells) + layers_behind)


def _make_beam(frame: Frame, width: int) -> Beam:
    return Beam(evaluation_for(frame.shape, frame.home), width)


def load() -> None:
    """Compile the kernels of beams, or read them from disk."""
    beam = Beam(evaluation_for(Shape(2, 2), 0), width=2)
    beam.begin(np.array([1, 0, 2, 3], np.int16))
    beam.advance()
