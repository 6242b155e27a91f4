"""The puzzle to solve and the conventions, as the numbers that kernels read.

The random numbers of a search are those of SplitMix64, from its one definition in
`search/randomness.py`.
"""

from typing import NamedTuple

import numpy as np

from slidelab.engines.compiled.compiling import Index, Integers, Words, compiled
from slidelab.engines.compiled.states import (
    MOVE_ORDERS,
    RANDOM,
    cell_bits,
    order_number,
    pack,
    plans,
)
from slidelab.puzzle import MULTI, Board
from slidelab.search import randomness
from slidelab.search.conventions import Conventions

_ORDERS = len(MOVE_ORDERS)

_successor = compiled(randomness.successor)
_mixed = compiled(randomness.mixed)


def seed_random(conventions: Conventions) -> Words:
    """The state of the generator before the first number is drawn."""
    return np.array([(conventions.seed or 0) % (1 << 64)], dtype=np.uint64)


@compiled
def draw(random: Words, bound: int) -> int:
    """A number from 0 to bound - 1 (see `randomness.SplitMix64`)."""
    random[0] = _successor(random[0])
    return np.int64(_mixed(random[0]) % np.uint64(bound))  # type: ignore[return-value]


class PackedProblem(NamedTuple):
    """A start, a goal, and how to go from one to the other."""

    start: Integers
    """The state to begin with, packed; a batch writes one after the other here."""
    goal: Integers
    """The state to reach, packed."""
    bits: int
    """How many bits hold a cell."""
    plans: Integers
    steps: Integers
    most_children: int
    """The children to make of a node (see `states.Plans`)."""
    slides: bool
    """Whether a move may take several tiles."""
    cols: int
    order: int
    """Which of the orders of moves, or RANDOM."""
    test_early: bool
    """Whether a goal is recognised when it is generated."""
    mark_start: bool = True
    """Whether the start counts as reached, so that no child leads back to it."""
    note_sight: bool = False
    """Whether to note how the search stands when the goal is first generated, and to go on."""


def problem_of(
    start: Board,
    goal: Board,
    conventions: Conventions,
    blind: bool,
    reverse: bool = False,
    undo: bool = False,
    onward: bool = False,
    mark_start: bool = True,
) -> PackedProblem:
    """The problem of a search; `reverse` has the children last to first.

    `undo` has a child made even where it undoes the last move and so leads to an expanded state.
    With `onward` those that the last move makes needless are not even counted.
    """
    slides = conventions.metric == MULTI
    # After a slide a needless child leads to a state that waits, which the search has to look up.
    undo = undo or not mark_start or (slides and not onward)
    return PackedProblem(
        start=pack(start.state),
        goal=pack(goal.state),
        bits=cell_bits(start.shape.cells),
        **plans(start.shape, reverse, undo, conventions.metric)._asdict(),
        slides=slides,
        cols=start.shape.cols,
        order=order_number(conventions),
        test_early=conventions.tests_when_generated(blind),
        mark_start=mark_start,
    )


@compiled
def plan_of(problem: PackedProblem, random: Words, blank: int, last: int) -> int:
    """The children to make of a node whose blank came here by the move `last`."""
    order = problem.order
    if order == RANDOM:
        order = draw(random, _ORDERS)
    return int(problem.plans[Index(order), Index(blank), Index(last)])
