"""What is known of the terminal, and drawing in place on it."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

PLAIN_WIDTH = 80


def output_is_terminal() -> bool:
    """Whether standard output goes to a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def is_interactive() -> bool:
    """Whether a person is there to see the output and to answer."""
    return output_is_terminal() and sys.stdin is not None and sys.stdin.isatty()


def width() -> int:
    """Columns of the terminal, or the usual 80."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or PLAIN_WIDTH
    except (OSError, ValueError, AttributeError):
        return PLAIN_WIDTH


class Canvas:
    """Lines on the terminal that are drawn over again, each time in one write: no flicker."""

    def __init__(self) -> None:
        self._height = 0

    def draw(self, text: str) -> None:
        """Show the text where the last one was."""
        lines = text.split("\n")
        up = f"\x1b[{self._height}A" if self._height else ""
        sys.stdout.write("\r" + up + "".join(f"{line}\x1b[K\n" for line in lines) + "\x1b[J")
        sys.stdout.flush()
        self._height = len(lines)


@contextmanager
def canvas() -> Iterator[Canvas]:
    """A place to draw; the cursor is hidden meanwhile and comes back whatever happens."""
    sys.stdout.write("\x1b[?25l")
    try:
        yield Canvas()
    finally:
        sys.stdout.write("\x1b[?25h")
        sys.stdout.flush()
