"""`slidelab explain`: which conventions lead to the numbers that another program prints."""

from collections import Counter
from pathlib import Path
from typing import Any

import rich_click as click

from slidelab.cli.console import SOLVED, STOPPED, interruptible, text_width
from slidelab.cli.options import (
    OUTPUT,
    Decorator,
    Output,
    Puzzle,
    algorithm_option,
    board_options,
    format_option,
    heuristic_option,
    option,
    output_option,
)
from slidelab.cli.searching import run_in_job
from slidelab.course.explain import (
    OBSERVABLE,
    Explanation,
    Match,
    NextBoard,
    Observation,
    explain_program,
    read_table,
    read_words,
)
from slidelab.jobs import Channel
from slidelab.own_code import is_file_name
from slidelab.puzzle import Shape
from slidelab.search.presets import PRESET_SUMMARIES
from slidelab.solving.formats import json_object
from slidelab.solving.text_layout import wrap
from slidelab.system.progress import stopping_when
from slidelab.system.text import plural

PRINTED = "What your program prints"
HANG_SECONDS = 60.0
"""How long the user's own code may be silent: searches may have to be compiled first."""


def _number_options(command: Decorator) -> Decorator:
    for name, meaning in reversed(OBSERVABLE.items()):
        flag = f"--{name.replace('_', '-')}"
        kind = click.IntRange(min=0)
        command = option(flag, type=kind, metavar="N", panel=PRINTED, help=meaning)(command)
    return command


@click.command("explain")
@board_options
@algorithm_option("all common ones")
@heuristic_option()
@_number_options
@option("--path", metavar="MOVES", panel=PRINTED, help="The path, as the blank's moves: ULL.")
@option(
    "--also",
    multiple=True,
    metavar="BOARD NAME=N …",
    panel=PRINTED,
    help="Another board with its numbers: '125340678 expanded=12'; may be repeated.",
)
@option(
    "--table",
    type=click.Path(path_type=Path),
    metavar="FILE",
    panel=PRINTED,
    help="More boards from a CSV file: a column board, and columns named as the counts.",
)
@option(
    "--most",
    type=click.IntRange(min=1),
    default=10,
    metavar="N",
    panel=OUTPUT,
    help="Maximum number of explanations to list (default: 10).",
)
@format_option(("text", "json"))
@output_option()
def command(
    puzzle: Puzzle,
    algorithm: str | None,
    heuristic: str | None,
    path: str | None,
    also: tuple[str, ...],
    table: Path | None,
    most: int,
    format: str,
    output: Output,
    **counts: int | None,
) -> int:
    """Find the conventions behind the numbers that another program prints.

    Enter the board, the algorithm and the numbers. All choices that books leave open are tried,
    those with the fewest differences from the textbook first. More boards leave fewer explanations;
    the last line suggests a board that distinguishes the remaining ones.

    [bold]Exit status[/bold]: 0 explained, 4 no conventions match, 2 invalid input.
    """
    given = {
        name: number for name, number in {**counts, "path": path}.items() if number is not None
    }
    observations = _read_observations(puzzle, given, also, table)
    arguments = observations, algorithm or "any", heuristic
    with interruptible() as interrupted, stopping_when(interrupted):
        if own := [name for name in (algorithm, heuristic) if name and is_file_name(name)]:
            names = " and ".join(own)
            found = run_in_job(
                _explain, arguments, names, hang_seconds=HANG_SECONDS, interrupted=interrupted
            )
        else:
            found = explain_program(*arguments)
    if format == "json":
        output.write(json_object(found.to_dict()))
    else:
        output.write(_write(found, most, len(observations)))
    return SOLVED if found.matches else STOPPED


def _explain(channel: Channel, *arguments: Any) -> Explanation:
    return explain_program(*arguments)


def _read_observations(
    puzzle: Puzzle, counts: dict[str, int | str], also: tuple[str, ...], table: Path | None
) -> list[Observation]:
    """Return all boards with their numbers; raises ValueError for what cannot be read."""
    shape = None if puzzle.shape is None else Shape.parse(puzzle.shape)
    found = []
    if counts or not (also or table):
        found.append(Observation.of(*puzzle.read(), counts))
    found += [read_words(text, puzzle.goal_name, shape) for text in also]
    if table is not None:
        found += read_table(table, puzzle.goal_name, shape)
    return found


def _write(found: Explanation, most: int, boards: int) -> str:
    """Write the explanations, how many there are and what to try next, or what came nearest."""
    if not found.matches:
        return _write_nothing_found(found)
    parts = [f"Conventions that fit {plural(boards, 'board')}:"]
    parts += [_write_match(match, n) for n, match in enumerate(found.matches[:most], start=1)]
    closing = []
    if len(found.matches) > most:
        hidden = len(found.matches) - most
        closing.append(f"… and {hidden} more: --most {len(found.matches)} lists them.")
    if found.warning:
        closing.append(found.warning)
    if found.next_board is not None:
        closing.append(_write_proposal(found.next_board))
    elif len(found.matches) > 1:
        closing.append("They agree on every board tried: for these counts they are one.")
    return "\n".join([*parts, "", *(wrap(part, text_width()) for part in closing)]).rstrip()


def _write_match(match: Match, number: int) -> str:
    """Write an explanation with what each deviation does."""
    head = f"{number:3}. {match.spec.name}, counted as {click.style(match.words, bold=True)}"
    summary = [] if match.deviations else [f"{PRESET_SUMMARIES[match.preset]}."]
    return "\n".join(
        [head, *(wrap(reason, text_width(), " " * 5) for reason in (*summary, *match.reasons))]
    )


def _write_proposal(found: NextBoard) -> str:
    predicted = Counter(found.predictions).most_common(6)
    listed = ", ".join(
        f"{'more' if number is None else f'{number:,}'} ({times})" for number, times in predicted
    )
    rest = ", …" if found.groups > len(predicted) else ""
    name = found.counter.replace("_", " ")
    return (
        "Any of these may be your program's. To tell them apart, run it on "
        f"{found.board.to_text('commas')} and add its numbers: {name} is {listed}{rest}."
    )


def _write_nothing_found(found: Explanation) -> str:
    lines = ["No conventions produce these numbers.", *([found.warning] if found.warning else [])]
    lines += [f"- {hint}" for hint in found.hints]
    lines += ["", "Nearest:"] if found.nearest else []
    for near in found.nearest:
        pairs = [
            f"{name.replace('_', ' ')} {came_out:,} instead of {printed:,}"
            for each in near.differences
            for name, (printed, came_out) in each.items()
        ]
        lines.append(f"- {near.match}: {', '.join(pairs) or 'another path'}")
    return "\n".join(wrap(line, text_width()) for line in lines)
