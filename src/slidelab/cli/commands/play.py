"""`slidelab play`: solve a board by hand, in the terminal."""

from collections.abc import Iterator

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.commands.scramble import draw_board, print_seed
from slidelab.cli.frames import QUIT_KEYS, animate, canvas, picture, read_keys
from slidelab.cli.options import PUZZLE, Puzzle
from slidelab.cli.report import require_solution
from slidelab.puzzle import Board, Move
from slidelab.search import Limits
from slidelab.solving import Result, Search, solve
from slidelab.system.text import plural

ARROWS = {"\x1b[A": Move.UP, "\x1b[B": Move.DOWN, "\x1b[D": Move.LEFT, "\x1b[C": Move.RIGHT}
BACK_KEYS = ("b", "\x7f")
HINT, SOLVE, NEW = "h", "x", "n"
KEYS = "arrows: move a tile   b: take back   h: hint   x: solve from here   n: new game   q: quit"
SPEED = 4.0


@click.command("play")
@options.make_board_options("a random board")
@click.option(
    "--distance", type=click.IntRange(1), metavar="N", panel=PUZZLE,
    help="Draw new boards whose shortest solution has exactly N moves",
)  # fmt: skip
def command(puzzle: Puzzle, distance: int | None) -> int:
    """Play a board in the terminal, with arrow keys, hints and a solution on demand.

    Without a board, and for every new game, a random board is drawn. [bold]Exit status[/bold], of
    the last game: 0 solved, 3 no solution exists, 4 given up.
    """
    console.require_terminal("'slidelab web' plays in the browser")
    if puzzle.board:
        start, goal = puzzle.read()
        require_solution(start, goal)
    else:
        goal = puzzle.read_goal()
        start = draw_board(goal, None, distance, print_seed())
    keys = read_keys()
    while (status := _play(start, goal, keys)) is None:
        start = draw_board(goal, None, distance, print_seed())
    return status


def _play(board: Board, goal: Board, keys: Iterator[str]) -> int | None:
    """Play a game; return the exit status, or None if another game is wanted."""
    made: list[Move] = []
    key = note = ""
    with canvas() as draw:

        def show(note: str = "") -> None:
            moves = plural(len(made), "move")
            draw(f"{picture(board, goal)}\n{moves}   {note}\n{click.style(KEYS, dim=True)}")

        while board != goal and key not in (*QUIT_KEYS, NEW, SOLVE):
            show(note)
            note = ""
            key = next(keys)
            if key in ARROWS and (move := ARROWS[key].inverse) in board.legal_moves:
                board = board.move(move)
                made.append(move)
            elif key in BACK_KEYS and made:
                board = board.move(made.pop().inverse)
            elif key in (HINT, SOLVE):
                show("Thinking …")
                # A shortest path up to 4x4, and a good one beyond; by hand if neither is found.
                limits = Limits(seconds=60.0 if board.shape.cells <= 16 else 2.0)
                found = Search(board, goal).advance(limits) or solve(board, goal, "human")
                note = _hint(board, found)
        show()
    if key == NEW:
        return None
    if board == goal:
        click.echo(f"Solved in {plural(len(made), 'move')}.")
        return console.SOLVED
    if key == SOLVE:
        animate(found, SPEED)
    return console.STOPPED


def _hint(board: Board, found: Result) -> str:
    """Return the first move of a path in words."""
    move, *_ = found
    tile = board.state[board.move(move).blank]
    bound = "" if found.proven else ", or fewer"
    return f"Move tile {tile} {move.inverse.word.lower()}: {len(found)} to go{bound}."
