"""`slidelab play`: solve a board by hand, in the terminal."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import rich_click as click

from slidelab.cli.commands.scramble import draw_board
from slidelab.cli.console import SOLVED, STOPPED, UNSOLVABLE, is_interactive, print_note
from slidelab.cli.frames import BACK_KEYS, QUIT_KEYS, animate, canvas, picture, read_keys
from slidelab.cli.options import Puzzle, board_options, choice, option
from slidelab.cli.report import explain_unsolvable
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, Move, is_solvable, new_seed
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
HINT_LIMITS, LARGE_HINT_LIMITS = Limits(seconds=60.0), Limits(seconds=2.0)
"""For a shortest path up to 4x4, and for a good one beyond."""
EXACT_CELLS = 16
SPEED = 4.0


@dataclass
class Game:
    """A board that somebody plays."""

    board: Board
    goal: Board
    direction: str
    """What a key moves: the blank, or the tile beside it."""
    made: list[Move] = field(default_factory=list)
    note: str = ""

    def press(self, key: str) -> None:
        """Move as a key says, if that is possible."""
        move = MOVES.get(key)
        if move is not None and self.direction == "tile":
            move = move.inverse
        if move in self.board.legal_moves:
            self.board, self.note = self.board.move(move), ""
            self.made.append(move)

    def take_back(self) -> None:
        """Take the last move back."""
        if self.made:
            self.board, self.note = self.board.move(self.made.pop().inverse), ""

    def solve(self) -> Result:
        """Return a shortest path from here; beyond 4x4, a good one."""
        is_small = self.board.shape.cells <= EXACT_CELLS
        return find_next_move(self.board, self.goal, HINT_LIMITS if is_small else LARGE_HINT_LIMITS)

    def hint(self, found: Result) -> str:
        """Return the first move of a path in words."""
        moves = found.moves or []
        tile = self.board.state[self.board.move(moves[0]).blank]
        left = f"{len(moves)} to go" if found.proven else f"{len(moves)} to go, or fewer"
        return f"Move tile {tile} {moves[0].inverse.word.lower()}: {left}."

    def __str__(self) -> str:
        keys = click.style(KEYS, dim=True)
        moves = plural(len(self.made), "move")
        return f"{picture(self.board, self.goal)}\n{moves}   {self.note}\n{keys}"


@click.command("play")
@board_options
@option(
    "--distance",
    type=click.IntRange(min=1),
    metavar="N",
    help="Draw boards whose shortest solution has exactly N moves.",
)
@option(
    "--arrows",
    type=choice(DIRECTIONS),
    default="tile",
    metavar="WHAT",
    help="Arrows move the tile or the blank (default: tile).",
)
def command(puzzle: Puzzle, distance: int | None, arrows: str) -> int:
    """Play a board in the terminal, with arrow keys, hints and a solution on demand.

    Without a board, a random one is drawn, and so it is for every new game. [bold]Exit
    status[/bold], of the last game: 0 solved, 3 no solution exists, 4 given up.
    """
    if not is_interactive():
        raise SlidelabError("playing needs a terminal; 'slidelab web' plays in the browser")
    if puzzle.is_given:
        if distance is not None:
            raise SlidelabError("--distance draws a board: leave the board out")
        start, goal = puzzle.read()
    else:
        goal = puzzle.read_goal()
        start = _draw(goal, distance)
    if not is_solvable(start, goal):
        click.echo(explain_unsolvable(start, goal))
        return UNSOLVABLE
    keys = read_keys()
    while (status := _play(Game(start, goal, arrows), keys)) is None:
        start = _draw(goal, distance)
    return status


def _draw(goal: Board, distance: int | None) -> Board:
    seed = str(new_seed())
    print_note(f"seed {seed}")
    return draw_board(goal, None, distance, seed)


def _play(game: Game, keys: Iterator[str]) -> int | None:
    """Play a game; return the exit status, or None if another game is wanted."""
    solution = None
    with canvas() as draw:
        while game.board != game.goal and solution is None:
            draw(str(game))
            key = next(keys)
            if key in QUIT_KEYS:
                click.echo(f"Given up after {plural(len(game.made), 'move')}.")
                return STOPPED
            if key.lower() == NEW:
                return None
            solution = _take(game, key if key in MOVES else key.lower(), draw)
        draw(str(game))
    if solution is None:
        click.echo(f"Solved in {plural(len(game.made), 'move')}.")
    else:
        animate(solution, SPEED, "tile")
        click.echo(f"Solved from there in {plural(len(solution.moves or []), 'move')}.")
    click.echo(click.style("n: new game   any other key: quit", dim=True))
    if next(keys).lower() == NEW:
        return None
    return SOLVED if solution is None else STOPPED


def _take(game: Game, key: str, draw: Callable[[str], None]) -> Result | None:
    """Do what a key says; return the solution if it was asked for."""
    if key in BACK_KEYS and key not in MOVES:
        game.take_back()
    elif key in (HINT, SOLVE):
        game.note = "Thinking …"
        draw(str(game))
        found = game.solve()
        if key == SOLVE:
            return found
        game.note = game.hint(found)
    else:
        game.press(key)
    return None
