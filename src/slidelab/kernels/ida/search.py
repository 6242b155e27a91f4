"""Iterative-deepening A* (Korf 1985), compiled, in slices that may stop after any expansion.

A child is entered as soon as it is generated, and the last move is never undone. The first bound
is the heuristic of the start, every later one the smallest f that exceeded the one before.

>>> search = IdaSearch(bytes([1, 2, 0, 3, 4, 5, 6, 7, 8]), bytes(range(9)), 3, 3, "UDLR")
>>> search.advance(1_000_000)
<Status.SOLVED: 'solved'>
>>> search.moves
'LL'
>>> search.counters.expanded
2
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from slidelab.kernels.cycles import Automaton, no_undo
from slidelab.kernels.estimator import Estimator
from slidelab.kernels.ida.additive import AdditiveKernel
from slidelab.kernels.ida.evaluated import EvaluatedKernel
from slidelab.kernels.ida.kernel import Kernel
from slidelab.kernels.ida.manhattan import ManhattanKernel
from slidelab.kernels.ida.mirrored import MirroredKernel
from slidelab.kernels.ida.problem import Problem
from slidelab.kernels.ida.tables import (
    BLANK,
    COMPLETE,
    DEEPEST,
    EXPANDED,
    GENERATED,
    NO_BOUND,
    SOLVED,
)
from slidelab.kernels.patterns.grid import DIRECTIONS, neighbours
from slidelab.kernels.patterns.lookup import Lookup

Heuristic = Lookup | Estimator | None
"""Pattern databases, any compiled heuristic, or None for Manhattan distance."""


class Status(Enum):
    """Where a search stands."""

    RUNNING = "running"
    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"


@dataclass(frozen=True)
class IdaCounters:
    """What a search has done so far, all iterations together."""

    expanded: int
    """Nodes whose children were generated."""

    generated: int
    """Nodes made: the root once, and every child of every iteration."""

    cut_off: int
    """Children beyond the bound of their iteration."""

    iterations: int
    """Bounds tried."""

    max_depth: int
    """Depth of the deepest node generated."""


def choose_kernel(
    problem: Problem, goal: bytes, heuristic: Heuristic, seed: int, test_early: bool
) -> Kernel:
    """The fastest kernel that can do it."""
    if isinstance(heuristic, Estimator):
        return EvaluatedKernel(problem, goal, heuristic, test_early, seed)
    if heuristic is None:
        if ManhattanKernel.fits(problem):
            return ManhattanKernel(problem)
        heuristic = Lookup.manhattan(problem.rows, problem.cols, problem.hole)
    if MirroredKernel.fits(problem, heuristic):
        return MirroredKernel(problem, heuristic)
    return AdditiveKernel(problem, heuristic, seed)


class IdaSearch:
    """One search from ``start`` to ``goal``, both with a byte for each cell and 0 for the blank.

    ``order`` has the blank's moves U, D, L, R in the order to try them, or is "random": then each
    expansion draws r from SplitMix64, whose first state is ``seed``, and takes permutation
    number r mod 24 of "UDLR". ``heuristic`` is None for Manhattan distance. ``automaton`` refuses
    moves; by default those that undo the last. With ``test_early`` a goal is recognised when it
    is generated, even beyond the bound; a heuristic that is positive everywhere else makes no
    difference between the two.

    Raises ValueError for boards that do not fit together, an unknown order, and tables made for
    another shape or goal. A start that cannot reach the goal makes IDA* run for ever with most
    heuristics, so test for that first.
    """

    def __init__(
        self,
        start: bytes,
        goal: bytes,
        rows: int,
        cols: int,
        order: str = "UDLR",
        heuristic: Heuristic = None,
        *,
        automaton: Automaton | None = None,
        seed: int = 0,
        test_early: bool = True,
    ) -> None:
        cell_map = tuple(range(rows * cols))
        if isinstance(heuristic, Lookup):
            if (heuristic.rows, heuristic.cols) != (rows, cols):
                raise ValueError(
                    f"tables for {heuristic.rows}x{heuristic.cols} on a {rows}x{cols} board"
                )
            cell_map = heuristic.cell_map(goal.index(0))
        machine = no_undo() if automaton is None else automaton
        self.problem = Problem.of(start, goal, rows, cols, order, machine, cell_map)
        self.kernel = choose_kernel(self.problem, goal, heuristic, seed, test_early)
        self.status = Status.RUNNING
        self.bounds: list[float] = [self.kernel.root_h]
        """Bounds tried, the present one last."""
        self.moves: str | None = None
        """The blank's moves of the solution, once there is one."""
        if self.problem.solved:
            self.status, self.moves, self.bounds = Status.SOLVED, "", []
        else:
            self.kernel.begin(self.bounds[0])

    def advance(self, budget: int) -> Status:
        """Expand at most ``budget`` nodes more, and say where the search stands."""
        registers = self.kernel.registers
        stop_at = int(registers[EXPANDED]) + budget
        while self.status is Status.RUNNING and (left := stop_at - int(registers[EXPANDED])) > 0:
            outcome = self.kernel.advance(left)
            if outcome == SOLVED:
                self._finish()
            elif outcome == COMPLETE:
                bound = self.kernel.next_bound()
                if bound >= NO_BOUND:
                    self.status = Status.UNSOLVABLE
                else:
                    self.bounds.append(bound)
                    self.kernel.begin(bound)
        return self.status

    def load(self) -> None:
        """Have the code of the kernel ready, compiled or read from disk; the search is spoilt."""
        self.kernel.begin(self.kernel.root_h)
        self.kernel.advance(0)

    @property
    def path(self) -> str:
        """The moves from the root to the node in hand: the one to be expanded next, or the goal."""
        if not self.bounds:
            return ""
        solved = self.status is Status.SOLVED
        here = self.problem.hole if solved else int(self.kernel.registers[BLANK])
        return named_moves(self.problem, [*self.kernel.blanks(), here])

    @property
    def counters(self) -> IdaCounters:
        """The counters, as they stand when the node in hand has just been generated."""
        registers = self.kernel.registers
        expanded, iterations = int(registers[EXPANDED]), len(self.bounds)
        ahead = self._not_generated() if self.kernel.counts_ahead and iterations else 0
        children = int(registers[GENERATED]) - ahead
        entered = expanded - iterations + 1
        return IdaCounters(
            expanded=expanded,
            generated=children + 1,
            cut_off=max(children - entered, 0) if iterations else 0,
            iterations=iterations,
            max_depth=int(registers[DEEPEST]),
        )

    def _finish(self) -> None:
        self.status = Status.SOLVED
        self.moves = self.path

    def _not_generated(self) -> int:
        """Children of nodes on the path that were counted but come after the one on the path."""
        if self.status is Status.UNSOLVABLE:
            return 0
        moves, (allowed, follow) = self.problem.moves, self.kernel.automaton
        blanks, orders = self.kernel.blanks(), self.kernel.orders()
        state, count = 0, 0
        for blank, name, order in zip(blanks, self.path, orders, strict=True):
            direction = moves.names.index(name)
            turns = int(moves.arranged[order * 16 + int(moves.legal[blank] & allowed[state])])
            turn = moves.direction[order * 4 : order * 4 + 4].tolist().index(direction)
            count += (turns >> turn + 1).bit_count()
            state = int(follow[state * 4 + direction])
        return count


def named_moves(problem: Problem, blanks: list[int]) -> str:
    """The moves that take the blank from cell to cell, as letters."""
    cells = [problem.cell_map.index(cell) for cell in blanks]
    table = neighbours(problem.rows, problem.cols)
    return "".join(DIRECTIONS[table[cell].index(target)] for cell, target in pairwise(cells))
