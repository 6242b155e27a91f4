"""`slidelab explain`: which conventions lead to the numbers that another program prints."""

from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from slidelab.cli.command import Option, Options
from slidelab.cli.errors import INTERRUPTED, STOPPED, tell
from slidelab.cli.interactive import Display, catch_interrupt
from slidelab.cli.options import Output, Puzzle, format_option, output_option
from slidelab.cli.search_options import algorithm_option, heuristic_option
from slidelab.cli.terminal import echo, style, text_width
from slidelab.puzzle import Shape
from slidelab.puzzle.wording import plural
from slidelab.search.counters import COUNTERS, MOVES, NODES
from slidelab.search.presets import PRESET_SUMMARIES
from slidelab.solving.formats import json_object
from slidelab.solving.text_layout import wrap

if TYPE_CHECKING:
    from slidelab.course.explain import Inquiry, Match, NextBoard, Observation
    from slidelab.course.explain.answer import InquiryAnswer

FORMATS = ("text", "json")

number_option = partial(Option, panel="What your program says")
_COUNTED = [each for each in COUNTERS.values() if each.unit in (NODES, MOVES)]


def _make_option(name: str, meaning: str) -> Any:
    flag = f"--{name.replace('_', '-')}"
    about = meaning.replace("`", "")
    return Annotated[int | None, number_option(flag, "N", help=about, min=0)]


@dataclass(frozen=True)
class Printed:
    """What a program printed.

    :param path: The path, as the blank's moves: ULL, Up Left.
    :param also: Another board with its numbers: '125340678 expanded=12'; may be repeated.
    :param table: More boards from a CSV file: a column board, and columns named as the counts.
    """

    counts: Annotated[
        dict[str, int],
        Options(
            {each.name: _make_option(each.name, each.meaning) for each in _COUNTED}
            | {"cost": _make_option("cost", "Number of moves of the path.")}
        ),
    ] = field(default_factory=dict)
    path: Annotated[str | None, number_option("MOVES")] = None
    also: Annotated[list[str] | None, number_option("BOARD NAME=N …")] = None
    table: Annotated[Path | None, number_option("FILE")] = None

    def read_observations(self, puzzle: Puzzle) -> "list[Observation]":
        """All boards with their numbers; raises ValueError for what cannot be read."""
        from slidelab.course.explain import Observation
        from slidelab.course.explain.observation import read_table, read_words

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
    algorithm: Annotated[str, algorithm_option("any: all common algorithms")] = "any",
    heuristic: Annotated[str | None, heuristic_option("manhattan")] = None,
    printed: Printed,
    most: Annotated[int, output_option("N", min=1)] = 10,
    format: Annotated[str, format_option(FORMATS)] = "text",
    output: Output,
) -> int:
    """Find the conventions behind the numbers that another program prints.

    Enter the board, the algorithm and the numbers. All choices that books leave open are tried,
    those with the fewest differences from the textbook first. More boards leave fewer explanations;
    the last line suggests a board that distinguishes the remaining ones.

    [bold]Exit status[/bold]: 0 explained, 4 no conventions match, 2 invalid input.

    :param most: Maximum number of explanations to list.
    """
    from slidelab.course.explain import Inquiry
    from slidelab.course.explain.answer import answer

    inquiry = Inquiry(printed.read_observations(puzzle), algorithm=algorithm, heuristic=heuristic)
    streamed = format == "text" and output.output is None
    with catch_interrupt() as interrupted, Display() as display:
        if streamed:
            echo(_write_heading(inquiry))
        matches = [*inquiry.matches(display.work, interrupted)]
        answered = answer(inquiry, matches, interrupted)
        was_interrupted = interrupted()
        display.clear()
    if format == "json":
        output.write(json_object(answered.to_dict()))
    else:
        numbered = enumerate(answered.matches[:most], start=1)
        told = [_write_match(match, number) for number, match in numbered]
        told += [_write_closing(answered, most)] if matches or not was_interrupted else []
        output.write("\n".join(told if streamed else [_write_heading(inquiry), *told]))
    if was_interrupted:
        tell("Interrupted: not all conventions were tried.")
        return INTERRUPTED
    return 0 if matches else STOPPED


def _write_heading(inquiry: "Inquiry") -> str:
    searches = [
        spec.method.name + (f" with {spec.heuristic}" if spec.heuristic else "")
        for spec in (each.spec for each in inquiry.asked)
    ]
    boards = plural(len(inquiry.observations), "board")
    return wrap(f"Conventions of {', '.join(searches)} that fit {boards}:", text_width())


def _write_match(match: "Match", number: int) -> str:
    """Write an explanation with what each deviation does."""
    heuristic = f" with {match.heuristic}" if match.heuristic else ""
    words = style(match.words, bold=True)
    head = f"{number:3}. {match.algorithm}{heuristic}, counted as {words}"
    summary = [] if match.deviations else [f"{PRESET_SUMMARIES[match.preset]}."]
    reasons = [wrap(reason, text_width(), " " * 5) for reason in (*summary, *match.reasons)]
    return "\n".join([head, *reasons])


def _write_closing(answer: "InquiryAnswer", most: int) -> str:
    """Write how many there are and what to try next, or what came nearest."""
    if not answer.matches:
        return _write_nothing_found(answer)
    hidden = len(answer.matches) - most
    parts = [f"… and {hidden} more: --most {len(answer.matches)} lists them."] if hidden > 0 else []
    if answer.warning:
        parts.append(answer.warning)
    parts += [f"Or a mistake: {hint[0].lower()}{hint[1:]}" for hint in answer.hints]
    if answer.next_board is not None:
        parts.append(_write_proposal(answer.next_board))
    elif len(answer.matches) > 1:
        parts.append("They agree on every board tried: for these counts they are one.")
    return "\n" + "\n".join(wrap(part, text_width()) for part in parts)


def _write_proposal(found: "NextBoard") -> str:
    predicted = Counter(found.predictions)
    listed = ", ".join(
        f"{'more' if number is None else f'{number:,}'} ({times})"
        for number, times in predicted.most_common(6)
    )
    rest = ", …" if len(predicted) > 6 else ""
    name = found.counter.replace("_", " ")
    return (
        "Any of these may be your program's. To tell them apart, run it on "
        f"{found.board.to_text('commas')} and add its numbers: {name} is {listed}{rest}."
    )


def _write_nothing_found(answer: "InquiryAnswer") -> str:
    lines = ["No conventions produce these numbers."]
    lines += [answer.warning] if answer.warning else []
    lines += [f"- {hint}" for hint in answer.hints]
    if answer.nearest:
        lines += ["", "Nearest:"]
    for near in answer.nearest:
        pairs = [
            f"{name.replace('_', ' ')} {came_out:,} instead of {printed:,}"
            for each in near.differences.values()
            for name, (printed, came_out) in each.items()
            if name != "path" and came_out is not None
        ]
        lines.append(f"- {near.match}: {', '.join(pairs) or 'another path'}")
    return "\n".join(wrap(line, text_width()) for line in lines)
