"""`slidelab play`: solve a board by hand, in the terminal."""

from collections.abc import Iterator

import rich_click as click

from slidelab.cli import console, options
from slidelab.cli.commands.scramble import draw_board
from slidelab.cli.frames import BACK_KEYS, QUIT_KEYS, animate, canvas, picture, read_keys
from slidelab.cli.options import Puzzle
from slidelab.cli.report import require_solution
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, Move, new_seed
from slidelab.puzzle.moves import DIRECTIONS
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
@options.number("--distance", "Draw boards whose shortest solution has exactly N moves.")
@options.one_of("--arrows", DIRECTIONS, "Whether arrows move the tile or the blank", default="tile")
def command(puzzle: Puzzle, distance: int | None, arrows: str) -> int:
    """Play a board in the terminal, with arrow keys, hints and a solution on demand.

    Without a board, and for every new game, a random board is drawn. [bold]Exit status[/bold], of
    the last game: 0 solved, 3 no solution exists, 4 given up.
    """
    if not console.is_interactive():
        raise SlidelabError("playing needs a terminal; 'slidelab web' plays in the browser")
    if puzzle.is_given and distance is not None:
        raise SlidelabError("--distance draws a board: leave the board out")
    if puzzle.is_given:
        start, goal = puzzle.read()
    else:
        goal = puzzle.read_goal()
        start = _draw(goal, distance)
    require_solution(start, goal)
    keys = read_keys()
    while (status := _play(start, goal, arrows, keys)) is None:
        start = _draw(goal, distance)
    return status


def _draw(goal: Board, distance: int | None) -> Board:
    seed = str(new_seed())
    console.print_note(f"seed {seed}")
    return draw_board(goal, None, distance, seed)


def _play(board: Board, goal: Board, arrows: str, keys: Iterator[str]) -> int | None:
    """Play a game; return the exit status, or None if another game is wanted."""
    made: list[Move] = []
    note = ""
    solution = None
    with canvas() as draw:

        def show(note: str) -> None:
            moves = plural(len(made), "move")
            draw(f"{picture(board, goal)}\n{moves}   {note}\n{click.style(KEYS, dim=True)}")

        while board != goal and solution is None:
            show(note)
            note = ""
            key = next(keys)
            if key in MOVES:
                move = MOVES[key].inverse if arrows == "tile" else MOVES[key]
                if move in board.legal_moves:
                    board = board.move(move)
                    made.append(move)
            elif key in QUIT_KEYS:
                click.echo(f"Given up after {plural(len(made), 'move')}.")
                return console.STOPPED
            elif key.lower() == NEW:
                return None
            elif key in BACK_KEYS and made:
                board = board.move(made.pop().inverse)
            elif key.lower() == HINT:
                show("Thinking …")
                note = _hint(board, find_next_move(board, goal, _limits(board)))
            elif key.lower() == SOLVE:
                show("Thinking …")
                solution = find_next_move(board, goal, _limits(board))
        show("")
    if solution is None:
        click.echo(f"Solved in {plural(len(made), 'move')}.")
    else:
        animate(solution, SPEED, "tile")
        click.echo(f"Solved from there in {plural(len(solution), 'move')}.")
    click.echo(click.style("n: new game   any other key: quit", dim=True))
    if next(keys).lower() == NEW:
        return None
    return console.SOLVED if solution is None else console.STOPPED


def _limits(board: Board) -> Limits:
    """Return the limits for a shortest path up to 4x4, and for a good one beyond."""
    return Limits(seconds=60.0 if board.shape.cells <= 16 else 2.0)


def _hint(board: Board, found: Result) -> str:
    """Return the first move of a path in words."""
    move = found[0]
    tile = board.state[board.move(move).blank]
    bound = "" if found.proven else ", or fewer"
    return f"Move tile {tile} {move.inverse.word.lower()}: {len(found)} to go{bound}."
