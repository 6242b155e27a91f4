"""`slidelab play`: solve a board by hand, in the terminal."""

from collections.abc import Iterator

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.commands.scramble import draw_board, print_seed
from slidelab.cli.frames import BACK_KEYS, QUIT_KEYS, animate, canvas, picture, read_keys
from slidelab.cli.options import PUZZLE, Puzzle
from slidelab.cli.report import require_solution
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, Move
from slidelab.search import Limits
from slidelab.solving import Result
from slidelab.solving.games import find_next_move
from slidelab.system.text import plural

MOVES = {
    "\x1b[A": Move.UP, "\x1b[B": Move.DOWN, "\x1b[D": Move.LEFT, "\x1b[C": Move.RIGHT,
    "w": Move.UP, "s": Move.DOWN, "a": Move.LEFT, "d": Move.RIGHT,
}  # fmt: skip
HINT, SOLVE, NEW = "h", "x", "n"
KEYS = (
    "arrows or w a s d: move   b: take back   h: hint   x: solve from here\nn: new game   q: quit"
)
SPEED = 4.0


@click.command("play")
@options.board_options
@options.number("--distance", "Draw boards whose shortest solution has exactly N moves.", PUZZLE)
def command(puzzle: Puzzle, distance: int | None) -> int:
    """Play a board in the terminal, with arrow keys, hints and a solution on demand.

    Without a board, and for every new game, a random board is drawn. [bold]Exit status[/bold], of
    the last game: 0 solved, 3 no solution exists, 4 given up.
    """
    if not console.is_interactive():
        raise SlidelabError("playing needs a terminal; 'slidelab web' plays in the browser")
    if puzzle.board and distance is not None:
        raise SlidelabError("--distance draws a board: leave the board out")
    if puzzle.board:
        start, goal = puzzle.read()
    else:
        goal = puzzle.read_goal()
        start = draw_board(goal, None, distance, print_seed())
    require_solution(start, goal)
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
            if key in MOVES:
                move = MOVES[key].inverse  # the arrows move a tile
                if move in board.legal_moves:
                    board = board.move(move)
                    made.append(move)
            elif key in BACK_KEYS and made:
                board = board.move(made.pop().inverse)
            elif key in (HINT, SOLVE):
                show("Thinking …")
                found = find_next_move(board, goal, _limits(board))
                note = _hint(board, found)
        show()
    if board == goal:
        click.echo(f"Solved in {plural(len(made), 'move')}.")
    elif key == NEW:
        return None
    elif key in QUIT_KEYS:
        click.echo(f"Given up after {plural(len(made), 'move')}.")
        return console.STOPPED
    else:
        animate(found, SPEED)
        click.echo(f"Solved from there in {plural(len(found), 'move')}.")
    click.echo(click.style("n: new game   any other key: quit", dim=True))
    if next(keys) == NEW:
        return None
    return console.SOLVED if board == goal else console.STOPPED


def _limits(board: Board) -> Limits:
    """Return the limits for a shortest path up to 4x4, and for a good one beyond."""
    return Limits(seconds=60.0 if board.shape.cells <= 16 else 2.0)


def _hint(board: Board, found: Result) -> str:
    """Return the first move of a path in words."""
    move = found[0]
    tile = board.state[board.move(move).blank]
    bound = "" if found.proven else ", or fewer"
    return f"Move tile {tile} {move.inverse.word.lower()}: {len(found)} to go{bound}."
