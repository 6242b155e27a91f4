"""How many nodes does iterative deepening generate, without generating them?

    python ids_count.py 10 20 30

The tree below a node, cut at a depth, depends only on where the blank is and on the last move, so
that a complete iteration is counted from a small table. The last one ends at the first solution in
the order of the moves: it has generated that path, and all trees that branch off before it. See
docs/studies/depth.md.
"""

import sys
from functools import cache

from slidelab import Board, Move, heuristics

DISTANCE = heuristics.perfect.bind(Board.goal("3x3"))
"""The number of moves to the goal, from a table of all boards."""
TARGETS = [Board.goal("3x3").shape.targets(cell) for cell in range(9)]


@cache
def tree_size(blank, last, depth, undo):
    """Return the nodes of the tree below a node; `undo` allows to take the last move back."""
    if depth == 0:
        return 1
    return 1 + sum(
        tree_size(cell, move, depth - 1, undo)
        for move, cell in TARGETS[blank]
        if undo or last is None or move is not Move(last).inverse
    )


def count_nodes(board, undo=False):
    """Return the nodes that `ids` generates as a tree search: the root once, others each time."""
    distance = int(DISTANCE(board.state))
    nodes = 1 + sum(tree_size(board.blank, None, limit, undo) - 1 for limit in range(distance))
    last = None
    for left in reversed(range(distance)):
        for move, cell in TARGETS[board.blank]:
            if not undo and last is not None and move is last.inverse:
                continue
            after = board.move(move)
            if DISTANCE(after.state) == left:
                nodes += 1
                board, last = after, move
                break
            nodes += tree_size(cell, move, left, undo)
    return nodes


def main(distances, boards=20):
    print(f"{'distance':>8} {'never undone':>20} {'may undo':>26}")
    for distance in distances:
        starts = [Board.random(distance=distance, seed=seed) for seed in range(boards)]
        never, may = (sum(count_nodes(s, undo) for s in starts) / boards for undo in (False, True))
        print(f"{distance:8} {never:20,.1f} {may:26,.1f}")


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or range(2, 31, 2))
