"""A board as a planning problem in PDDL, and a planner's plan as moves.

python pddl.py 125340678            writes domain.pddl and problem.pddl
python pddl.py 125340678 plan.txt   prints the moves of a plan
"""

import sys
from pathlib import Path

from slidelab import Board

DOMAIN = """\
(define (domain sliding-tiles)
  (:requirements :strips :typing)
  (:types tile cell)
  (:predicates (at ?tile - tile ?cell - cell) (blank ?cell - cell)
               (next-to ?cell - cell ?other - cell))
  (:action slide
    :parameters (?tile - tile ?from - cell ?to - cell)
    :precondition (and (at ?tile ?from) (blank ?to) (next-to ?from ?to))
    :effect (and (at ?tile ?to) (blank ?from) (not (at ?tile ?from)) (not (blank ?to)))))
"""


def problem(board, goal):
    """Return the problem of bringing a board to a goal; row 0, column 2 is the cell `c0-2`."""
    cells = [cell_name(board, cell) for cell in range(board.shape.cells)]
    tiles = " ".join(f"t{tile}" for tile in range(1, board.shape.cells))
    links = [
        f"(next-to {cells[cell]} {cells[target]})"
        for cell in range(board.shape.cells)
        for _, target in board.shape.targets(cell)
    ]
    return (
        f"(define (problem {board.shape})\n"
        "  (:domain sliding-tiles)\n"
        f"  (:objects {tiles} - tile {' '.join(cells)} - cell)\n"
        f"  (:init {facts(board)}\n    {' '.join(links)})\n"
        f"  (:goal (and {facts(goal)})))\n"
    )


def read_plan(text, board):
    """Return the blank's moves of a plan, as planners write it: a `(slide t5 c0-2 c1-2)` per line.

    Raises ValueError for a step that cannot be made.
    """
    moves = []
    for line in text.lower().splitlines():
        words = line.partition(";")[0].partition("(")[2].partition(")")[0].split()
        if not words:
            continue
        for move, after in board.neighbors():
            source, target = cell_name(board, after.blank), cell_name(board, board.blank)
            if words == ["slide", f"t{board[after.blank]}", source, target]:
                moves.append(move)
                board = after
                break
        else:
            raise ValueError(f"{line.strip()} is not possible in {board.to_text('rows')}")
    return moves


def facts(board):
    return " ".join(
        f"(at t{tile} {cell_name(board, cell)})" if tile else f"(blank {cell_name(board, cell)})"
        for cell, tile in enumerate(board)
    )


def cell_name(board, cell):
    row, col = divmod(cell, board.shape.cols)
    return f"c{row}-{col}"


if __name__ == "__main__":
    start = Board(sys.argv[1])
    if len(sys.argv) > 2:
        print(*(move.word for move in read_plan(Path(sys.argv[2]).read_text(), start)))
    else:
        Path("domain.pddl").write_text(DOMAIN)
        Path("problem.pddl").write_text(problem(start, Board.goal(start.shape)))
