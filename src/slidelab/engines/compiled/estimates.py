"""Heuristics as kernels take them: sums over tiles, linear conflicts, and pattern databases."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from slidelab.engines.jit import Bytes, Ints, kernel
from slidelab.engines.patterns.heuristic import PatternHeuristic
from slidelab.engines.patterns.lookup import Tables, find_entries
from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.puzzle import Board
from slidelab.system.progress import report_progress

NO_TABLES = Tables(
    np.zeros(0, np.uint8),
    np.zeros(0, np.int64),
    np.zeros((0, 0), np.int64),
    np.zeros((0, 0, 0), int),
)
NO_TABLES.entries.flags.writeable = False  # as those of a mapped file: one type for kernels
SUM, CONFLICTS, PATTERNS = range(3)


class Estimate(NamedTuple):
    """A heuristic bound to a goal. One type serves all kinds, so that kernels compile once."""

    kind: int
    cost: Ints
    """`cost[tile, cell]`: what a tile on a cell adds to a sum; zeros for pattern databases."""
    lines: Ints
    """`lines[0, tile]` is the row of the tile's home, `lines[1, tile]` the column."""
    cols: int
    tables: Tables
    room: Ints
    """Room for kernels to work in."""

    @property
    def most(self) -> int:
        """A number that no estimate exceeds."""
        if self.kind == PATTERNS:
            return 255 * self.tables.offsets.size
        aside = 2 * self.cost.shape[0] * 2 if self.kind == CONFLICTS else 0
        return int(self.cost.max(axis=1).sum()) + aside


def bind_heuristic(heuristic: Heuristic | None, goal: Board, count_blank: bool = False) -> Estimate:
    """Return a heuristic that has a compiled form, bound to a goal; None stands for zero."""
    cells, cols = goal.shape.cells, goal.shape.cols
    kind, tables, cost = SUM, NO_TABLES, np.zeros((cells, cells), np.int64)
    if isinstance(heuristic, PatternHeuristic):
        kind, tables = PATTERNS, heuristic.lookup(goal)
    elif heuristic is HEURISTICS["linear-conflict"]:
        kind, heuristic, count_blank = CONFLICTS, HEURISTICS["manhattan"], False
    if heuristic is not None and heuristic.sums:
        cost[:] = np.transpose(heuristic.tabulate(goal, count_blank))
    lines = np.stack(np.divmod(np.argsort(list(goal.state)), cols))
    room = np.zeros(cells + tables.views.shape[0] * tables.offsets.size, np.int64)
    return Estimate(kind, cost, lines, cols, tables, room)


@kernel
def count_aside(
    board: Bytes, axis: int, number: Any, skip: Any, lines: Ints, cols: int, rise: Ints
) -> int:
    """Return the minimum number of tiles that must leave a line to resolve its conflicts.

    `axis` is 0 for a row and 1 for a column, `number` that of the line. The cell `skip` counts as
    empty, if there is such a cell. Of `rise`, entry n is the lowest place at which n + 1 tiles in
    order can end.
    """
    length = cols if axis == 0 else board.size // cols
    belonging = longest = 0
    for at in range(length):
        cell = number * cols + at if axis == 0 else at * cols + number
        tile = board[cell]
        if cell == skip or tile == 0 or lines[axis, tile] != number:
            continue
        place = lines[1 - axis, tile]
        belonging += 1
        end = 0
        while end < longest and rise[end] < place:
            end += 1
        rise[end] = place
        longest = max(longest, end + 1)
    return belonging - longest


@kernel
def estimate(board: Bytes, given: Estimate) -> int:
    """Return the estimate of a board."""
    kind, cost, lines, cols, tables, room = given
    if kind == PATTERNS:
        return find_entries(board, tables, room[: board.size], room[board.size :])
    total = 0
    for cell in range(board.size):
        total += cost[board[cell], cell]
    if kind == CONFLICTS:
        for axis in range(2):
            for number in range(cols if axis else board.size // cols):
                total += 2 * count_aside(board, axis, number, board.size, lines, cols, room)
    return total


def estimate_each(
    boards: Bytes, heuristic: Heuristic, goal: Board, count_blank: bool
) -> NDArray[np.float64]:
    """Return the estimate of each board, given as a row of tiles.

    Sums over tiles and compiled heuristics take milliseconds for all boards of 3x3. Any other
    heuristic is called for every board, which takes seconds.
    """
    if heuristic.sums:
        # Added cell by cell, as the textbook does: of floats, the order matters.
        table = np.array(heuristic.tabulate(goal, count_blank), np.float64)
        total = np.zeros(len(boards))
        for cell in range(goal.shape.cells):
            total += table[cell, boards[:, cell]]
        return total
    if heuristic is HEURISTICS["linear-conflict"] or isinstance(heuristic, PatternHeuristic):
        return _estimate_all(boards, bind_heuristic(heuristic, goal))
    function = heuristic.bind(goal, count_blank)
    values = np.empty(len(boards))
    for number, board in enumerate(boards):
        report_progress(f"tabulating {heuristic.name}", number / len(boards))
        values[number] = function(board.tobytes())
    return values


@kernel
def _estimate_all(boards: Bytes, given: Estimate) -> NDArray[np.float64]:
    values = np.zeros(boards.shape[0])
    for number in range(boards.shape[0]):
        values[number] = estimate(boards[number], given)
    return values
