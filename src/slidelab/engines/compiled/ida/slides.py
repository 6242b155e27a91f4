"""IDA* in the multi-tile metric, with any compiled heuristic.

A slide is followed by one across it. The slides of one direction are met in passing: the blank goes
on by one cell after the other along its line, and each of them is where a slide ends.
"""

import numpy as np

from slidelab.engines.compiled import slots
from slidelab.engines.compiled.compiling import Floats, Integers, Words, compiled
from slidelab.engines.compiled.estimator import SLIDES, Estimator
from slidelab.engines.compiled.heuristics import estimate_in_moves
from slidelab.engines.compiled.ida.evaluated import EvaluatedKernel, same_board
from slidelab.engines.compiled.ida.kernel import AUTOMATON, BLANK, DEPTH, Moves
from slidelab.engines.compiled.patterns.slides import largest_entry, move_in_tables
from slidelab.engines.compiled.problem import draw
from slidelab.engines.intrinsics import FOUR, ONE, THREE, TWO, ZERO, as_byte, signed, trailing_zeros


@compiled
def advance_slides(
    measure: Estimator,
    facts: Integers,
    budget: np.uint64,
    early: bool,
    bounds: Floats,
    registers: Words,
    random: Words,
    frames: Words,
    board: Integers,
    goal: Integers,
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
    depth, blank, machine = registers[DEPTH], registers[BLANK], registers[AUTOMATON]
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
    registers[DEPTH], registers[BLANK], registers[AUTOMATON] = depth, blank, machine
    registers[slots.GENERATED], registers[slots.EXPANDED] = generated, expanded
    return outcome


class SlidesKernel(EvaluatedKernel):
    """The kernel for slides; the automaton has to refuse what is needless after one."""

    search = staticmethod(advance_slides)
