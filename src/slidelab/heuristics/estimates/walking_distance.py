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

Five lines of four have 5,977,015 tables and 5x5 has 65,650,495, too many to search at each start.
So the search stops after the layer in which it has met `ENOUGH_TABLES`, or tables of
`ENOUGH_BYTES`. A table it has not met is worth one layer more (or two, if the blank's place says
so) or the Manhattan distance in that direction, whichever is greater. That is still admissible and
consistent, if less than the full walking distance. Up to 4x4, and for 2x5, 3x5 and 2x6 either way
up, it is the full one.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import getitem

from slidelab.heuristics import Estimate, heuristic
from slidelab.heuristics.lines import column_slices, costs_by_cell, row_slices, sum_over_lines
from slidelab.puzzle import Board
from slidelab.system.progress import report_progress

ENOUGH_TABLES = 400_000
ENOUGH_BYTES = 1 << 26
"""Long lines have large tables: 2x128 has 128 lines, and a table of 4 KiB for each."""


@heuristic(
    admissible=True,
    consistent=True,
    aliases=("wd",),
    summary="the moves to sort rows ignoring columns, plus the reverse; never below manhattan",
)
def walking_distance(goal: Board) -> Estimate:
    """Bind to a goal; the first time for a shape this takes up to a second on large boards."""
    return both_directions(goal)


def both_directions(goal: Board, enough: int = ENOUGH_TABLES) -> Estimate:
    """Return the walking distance, its searches cut short when they have met enough tables."""
    cols = goal.shape.cols
    vertical = one_direction(goal, row_slices(goal.shape), lambda cell: cell // cols, enough)
    horizontal = one_direction(goal, column_slices(goal.shape), lambda cell: cell % cols, enough)
    return lambda state: vertical(state) + horizontal(state)


def one_direction(
    goal: Board, lines: Sequence[slice], line_of: Callable[[int], int], enough: int
) -> Estimate:
    """Return the estimate of the moves that change the line (row or column) of a tile."""
    width = goal.shape.cells // len(lines)
    # The blank's colour is one past the last line's, and adds nothing to a table.
    colours = bytearray(map(line_of, range(goal.shape.cells)))
    colours[goal.blank] = len(lines)
    to_colours = bytes.maketrans(goal.state, colours)

    def count_in(units_of_line: list[int]) -> Callable[[bytes], int]:
        adds = [*units_of_line, 0]
        return lambda line: sum(adds[colour] for colour in line)

    counts_of = sum_over_lines(lines, [*map(count_in, units(len(lines), width))])
    walks, beyond = search_tables(len(lines), width, line_of(goal.blank), enough)
    straight = costs_by_cell(goal, lambda a, b: abs(line_of(a) - line_of(b)))

    def estimate(state: bytes) -> float:
        moves = walks.get(counts_of(state.translate(to_colours)))
        if moves is not None:
            return moves
        # Each move takes the blank one line on, so its lines to go tell odd from even.
        wrong_parity = (beyond ^ line_of(state.index(0)) ^ line_of(goal.blank)) & 1
        return max(beyond + wrong_parity, sum(map(getitem, straight, state)))

    return estimate


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
def search_tables(
    lines: int, width: int, blank_line: int, enough: int = ENOUGH_TABLES
) -> tuple[dict[int, int], int]:
    """Return the moves from each table of counts met, and the least from those not met.

    This is breadth-first search with whole layers at a time, kept apart by the blank's line, since
    all tables of one line have the same moves to try.
    """
    unit = units(lines, width)
    full_field = (1 << width.bit_length()) - 1
    goal = sum((width - (line == blank_line)) * unit[line][line] for line in range(lines))
    walks = {goal: 0}
    layer: dict[int, list[int]] = {blank_line: [goal]}
    moves = 0
    enough = min(enough, 8 * ENOUGH_BYTES // goal.bit_length())
    while layer and len(walks) < enough:
        moves += 1
        following: dict[int, list[int]] = {}
        for blank, tables in layer.items():
            for neighbour in {max(blank - 1, 0), min(blank + 1, lines - 1)} - {blank}:
                found = following.setdefault(neighbour, [])
                for leaving, arriving in zip(unit[neighbour], unit[blank], strict=True):
                    report_progress("counting moves between lines", min(1.0, len(walks) / enough))
                    has_one = full_field * leaving
                    change = arriving - leaving
                    for table in tables:
                        if table & has_one and (child := table + change) not in walks:
                            walks[child] = moves
                            found.append(child)
        layer = {blank: tables for blank, tables in following.items() if tables}
    return walks, moves + 1
