"""Estimates by rows and columns: linear conflict, inversions, and walking distance.

A move up or down leaves the columns as they are, and a sideways move the rows, so half of what is
known of a board stays true for its children. Directions: 0 for rows and vertical moves, 1 for
columns and sideways ones.

Walking distance is looked up: the tables of counts are one number each, in a hash table. A tile
adds a number that depends on its line and its colour; the numbers of all tiles add up to the key of
the table of counts, so a move changes the key by a difference. Where a field of bits for each count
fits into a word the key is the table itself. Elsewhere (from 5x5 on) the numbers are random words:
two tables then share a key with a probability of about 2**-64.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from slidelab.engines.compiled.states import cells_of
from slidelab.engines.compiling import Int64s, compiled, inlined
from slidelab.heuristics.estimates.walking_distance import ENOUGH_TABLES, search_tables, units
from slidelab.puzzle import Board
from slidelab.system.progress import report_progress


class Lines(NamedTuple):
    """The rows and columns of a goal."""

    rows: int
    cols: int
    home: Int64s
    """The cell of each tile in the goal."""
    line: Int64s
    """The row of each cell, `line[0, cell]`, and its column, `line[1, cell]`."""
    reading: Int64s
    """The cells in the order in which rows are read, `reading[0, place]`, and columns."""
    place: Int64s
    """The place at which each cell is read."""


def lines_of(goal: Board) -> Lines:
    rows, cols, cells = goal.shape.rows, goal.shape.cols, np.arange(goal.shape.cells)
    by_columns = cells.reshape(rows, cols).T.ravel()
    return Lines(
        rows,
        cols,
        home=np.argsort(cells_of(goal.state)),
        line=np.stack(np.divmod(cells, cols)),
        reading=np.stack([cells, by_columns]),
        place=np.stack([cells, np.argsort(by_columns)]),
    )


def facts_of_lines(lines: Lines) -> int:
    """How many facts the estimates leave, with the room to work in."""
    return 1 + lines.rows + lines.cols + max(lines.rows, lines.cols)


# Facts: the total, then twice the tiles to step aside of each row, of each column, then room.


@compiled
def conflict_estimate(lines: Lines, costs: Int64s, board: Int64s, facts: Int64s) -> int:
    """The steps of all tiles, and two more for each that must step aside."""
    total = 0
    for cell in range(board.size):
        total += costs[cell, board[cell]]
    for line in range(lines.rows + lines.cols):
        facts[1 + line] = 2 * _must_step_aside(lines, board, line, facts)
        total += facts[1 + line]
    facts[0] = total
    return total


@compiled
def conflict_child(
    lines: Lines, costs: Int64s, board: Int64s, blank: int, target: int, facts: Int64s
) -> int:
    """The estimate after the blank moves to `target`."""
    tile = board[target]
    board[target], board[blank] = 0, tile
    total = facts[0] + costs[blank, tile] - costs[target, tile]
    direction = 0 if lines.line[1, blank] == lines.line[1, target] else 1
    first = 0 if direction == 0 else lines.rows
    left, entered = first + lines.line[direction, target], first + lines.line[direction, blank]
    total += 2 * _must_step_aside(lines, board, left, facts) - facts[1 + left]
    total += 2 * _must_step_aside(lines, board, entered, facts) - facts[1 + entered]
    board[target], board[blank] = tile, 0
    return int(total)


@inlined
def _must_step_aside(lines: Lines, board: Int64s, line: int, facts: Int64s) -> int:
    """The fewest tiles that must leave a line to sort those that are at home in it.

    Lines are numbered from the top row down, then from the left column on. Of the room at the end
    of the facts, entry n is the smallest place in which a rise of n + 1 tiles can end.
    """
    across = 0 if line < lines.rows else 1
    along = 1 - across
    number = line if across == 0 else line - lines.rows
    length = lines.cols if across == 0 else lines.rows
    room = 1 + lines.rows + lines.cols
    belonging = 0
    longest = 0
    for at in range(number * length, (number + 1) * length):
        tile = board[lines.reading[across, at]]
        home = lines.home[tile]
        if tile == 0 or lines.line[across, home] != number:
            continue
        place = lines.line[along, home]
        belonging += 1
        rise = 0
        while rise < longest and facts[room + rise] < place:
            rise += 1
        facts[room + rise] = place
        longest = max(longest, rise + 1)
    return belonging - longest


# Facts: the inversions by rows and by columns, then the moves that undo each.


@compiled
def inversion_estimate(lines: Lines, board: Int64s, blank: int, facts: Int64s) -> int:
    """The least moves that undo all pairs of tiles out of order, by rows and by columns."""
    for direction in range(2):
        facts[direction] = _inversions(lines, board, direction)
        facts[2 + direction] = _undoing(lines, facts[direction], direction, blank)
    return int(facts[2] + facts[3])


@compiled
def inversion_child(lines: Lines, board: Int64s, blank: int, target: int, facts: Int64s) -> int:
    """The estimate after the blank moves to `target`.

    The tile goes past those in between and keeps its order with all others.
    """
    direction = 0 if lines.line[1, blank] == lines.line[1, target] else 1
    rank = lines.place[direction]
    tile_rank = rank[lines.home[board[target]]]
    forward = blank > target
    count = facts[direction]
    for place in range(rank[min(target, blank)] + 1, rank[max(target, blank)]):
        passed = board[lines.reading[direction, place]]
        in_order = (rank[lines.home[passed]] < tile_rank) == forward
        count += -1 if in_order else 1
    return int(facts[3 - direction]) + _undoing(lines, count, direction, target)


@inlined
def _inversions(lines: Lines, board: Int64s, direction: int) -> int:
    """The pairs of tiles out of the goal's order, read by rows (0) or by columns (1)."""
    reading = lines.reading[direction]
    rank = lines.place[direction]
    count = 0
    for later in range(1, board.size):
        tile = board[reading[later]]
        if tile == 0:
            continue
        for earlier in range(later):
            other = board[reading[earlier]]
            if other != 0 and rank[lines.home[other]] > rank[lines.home[tile]]:
                count += 1
    return count


@inlined
def _undoing(lines: Lines, count: int, direction: int, blank: int) -> int:
    """The least moves that undo a number of inversions, odd or even as the blank's line asks."""
    passed = lines.cols - 1 if direction == 0 else lines.rows - 1
    moves = (count + passed - 1) // passed
    lines_to_go = lines.line[direction, blank] ^ lines.line[direction, lines.home[0]]
    return int(moves + ((moves ^ lines_to_go) & 1))


UNKNOWN = -1
_MULTIPLIER = 0x9E3779B97F4A7C15 - (1 << 64)
_COUNTS_AT_ONCE = 1 << 18


class WalkTables(NamedTuple):
    """Both directions of a goal, empty for other heuristics."""

    adds: Int64s = np.zeros((1, 1, 1), np.int64)
    """`adds[direction, line, tile]`: what a tile on a line adds to the key."""
    keys: Int64s = np.zeros((1, 1), np.int64)
    """`keys[direction, slot]`: an open-addressing table."""
    moves: Int64s = np.zeros((1, 1), np.int64)
    """`moves[direction, slot]`: the moves from the table of counts of that key, or UNKNOWN."""
    beyond: Int64s = np.zeros(1, np.int64)
    """`beyond[direction]`: the least moves from tables that were not met."""
    straight: Int64s = np.zeros((1, 1, 1), np.int64)
    """`straight[direction, cell, tile]`: the lines from a cell to the tile's home."""
    goal_line: Int64s = np.zeros(1, np.int64)
    """`goal_line[direction]`: the line of the blank in the goal."""


@lru_cache(maxsize=1)  # a second estimator of a goal differs in what does not matter here
def walking_tables(goal: Board) -> WalkTables:
    """The tables of both directions."""
    shape, cells, known = goal.shape, goal.shape.cells, lines_of(goal)
    adds = np.zeros((2, max(shape.rows, shape.cols), cells), dtype=np.int64)
    straight = np.zeros((2, cells, cells), dtype=np.int64)
    goal_line, beyond = np.array(divmod(goal.blank, shape.cols)), np.zeros(2, dtype=np.int64)
    met: list[tuple[Int64s, Int64s]] = []
    for direction, line_of in enumerate(known.line):
        lines = (shape.rows, shape.cols)[direction]
        width = cells // lines
        # Asked as the textbook's heuristic asks, so that they are searched for once.
        blank_line = int(goal_line[direction])
        walks, beyond[direction] = search_tables(lines, width, blank_line, ENOUGH_TABLES)
        unit, keys = _keys_of(list(walks), lines, width)
        adds[direction, :lines, 1:] = unit[:, line_of[known.home[1:]]]
        straight[direction] = np.abs(line_of[:, None] - line_of[known.home])
        straight[direction, :, 0] = 0
        met.append((keys, np.fromiter(walks.values(), dtype=np.int64, count=len(walks))))
    slots = 1 << (2 * max(len(keys) for keys, _ in met) - 1).bit_length()
    table, moves = np.zeros((2, slots), np.int64), np.full((2, slots), UNKNOWN, np.int64)
    for direction, (keys, walked) in enumerate(met):
        enter(table[direction], moves[direction], keys, walked)
    return WalkTables(adds, table, moves, beyond, straight, goal_line)


def _keys_of(tables: list[int], lines: int, width: int) -> tuple[Int64s, Int64s]:
    """What a tile adds, `unit[line, colour]`, and the keys of tables given as whole numbers."""
    field = width.bit_length()
    fields = lines * lines
    if field * fields < 64:
        exact = np.array(units(lines, width), dtype=np.int64)
        return exact, np.fromiter(tables, dtype=np.int64, count=len(tables))
    unit = np.random.default_rng(fields).integers(-(1 << 62), 1 << 62, fields, dtype=np.int64)
    size = -(-field * fields // 8)
    keys = np.empty(len(tables), dtype=np.int64)
    at_once = max(1, _COUNTS_AT_ONCE // fields)
    for first in range(0, len(tables), at_once):
        report_progress("numbering tables of counts", first / len(tables))
        some = tables[first : first + at_once]
        raw = np.frombuffer(b"".join(table.to_bytes(size, "little") for table in some), np.uint8)
        bits = np.unpackbits(raw.reshape(len(some), size), axis=1, bitorder="little")
        counts = bits[:, : field * fields].reshape(len(some), fields, field).astype(np.int64)
        counts = (counts << np.arange(field)).sum(axis=2)
        keys[first : first + len(some)] = (counts * unit).sum(axis=1)
    return unit.reshape(lines, lines), keys


@compiled
def slot_of(keys: Int64s, moves: Int64s, key: int) -> int:
    """The slot of a key or, if it is not there, the free slot where it belongs."""
    mask = keys.size - 1
    mixed = key * _MULTIPLIER
    slot = (mixed ^ (mixed >> 32)) & mask
    while moves[slot] != UNKNOWN and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


@compiled
def enter(keys: Int64s, moves: Int64s, new_keys: Int64s, new_moves: Int64s) -> None:
    """Fill a hash table."""
    for index in range(new_keys.size):
        slot = slot_of(keys, moves, new_keys[index])
        keys[slot] = new_keys[index]
        moves[slot] = new_moves[index]


# Facts: the keys of the rows' and the columns' tables of counts, then the moves from each.


@compiled
def walking_estimate(
    walk: WalkTables, line: Int64s, board: Int64s, blank: int, facts: Int64s
) -> int:
    """The least moves between rows and between columns; `line[direction, cell]` is a line."""
    for direction in range(2):
        key = 0
        for cell in range(board.size):
            key += walk.adds[direction, line[direction, cell], board[cell]]
        facts[direction] = key
        facts[2 + direction] = _moves(walk, direction, key, board, line[direction, blank])
    return int(facts[2] + facts[3])


@compiled
def walking_child(
    walk: WalkTables, line: Int64s, board: Int64s, blank: int, target: int, facts: Int64s
) -> int:
    """The estimate after the blank moves to `target`."""
    direction = 0 if line[1, blank] == line[1, target] else 1
    tile = board[target]
    adds = walk.adds[direction]
    key = facts[direction] + adds[line[direction, blank], tile]
    key -= adds[line[direction, target], tile]
    board[target], board[blank] = 0, tile
    moves = _moves(walk, direction, key, board, line[direction, target])
    board[target], board[blank] = tile, 0
    return int(facts[3 - direction]) + moves


@inlined
def _moves(walk: WalkTables, direction: int, key: int, board: Int64s, blank_line: int) -> int:
    """The estimate of the moves in one direction, from the board's key."""
    keys = walk.keys[direction]
    moves = walk.moves[direction]
    found = moves[slot_of(keys, moves, key)]
    if found != UNKNOWN:
        return int(found)
    beyond = walk.beyond[direction]
    beyond += (beyond ^ blank_line ^ walk.goal_line[direction]) & 1
    straight = 0
    for cell in range(board.size):
        straight += walk.straight[direction, cell, board[cell]]
    return int(max(beyond, straight))
