"""States as machine words, and the puzzle with its conventions as the numbers that kernels read.

A cell has four bits up to 16 cells, eight beyond. The words are signed, since Numba makes a float
of a signed and an unsigned number together. The blank is 0, so moving a tile into it is two
exclusive-ors. The random numbers of a search are those of SplitMix64, from its one definition in
`search/randomness.py`.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from slidelab.engines.compiled.kernel_conventions import ORDERS, Conventions
from slidelab.engines.compiling import Bytes, Index, Int64s, Words, compiled, inlined
from slidelab.puzzle import MULTI, SINGLE, Board, Move, Shape
from slidelab.puzzle.metric import needless, slides
from slidelab.search import randomness

WORD_BITS = 64
MOST_CELLS_OF_FOUR_BITS = 16

MOVE_ORDERS: Int64s = np.array(
    [[Move.parse(letter) for letter in order] for order in ORDERS], dtype=np.int64
)
"""The four moves in each of the 24 orders; random orders are drawn from these."""

NO_MOVE = 4
"""Stands for the move that led to a root. It undoes no move: NO_MOVE ^ 1 is none."""

PLAN_COUNT_BITS = 8

RANDOM = -1
"""Stands for the number of an order that is drawn at each expansion."""


def cell_bits(cells: int) -> int:
    """How many bits of a word hold one cell."""
    return 4 if cells <= MOST_CELLS_OF_FOUR_BITS else 8


def cells_of(state: bytes) -> Int64s:
    """The cells of a state as kernels take them."""
    return np.frombuffer(state, dtype=np.uint8).astype(np.int64)


def pack(state: bytes) -> Int64s:
    """The words of a state.

    >>> [hex(word) for word in pack(bytes([1, 2, 0, 3])).tolist()]
    ['0x3021']
    """
    words: Int64s = pack_all(np.frombuffer(state, dtype=np.uint8)[None])[0]
    return words


def pack_all(cells: Bytes) -> Int64s:
    """The words of many states of one shape, a row for each.

    >>> pack_all(np.array([[1, 2, 0, 3], [0, 1, 2, 3]], np.uint8)).tolist() == [[0x3021], [0x3210]]
    True
    """
    rows, count = cells.shape
    if cell_bits(count) == 4:
        shifted = cells.astype(np.int64) << 4 * np.arange(count)
        return np.bitwise_or.reduce(shifted, axis=1, keepdims=True)
    padded = np.zeros((rows, -(-count * 8 // WORD_BITS) * 8), dtype=np.uint8)
    padded[:, :count] = cells
    return padded.view("<i8").astype(np.int64)


class Plans(NamedTuple):
    """The children to make of each node."""

    plans: Int64s
    """`plans[order, blank, move that led here or NO_MOVE]`: how many children are made, then a bit
    for whether one that is only counted comes after them, then where they stand in `steps`."""
    steps: Int64s
    """The children one after another: the blank's target, its move, whether one that is only
    counted comes just before, and the cell where the move begins to pass."""
    most_children: int
    """The most that a node can have."""


@cache
def plans(shape: Shape, reverse: bool = False, undo: bool = False, metric: str = SINGLE) -> Plans:
    """The children to make of a node.

    A node's last move is not undone, since that leads to a state already expanded; such a child is
    only counted, where its turn comes. `reverse` has the children last to first; with `undo` none
    is left out.
    """
    table = np.zeros((len(MOVE_ORDERS), shape.cells, NO_MOVE + 1), dtype=np.int64)
    steps: list[int] = []
    for order, moves in enumerate(MOVE_ORDERS.tolist()):
        for blank in range(shape.cells):
            reach = dict(slides(shape, blank, metric))
            children = [(Move(move), cell) for move in moves for cell in reach.get(Move(move), ())]
            for last in range(NO_MOVE + 1):
                left_out = () if undo or last == NO_MOVE else needless(Move(last), metric)
                made, counted_after = _plan_steps(
                    children[::-1] if reverse else children, left_out, reach
                )
                at = PLAN_COUNT_BITS + 1
                table[order, blank, last] = len(made) | counted_after << at - 1 | len(steps) << at
                steps += made
    most = shape.rows + shape.cols - 2 if metric == MULTI else len(Move)
    return Plans(table, np.array(steps, dtype=np.int64), most)


def _plan_steps(
    children: list[tuple[Move, int]], left_out: tuple[Move, ...], reach: dict[Move, tuple[int, ...]]
) -> tuple[list[int], int]:
    """The steps of a plan, and whether a child that is only counted comes after them."""
    steps = []
    passed = 0
    for move, target in children:
        if move in left_out:
            passed = 1
        else:
            steps.append(target | move << 8 | passed << 10 | reach[move][0] << 11)
            passed = 0
    return steps, passed


def moves_between(blanks: Sequence[int], cols: int) -> list[Move]:
    """The steps of a blank that was on these cells in turn, each in line with the one before.

    >>> [move.letter for move in moves_between([0, 2, 8], cols=3)]
    ['R', 'R', 'D', 'D']
    """
    moves: list[Move] = []
    for before, after in pairwise(blanks):
        moves += _moves_over(after - before, cols)
    return moves


@cache
def _moves_over(distance: int, cols: int) -> tuple[Move, ...]:
    """The steps that take a blank this number of cells on, as boards are read, in one line."""
    rows, rest = divmod(abs(distance), cols)
    if rest:
        return (Move.RIGHT if distance > 0 else Move.LEFT,) * rest
    return (Move.DOWN if distance > 0 else Move.UP,) * rows


@compiled
def blank_of(key: Int64s, bits: int) -> int:
    """The blank's cell."""
    cell = 0
    while key[cell * bits >> 6] >> (cell * bits & 63) & (1 << bits) - 1:
        cell += 1
    return cell


@compiled
def unpack_into(board: Int64s, words: Int64s, row: int, bits: int) -> None:
    """Write the cells of a row of words to `board`."""
    mask = (1 << bits) - 1
    cells = board.size
    per_word = 64 // bits
    cell = 0
    for word_number in range(words.shape[1]):
        word = words[row, word_number]
        for _ in range(min(per_word, cells - cell)):
            board[cell] = word & mask
            word >>= bits
            cell += 1


# A state of one word is the usual case, and a loop around it costs more than the work in it. Loops
# that copy further words are functions of their own: LLVM makes so much code of such a loop that
# what holds it is not inlined, and a call pushes every field of the arrays for one word's sake.


@compiled
def get(words: Int64s, row: int, key: Int64s) -> None:
    """Write the state of a row to a key."""
    key[0] = words[Index(row), 0]
    if key.size > 1:
        _get_further(words, row, key)


@compiled
def _get_further(words: Int64s, row: int, key: Int64s) -> None:
    for word in range(1, key.size):
        key[Index(word)] = words[Index(row), Index(word)]


@compiled
def put(words: Int64s, row: int, key: Int64s) -> None:
    """Write the state of a key to a row."""
    words[Index(row), 0] = key[0]
    if key.size > 1:
        _put_further(words, row, key)


@compiled
def _put_further(words: Int64s, row: int, key: Int64s) -> None:
    for word in range(1, key.size):
        words[Index(row), Index(word)] = key[Index(word)]


@inlined
def child_key(
    key: Int64s, words: Int64s, row: int, bits: int, blank: int, target: int, near: int
) -> int:
    """Write to `key` the state of a row after its blank moved to `target`, by the cell `near`.

    Returns the tile that moved last.
    """
    get(words, row, key)
    tile = _exchange(key, bits, blank, near)
    return tile if near == target else _slide_on(key, bits, blank, near, target)


@compiled
def _slide_on(key: Int64s, bits: int, before: int, blank: int, target: int) -> int:
    """The rest of a slide whose blank came from `before`; returns the tile that moved last."""
    tile = 0
    while blank != target:
        further = blank + blank - before
        tile = _exchange(key, bits, blank, further)
        before, blank = blank, further
    return tile


@compiled
def _exchange(key: Int64s, bits: int, blank: int, target: int) -> int:
    """Move the blank by one cell; returns the tile that was there."""
    from_bit = target * bits
    to_bit = blank * bits
    tile: int
    if key.size == 1:
        tile = (key[0] >> from_bit) & ((1 << bits) - 1)
        key[0] ^= (tile << from_bit) ^ (tile << to_bit)
        return tile
    tile = (key[Index(from_bit >> 6)] >> (from_bit & 63)) & ((1 << bits) - 1)
    key[Index(from_bit >> 6)] ^= tile << (from_bit & 63)
    key[Index(to_bit >> 6)] ^= tile << (to_bit & 63)
    return tile


@compiled
def plan_size(plan: int) -> int:
    """How many children a plan makes."""
    return plan & ((1 << PLAN_COUNT_BITS) - 1)


@compiled
def counts_at_last(plan: int) -> int:
    """1 if after the children of a plan comes one that is only counted, else 0."""
    return (plan >> PLAN_COUNT_BITS) & 1


@compiled
def first_step(plan: int) -> int:
    """Where the steps of a plan begin."""
    return plan >> (PLAN_COUNT_BITS + 1)


@compiled
def same(words: Int64s, row: int, key: Int64s) -> bool:
    """Whether a row holds the state of the key."""
    if words[Index(row), 0] != key[0]:
        return False
    if key.size > 1:
        for word in range(1, key.size):
            if words[Index(row), Index(word)] != key[Index(word)]:
                return False
    return True


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

    start: Int64s
    """The state to begin with, packed; a batch writes one after the other here."""
    goal: Int64s
    """The state to reach, packed."""
    bits: int
    """How many bits hold a cell."""
    plans: Int64s
    steps: Int64s
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
        order=ORDERS.index(conventions.order) if conventions.seed is None else RANDOM,
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
