"""Boards shown one after the other in the terminal: animations and games."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import rich_click as click

from slidelab.puzzle import Board
from slidelab.solving import Result

QUIT_KEYS = ("q", "\x1b")


def animate(result: Result, speed: float | None) -> None:
    """Play a path at a speed in moves per second; without one, a key press shows each move."""
    keys = read_keys()
    with canvas() as draw:
        draw(f"{picture(result.start, result.goal)}\nstart")
        for number, (move, before) in enumerate(zip(result, result.path, strict=False), start=1):
            if speed:
                time.sleep(1 / speed)
            elif next(keys) in QUIT_KEYS:
                return
            board = before.move(move)
            tile = before.state[board.blank]
            words = f"{move.word} (tile {tile} {move.inverse.word.lower()})"
            draw(f"{picture(board, result.goal, tile)}\n{number} of {len(result)}: {words}")


def picture(board: Board, goal: Board, moved: int | None = None) -> str:
    """Return the board in a frame; tiles in place are green, the tile that moved is inverted."""
    width = len(str(board.shape.cells - 1))

    def draw(tile: int, home: int) -> str:
        color, has_moved = "green" if tile == home else None, tile == moved
        return click.style(f"{tile or '':>{width}}", fg=color, bold=has_moved, reverse=has_moved)

    rows = zip(board.rows, goal.rows, strict=True)
    lines = ["│ " + "  ".join(map(draw, *row)) + " │" for row in rows]
    bar = "─" * ((width + 2) * board.shape.cols)
    return "\n".join([f"╭{bar}╮", *lines, f"╰{bar}╯"])


@contextmanager
def canvas() -> Iterator[Callable[[str], None]]:
    """Give a function that draws a text where the last one was."""
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    click.echo()
    with Live(console=Console(highlight=False), auto_refresh=False) as live:
        yield lambda text: live.update(Text.from_ansi(text), refresh=True)


def read_keys() -> Iterator[str]:
    """Yield the keys that are pressed, letters in lower case.

    An arrow key is one, though it sends several characters. Raises EOFError at the end of input.
    """
    while typed := click.getchar():
        for key in re.findall(r"\x1b\[[A-D]|.", typed, re.DOTALL):
            yield key.lower() if len(key) == 1 else key
    raise EOFError
