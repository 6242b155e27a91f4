"""Walking distance: solve the rows without looking at the columns, then the other way round.

The relaxation, by Ken'ichiro Takahashi: paint each tile in the colour of its row in the goal, and
forget where in its row a tile stands. What remains is how many tiles of each colour each row holds:

    5 1 2        2 1 0        two tiles that belong in row 0, one that belongs in row 1
    3 _ 4        0 2 0        only two tiles: the blank is here
    6 7 8        0 0 3

In a move, any tile of the row above or below the blank's changes places with the blank. There are
few such tables of counts (24,964 for the 15-puzzle, which has 10**13 boards), so one breadth-first
search from the goal's table finds the fewest vertical moves from each of them. Columns give the
fewest horizontal moves, and the two add up, since a move is never both. Each part is the exact cost
of a relaxed problem, so the sum is admissible and consistent. It is never below Manhattan distance:
here too each tile has to walk row by row, but now only into the blank.

Five lines of four tiles have millions of tables, too many to search at each start, so boards have
up to 16 cells. Six to eight lines of two tiles have as many: there the moves in that direction are
those of Manhattan distance.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import getitem

from slidelab.heuristics import Estimate, heuristic
from slidelab.heuristics.lines import column_slices, costs_by_cell, row_slices, sum_over_lines
from slidelab.puzzle import Board

MOST_LINES = 5


@heuristic(admissible=True, consistent=True, most_cells=16)
def walking_distance(goal: Board) -> Estimate:
    """Count the moves to sort rows ignoring columns, plus the reverse; never below manhattan."""
    vertical = one_direction(goal, 0, row_slices(goal.shape))
    horizontal = one_direction(goal, 1, column_slices(goal.shape))
    return lambda state: vertical(state) + horizontal(state)


def one_direction(goal: Board, axis: int, lines: Sequence[slice]) -> Estimate:
    """Return the estimate of the moves that change the line of a tile: its row, or its column."""
    if len(lines) > MOST_LINES:
        straight = costs_by_cell(goal, lambda *rows_and_cols: rows_and_cols[axis])
        return lambda state: sum(map(getitem, straight, state))
    width = goal.shape.cells // len(lines)
    line_of = [divmod(cell, goal.shape.cols)[axis] for cell in range(goal.shape.cells)]
    # The blank's colour is one past the last line's, and adds nothing to a table.
    colours = bytearray(line_of)
    colours[goal.blank] = len(lines)
    to_colours = bytes.maketrans(goal.state, colours)

    def count_in(units_of_line: list[int]) -> Callable[[bytes], int]:
        adds = [*units_of_line, 0]
        return lambda line: sum(adds[colour] for colour in line)

    counts_of = sum_over_lines(lines, [*map(count_in, units(len(lines), width))])
    walks = search_tables(len(lines), width, line_of[goal.blank])
    return lambda state: walks[counts_of(state.translate(to_colours))]


def units(lines: int, width: int) -> list[list[int]]:
    """Return ``unit[line][colour]``: what one tile adds to a table of counts.

    A table is one whole number, with a field of bits for each count, so that it is quick to add up
    and to look up. The blank's line is the one that has a tile less than the others.
    """
    bits = width.bit_length()
    return [
        [1 << bits * (line * lines + colour) for colour in range(lines)] for line in range(lines)
    ]


@lru_cache(maxsize=8)
def search_tables(lines: int, width: int, blank_line: int) -> dict[int, int]:
    """Return the moves from each table of counts to the goal's, by breadth-first search."""
    unit = units(lines, width)
    full_field = (1 << width.bit_length()) - 1
    goal = sum((width - (line == blank_line)) * unit[line][line] for line in range(lines))
    walks = {goal: 0}
    layer = [(goal, blank_line)]
    while layer:
        following = []
        for table, blank in layer:
            for neighbour in {max(blank - 1, 0), min(blank + 1, lines - 1)} - {blank}:
                for leaving, arriving in zip(unit[neighbour], unit[blank], strict=True):
                    child = table + arriving - leaving
                    if table & full_field * leaving and child not in walks:
                        walks[child] = walks[table] + 1
                        following.append((child, neighbour))
        layer = following
    return walks
