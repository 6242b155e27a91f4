"""Showing a path board by board in the terminal."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic, sleep
from typing import Protocol

from slidelab.cli.terminal import style
from slidelab.puzzle import Board
from slidelab.solving import Result

QUIT_KEYS = ("q", "Q", "\x1b", "\x04", "")
BACK_KEYS = ("b", "B", "\x7f", "\x1b[D")


def animate(result: Result, speed: float, direction: str) -> None:
    """Play the path at this speed, in moves per second."""
    print()
    with canvas() as draw:
        for at, frame in enumerate(frames(result, direction)):
            if at:
                sleep(1 / speed)
            draw(frame)


def step(result: Result, direction: str) -> None:
    """Show the next board at each key press; `b` goes back and `q` quits."""
    hint = style("any key: next   b: back   q: quit", dim=True)
    shown = list(frames(result, direction))
    at = 0
    print()
    with canvas() as draw, key_presses() as next_key:
        while True:
            is_last = at == len(shown) - 1
            draw(shown[at] if is_last else f"{shown[at]}\n{hint}")
            if is_last:
                return
            key = next_key()
            if key in QUIT_KEYS:
                return
            at = max(0, at - 1) if key in BACK_KEYS else at + 1


def frames(result: Result, direction: str) -> Iterator[str]:
    """Each board of the path as a picture, with a line about the move that led to it."""
    moves = result.moves or []
    before: Board | None = None
    for at, board in enumerate(result.path):
        moved = board.state[before.blank] if before else None
        line = "start"
        if at:
            move = moves[at - 1]
            words = move.word if direction == "blank" else f"tile {moved} {move.inverse.word}"
            line = f"{at} of {len(moves)}: {words}"
        yield f"{picture(board, result.goal, moved)}\n{line}"
        before = board


def picture(board: Board, goal: Board, moved: int | None = None) -> str:
    """The board in a frame: tiles in place are green, the tile that just moved stands out."""
    tile_width = len(str(board.shape.cells - 1))
    lines = []
    for tiles, homes in zip(board.rows, goal.rows, strict=True):
        cells = []
        for tile, home in zip(tiles, homes, strict=True):
            colour, has_moved = "green" if tile == home else "", tile == moved
            text = f"{tile or '':>{tile_width}}"
            cells.append(style(text, fg=colour, bold=has_moved, reverse=has_moved))
        lines.append("│ " + "  ".join(cells) + " │")
    bar = "─" * ((tile_width + 2) * board.shape.cols)
    return "\n".join([f"╭{bar}╮", *lines, f"╰{bar}╯"])


@contextmanager
def canvas() -> Iterator[Callable[[str], None]]:
    """Give a function that draws a text where the last one was."""
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    with Live(console=Console(highlight=False), auto_refresh=False) as live:
        yield lambda text: live.update(Text.from_ansi(text), refresh=True)


class NextKey(Protocol):
    """Waits for a key and returns it; "" when there will be no more, None after `seconds`."""

    def __call__(self, seconds: float | None = None) -> str | None: ...


if sys.platform == "win32":
    import msvcrt

    @contextmanager
    def key_presses() -> Iterator[NextKey]:
        """Give a function that waits for a key."""

        def next_key(seconds: float | None = None) -> str | None:
            deadline = inf if seconds is None else monotonic() + seconds
            while not msvcrt.kbhit():
                if monotonic() > deadline:
                    return None
                sleep(0.02)
            return msvcrt.getwch()

        yield next_key

else:
    import termios
    import tty
    from select import select

    @contextmanager
    def key_presses() -> Iterator[NextKey]:
        """Give a function that waits for a key; those pressed before are forgotten."""
        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
        tty.setcbreak(terminal, termios.TCSAFLUSH)
        try:
            pressed: list[str] = []

            def next_key(seconds: float | None = None) -> str | None:
                if not pressed:
                    if not select([terminal], [], [], seconds)[0]:
                        return None
                    typed = os.read(terminal, 1024).decode(errors="replace")
                    # An arrow key sends several characters, which are one press.
                    pressed.extend(re.findall(r"\x1b\[[A-D]|.", typed, re.DOTALL) or [""])
                return pressed.pop(0)

            yield next_key
        finally:
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)
