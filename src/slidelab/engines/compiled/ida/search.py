"""Iterative-deepening A* (Korf 1985), compiled, on one core or on all.

On one core it is node for node as in `search/depth_bounded.py`: a child is entered as soon as it is
generated, and the last move is never undone. The first bound is the heuristic of the start, every
later one the smallest f that exceeded the one before.

On all cores the root's tree is cut into subtrees, which threads take one by one, and an iteration
is over when all its subtrees are. Every node that a serial search expands is expanded, except that
in the last iteration several subtrees are searched at once, so more or fewer nodes come before the
solution. Its cost is the same; among shortest paths it may be another one.
"""

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from slidelab.engines.compiled import slots
from slidelab.engines.compiled.driver_adapter import ResumableSearch
from slidelab.engines.compiled.heuristics import ADDITIVE, Estimator, is_manhattan
from slidelab.engines.compiled.ida.additive import AdditiveKernel
from slidelab.engines.compiled.ida.evaluated import EvaluatedKernel, SlidesKernel
from slidelab.engines.compiled.ida.kernel import NO_BOUND, Kernel
from slidelab.engines.compiled.ida.manhattan import ManhattanKernel
from slidelab.engines.compiled.kernel_conventions import Conventions
from slidelab.engines.compiled.states import MOST_CELLS_OF_FOUR_BITS
from slidelab.engines.sliced import SlicedSearch
from slidelab.puzzle import MULTI, Board, Move
from slidelab.system.cores import available_cores

if TYPE_CHECKING:
    from slidelab.engines.gradient.database import GradientDatabase


class IdaSearch(ResumableSearch):
    """IDA* on one core.

    A start that cannot reach the goal makes it run for ever with most heuristics, so test for that
    first.
    """

    def __init__(self, kernel: Kernel) -> None:
        super().__init__(kernel.conventions)
        self.kernel = kernel
        self.registers = kernel.registers.view(np.int64)
        self.registers[slots.GENERATED] = 1
        self.bounds = [kernel.root_h]
        """Bounds tried, the present one last."""
        self.expanded_within: list[int] = []
        """Nodes expanded by the end of each bound that is done."""
        self._solved = kernel.root == kernel.goal
        kernel.begin(self.bounds[0])

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
        self.registers[slots.FRONTIER] = self.registers[slots.DEPTH] + 1
        self.registers[slots.MAX_FRONTIER] = deepest + 1
        self.registers[slots.DEEPEST_EXPANDED] = max(0, deepest - 1)
        super().update_tally()
        self.tally.generated -= self.kernel.count_ahead()

    def _path(self) -> list[Move]:
        return self.kernel.path()


def choose_kernel(
    start: Board, goal: Board, conventions: Conventions, measure: Estimator, cycles: int = 0
) -> Kernel:
    """The fastest kernel that can do it.

    With `cycles`, move sequences of up to half this number of moves that end where another one ends
    are refused.
    """
    is_small, in_order = start.shape.cells <= MOST_CELLS_OF_FOUR_BITS, conventions.seed is None
    kind: type[Kernel] = EvaluatedKernel
    if conventions.metric == MULTI:
        kind = SlidesKernel
    elif measure.kind == ADDITIVE:
        kind = AdditiveKernel
    elif in_order and is_small and is_manhattan(measure, goal):
        kind = ManhattanKernel
    return kind(start, goal, conventions, measure, cycles)


def ida(
    start: Board,
    goal: Board,
    conventions: Conventions,
    measure: "Estimator | GradientDatabase",
    cycles: int = 0,
    parallel: bool = False,
    **of_gradients: Any,
) -> SlicedSearch:
    """Begin IDA*, on all cores if `parallel`.

    With gradient databases there may be the choices of `GradientIda` besides.
    """
    if not isinstance(measure, Estimator):
        from slidelab.engines.gradient.driver_adapter import GradientIda

        return GradientIda(start, goal, conventions, measure, cycles, parallel, **of_gradients)
    kernel = choose_kernel(start, goal, conventions, measure, cycles)
    return ParallelIdaSearch(kernel) if parallel else IdaSearch(kernel)


# Expansions of the serial search that comes first: easy boards never need the threads.
EASY = 1_000_000
# Subtrees are cut until there are this many of them: then no thread is idle for long.
SUBTREES = 2000
# Expansions of a subtree between two looks at the clock: a few milliseconds.
SLICE = 100_000
SECONDS_A_SLICE = 0.05


class _Node(NamedTuple):
    """A node of the upper tree."""

    kernel: Kernel
    state: int
    path: list[Move]
    """The steps that lead to it."""
    depth: int
    f: float
    above: float
    """The largest f on the way to it."""


class ParallelIdaSearch(ResumableSearch):
    """IDA* on several threads, after a serial search of `easy` expansions."""

    def __init__(self, kernel: Kernel, *, workers: int | None = None, easy: int = EASY) -> None:
        super().__init__(kernel.conventions)
        self._serial = IdaSearch(kernel)
        self._easy = easy
        self._workers = workers or available_cores()
        self._interior: list[_Node] = []
        self._leaves: list[_Node] = []
        self._waiting: deque[_Node] = deque()
        self._beyond: list[float] = []
        self._solution: list[Move] | None = None
        self._upper_expanded = self._upper_generated = 0
        self.bounds, self.expanded_within = self._serial.bounds, self._serial.expanded_within

    def advance(self, budget: int) -> int:
        """Search for about as long as a slice should take, unless the budget is nothing."""
        if budget <= 0:
            return self._serial.advance(0)
        deadline = monotonic() + SECONDS_A_SLICE
        outcome = slots.PAUSED
        while outcome == slots.PAUSED and not self._leaves and monotonic() < deadline:
            outcome = self._search_serially()
        return self._search_subtrees(deadline) if self._leaves else outcome

    def update_tally(self) -> None:
        """Add up what the serial search, the upper tree and the subtrees counted."""
        self._serial.update_tally()
        below = sum(int(leaf.kernel.registers[slots.GENERATED]) for leaf in self._leaves)
        tally = self.tally
        tally.expanded = self._count_expanded()
        tally.generated = self._upper_generated + self._serial.tally.generated + below
        if self._outcome == slots.FOUND:
            depth = self._depth(self._path())
            tally.frontier = tally.max_frontier = depth + 1
            tally.deepest_generated, tally.deepest_expanded = depth, max(0, depth - 1)

    def _count_expanded(self) -> int:
        kernels = [self._serial.kernel, *(leaf.kernel for leaf in self._leaves)]
        return self._upper_expanded + sum(int(k.registers[slots.EXPANDED]) for k in kernels)

    def _path(self) -> list[Move]:
        return self._serial.kernel.path() if self._solution is None else self._solution

    def _search_serially(self) -> int:
        """Go on with the serial search; once the board is no easy one, cut its tree."""
        self._serial.registers[slots.NODE_LIMIT] = self.registers[slots.NODE_LIMIT]
        left = self._easy - int(self._serial.registers[slots.EXPANDED])
        outcome = self._serial.advance(min(SLICE, left))
        if outcome == slots.PAUSED and self._serial.registers[slots.EXPANDED] >= self._easy:
            self._cut()
        return outcome if self._solution is None else slots.FOUND

    def _search_subtrees(self, deadline: float) -> int:
        with ThreadPoolExecutor(self._workers) as pool:
            while monotonic() < deadline:
                list(pool.map(self._search_leaves, [deadline] * self._workers))
                if self._solution is not None:
                    return slots.FOUND
                if not self._waiting and not self._next_iteration():
                    return slots.EXHAUSTED
        return slots.PAUSED

    def _cut(self) -> None:
        """Grow the upper tree level by level until it has enough leaves."""
        root = self._serial.kernel
        root.test_early = False
        level = [_Node(root.fork(root.root, 0, 1), 0, [], 0, root.root_h, 0)]
        while len(level) < SUBTREES and self._solution is None:
            self._interior += level
            level = [child for node in level for child in self._children(node)]
            if not level:
                return
        self._leaves = level
        self._begin(self.bounds[-1])

    def _children(self, node: _Node) -> list[_Node]:
        depth, above = node.depth + 1, max(node.f, node.above)
        children = []
        for steps, board, state in node.kernel.children(node.state):
            path = node.path + steps
            child = node.kernel.fork(board, state, len(self._interior) + 1)
            children.append(_Node(child, state, path, depth, depth + child.root_h, above))
            if board == child.goal and self._solution is None:
                self._solution = path
        return children

    def _begin(self, bound: float) -> None:
        self._beyond = []
        for number, node in enumerate([*self._interior, *self._leaves]):
            if node.above > bound:
                continue
            self._upper_generated += number > 0  # the root was counted
            if node.f > bound:
                self._beyond.append(node.f)
            elif number < len(self._interior):
                self._upper_expanded += 1
            else:
                node.kernel.begin(bound - node.depth)
                self._waiting.append(node)

    def _search_leaves(self, deadline: float) -> None:
        while self._solution is None and monotonic() < deadline:
            try:
                leaf = self._waiting.popleft()
            except IndexError:
                return
            outcome = leaf.kernel.advance(SLICE)
            if outcome == slots.PAUSED:
                self._waiting.appendleft(leaf)
            elif outcome == slots.EXHAUSTED:
                self._beyond.append(leaf.kernel.next_bound() + leaf.depth)
            else:
                self._solution = leaf.path + leaf.kernel.path()

    def _next_iteration(self) -> bool:
        """Begin with the next bound; False if there is none."""
        self.expanded_within.append(self._count_expanded())
        bound = min(self._beyond, default=NO_BOUND)
        if bound < NO_BOUND:
            self.bounds.append(bound)
            self._begin(bound)
        return bound < NO_BOUND
