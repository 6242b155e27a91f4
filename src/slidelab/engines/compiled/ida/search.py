"""Iterative-deepening A* (Korf 1985), compiled; node for node as in `search/depth_bounded.py`.

A child is entered as soon as it is generated, and the last move is never undone. The first bound
is the heuristic of the start, every later one the smallest f that exceeded the one before.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from slidelab.engines.automaton.automaton import no_undo, short_cycles
from slidelab.engines.compiled import slots
from slidelab.engines.compiled.driver_adapter import ResumableSearch
from slidelab.engines.compiled.estimator import ADDITIVE, Estimator, is_manhattan
from slidelab.engines.compiled.ida.additive import AdditiveKernel
from slidelab.engines.compiled.ida.evaluated import EvaluatedKernel
from slidelab.engines.compiled.ida.kernel import DEPTH, NO_BOUND, Kernel
from slidelab.engines.compiled.ida.manhattan import ManhattanKernel
from slidelab.engines.compiled.ida.slides import SlidesKernel
from slidelab.engines.compiled.states import MOST_CELLS_OF_FOUR_BITS
from slidelab.puzzle import MULTI, Board, Move
from slidelab.search.conventions import Conventions

if TYPE_CHECKING:
    from slidelab.engines.gradient.database import GradientDatabase
    from slidelab.engines.gradient.driver_adapter import GradientIda


class IdaSearch(ResumableSearch):
    """IDA* on one core.

    With `cycles`, move sequences of up to half this number of moves that end where another one ends
    are refused. A start that cannot reach the goal makes IDA* run for ever with most heuristics, so
    test for that first.
    """

    def __init__(
        self,
        start: Board,
        goal: Board,
        conventions: Conventions,
        measure: Estimator,
        cycles: int = 0,
    ) -> None:
        super().__init__(conventions)
        self.kernel = choose_kernel(start, goal, conventions, measure, cycles)
        self.registers = self.kernel.registers.view(np.int64)
        self.registers[slots.GENERATED] = 1
        self.bounds = [self.kernel.root_h]
        """Bounds tried, the present one last."""
        self.expanded_within: list[int] = []
        """Nodes expanded by the end of each bound that is done."""
        self._solved = start == goal
        self.kernel.begin(self.bounds[0])

    @property
    def code(self) -> str:
        """Each kernel is compiled by itself."""
        return self.kernel.code

    @property
    def lower_bound(self) -> float:
        """The present bound."""
        return self.bounds[-1]

    def advance(self, budget: int) -> int:
        registers = self.registers
        stop_at = min(int(registers[slots.EXPANDED]) + budget, int(registers[slots.NODE_LIMIT]))
        while True:
            left = max(0, stop_at - int(registers[slots.EXPANDED]))
            outcome = self.kernel.advance(0 if self._solved else left)
            if outcome != slots.EXHAUSTED:
                return slots.FOUND if self._solved else outcome
            self.expanded_within.append(int(registers[slots.EXPANDED]))
            bound = self.kernel.next_bound()
            if bound >= NO_BOUND:
                return outcome
            self.bounds.append(bound)
            self.kernel.begin(bound)

    def update_tally(self) -> None:
        """Leave out the children that the kernel counted before their turn came."""
        deepest = int(self.registers[slots.DEEPEST_GENERATED])
        self.registers[slots.FRONTIER] = self.registers[DEPTH] + 1
        self.registers[slots.MAX_FRONTIER] = deepest + 1
        self.registers[slots.DEEPEST_EXPANDED] = max(0, deepest - 1)
        super().update_tally()
        self.tally.generated -= self.kernel.count_ahead()

    def _path(self) -> list[Move]:
        return self.kernel.path()


def choose_kernel(
    start: Board, goal: Board, conventions: Conventions, measure: Estimator, cycles: int
) -> Kernel:
    """The fastest kernel that can do it."""
    shape, in_order = start.shape, conventions.seed is None
    automaton = short_cycles(cycles, shape) if cycles > 1 else no_undo(conventions.metric)
    kind: type[Kernel] = EvaluatedKernel
    if conventions.metric == MULTI:
        kind = SlidesKernel
    elif measure.kind == ADDITIVE:
        kind = AdditiveKernel
    elif in_order and shape.cells <= MOST_CELLS_OF_FOUR_BITS and is_manhattan(measure, goal):
        kind = ManhattanKernel
    return kind(start, goal, conventions, measure, automaton)


def ida(
    start: Board,
    goal: Board,
    conventions: Conventions,
    measure: "Estimator | GradientDatabase",
    cycles: int = 0,
    parallel: bool = False,
    **of_gradients: Any,
) -> "ResumableSearch | GradientIda":
    """Begin IDA*, on all cores if `parallel`.

    With gradient databases there may be the choices of `GradientIda` besides.
    """
    if not isinstance(measure, Estimator):
        from slidelab.engines.gradient.driver_adapter import GradientIda

        return GradientIda(start, goal, conventions, measure, cycles, parallel, **of_gradients)
    if parallel:
        from slidelab.engines.compiled.ida.parallel import ParallelIdaSearch

        return ParallelIdaSearch(start, goal, conventions, measure, cycles)
    return IdaSearch(start, goal, conventions, measure, cycles)
