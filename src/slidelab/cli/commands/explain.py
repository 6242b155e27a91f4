"""`slidelab explain`: which conventions lead to the numbers that another program prints."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from slidelab.cli.command import Options
from slidelab.cli.errors import INTERRUPTED, STOPPED
from slidelab.cli.formatters.explanation import closing_text, heading_text, match_text
from slidelab.cli.interactive import Display, Interrupt
from slidelab.cli.options import Output, Puzzle, format_option
from slidelab.cli.search_options import algorithm_option, heuristic_option
from slidelab.puzzle import Shape
from slidelab.search.counters import COUNTERS, MOVES, NODES
from slidelab.solving.formats import json_object

if TYPE_CHECKING:
    from slidelab.lab.explain import Inquiry, Match, Observation

FORMATS = ("text", "json")

number_option = partial(typer.Option, rich_help_panel="What your program says")
_COUNTED = [each for each in COUNTERS.values() if each.unit in (NODES, MOVES)]


def _number(name: str, meaning: str) -> Any:
    flag = f"--{name.replace('_', '-')}"
    about = meaning.replace("`", "")
    return Annotated[int | None, number_option(flag, metavar="N", min=0, help=about)]


@dataclass(frozen=True)
class Printed:
    """What a program printed."""

    counts: Annotated[
        dict[str, int],
        Options(
            {each.name: _number(each.name, each.meaning) for each in _COUNTED}
            | {"cost": _number("cost", "The number of moves of the path found.")}
        ),
    ] = field(default_factory=dict)
    path: Annotated[
        str | None,
        number_option(metavar="MOVES", help="The path found, as the blank's moves: ULL, Up Left."),
    ] = None
    also: Annotated[
        list[str] | None,
        number_option(
            metavar="BOARD NAME=N …",
            help="Another board with its numbers: '125340678 expanded=12'; may be repeated.",
        ),
    ] = None
    table: Annotated[
        Path | None,
        number_option(
            metavar="FILE",
            help="More boards from a CSV file: a column board, and columns named as the counts.",
        ),
    ] = None

    def observations(self, puzzle: Puzzle) -> "list[Observation]":
        """All boards with their numbers; raises ValueError for what cannot be read."""
        from slidelab.lab.explain import Observation
        from slidelab.lab.explain.tables import read_table, read_words

        counts = self.counts | ({} if self.path is None else {"path": self.path})
        shape = None if puzzle.shape is None else Shape.parse(puzzle.shape)
        found = []
        if counts or not (self.also or self.table):
            found.append(Observation.of(*puzzle.boards(), counts))
        found += [read_words(text, puzzle.goal, shape) for text in self.also or ()]
        if self.table is not None:
            found += read_table(self.table, puzzle.goal, shape)
        return found


def explain(
    *,
    puzzle: Puzzle,
    algorithm: Annotated[str, algorithm_option("any, that is all the usual ones")] = "any",
    heuristic: Annotated[str | None, heuristic_option("manhattan")] = None,
    printed: Printed,
    most: Annotated[
        int,
        typer.Option(help="List so many at most.", metavar="N", min=1, rich_help_panel="Output"),
    ] = 10,
    format: Annotated[str, format_option(FORMATS)] = "text",
    output: Output,
) -> int:
    """My program prints another number: find the conventions that lead to it.

    Give the board, the algorithm and what your program printed. Every choice that books leave open
    is tried, the fewest differences from the usual ones first. More boards leave fewer
    explanations; a board that tells the remaining ones apart is proposed.

    [bold]Exit status[/bold]: 0 explained, 4 nothing leads to these numbers, 2 bad input.
    """
    from slidelab.lab.explain import Inquiry
    from slidelab.lab.explain.answer import answer

    inquiry = Inquiry(printed.observations(puzzle), algorithm=algorithm, heuristic=heuristic)
    streamed = format == "text" and output.output is None
    matches: list[Match] = []
    with Interrupt() as interrupted, Display() as display:
        if streamed:
            typer.echo(heading_text(inquiry))
        for match in _found(inquiry, display, interrupted):
            matches.append(match)
            if streamed and len(matches) <= most:
                display.clear()
                typer.echo(match_text(match, len(matches)))
        was_interrupted = interrupted()
        display.clear()
        answered = answer(inquiry, matches, was_interrupted)
    if format == "json":
        output.write(json_object(answered.to_dict()))
    else:
        told = [] if streamed else [heading_text(inquiry)]
        told += [] if streamed else [match_text(m, n) for n, m in enumerate(matches[:most], 1)]
        output.write("\n".join([*told, closing_text(answered, most)]))
    if was_interrupted:
        return INTERRUPTED
    return 0 if matches else STOPPED


def _found(inquiry: "Inquiry", display: Display, interrupted: Interrupt) -> "Iterator[Match]":
    return inquiry.matches(partial(display.work, "trying conventions"), interrupted)
