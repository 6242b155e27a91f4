"""`slidelab explain`: which conventions lead to the numbers that another program prints."""

from collections import Counter
from typing import Any

import rich_click as click

from slidelab.cli.console import SOLVED, STOPPED, interruptible, text_width
from slidelab.cli.options import (
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
MOST_LISTED = 10


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
@click.option("--path", metavar="MOVES", panel=PRINTED, help="The path, as the blank's moves: ULL")
@click.option(
    "--also", multiple=True, metavar="BOARD NAME=N …", panel=PRINTED,
    help="Another board with its numbers: '125340678 expanded=12'; may be repeated",
)  # fmt: skip
@format_option()
@output_option()
def command(
    puzzle: Puzzle,
    algorithm: str | None,
    heuristic: str | None,
    also: tuple[str, ...],
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
    elif found.matches:
        output.write(_write_matches(found, f"Conventions that fit {plural(len(boards), 'board')}:"))
    else:
        output.write(_write_nearest(found))
    return SOLVED if found.matches else STOPPED


def _explain(channel: Channel, *arguments: Any) -> Explanation:
    return explain_program(*arguments)


def _write_matches(found: Explanation, heading: str) -> str:
    """Write the explanations with what each deviation does, and what to try next."""
    lines = [heading]
    for at, match in enumerate(found.matches[:MOST_LISTED], start=1):
        words = click.style(match.words, bold=True)
        lines.append(f"{at:3}. {match.spec.name}, counted as {words}")
        summary = [] if match.deviations else [f"{PRESET_SUMMARIES[match.preset]}."]
        lines += [wrap(reason, text_width(), " " * 5) for reason in [*summary, *match.reasons]]
    closing = [found.warning] if found.warning else []
    if len(found.matches) > MOST_LISTED:
        closing.append(f"… and {len(found.matches) - MOST_LISTED} more: --format json lists them.")
    if found.next_board is not None:
        closing.append(_write_proposal(found.next_board))
    elif len(found.matches) > 1:
        closing.append("They lead to the same numbers on the harder boards that were tried.")
    lines += ["", *(wrap(part, text_width()) for part in closing)] if closing else []
    return "\n".join(lines)


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


def _write_nearest(found: Explanation) -> str:
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
    return "\n".join(wrap(line, text_width()) for line in lines)
