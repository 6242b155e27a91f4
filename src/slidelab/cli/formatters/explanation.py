"""Explanations of counts as text."""

from collections import Counter
from typing import TYPE_CHECKING

import click

from slidelab.cli.terminal import text_width
from slidelab.puzzle.wording import counted
from slidelab.search.conventions import PRESET_SUMMARIES
from slidelab.solving.text_layout import wrapped

if TYPE_CHECKING:
    from slidelab.course.explain import Inquiry, Match, NextBoard
    from slidelab.course.explain.answer import Answer


def heading_text(inquiry: "Inquiry") -> str:
    """What is asked."""
    searches = [
        spec.method.name + (f" with {spec.heuristic}" if spec.heuristic else "")
        for spec in (each.spec for each in inquiry.asked)
    ]
    boards = counted(len(inquiry.observations), "board")
    return wrapped(f"Conventions of {', '.join(searches)} that fit {boards}:", text_width())


def match_text(match: "Match", number: int) -> str:
    """An explanation with what each deviation does."""
    heuristic = f" with {match.heuristic}" if match.heuristic else ""
    words = click.style(match.words, bold=True)
    lines = [f"{number:3}. {match.algorithm}{heuristic}, counted as {words}"]
    reasons = match.reasons or [f"{PRESET_SUMMARIES[match.preset]}."]
    for reason in reasons:
        lines += [f"     {line}" for line in wrapped(reason, text_width() - 5).splitlines()]
    return "\n".join(lines)


def closing_text(answer: "Answer", most: int) -> str:
    """How many there are and what to try next, or what came nearest."""
    if not answer.matches:
        return _nothing_found(answer)
    hidden = len(answer.matches) - most
    parts = [f"… and {hidden} more: --most {len(answer.matches)} lists them."] if hidden > 0 else []
    if answer.next_board is not None:
        parts.append(_proposal(answer.next_board))
    elif len(answer.matches) > 1:
        parts.append("They agree on every board tried: for these counts they are one.")
    return "\n" + "\n".join(wrapped(part, text_width()) for part in parts)


def _proposal(found: "NextBoard") -> str:
    predicted = Counter(found.predictions)
    listed = ", ".join(
        f"{'more' if number is None else f'{number:,}'} ({times})"
        for number, times in predicted.most_common(6)
    )
    rest = ", …" if len(predicted) > 6 else ""
    name = found.counter.replace("_", " ")
    return (
        f"To tell them apart, try {found.board.to_text('commas')} next: {name} is {listed}{rest}."
    )


def _nothing_found(answer: "Answer") -> str:
    lines = ["Nothing leads to these numbers."]
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
    return "\n".join(wrapped(line, text_width()) if line else line for line in lines)
