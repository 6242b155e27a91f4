"""`slidelab explain`: which conventions lead to the numbers that another program prints."""

from collections import Counter
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
        command = click.option(flag, type=kind, metavar="N", panel=PRINTED, help=meaning)(command)
    return command


@click.command("explain")
@board_options
@algorithm_option("all common ones")
@heuristic_option()
@_number_options
@click.option("--path", metavar="MOVES", panel=PRINTED, help="The path, as the blank's moves: ULL.")
@click.option(
    "--also",
    multiple=True,
    metavar="BOARD NAME=N …",
    panel=PRINTED,
    help="Another board with its numbers: '125340678 expanded=12'; may be repeated.",
)
@click.option(
    "--most", type=click.IntRange(1), default=10, metavar="N", panel=OUTPUT,
    help="Maximum number of explanations to list.",
)  # fmt: skip
@format_option()
@output_option()
def command(
    puzzle: Puzzle,
    algorithm: str | None,
    heuristic: str | None,
    also: tuple[str, ...],
    most: int,
    format: str,
    output: Output,
    **printed: int | str | None,
) -> int:
    """Find the conventions behind the numbers that another program prints.

    Enter the board, the algorithm and the numbers. All choices that books leave open are tried,
    those with the fewest differences from the textbook first. More boards leave fewer explanations;
    the last line suggests a board that distinguishes the remaining ones.

    [bold]Exit status[/bold]: 0 explained, 4 no conventions match, 2 invalid input.
    """
    shape = None if puzzle.shape is None else Shape.parse(puzzle.shape)
    boards = [read_words(text, puzzle.goal_name, shape) for text in also]
    counts = {name: value for name, value in printed.items() if value is not None}
    if counts or not boards:
        boards = [Observation.of(*puzzle.read(), counts), *boards]
    arguments = boards, algorithm or "any", heuristic
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
        write = _write_matches if found.matches else _write_nearest
        output.write("\n".join(write(found, most, len(boards))))
    return SOLVED if found.matches else STOPPED


def _explain(channel: Channel, *arguments: Any) -> Explanation:
    return explain_program(*arguments)


def _write_matches(found: Explanation, most: int, boards: int) -> list[str]:
    """Write the explanations, how many there are and what to try next."""
    lines = [f"Conventions that fit {plural(boards, 'board')}:"]
    for at, match in enumerate(found.matches[:most], start=1):
        lines += _write_match(match, at)
    closing = [found.warning] if found.warning else []
    if len(found.matches) > most:
        hidden = len(found.matches) - most
        closing.append(f"… and {hidden} more: --most {len(found.matches)} lists them.")
    if found.next_board is not None:
        closing.append(_write_proposal(found.next_board))
    elif len(found.matches) > 1:
        closing.append("They lead to the same numbers on the harder boards that were tried.")
    return [*lines, *[""] * bool(closing), *(wrap(part, text_width()) for part in closing)]


def _write_match(match: Match, at: int) -> list[str]:
    """Write an explanation with what each deviation does."""
    head = f"{at:3}. {match.spec.name}, counted as {click.style(match.words, bold=True)}"
    summary = [] if match.deviations else [f"{PRESET_SUMMARIES[match.preset]}."]
    reasons = (*summary, *match.reasons)
    return [head, *(wrap(reason, text_width(), " " * 5) for reason in reasons)]


def _write_proposal(found: NextBoard) -> str:
    predicted = Counter(found.predictions).most_common(6)
    listed = ", ".join(
        f"{'more' if number is None else f'{number:,}'} ({times})" for number, times in predicted
    )
    rest = ", …" if found.groups > len(predicted) else ""
    return (
        f"To tell them apart, run your program on {found.board.to_text('commas')} and add its "
        f"numbers: {found.counter.replace('_', ' ')} is {listed}{rest}."
    )


def _write_nearest(found: Explanation, most: int, boards: int) -> list[str]:
    """Write what to look for, and what came nearest."""
    lines = ["No conventions produce these numbers.", *([found.warning] if found.warning else [])]
    lines += [f"- {hint}" for hint in found.hints]
    lines += ["", "Nearest:"] if found.nearest else []
    for near in found.nearest:
        pairs = [
            f"{name.replace('_', ' ')} {came_out:,} instead of {printed:,}"
            for each in near.differences
            for name, (printed, came_out) in each.items()
        ]
        lines.append(f"- {near}: {', '.join(pairs) or 'another path'}")
    return [wrap(line, text_width()) for line in lines]
