"""Walking distance by lookup: the tables of counts as one number each, in a hash table.

A tile adds a number that depends on its line and its colour; the numbers of all tiles add up to
the key of the table of counts, so a move changes the key by a difference. Where a field of bits
for each count fits into a word the key is the table itself. Elsewhere (from 5x5 on) the numbers
are random words: two tables then share a key with a probability of about 2**-64.
"""

from typing import NamedTuple

import numpy as np

from slidelab.engines.compiled.compiling import Integers, compiled, inlined
from slidelab.heuristics._sums import costs_by_cell
from slidelab.heuristics.estimates.walking_distance import search_tables, units
from slidelab.puzzle import Board
from slidelab.system.progress import report_progress

UNKNOWN = -1
_MULTIPLIER = 0x9E3779B97F4A7C15 - (1 << 64)
_COUNTS_AT_ONCE = 1 << 18


class WalkTables(NamedTuple):
    """Both directions of a goal: 0 for rows and vertical moves, 1 for columns and sideways ones."""

    adds: Integers
    """`adds[direction, line, tile]`: what a tile on a line adds to the key."""
    keys: Integers
    """`keys[direction, slot]`: an open-addressing table."""
    moves: Integers
    """`moves[direction, slot]`: the moves from the table of counts of that key, or UNKNOWN."""
    beyond: Integers
    """`beyond[direction]`: the least moves from tables that were not met."""
    straight: Integers
    """`straight[direction, cell, tile]`: the lines from a cell to the tile's home."""
    goal_line: Integers
    """`goal_line[direction]`: the line of the blank in the goal."""


def no_walk() -> WalkTables:
    """Empty tables, for all other heuristics."""
    flat = np.zeros((1, 1), dtype=np.int64)
    deep = np.zeros((1, 1, 1), dtype=np.int64)
    line = np.zeros(1, dtype=np.int64)
    return WalkTables(deep, flat, flat, line, deep, line)


def walking_tables(goal: Board) -> WalkTables:
    """The tables of both directions."""
    shape = goal.shape
    cells = shape.cells
    by_direction = [
        _direction(goal, shape.rows, [cell // shape.cols for cell in range(cells)]),
        _direction(goal, shape.cols, [cell % shape.cols for cell in range(cells)]),
    ]
    most_lines = max(shape.rows, shape.cols)
    most_tables = max(len(keys) for _, keys, _, _, _ in by_direction)
    slots = 1 << (2 * most_tables - 1).bit_length()
    adds = np.zeros((2, most_lines, cells), dtype=np.int64)
    table = np.zeros((2, slots), dtype=np.int64)
    moves = np.full((2, slots), UNKNOWN, dtype=np.int64)
    for direction, (unit, keys, walks, _, _) in enumerate(by_direction):
        adds[direction, : unit.shape[0]] = unit
        enter(table[direction], moves[direction], keys, walks)
    return WalkTables(
        adds,
        table,
        moves,
        np.array([beyond for _, _, _, beyond, _ in by_direction], dtype=np.int64),
        np.stack([straight for _, _, _, _, straight in by_direction]),
        np.array([goal.blank // shape.cols, goal.blank % shape.cols], dtype=np.int64),
    )


def _direction(
    goal: Board, lines: int, line_of: list[int]
) -> tuple[Integers, Integers, Integers, int, Integers]:
    """What tiles add, the keys met with their moves, the moves beyond, and the straight lines."""
    cells = goal.shape.cells
    width = cells // lines
    walks, beyond = search_tables(lines, width, line_of[goal.blank])
    unit, keys = _keys_of(list(walks), lines, width)
    home = sorted(range(cells), key=goal.state.__getitem__)
    adds = np.zeros((lines, cells), dtype=np.int64)
    for tile in range(1, cells):
        adds[:, tile] = unit[:, line_of[home[tile]]]
    straight = costs_by_cell(goal, lambda a, b: abs(line_of[a] - line_of[b]))
    moves = np.fromiter(walks.values(), dtype=np.int64, count=len(walks))
    return adds, keys, moves, beyond, np.array(straight, dtype=np.int64)


def _keys_of(tables: list[int], lines: int, width: int) -> tuple[Integers, Integers]:
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
def slot_of(keys: Integers, moves: Integers, key: int) -> int:
    """The slot of a key or, if it is not there, the free slot where it belongs."""
    mask = keys.size - 1
    mixed = key * _MULTIPLIER
    slot = (mixed ^ (mixed >> 32)) & mask
    while moves[slot] != UNKNOWN and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


@compiled
def enter(keys: Integers, moves: Integers, new_keys: Integers, new_moves: Integers) -> None:
    """Fill a hash table."""
    for index in range(new_keys.size):
        slot = slot_of(keys, moves, new_keys[index])
        keys[slot] = new_keys[index]
        moves[slot] = new_moves[index]


# Facts: the keys of the rows' and the columns' tables of counts, then the moves from each.


@compiled
def walking_estimate(
    walk: WalkTables, line: Integers, board: Integers, blank: int, facts: Integers
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
    walk: WalkTables, line: Integers, board: Integers, blank: int, target: int, facts: Integers
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
def _moves(walk: WalkTables, direction: int, key: int, board: Integers, blank_line: int) -> int:
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
