"""Boards as planning problems in PDDL, and plans of a planner as moves."""

from pathlib import Path

from slidelab.puzzle import BLANK_FIRST, BadMoves, Board, BoardLike, Move, goal_board
from slidelab.system.argument_checks import check_is


def pddl_domain() -> str:
    """The domain: one action, which slides a tile onto the blank.

    >>> pddl_domain().splitlines()[0]
    '(define (domain sliding-tiles)'
    """
    return Path(__file__).with_name("domain.pddl").read_text(encoding="utf-8")


def pddl_problem(start: BoardLike, goal: BoardLike = BLANK_FIRST) -> str:
    """The problem of bringing a board to a goal; the cell in row 0, column 2 is `c0-2`.

    Raises ValueError for what is not a board or a goal.

    >>> print(pddl_problem("1 0 / 2 3"))
    (define (problem 2x2)
      (:domain sliding-tiles)
      (:objects t1 t2 t3 - tile c0-0 c0-1 c1-0 c1-1 - cell)
      (:init (at t1 c0-0) (blank c0-1) (at t2 c1-0) (at t3 c1-1)
        (next-to c0-0 c1-0) (next-to c0-0 c0-1) (next-to c0-1 c1-1) (next-to c0-1 c0-0)
        (next-to c1-0 c0-0) (next-to c1-0 c1-1) (next-to c1-1 c0-1) (next-to c1-1 c1-0))
      (:goal (and (blank c0-0) (at t1 c0-1) (at t2 c1-0) (at t3 c1-1))))
    """
    board = Board(start)
    solved = goal_board(goal, board.shape)
    shape = board.shape
    cells = [_name_cell(board, cell) for cell in range(shape.cells)]
    tiles = " ".join(f"t{tile}" for tile in range(1, shape.cells))
    links = [
        f"(next-to {cells[cell]} {cells[target]})"
        for cell in range(shape.cells)
        for _, target in shape.targets(cell)
    ]
    rows = [" ".join(links[at : at + 4]) for at in range(0, len(links), 4)]
    beside = "\n    ".join(rows)
    return (
        f"(define (problem {shape})\n"
        "  (:domain sliding-tiles)\n"
        f"  (:objects {tiles} - tile {' '.join(cells)} - cell)\n"
        f"  (:init {_write_facts(board)}\n    {beside})\n"
        f"  (:goal (and {_write_facts(solved)})))"
    )


def read_plan(text: str, start: BoardLike) -> list[Move]:
    """The blank's moves of a plan, as planners write them: one `(slide t5 c0-2 c1-2)` per line.

    Comments, numbers of steps and costs are passed over. Raises BadMoves for a line that isn't
    a step, or a step that cannot be made.

    >>> [move.letter for move in read_plan("0: (slide t1 c0-0 c0-1) [1]\\n; cost = 1", "1 0 / 2 3")]
    ['L']
    """
    check_is("text", text, str)
    board = Board(start)
    moves: list[Move] = []
    for number, line in enumerate(text.splitlines(), start=1):
        step = line.partition(";")[0].strip().lower()
        if not step:
            continue
        words = step.partition("(")[2].partition(")")[0].split()
        if len(words) != 4 or words[0] != "slide":
            raise BadMoves(f"line {number} is not a step: write (slide t5 c0-2 c1-2)")
        _, tile, source, _ = words
        for move, after in board.neighbors():
            ends = _name_cell(board, after.blank), _name_cell(board, board.blank)
            if words[1:] == [f"t{board[after.blank]}", *ends]:
                moves.append(move)
                board = after
                break
        else:
            raise BadMoves(
                f"line {number}: {tile} cannot slide from {source} in {board.to_text('rows')}"
            )
    return moves


def _write_facts(board: Board) -> str:
    return " ".join(
        f"(at t{tile} {_name_cell(board, cell)})" if tile else f"(blank {_name_cell(board, cell)})"
        for cell, tile in enumerate(board)
    )


def _name_cell(board: Board, cell: int) -> str:
    row, col = divmod(cell, board.shape.cols)
    return f"c{row}-{col}"
