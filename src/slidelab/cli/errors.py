"""The one place where errors become messages."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from slidelab.cli.exits import BAD_INPUT, INTERRUPTED, READER_GONE, STOPPED
from slidelab.puzzle import PuzzleError


@contextmanager
def told_errors() -> Iterator[None]:
    """Turn what goes wrong inside into a message on standard error and an exit status."""
    try:
        yield
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        # Whoever read our output has seen enough. Python would complain again when it closes
        # standard output, so that is given somewhere else to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(READER_GONE) from None
    except PuzzleError as error:
        tell_problems(error.problems)
        raise typer.Exit(BAD_INPUT) from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        tell_problems([f"{where}{error.strerror or error}"])
        raise typer.Exit(BAD_INPUT) from None
    except ValueError as error:
        tell_problems([str(error)])
        raise typer.Exit(BAD_INPUT) from None
    except MemoryError:
        tell_problems(["the memory is full: --memory-limit stops a search before that"])
        raise typer.Exit(STOPPED) from None


def tell_problems(problems: list[str]) -> None:
    """Write the problems to standard error, one a line."""
    label = typer.style("Error:", fg="red", bold=True)
    if len(problems) == 1:
        typer.echo(f"{label} {_printable(problems[0])}", err=True)
        return
    typer.echo(f"{label} there are {len(problems)} problems", err=True)
    for problem in problems:
        typer.echo(f"  - {_printable(problem)}", err=True)


def tell(message: str) -> None:
    """Write a word about what is going on to standard error."""
    typer.echo(typer.style(message, dim=True), err=True)


def _printable(text: str) -> str:
    """The text with control characters spelled out: a message may quote anything."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
