"""IDA* with any compiled heuristic, by moves of one tile or by slides.

With moves of one tile an expanded node is estimated in full, its children by differences; they are
made, judged and entered one at a time.

A slide is followed by one across it. The slides of one direction are met in passing: the blank goes
on by one cell after the other along its line, and each of them is where a slide ends.
"""

import numpy as np

from slidelab.engines.compiled import slots
from slidelab.engines.compiled.heuristics import (
    SLIDES,
    SUM,
    Estimator,
    estimate,
    estimate_child,
    estimate_in_moves,
    needs_facts,
)
from slidelab.engines.compiled.ida.kernel import NO_BOUND, Kernel, Moves
from slidelab.engines.compiled.patterns.slides import largest_entry, move_in_tables
from slidelab.engines.compiled.states import cells_of, draw
from slidelab.engines.compiling import Floats, Int64s, Words, compiled
from slidelab.engines.intrinsics import FOUR, ONE, THREE, TWO, ZERO, as_byte, signed, trailing_zeros


@compiled
def advance_evaluated(
    measure: Estimator,
    facts: Int64s,
    budget: np.uint64,
    early: bool,
    bounds: Floats,
    registers: Words,
    random: Words,
    frames: Words,
    board: Int64s,
    goal: Int64s,
    moves: Moves,
) -> int:
    """Expand at most ``budget`` nodes; ``facts[depth]`` is known of the node at that depth.

    Frames: blank, turns left, order, automaton state, tile.
    """
    width = np.uint64(5)
    orders = moves.direction.size >> 2
    bound = bounds[0]
    depth, blank = registers[slots.DEPTH], registers[slots.BLANK]
    machine = registers[slots.AUTOMATON]
    generated, expanded = registers[slots.GENERATED], registers[slots.EXPANDED]
    outcome = slots.PAUSED
    while budget != ZERO:
        budget -= ONE
        expanded += ONE
        order = ZERO
        if orders > 1:
            order = np.uint64(draw(random, orders))
        if needs_facts(measure):
            estimate(measure, board, as_byte(blank), facts[depth])
        choice = np.uint64(moves.legal[blank]) & np.uint64(moves.allowed[machine])
        turns = np.uint64(moves.arranged[(order << TWO << TWO) | choice])
        entered = False
        while not entered:
            if turns == ZERO:
                if depth == ZERO:
                    outcome = slots.EXHAUSTED
                    break
                depth -= ONE
                frame = depth * width
                board[blank] = frames[frame + FOUR]
                blank = frames[frame]
                board[blank] = 0
                turns = frames[frame + ONE]
                order = frames[frame + TWO]
                machine = frames[frame + THREE]
                continue
            turn = np.uint64(trailing_zeros(turns))
            turns &= turns - ONE
            direction = np.uint64(moves.direction[(order << TWO) | turn])
            target = np.uint64(moves.neighbour[(blank << TWO) | direction])
            generated += ONE
            registers[slots.DEEPEST_GENERATED] = max(
                registers[slots.DEEPEST_GENERATED], depth + ONE
            )
            h = estimate_child(measure, board, as_byte(blank), signed(target), facts[depth])
            f = np.float64(depth + ONE) + h
            if f > bound:
                bounds[1] = min(bounds[1], f)
                if not early:
                    continue
            tile = board[target]
            board[blank] = tile
            board[target] = 0
            if same_board(board, goal):
                outcome = slots.FOUND
            elif f > bound:
                board[target] = tile
                board[blank] = 0
                continue
            frame = depth * width
            frames[frame] = blank
            frames[frame + ONE] = turns
            frames[frame + TWO] = order
            frames[frame + THREE] = machine
            frames[frame + FOUR] = tile
            machine = np.uint64(moves.follow[(machine << TWO) | direction])
            blank = target
            depth += ONE
            if measure.kind == SUM:
                facts[depth, 0] = np.int64(h)
            entered = True
        if outcome != slots.PAUSED:
            break
    registers[slots.DEPTH], registers[slots.BLANK] = depth, blank
    registers[slots.AUTOMATON] = machine
    registers[slots.GENERATED], registers[slots.EXPANDED] = generated, expanded
    return outcome


@compiled
def same_board(board: Int64s, goal: Int64s) -> bool:
    """Whether every cell has the goal's tile."""
    for cell in range(board.size):  # noqa: SIM110 - Numba compiles no generator expressions
        if board[cell] != goal[cell]:
            return False
    return True


class EvaluatedKernel(Kernel):
    """The kernel for all other heuristics; a goal may be recognised beyond the bound."""

    frame_words = 5
    counts_ahead = False
    search = staticmethod(advance_evaluated)
    """The compiled code."""

    def _prepare(self) -> None:
        self._goal_cells = cells_of(self.goal.state)

    def begin(self, bound: float) -> None:
        super().begin(bound)
        self._board = self.root_cells.copy()
        self._facts = np.zeros((int(bound) + 2, self.root_facts.size), dtype=np.int64)
        self._facts[0] = self.root_facts
        self._bounds = np.array([bound, NO_BOUND], dtype=np.float64)

    def advance(self, budget: int) -> int:
        choices = self.measure, self._facts, np.uint64(budget), self.test_early, self._bounds
        state = self.registers, self.random, self.frames, self._board
        return self.search(*choices, *state, self._goal_cells, self.moves)

    def next_bound(self) -> float:
        return float(self._bounds[1])


@compiled
def advance_slides(
    measure: Estimator,
    facts: Int64s,
    budget: np.uint64,
    early: bool,
    bounds: Floats,
    registers: Words,
    random: Words,
    frames: Words,
    board: Int64s,
    goal: Int64s,
    moves: Moves,
) -> int:
    """Expand at most ``budget`` nodes.

    Frames: blank, turns left, order, automaton state, direction of the slide. With pattern
    databases, ``facts[0]`` has the index of the board in each of them.
    """
    room = facts[0]
    width = np.uint64(5)
    orders = moves.direction.size >> 2
    in_tables, tables = measure.kind == SLIDES, measure.slides
    bound = bounds[0]
    depth, blank = registers[slots.DEPTH], registers[slots.BLANK]
    machine = registers[slots.AUTOMATON]
    generated, expanded = registers[slots.GENERATED], registers[slots.EXPANDED]
    outcome = slots.PAUSED
    while budget != ZERO:
        budget -= ONE
        expanded += ONE
        order = direction = ZERO
        if orders > 1:
            order = np.uint64(draw(random, orders))
        choice = np.uint64(moves.legal[blank]) & np.uint64(moves.allowed[machine])
        turns = np.uint64(moves.arranged[(order << TWO << TWO) | choice])
        home = blank
        while True:
            at_the_edge = not (np.uint64(moves.legal[blank]) >> direction) & ONE
            if blank != home and at_the_edge:
                step = np.uint64(moves.neighbour[(home << TWO) | direction]) - home
                while blank != home:
                    before = blank - step
                    board[blank] = board[before]
                    board[before] = 0
                    if in_tables:
                        move_in_tables(tables, room, board[blank], signed(before), signed(blank))
                    blank = before
            if blank == home:
                if turns == ZERO:
                    if depth == ZERO:
                        outcome = slots.EXHAUSTED
                        break
                    # Where the blank is now, a slide of the node above ended: it goes on.
                    depth -= ONE
                    frame = depth * width
                    home = frames[frame]
                    turns = frames[frame + ONE]
                    order = frames[frame + TWO]
                    machine = frames[frame + THREE]
                    direction = frames[frame + FOUR]
                    continue
                turn = np.uint64(trailing_zeros(turns))
                turns &= turns - ONE
                direction = np.uint64(moves.direction[(order << TWO) | turn])
            target = np.uint64(moves.neighbour[(blank << TWO) | direction])
            board[blank] = board[target]
            board[target] = 0
            if in_tables:
                move_in_tables(tables, room, board[blank], signed(target), signed(blank))
                h = float(largest_entry(tables, room, signed(target)))
            else:
                h = estimate_in_moves(measure, board, as_byte(target), room)
            blank = target
            generated += ONE
            registers[slots.DEEPEST_GENERATED] = max(
                registers[slots.DEEPEST_GENERATED], depth + ONE
            )
            f = np.float64(depth + ONE) + h
            if f > bound:
                bounds[1] = min(bounds[1], f)
                if not early:
                    continue
            if same_board(board, goal):
                outcome = slots.FOUND
            elif f > bound:
                continue
            frame = depth * width
            frames[frame] = home
            frames[frame + ONE] = turns
            frames[frame + TWO] = order
            frames[frame + THREE] = machine
            frames[frame + FOUR] = direction
            machine = np.uint64(moves.follow[(machine << TWO) | direction])
            depth += ONE
            break
        if outcome != slots.PAUSED:
            break
    registers[slots.DEPTH], registers[slots.BLANK] = depth, blank
    registers[slots.AUTOMATON] = machine
    registers[slots.GENERATED], registers[slots.EXPANDED] = generated, expanded
    return outcome


class SlidesKernel(EvaluatedKernel):
    """The kernel for slides; the automaton has to refuse what is needless after one."""

    search = staticmethod(advance_slides)
