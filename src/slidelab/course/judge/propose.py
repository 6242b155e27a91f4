"""A program's interface, found by trying: which input does it solve a board from, and how does it
answer?

A proposal is never a guess from looks alone: its path was played, and leads to the goal. It is
written as a `program.toml` that explains itself.
"""

import re
from collections.abc import Iterator
from json import dumps
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel

from slidelab.course.judge.checks import OF_THE_PATH
from slidelab.course.judge.program import Program, make_program, merge_values, read_protocol
from slidelab.course.judge.program_answer import ProgramAnswer, Search, read_answer
from slidelab.course.judge.program_file import ProgramFile
from slidelab.course.sandbox import Ran, Sandbox
from slidelab.puzzle import BLANK_FIRST, BLANK_LAST, Board, IllegalMove, goal_board
from slidelab.puzzle.wording import phrase
from slidelab.solving.text_layout import wrap

WIDTH = 98
"""Of a line of comment."""

STARTS = {BLANK_FIRST: Board("1,2,5,3,4,0,6,7,8"), BLANK_LAST: Board("1,2,3,0,4,6,7,5,8")}
"""A board three moves from each goal; no other path of three moves solves it."""

_ON_STDIN = (
    ("{board}\n", ("lines", "commas", "digits", "comma-lines")),
    ("{size}\n{board}\n", ("lines", "commas")),
)
_ARGUMENTS = ("{board}", "{algorithm} {board}", "{board} {algorithm}", "{tiles}", "{input}")
_ALGORITHMS = {"astar": "astar manhattan"}

_WHOLE = r"(?s)(.*)"
_PATHS = (
    {"path": r"(?i)path[ _]to[ _]goal:[ \t]*(.*)"},
    {"path": r"(?im)^[^:=\n]*\b(?:path|moves|solution|actions|steps)\b[^:=\n]*[:=][ \t]*(\S.*)$"},
    {"path": _WHOLE},
    {"move": r"(?im)^\W*(?:\d+\W+)?(up|down|left|right|[udlr])\s*$"},
    {"move": r"(?i)\b(up|down|left|right)\b"},
)
_COUNTS = {
    "expanded": r"(?i)expanded[^\d\n]*(\d+)",
    "generated": r"(?i)generated[^\d\n]*(\d+)",
    "max_frontier": r"(?i)(?:max\w*[ _](?:fringe|frontier|queue)|in the queue at)[^\d\n]*(\d+)",
    "max_depth": r"(?i)max\w*[ _](?:search[ _])?depth[^\d\n]*(\d+)",
    "search_depth": r"(?im)(?:^\s*search[ _]depth|depth of the goal node)[^\d\n]*(\d+)",
    "cost": r"(?i)(?:cost|length|moves)[^\d\n]*(\d+)",
}


TRIAL_SECONDS = 3.0
"""Processor time to solve a board of three moves, even for an interpreter that starts slowly."""
_MOST_UNENDED = 16
"""Tries that may use up their time: what waits for a choice in a menu may ask for it forever, but
each input on standard input is worth a try."""


class Proposal(NamedTuple):
    """The values of a program.toml with which a board was solved, and what they say."""

    values: dict[str, Any]
    words: str


def propose(values: dict[str, Any], program: Program, sandbox: Sandbox) -> Proposal | str:
    """Find the first interface with which the program solves a board, or say why there is none.

    `values` say how it is started, and `program` is the same, built.
    """
    values = {**values, "limits": {"seconds": TRIAL_SECONDS}}
    unended = 0
    for given in _list_inputs(values):
        for goal, start in STARTS.items():
            tried = make_program({**given, "goal": goal}, program.folder, trusted=program.trusted)
            target = goal_board(goal, start.shape)
            run = tried.plan_run(start, target, next(iter(tried.searches)))
            ran = sandbox.run(run._replace(output="output.txt"))
            found = _try_readings(given, goal, ran, sandbox)
            if found is not None:
                return found
            unended += ran.ended.endswith("limit")
            if unended == _MOST_UNENDED:
                return f"It did not end by itself in {unended} tries, each of {TRIAL_SECONDS:g} s"
    return "No usual interface leads to a solution"


def _list_inputs(values: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """List what the program may read, with what else a file needs."""
    command = values["command"]
    basis = {"algorithms": _ALGORITHMS, "fields": {"path": _WHOLE}, **values}
    if "{algorithm}" in command:
        basis["algorithms"] = read_protocol("driver")["algorithms"]
    if "{input}" in command:
        yield from _vary_text(basis, "file")
    elif "{" in command:
        for notation in ("commas", "spaces", "digits", "lines"):
            yield basis | {"input": {"board": notation}}
            if "{board}" not in command:
                return
    else:
        yield from _vary_text(basis, "stdin")
        for protocol in ("fmi", "menu", "json"):
            yield merge_values(read_protocol(protocol), {**values, "protocol": protocol})
        for words in _ARGUMENTS:
            yield from _list_inputs({**values, "command": f"{command} {words}"})


def _vary_text(basis: dict[str, Any], by: str) -> Iterator[dict[str, Any]]:
    for text, notations in _ON_STDIN:
        for notation in notations:
            yield basis | {"input": {"by": by, "board": notation, "text": text}}


def _try_readings(given: dict[str, Any], goal: str, ran: Ran, sandbox: Sandbox) -> Proposal | None:
    """Find out how the answer of a run can be read; None if it is not an answer."""
    if ran.ended != "exit":
        return None
    for source, printed in (("stdout", ran.stdout), ("file", ran.output)):
        for fields, moves in _list_readings(given) if printed else ():
            output = {"from": source} | (given.get("output", {}) if given.get("protocol") else {})
            values = {**given, "goal": goal, "moves": moves, "output": output, "fields": fields}
            if _is_right(_read_answer_by(values, ran, sandbox.search), STARTS[goal], goal):
                return _make_proposal(values, ran, sandbox.search)
    return None


def _list_readings(given: dict[str, Any]) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """List the ways in which a path can be printed."""
    if given.get("protocol"):  # it says so itself
        yield given["fields"], given.get("moves", {})
        return
    for fields in _PATHS:
        for direction in ("blank", "tile"):
            yield fields, {"direction": direction}
    yield {"path": _WHOLE}, {"form": "boards"}


def _read_answer_by(values: dict[str, Any], ran: Ran, search: Search) -> ProgramAnswer:
    start = STARTS[values["goal"]]
    program = make_program(values, Path())
    return read_answer(program, ran, search, start, goal_board(values["goal"], start.shape))


def _is_right(answer: ProgramAnswer, start: Board, goal: str) -> bool:
    if answer.moves is None:
        return answer.tells_no_path and answer.cost == 3
    try:
        return bool(answer.moves) and start.play(answer.moves) == goal_board(goal, start.shape)
    except IllegalMove:
        return False


def _make_proposal(values: dict[str, Any], ran: Ran, search: Search) -> Proposal:
    """Add the counts that are printed beside the path."""
    looked_for = values["fields"] if values.get("protocol") else {**values["fields"], **_COUNTS}
    told = _read_answer_by({**values, "fields": looked_for}, ran, search)
    right = {} if told.cost is None else dict.fromkeys(OF_THE_PATH, told.cost)
    kept = [name for name, number in told.counts.items() if right.get(name, number) == number]
    fields = values["fields"] | {name: looked_for[name] for name in kept}
    return Proposal({**values, "fields": fields}, _describe(values, told, kept))


def _describe(values: dict[str, Any], told: ProgramAnswer, counts: list[str]) -> str:
    form = "boards" if values["moves"].get("form") == "boards" else "moves"
    if values["moves"].get("direction") == "tile":
        form += " of the tiles"
    paths = [] if told.moves is None else [form]
    printed = phrase([*paths, *(name.replace("_", " ") for name in counts)])
    given = values.get("input", {})
    reads = {"argument": "an argument", "stdin": "standard input", "file": "a file"}
    notation = f"{reads[given.get('by', 'argument')]} ({given.get('board', 'commas')})"
    in_file = values["output"].get("from") == "file"
    where = "in the file output.txt" if in_file else "on standard output"
    return f"it reads a board from {notation} and writes {printed} {where}"


def write_commented(values: dict[str, Any]) -> str:
    """Write a file with these values; defaults are in comments."""
    ready = read_protocol(values["protocol"]) if values.get("protocol") else {}
    known = merge_values(ready, values)
    keys, tables = ["# How slidelab judge calls this program and reads its answers.\n"], []
    for name, field in ProgramFile.model_fields.items():
        inner = field.annotation
        table = inner if isinstance(inner, type) and issubclass(inner, BaseModel) else None
        if table is None and name not in ("algorithms", "fields"):
            default = "" if field.is_required() or field.default is None else field.default
            line = _write_line(name, known.get(name, default), name in values)
            keys.append(f"{_write_comment(field.description)}\n{line}\n")
            continue
        given, lines = values.get(name, {}), []
        entries = known.get(name, {})
        if table is not None:
            for key, each in table.model_fields.items():
                written = each.alias or key
                value = entries.get(written, each.default)
                lines.append(_write_comment(each.description))
                lines.append(_write_line(written, value, written in given))
        else:
            lines += [_write_line(key, value, key in given) for key, value in entries.items()]
        # A table that is only begun would hide the protocol's own.
        head = f"[{name}]" if given else f"# [{name}]"
        meaning = field.description if table is None else table.__doc__
        tables.append("\n".join([_write_comment(meaning), head, *lines]))
    return "\n".join(keys) + "\n" + "\n\n".join(tables) + "\n"


def _write_line(key: str, value: Any, is_given: bool) -> str:
    return f"{'' if is_given else '# '}{_write_key(key)} = {_write_value(value)}"


def _write_key(name: str) -> str:
    return name if re.fullmatch(r"[\w-]+", name, re.ASCII) else dumps(name, ensure_ascii=False)


def _write_value(value: Any) -> str:
    if isinstance(value, dict):
        pairs = (f"{_write_key(key)} = {_write_value(each)}" for key, each in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, str):
        # A pattern is full of backslashes, which mean nothing between single quotes.
        plain = "\\" in value and "'" not in value and "\n" not in value
        return f"'{value}'" if plain else dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ", ".join(map(_write_value, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _write_comment(text: str | None) -> str:
    return "\n".join(f"# {line}" for line in wrap(text or "", WIDTH).splitlines())
