"""What is known of the terminal, and asking a person, who may also be a file of answers."""

import os
import sys
from typing import TextIO

import click

PLAIN_WIDTH = 80
WIDEST_TEXT = 100


def output_is_terminal() -> bool:
    """Whether standard output goes to a terminal."""
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
    click.echo(f"{question} ", nl=False)
    answer = sys.stdin.readline() if sys.stdin is not None else ""
    if not answer:
        click.echo()
        raise ValueError(f"the input ended before an answer to: {question}")
    if not sys.stdin.isatty():
        click.echo(answer.strip())  # nobody typed it here, so the transcript would lack it
    return answer.strip()
