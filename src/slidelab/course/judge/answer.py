"""What a program answered, read from what it printed or wrote."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from slidelab.course.judge.program import Program
from slidelab.course.sandbox import Ran
from slidelab.puzzle import BadMoves, Move, parse_moves
from slidelab.puzzle.wording import shortened

LONGEST_PATH = 2_000_000
"""Characters of a path that are read: a depth-first search may well need hundreds of thousands."""

CRASHED = ("Traceback (most recent call last)", 'Exception in thread "', "panicked at")
"""What programs print that did not expect what happened; this is no answer."""


@dataclass(frozen=True)
class Answer:
    """What a program said."""

    moves: tuple[Move, ...] | None = None
    counts: dict[str, int] = field(default_factory=dict)
    says_no_solution: bool = False
    says_bad_input: bool = False
    problems: tuple[str, ...] = ()
    """What could not be read."""


def read_answer(program: Program, ran: Ran) -> Answer:
    """The answer of a program; whatever it printed, this does not fail."""
    about = program.file
    raw = ran.output if about.output.source == "file" else ran.stdout
    text = _text(raw or b"")
    everything = "\n".join((text, _text(ran.stdout), _text(ran.stderr)))
    crashed = any(word in everything for word in CRASHED)
    said = "" if crashed else everything
    says_no = bool(re.search(about.no_solution, said))
    problems = [ran.note] if ran.note else []
    found = _json_fields(program, text) if about.output.format == "json" else None
    if found is None:
        found = {} if about.output.format == "json" else _text_fields(program, text)
        if about.output.format == "json" and text.strip():
            problems.append(f"'{shortened(text.strip())}' is not JSON")
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
    if path is not None and not (empty and (says_no or ran.status != 0 or ran.note)):
        try:
            moves = _path(program, path)
        except (BadMoves, ValueError) as error:
            problems.append(f"its path cannot be read: {str(error).splitlines()[0]}")
    refuses = ran.status != 0 or bool(re.search(about.bad_input, said))
    bad_input = ran.ended == "exit" and not crashed and moves is None and refuses
    return Answer(moves, counts, says_no, bad_input, tuple(problems))


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", errors="replace").replace("\0", "")


def _text_fields(program: Program, text: str) -> dict[str, Any]:
    found = {}
    for name, pattern in program.file.fields.items():
        match = re.search(pattern, text)
        if match is not None:
            found[name] = match.group(1 if match.re.groups else 0)
    return found


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
