"""Facts found by plain breadth-first search, to compare with."""

from collections import deque
from functools import cache

from tests.oracles import puzzle as distance_table
from tests.oracles.puzzle import cells_beside

MOVES = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


@cache
def distances(rows, cols, blank=0):
    """The fewest moves of every board to the goal in which each tile is named by its home."""
    homes = bytes([blank, *(cell for cell in range(rows * cols) if cell != blank)])
    goal = bytes(homes.index(cell) for cell in range(rows * cols))
    table = distance_table.distances(goal, rows, cols)
    return {tuple(homes[tile] for tile in board): moves for board, moves in table.items()}


@cache
def boards_of(rows, cols, blank=0):
    """All boards, in an order to draw samples from."""
    return sorted(distances(rows, cols, blank))


def pattern_distances(cells, blank, rows, cols):
    """Fewest moves of the pattern's tiles, for all places of these tiles and of the blank."""
    start = (tuple(cells), blank)
    found, waiting = {start: 0}, deque([start])
    while waiting:
        places, hole = waiting.popleft()
        cost = found[places, hole]
        for cell in cells_beside(hole, rows, cols):
            moved = cell in places
            after = tuple(hole if place == cell else place for place in places), cell
            if after not in found or found[after] > cost + moved:
                found[after] = cost + moved
                (waiting.append if moved else waiting.appendleft)(after)
    return found


def solves(board, moves, cols, blank=0):
    cells, rows = list(board), len(board) // cols
    hole = cells.index(blank)
    for move in moves:
        row, col = hole // cols + MOVES[move][0], hole % cols + MOVES[move][1]
        if not (0 <= row < rows and 0 <= col < cols):
            return False
        target = row * cols + col
        cells[hole], cells[target] = cells[target], cells[hole]
        hole = target
    return cells == sorted(cells)
