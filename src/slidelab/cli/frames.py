"""Boards shown one after the other in the terminal: animations and games."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import rich_click as click

from slidelab.puzzle import Board
from slidelab.solving import Result

QUIT_KEYS = ("q", "\x1b")
BACK_KEYS = ("b", "\x7f", "\x1b[D")


def animate(result: Result, speed: float) -> None:
    """Play a path at a speed in moves per second."""
    with canvas() as draw:
        for at, frame in enumerate(frames(result)):
            if at:
                time.sleep(1 / speed)
            draw(frame)


def step(result: Result) -> None:
    """Show the next board at each key press; `b` goes back and `q` quits."""
    hint = click.style("any key: next   b: back   q: quit", dim=True)
    shown = frames(result)
    at = 0
    keys = read_keys()
    with canvas() as draw:
        while at < len(shown) - 1:
            draw(f"{shown[at]}\n{hint}")
            key = next(keys)
            if key in QUIT_KEYS:
                return
            at = max(0, at - 1) if key in BACK_KEYS else at + 1
        draw(shown[at])


def frames(result: Result) -> list[str]:
    """Return each board of a path as a picture, with a line about the move that led to it."""
    path = result.path
    shown = [f"{picture(path[0], result.goal)}\nstart"]
    for number, (move, board) in enumerate(zip(result, path[1:], strict=True), start=1):
        tile = board.state[path[number - 1].blank]
        caption = f"{number} of {len(result)}: {move.word}, tile {tile}"
        shown.append(f"{picture(board, result.goal, tile)}\n{caption}")
    return shown


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
