"""Asking a person, who may also be a file of answers."""

import sys
from collections.abc import Sequence
from typing import TypeVar

import typer

from slidelab.cli.errors import tell_problems
from slidelab.cli.terminal import screen
from slidelab.cli.writing.layout import entries
from slidelab.puzzle import BadBoard, Board, Shape
from slidelab.puzzle.fields import field_problem, read_field
from slidelab.puzzle.wording import counted
from slidelab.registry import Entry, Registry, UnknownNameError

BRACKETS = "()[]"

T = TypeVar("T", bound=Entry)


def ask_line(question: str) -> str:
    """The answer to a question; raises ValueError when the input has ended."""
    typer.echo(f"{question} ", nl=False)
    answer = sys.stdin.readline() if sys.stdin is not None else ""
    if not answer:
        typer.echo()
        raise ValueError(f"the input ended where an answer was wanted: {question}")
    if not sys.stdin.isatty():
        typer.echo(answer.strip())  # nobody typed it here, so the transcript would lack it
    return answer.strip()


def ask_board(shape: Shape) -> Board:
    """A board entered row by row; what is wrong is explained and asked again."""
    while True:
        rows = [_ask_row(row, shape) for row in range(1, shape.rows + 1)]
        try:
            return Board(rows, shape)
        except BadBoard as error:
            tell_problems(error.problems)
            typer.echo("Let us begin again.")


def ask_choice(kind: str, catalogue: Registry[T], first: Sequence[str]) -> T:
    """An entry of a catalogue, chosen by number or name; those in `first` are listed first."""
    names = [*first, *(name for name in catalogue.names() if name not in first)]
    typer.echo(f"\nWhich {kind}?")
    rows = [
        [f"{number:>3}", name, _described(catalogue.get(name))]
        for number, name in enumerate(names, start=1)
    ]
    typer.echo("\n".join(entries(rows, screen.width())))
    while True:
        answer = ask_line("Number or name:")
        try:
            if answer.isdecimal() and 1 <= int(answer[:9]) <= len(names):
                return catalogue.get(names[int(answer) - 1])
            return catalogue.get(answer)
        except UnknownNameError:
            tell_problems([f"write a number from 1 to {len(names)}, or a name from the list"])


def _ask_row(row: int, shape: Shape) -> list[int]:
    while True:
        fields = _split(ask_line(f"Row {row} of {shape.rows}:"), shape.cols)
        tiles = [read_field(field) for field in fields]
        problems = [
            field_problem(field, f"row {row} column {column}")
            for column, (field, tile) in enumerate(zip(fields, tiles, strict=True), start=1)
            if tile is None
        ]
        if len(fields) != shape.cols:
            problems.append(
                f"a row has {counted(shape.cols, 'tile')}, and {len(fields)} were given: "
                "write them with commas or spaces between, 0 for the blank"
            )
        if not problems:
            return [tile for tile in tiles if tile is not None]
        tell_problems(problems)


def _split(answer: str, cols: int) -> list[str]:
    fields = answer.strip(BRACKETS).replace(",", " ").split()
    if len(fields) == 1 and len(fields[0]) == cols:
        return list(fields[0])
    return fields


def _described(entry: Entry) -> str:
    return str(getattr(entry, "title", "") or getattr(entry, "summary", ""))
