"""What a program answered, read from what it printed or wrote."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from slidelab.course.judge.program import Program
from slidelab.course.sandbox import Found, Ran
from slidelab.puzzle import BadMoves, Move, parse_moves
from slidelab.puzzle.wording import printable, shortened

Search = Callable[..., Found]
"""Looks for patterns, each with its text, as `Sandbox.search` does."""

LONGEST_PATH = 2_000_000
"""Characters of a path that are read: a depth-first search may well need hundreds of thousands."""

CRASHED = ("Traceback (most recent call last)", 'Exception in thread "', "panicked at")
"""What programs print that did not expect what happened; this is not an answer."""


@dataclass(frozen=True)
class ProgramAnswer:
    """What a program said."""

    moves: tuple[Move, ...] | None = None
    counts: dict[str, int] = field(default_factory=dict)
    says_no_solution: bool = False
    says_bad_input: bool = False
    problems: tuple[str, ...] = ()
    """What could not be read."""


def read_answer(program: Program, ran: Ran, search: Search) -> ProgramAnswer:
    """The answer of a program; whatever it printed, this does not fail.

    `search` looks for patterns, which may be a stranger's, within a time.
    """
    about = program.file
    is_json = about.output.format == "json"
    raw = ran.output if about.output.source == "file" else ran.stdout
    text = _text(raw or b"")
    everything = "\n".join((text, _text(ran.stdout), _text(ran.stderr)))
    crashed = any(word in everything for word in CRASHED)
    said = "" if crashed else everything
    patterns = {} if is_json else about.fields
    asked = [(about.no_solution, said), (about.bad_input, said)]
    seen = search(*asked, *((pattern, text) for pattern in patterns.values()))
    late = () if seen.in_time else ("its patterns take too long on what it printed",)
    says_no, says_bad, *_ = (*seen.texts, None, None)
    matched = zip(patterns, seen.texts[2:], strict=False)  # those that came before time was up
    found: dict[str, Any] = {name: value for name, value in matched if value is not None}
    problems = [*filter(None, (ran.note, *late))]
    if is_json:
        known = _json_fields(program, text)
        if known is None and text.strip():
            problems.append(f"'{shortened(text.strip())}' is not JSON")
        found = known or {}
    counts = {}
    for name, value in found.items():
        if name == "path":
            continue
        number = _count(value)
        if number is None:
            problems.append(f"{name} is '{shortened(str(value))}', which is not a number")
        else:
            counts[name] = number
    moves = None
    path = found.get("path")
    # Nothing is a path too, of a solved board; but not of one who says no or fails.
    empty = path is not None and not str(path).strip("[] \n")
    refused = says_no is not None or ran.status != 0 or ran.note
    if path is not None and not (empty and refused):
        try:
            moves = _path(program, path)
        except (BadMoves, ValueError) as error:
            problems.append(f"its path cannot be read: {str(error).splitlines()[0]}")
    refuses = ran.status != 0 or says_bad is not None
    bad_input = ran.ended == "exit" and not crashed and moves is None and refuses
    return ProgramAnswer(
        moves, counts, says_no is not None, bad_input, tuple(map(printable, problems))
    )


def _text(raw: bytes) -> str:
    return raw.decode("utf-8-sig", errors="replace").replace("\0", "")


def _json_fields(program: Program, text: str) -> dict[str, Any] | None:
    """The fields by name; None when the text is not a JSON object."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(whole, dict):
        return None
    found = {}
    for name, key in program.file.fields.items():
        value: Any = whole
        for part in key.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        if value is not None:
            found[name] = value
    return found


def _count(value: Any) -> int | None:
    text = str(value).strip().replace(",", "").replace("_", "")
    return int(text) if text.isdecimal() and len(text) <= 18 else None


def _path(program: Program, value: Any) -> tuple[Move, ...]:
    """The moves that a path stands for, as the blank goes; raises BadMoves or ValueError."""
    text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
    if len(text) > LONGEST_PATH:
        raise ValueError(f"it has {len(text):,} characters")
    spelling = program.spelling
    if spelling:
        words = re.split(r"[\s,;\[\]()'\"]+", text)
        unknown = [word for word in words if word and word.lower() not in spelling]
        if unknown:
            raise ValueError(f"'{shortened(unknown[0])}' is not one of {', '.join(spelling)}")
        moves = tuple(spelling[word.lower()] for word in words if word)
        turned = program.file.moves.direction == "tile"
        return tuple(move.inverse for move in moves) if turned else moves
    return parse_moves(text, program.file.moves.direction)
