"""`slidelab play`: solve a board by hand, in the terminal."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import Annotated

from slidelab.cli import terminal
from slidelab.cli.command import Option
from slidelab.cli.commands.scramble import draw_board
from slidelab.cli.errors import SOLVED, STOPPED, UNSOLVABLE, tell
from slidelab.cli.options import Puzzle
from slidelab.cli.player import QUIT_KEYS, NextKey, animate, canvas, key_presses, picture
from slidelab.cli.result_text import explain_unsolvable
from slidelab.cli.terminal import echo, style
from slidelab.engines.sizes import EXACT
from slidelab.puzzle import Board, Move, Shape, goal_board, is_solvable, new_seed
from slidelab.puzzle.moves import DIRECTIONS
from slidelab.puzzle.wording import plural
from slidelab.search import Limits
from slidelab.search.counters import time_words
from slidelab.solving import Result
from slidelab.solving.games import find_next_move

ARROWS = {"\x1b[A": Move.UP, "\x1b[B": Move.DOWN, "\x1b[D": Move.LEFT, "\x1b[C": Move.RIGHT}
MOVES = ARROWS | {"w": Move.UP, "s": Move.DOWN, "a": Move.LEFT, "d": Move.RIGHT}
BACK_KEYS = ("b", "\x7f")
HINT, SOLVE, NEW = "h", "x", "n"
KEYS = (
    "arrows or w a s d: move   b: take back   h: hint   x: solve from here\nn: new game   q: quit"
)
AFTERWARDS = "n: new game   any other key: quit"
THINKING, GUESSING = Limits(seconds=60.0), Limits(seconds=2.0)
"""For a shortest way, and for a good one where no shortest is found in that time."""
MOVES_A_SECOND = 4.0
SECONDS_A_TICK = 1.0
"""How often the time is drawn again."""

playing_option = partial(Option, panel="Playing")


@dataclass
class Game:
    """A board that somebody plays."""

    board: Board
    goal: Board
    direction: str
    """What a key moves: the blank, or the tile beside it."""
    made: list[Move] = field(default_factory=list)
    note: str = ""
    clock: Callable[[], float] = monotonic
    guessing: Limits = GUESSING
    began: float | None = None
    """When the first move was made."""

    @property
    def seconds(self) -> float:
        """The time since the first move."""
        return 0.0 if self.began is None else self.clock() - self.began

    def press(self, key: str) -> None:
        """Move as the key says, if that is possible."""
        if key not in MOVES:
            return
        move = MOVES[key] if self.direction == "blank" else MOVES[key].inverse
        if move in self.board.legal_moves:
            if self.began is None:
                self.began = self.clock()
            self._go(move)
            self.made.append(move)

    def take_back(self) -> None:
        if self.made:
            self._go(self.made.pop().inverse)

    def rest(self) -> Result:
        """A shortest way from here; on a board beyond 4x4 a good one."""
        return _find_way(self.board, self.goal, self.guessing)

    def hint(self, rest: Result) -> str:
        assert rest.moves, "there always is a path from a board that is not solved yet"
        move = rest.moves[0]
        tile = self.board.state[self.board.move(move).blank]
        left = f"{len(rest.moves)} to go" if rest.proven else f"{len(rest.moves)} to go, or fewer"
        return f"Move tile {tile} {move.inverse.word.lower()}: {left}."

    def text(self) -> str:
        keys = style(KEYS, dim=True)
        moves = plural(len(self.made), "move")
        time = timedelta(seconds=int(self.seconds))
        return f"{picture(self.board, self.goal)}\n{moves}   {time}   {self.note}\n{keys}"

    def _go(self, move: Move) -> None:
        self.board, self.note = self.board.move(move), ""


def play(
    *,
    puzzle: Puzzle,
    distance: Annotated[int | None, playing_option("N", min=1)] = None,
    arrows: Annotated[str, playing_option(among=DIRECTIONS)] = "tile",
) -> int:
    """Play a board in the terminal, with arrow keys, hints and a solution on demand.

    Without a board, a random one is drawn, and so it is for every new game. The time runs from the
    first move. [bold]Exit status[/bold], of the last game: 0 solved, 3 no solution exists, 4 given
    up.

    :param distance: Draw boards whose shortest solution has exactly N moves.
    :param arrows: What an arrow moves
    """
    if not terminal.is_interactive():
        raise ValueError("playing needs a terminal; 'slidelab web' plays in the browser")
    is_given = bool(puzzle.words or puzzle.last)
    if is_given and distance is not None:
        raise ValueError("--distance draws a board: leave the board out")
    if is_given:
        start, goal = puzzle.boards()
    else:
        goal = goal_board(puzzle.goal, Shape.parse(puzzle.shape or "3x3"))
        start = _draw(goal, distance)
    if not is_solvable(start, goal):
        echo(explain_unsolvable(start, goal))
        return UNSOLVABLE
    # One listener for all games: a key pressed while the next board is drawn is not lost.
    with key_presses() as next_key:
        while (status := _play(Game(start, goal, arrows), next_key)) is None:
            start = _draw(goal, distance)
        return status


def _play(game: Game, next_key: NextKey) -> int | None:
    """Play a game; returns the exit status, or None if another game is wanted."""
    start, goal, solution = game.board, game.goal, None
    with canvas() as draw:
        while game.board != goal and solution is None:
            draw(game.text())
            key = next_key(None if game.began is None else SECONDS_A_TICK)
            if key is None:
                continue
            if key in QUIT_KEYS:
                break
            if key.lower() == NEW:
                return None
            if key.lower() in BACK_KEYS:
                game.take_back()
            elif key.lower() in (HINT, SOLVE):
                game.note = "Thinking …"
                draw(game.text())
                rest = game.rest()
                game.note = game.hint(rest)
                solution = rest if key.lower() == SOLVE else None
            else:
                game.press(key if key in ARROWS else key.lower())
        took = time_words(game.seconds)
        draw(game.text())
    made = plural(len(game.made), "move")
    if solution is not None:
        animate(solution, MOVES_A_SECOND, "tile")
        echo(f"Solved from there in {plural(len(solution.moves or []), 'move')}.")
        return _ask_for_more(STOPPED)
    if game.board == goal:
        best = _find_way(start, goal)
        shortest = f" The fewest are {best.cost}." if best.proven else ""
        echo(f"Solved in {made}.{shortest} Time: {took}")
        return _ask_for_more(SOLVED)
    echo(f"Given up after {made}.")
    return STOPPED


def _ask_for_more(status: int) -> int | None:
    """The status, or None if another game is wanted."""
    # A listener of its own: keys pressed in the heat of the game are not taken for the answer.
    with key_presses() as next_key:
        echo(style(AFTERWARDS, dim=True))
        return None if (next_key() or "").lower() == NEW else status


def _draw(goal: Board, distance: int | None) -> Board:
    seed = new_seed()
    tell(f"seed {seed}")
    return draw_board(goal, None, distance, seed)


def _find_way(start: Board, goal: Board, guessing: Limits = GUESSING) -> Result:
    limits = THINKING if start.shape.cells <= EXACT else guessing
    return find_next_move(start, goal, limits)
