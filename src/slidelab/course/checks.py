"""Check one run: what was expected, what the program answered, and whether that is right."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from slidelab.course.answer import Answer
from slidelab.course.counts import Explained, Status, find_counts
from slidelab.course.criteria import REFUSALS
from slidelab.course.program import OF_THE_PATH, Program
from slidelab.course.sandbox import Completed
from slidelab.course.suite import Case
from slidelab.puzzle import Board, IllegalMove, Move
from slidelab.system.text import plural, printable, signal_name

LONGEST_ERROR = 2_000

_ERROR = re.compile(
    r"(^|[:\s])(fatal )?error(\[\w+\])?:|panicked at"
    r"|^(Exception in thread|(Uncaught )?[\w.]*(Error|Exception)\b)"
)


class Check(NamedTuple):
    """One criterion on one case."""

    criterion: str
    status: Status
    expected: str
    got: str


def make_check(criterion: str, passed: bool, expected: str, got: str) -> Check:
    """Make a check that is decided."""
    return Check(criterion, "passed" if passed else "failed", expected, got)


def check_refusal(case: Case, done: Completed, answer: Answer) -> Check:
    """Check whether a board that must be refused was."""
    unsolvable = case.expect == "no solution"
    said = answer.says_no_solution if unsolvable else answer.says_bad_input
    good = said and answer.moves is None and done.ended == "exit"
    got = "as expected" if good else describe_end(done)
    if answer.moves is not None:
        got = f"a path of {plural(len(answer.moves), 'move')}"
    expected = "a message that there is no solution" if unsolvable else "an invalid-board error"
    return make_check(REFUSALS[case.expect], good, expected, got)


def check_solution(program: Program, case: Case, done: Completed, answer: Answer) -> list[Check]:
    """Check whether there is an answer and, if it has a path, whether that leads to the goal."""
    checks = [_check_answer(program, case, done, answer)]
    if checks[0].status == "passed" and answer.moves is not None:
        assert isinstance(case.board, Board)
        checks.append(_check_path(case.board, case.goal, answer.moves))
    return checks


def _check_answer(program: Program, case: Case, done: Completed, answer: Answer) -> Check:
    """Check whether there is an answer: a path, or figures if it prints no path."""
    expected = "a path" if program.prints_path else "numbers"
    problems = "; ".join(answer.problems)
    passed = False
    if done.ended != "exit":
        got = describe_end(done)
    elif answer.moves == () and case.board != case.goal:
        got = "a path of no moves"
    elif answer.moves is not None or (not program.prints_path and answer.figures):
        passed = True
        got = list_figures(answer.figures) if answer.cost is None else plural(answer.cost, "move")
    elif answer.says_no_solution:
        got = "it says that there is no solution"
    else:
        problems = problems or f"no {expected.split()[-1]} in its answer"
        got = f"{problems} ({describe_end(done)})"
    return make_check("answers", passed, expected, got)


def _check_path(board: Board, goal: Board, moves: tuple[Move, ...]) -> Check:
    """Check whether a path leads to the goal."""
    expected = f"a legal path to {goal.to_text('rows')}"
    try:
        end = board.play(moves)
    except IllegalMove as error:
        return make_check("path", False, expected, f"{error}{_name_other(board, goal, moves)}")
    if end == goal:
        return make_check("path", True, expected, "as expected")
    got = f"it ends at {end.to_text('rows')}{_name_other(board, goal, moves)}"
    return make_check("path", False, expected, got)


def _name_other(board: Board, goal: Board, moves: tuple[Move, ...]) -> str:
    """Name the board that a path solves instead, if there is one."""
    try:
        start = goal.play(move.inverse for move in reversed(moves))
    except IllegalMove:
        return ""
    return "" if start == board or not moves else f"; it solves {start.to_text('commas')} instead"


def check_shortest(answer: Answer, distance: int | None) -> Check:
    """Check whether a path is a shortest one; `distance` is None where that is not known."""
    if distance is None or answer.cost is None:
        return Check("shortest", "undecided", "the fewest moves", "not checked")
    moves = plural(distance, "move"), plural(answer.cost, "move")
    return make_check("shortest", answer.cost == distance, *moves)


def check_figures(case: Case, answer: Answer, distance: int | None) -> Check:
    """Check what it says of its path, and what the suite demands.

    The length of a path that is not printed may be any that is possible.
    """
    printed = answer.figures
    wanted: dict[str, object] = {}
    for name in OF_THE_PATH:
        if name in printed and answer.moves is not None:
            wanted[name] = len(answer.moves)
        elif name in printed and distance is not None:
            # Each move changes the parity of the board.
            possible = printed[name] >= distance and (printed[name] - distance) % 2 == 0
            more = f"{distance} or an even number of moves more"
            wanted[name] = printed[name] if possible else more
    wanted |= case.figures
    if not wanted:
        return make_check("figures", False, "numbers, as on other boards", "none")
    wrong = {name: number for name, number in wanted.items() if printed.get(name) != number}
    got = {name: printed.get(name, "nothing") for name in (wrong or wanted)}
    return make_check("figures", not wrong, list_figures(wrong or wanted), list_figures(got))


def check_counts(case: Case, answer: Answer, explained: Explained) -> Check:
    """Check whether the counts are those of the conventions that explain the algorithm's."""
    printed = list_counts(answer)
    if not printed:
        return make_check("counts", False, "numbers, as on other boards", "none")
    assert isinstance(case.board, Board)
    expected = find_counts(explained.spec, case.board, case.goal, explained.figures)
    wanted = {name: expected[name] for name in printed if name in expected}
    words = f"{list_figures(wanted)} ({explained.spec.counted_as})"
    if explained.mistake:
        claimed = "counts of the search that is claimed"
        return make_check("counts", False, claimed, f"{list_figures(printed)}: {explained.mistake}")
    if not expected:
        return Check("counts", "undecided", "counts", f"{list_figures(printed)}, not checked")
    if printed == wanted:
        return make_check("counts", True, words, list_figures(printed))
    status: Status = "failed" if explained.searched_all else "undecided"
    return Check("counts", status, words, list_figures(printed))


def list_counts(answer: Answer) -> dict[str, int]:
    """List the figures that are not about the path."""
    return {name: n for name, n in answer.figures.items() if name not in OF_THE_PATH}


def list_figures(figures: Mapping[str, object]) -> str:
    """Write figures with their names."""
    return ", ".join(f"{name} {value}" for name, value in figures.items())


def describe_end(done: Completed) -> str:
    """Say in a few words how a run ended, with the line that names the error."""
    error = find_main_error(decode(done.stderr))[:LONGEST_ERROR]
    said = f": {error}" if error else ""
    match done.ended:
        case "exit":
            return f"exited with status {done.status}{said if done.status else ''}"
        case "signal":
            return f"killed by {signal_name(done.status)}{said}"
        case "not started" | "not built":
            return f"{done.ended}{said}"
        case "idle limit":
            return "stopped because it slept, and neither computed nor printed anything"
        case "cancelled":
            return "cancelled"
    return f"stopped at the {done.ended}"


def decode(printed: bytes) -> str:
    """Decode what was printed, with the control characters of each line escaped."""
    text = printed.decode("utf-8", errors="replace").replace("\0", "")
    return "\n".join(map(printable, text.splitlines()))


def find_main_error(text: str) -> str:
    """Find the line that names the error: the end of a traceback, or the first one that does.

    >>> find_main_error("a.cpp:3:1: warning: x\\na.cpp:9:5: error: expected ';'\\n1 error.")
    "a.cpp:9:5: error: expected ';'"
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not any(line.startswith("Traceback (most recent call last)") for line in lines):
        lines += [line for line in reversed(lines) if _ERROR.search(line)]
    return lines[-1] if lines else ""
