"""`slidelab play`: solve a board by hand, in the terminal."""

from dataclasses import dataclass, field
from typing import Annotated

import click

from slidelab.cli import terminal
from slidelab.cli.errors import SOLVED, STOPPED, UNSOLVABLE, tell
from slidelab.cli.formatters.result import unsolvable_words
from slidelab.cli.options import Puzzle, choice
from slidelab.cli.player import QUIT_KEYS, animate, canvas, key_presses, picture
from slidelab.engines.sizes import EXACT
from slidelab.puzzle import Board, Move, Shape, goal_board, is_solvable, new_seed, random_board
from slidelab.puzzle.moves import DIRECTIONS
from slidelab.puzzle.wording import counted
from slidelab.search import Limits
from slidelab.solving import Result
from slidelab.solving.next_move import find_next_move

ARROWS = {"\x1b[A": Move.UP, "\x1b[B": Move.DOWN, "\x1b[D": Move.LEFT, "\x1b[C": Move.RIGHT}
MOVES = ARROWS | {"w": Move.UP, "s": Move.DOWN, "a": Move.LEFT, "d": Move.RIGHT}
BACK_KEYS = ("b", "\x7f")
HINT, SOLVE = "h", "x"
KEYS = "arrows or w a s d: move   b: take back   h: hint   x: solve from here   q: quit"
THINKING, GUESSING = Limits(seconds=60.0), Limits(seconds=2.0)
"""For a shortest way, and for a good one where no shortest is found in that time."""
MOVES_A_SECOND = 4.0


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
        """Move as the key says, if that is possible."""
        if key not in MOVES:
            return
        move = MOVES[key] if self.direction == "blank" else MOVES[key].inverse
        if move in self.board.legal_moves:
            self._go(move)
            self.made.append(move)

    def take_back(self) -> None:
        """Undo the last move."""
        if self.made:
            self._go(self.made.pop().inverse)

    def rest(self) -> Result:
        """A shortest way from here; on a board beyond 4x4 a good one."""
        return _way(self.board, self.goal)

    def hint(self, rest: Result) -> str:
        """The next move, in words."""
        assert rest.moves, "there always is a path from a board that is not solved yet"
        move = rest.moves[0]
        tile = self.board.state[self.board.move(move).blank]
        left = f"{len(rest.moves)} to go" if rest.proven else f"{len(rest.moves)} to go, or fewer"
        return f"Move tile {tile} {move.inverse.word.lower()}: {left}."

    def shown(self) -> str:
        """The board, and what there is to know."""
        keys = click.style(KEYS, dim=True)
        moves = counted(len(self.made), "move")
        return f"{picture(self.board, self.goal)}\n{moves}   {self.note}\n{keys}"

    def _go(self, move: Move) -> None:
        self.board, self.note = self.board.move(move), ""


def play(
    *,
    puzzle: Puzzle,
    arrows: Annotated[
        str, choice(among=DIRECTIONS, help="What an arrow moves", panel="Playing")
    ] = "tile",
) -> int:
    """Play a board in the terminal, with arrow keys, hints and a solution on demand.

    Without a board, a random one is drawn. [bold]Exit status[/bold]: 0 solved, 3 no solution
    exists, 4 given up.
    """
    if not terminal.is_interactive():
        raise ValueError("playing needs a terminal; 'slidelab web' plays in the browser")
    start, goal = puzzle.boards() if puzzle.words or puzzle.last else _draw(puzzle)
    if not is_solvable(start, goal):
        click.echo(unsolvable_words(start, goal))
        return UNSOLVABLE
    game = Game(start, goal, arrows)
    solution = None
    with canvas() as draw, key_presses() as next_key:
        while game.board != goal and solution is None:
            draw(game.shown())
            key = next_key()
            if key in QUIT_KEYS:
                break
            if key.lower() in BACK_KEYS:
                game.take_back()
            elif key.lower() in (HINT, SOLVE):
                game.note = "Thinking …"
                draw(game.shown())
                rest = game.rest()
                game.note = game.hint(rest)
                solution = rest if key.lower() == SOLVE else None
            else:
                game.press(key if key in ARROWS else key.lower())
        draw(game.shown())
    if solution is not None:
        animate(solution, MOVES_A_SECOND, "tile")
        click.echo(f"Solved from there in {counted(len(solution.moves or []), 'move')}.")
        return STOPPED
    if game.board == goal:
        best = _way(start, goal)
        shortest = f" The fewest are {best.cost}." if best.proven else ""
        click.echo(f"Solved in {counted(len(game.made), 'move')}.{shortest}")
        return SOLVED
    click.echo(f"Given up after {counted(len(game.made), 'move')}.")
    return STOPPED


def _way(start: Board, goal: Board) -> Result:
    limits = THINKING if start.shape.cells <= EXACT else GUESSING
    return find_next_move(start, goal, limits)


def _draw(puzzle: Puzzle) -> tuple[Board, Board]:
    shape, seed = Shape.parse(puzzle.shape or "3x3"), new_seed()
    tell(f"seed {seed}")
    goal = goal_board(puzzle.goal, shape)
    return random_board(shape, goal, seed), goal
