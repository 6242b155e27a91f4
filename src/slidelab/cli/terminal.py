"""What is known of the terminal, and asking a person, who may also be a file of answers."""

import os
import sys
from typing import TextIO

from slidelab.puzzle.wording import bare

COLOURS = {"red": 31, "green": 32, "yellow": 33}
PLAIN_WIDTH = 80
WIDEST_TEXT = 100


def echo(text: object = "", *, end: str = "\n", err: bool = False) -> None:
    """Write a text to standard output or standard error; colours go to a terminal only."""
    stream = sys.stderr if err else sys.stdout
    if stream is None:  # as it is where somebody closed it
        return
    if not stream.isatty() or os.environ.get("NO_COLOR"):
        text = bare(str(text))
    stream.write(f"{text}{end}")
    stream.flush()


def style(
    text: str, *, fg: str = "", bold: bool = False, dim: bool = False, reverse: bool = False
) -> str:
    """The text in a colour, bold or dim, or with the colours of text and ground exchanged."""
    codes = ([COLOURS[fg]] if fg else []) + [1] * bold + [2] * dim + [7] * reverse
    return "".join(f"\x1b[{code}m" for code in codes) + f"{text}\x1b[0m"


def output_is_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def is_interactive() -> bool:
    """Whether a person is there to see the output and to answer."""
    return output_is_terminal() and sys.stdin is not None and sys.stdin.isatty()


def width(stream: TextIO | None = None) -> int:
    """Columns of the terminal that standard output, or another stream, goes to; or the usual 80."""
    try:
        return os.get_terminal_size((stream or sys.stdout).fileno()).columns or PLAIN_WIDTH
    except (OSError, ValueError, AttributeError):
        return PLAIN_WIDTH


def text_width() -> int:
    """How many columns of the terminal a paragraph fills: longer lines are hard to read."""
    return min(width(), WIDEST_TEXT)


def ask_line(question: str) -> str:
    """The answer to a question; raises ValueError when the input has ended."""
    echo(f"{question} ", end="")
    answer = sys.stdin.readline() if sys.stdin is not None else ""
    if not answer:
        echo()
        raise ValueError(f"the input ended before an answer to: {question}")
    if not sys.stdin.isatty():
        echo(answer.strip())  # nobody typed it here, so the transcript would lack it
    return answer.strip()
