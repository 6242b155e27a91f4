"""Linear conflict: Manhattan distance, plus 2 for each tile that has to step aside.

Two tiles stand in their own row but in the wrong order, say 3 before 1:

    3 _ 1        goal:  1 _ 3

Manhattan distance lets them pass through each other. In truth one has to leave the row and come
back: two steps up or down that Manhattan distance does not count, since it has that tile in its row
already. With more tiles in a row, the fewest that must step aside are those left over when as many
as possible stay: the longest run of tiles that is already in the order of the goal. Each one that
steps aside adds 2. Columns likewise; no step is counted twice, since stepping out of a row is
vertical and out of a column horizontal.

Taking the fewest tiles makes it admissible, and taking exactly the fewest makes it consistent too.
The idea is from Hansson, Mayer and Yung (1992).
"""

from bisect import bisect_left
from collections.abc import Callable
from operator import add

from slidelab.heuristics import Estimate, heuristic
from slidelab.heuristics.lines import column_slices, costs_by_cell, row_slices, sum_over_lines
from slidelab.puzzle import Board


@heuristic(admissible=True, consistent=True)
def linear_conflict(goal: Board) -> Estimate:
    """Add 2 to manhattan for each tile that must step aside in its row or column."""
    table = costs_by_cell(goal, add)

    def measure_row(cells: slice) -> Callable[[bytes], int]:
        costs, aside = table[cells], stepping_aside(goal.state[cells])
        # Each tile is in exactly one row, so the rows carry Manhattan distance along.
        return lambda row: (
            sum(cost[tile] for cost, tile in zip(costs, row, strict=True)) + 2 * aside(row)
        )

    def measure_column(cells: slice) -> Callable[[bytes], int]:
        aside = stepping_aside(goal.state[cells])
        return lambda column: 2 * aside(column)

    rows, columns = row_slices(goal.shape), column_slices(goal.shape)
    measures = [*map(measure_row, rows), *map(measure_column, columns)]
    return sum_over_lines([*rows, *columns], measures)


def stepping_aside(goal_line: bytes) -> Callable[[bytes], int]:
    """Return the function that counts the fewest tiles that must leave a line to sort it."""
    place = {tile: index for index, tile in enumerate(goal_line) if tile}

    def aside(line: bytes) -> int:
        places = [place[tile] for tile in line if tile in place]
        return len(places) - longest_rise(places)

    return aside


def longest_rise(places: list[int]) -> int:
    """Return the length of the longest increasing subsequence.

    >>> longest_rise([2, 0, 3, 1, 4])
    3
    """
    # lowest_end[n] is the smallest number in which a rise of n + 1 numbers seen so far can end.
    lowest_end: list[int] = []
    for number in places:
        length = bisect_left(lowest_end, number)
        lowest_end[length : length + 1] = [number]
    return len(lowest_end)
