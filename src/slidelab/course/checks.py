"""Check one run by each criterion: what was expected, and what the program answered."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from slidelab.course.answer import Answer, read_answer
from slidelab.course.counts import Explained, find_distance
from slidelab.course.program import OF_THE_PATH, Program
from slidelab.course.sandbox import Completed
from slidelab.course.suite import Case
from slidelab.puzzle import BadMoves, Board, Move
from slidelab.system import toml
from slidelab.system.text import plural, printable, signal_name

CRITERIA = {
    "answers": 2.0,
    "path": 3.0,
    "shortest": 3.0,
    "figures": 1.0,
    "counts": 2.0,
    "unsolvable": 0.5,
    "malformed": 0.5,
}
"""The criteria with their usual weights."""
REFUSALS = {"no solution": "unsolvable", "error": "malformed"}
"""The criteria for boards that have to be refused, by what a suite expects."""
LONGEST_ERROR = 2_000

_ERROR = re.compile(r"(^|[:\s])error(\[\w+\])?:|panicked at|(Error|Exception)\b")


class Rubric(toml.Table):
    """A TOML file with weights; 0 leaves a criterion out of the score."""

    points: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 100.0
    weights: dict[
        Literal[(*CRITERIA,)],  # type: ignore[valid-type]
        Annotated[float, Field(ge=0, allow_inf_nan=False)],
    ] = Field(default={})

    @classmethod
    def read_file(cls, path: Path) -> "Rubric":
        """Read a rubric; raise ValueError with everything that is wrong, and OSError."""
        with toml.naming(path.name):
            return cls.read(toml.read_values(path.read_bytes()))


USUAL = Rubric()


class Check(NamedTuple):
    """One criterion on one case."""

    criterion: str
    status: Literal["passed", "failed", "undecided"]
    expected: str
    got: str


class CaseRun(NamedTuple):
    """How a program ended on a case, what it answered, and how that was judged."""

    case: Case
    done: Completed
    answer: Answer
    checks: tuple[Check, ...] = ()
    due: frozenset[str] = frozenset()
    """The criteria that the case is judged by, whether or not the run came so far."""

    @property
    def failures(self) -> list[Check]:
        """The checks that failed."""
        return [check for check in self.checks if check.status == "failed"]

    @property
    def passed(self) -> bool:
        """Whether none failed; those that are undecided do not count."""
        return not self.failures

    @property
    def solved(self) -> bool:
        """Whether its path leads to the goal, or its cost can be right if it prints none."""
        shown = {"path"} if "path" in self.due else {"answers", "shortest", "figures"}
        reached = [check for check in self.checks if check.criterion in shown]
        return bool(reached) and all(check.status != "failed" for check in reached)


def check_answer(program: Program, case: Case, done: Completed) -> CaseRun:
    """Read the answer of a run, and check whether it is a path to the goal, or a refusal."""
    run = CaseRun(case, done, read_answer(program, done, case.board, case.goal))
    if case.expect != "solution":
        return run._replace(checks=(_check_refusal(run),))
    checks = [_check_answer(program, run)]
    if checks[0].status == "passed" and run.answer.moves is not None:
        checks.append(_check_path(case.start, case.goal, run.answer.moves))
    return run._replace(checks=tuple(checks))


def check_numbers(
    program: Program, run: CaseRun, explained: Explained | None, *, prints_cost: bool
) -> CaseRun:
    """Check a run by all other criteria, if its answer is right, and name those that are due.

    `explained` is what explains the algorithm's counts, if there are any. `prints_cost` is whether
    the program prints the length of its path on any board.
    """
    case, answer = run.case, run.answer
    if case.expect != "solution":
        return run._replace(due=frozenset([REFUSALS[case.expect]]))
    spec = program.searches[case.algorithm]
    # One that is stopped when its time is over may not have the shortest path by then.
    promised = spec.promises_shortest and spec.method.seconds is None
    compares = promised and (program.prints_path or prints_cost)
    distance = case.distance
    if distance is None and compares:
        distance = find_distance(case.start, case.goal)
    is_due = {
        "answers": True,
        "path": program.prints_path,
        "shortest": compares and distance is not None,
        "figures": prints_cost or bool(case.figures),
        "counts": explained is not None,
    }
    checks = [*run.checks]
    if run.passed:
        if promised and (answer.cost is not None or not compares):
            checks.append(_check_shortest(answer, distance))
        if is_due["figures"]:
            checks.append(_check_figures(case, answer, distance))
        if explained is not None:
            checks.append(_check_counts(case, answer, explained))
    undecided = {check.criterion for check in checks if check.status == "undecided"}
    due = frozenset(name for name, is_so in is_due.items() if is_so and name not in undecided)
    return run._replace(checks=tuple(checks), due=due)


def _decide(criterion: str, passed: bool, expected: str, got: str) -> Check:
    return Check(criterion, "passed" if passed else "failed", expected, got)


def _check_refusal(run: CaseRun) -> Check:
    """Check whether a board that must be refused was."""
    case, done, answer = run[:3]
    unsolvable = case.expect == "no solution"
    said = answer.says_no_solution if unsolvable else answer.says_bad_input
    good = said and answer.moves is None and done.ended == "exit"
    got = "as expected" if good else describe_end(done)
    if answer.moves is not None:
        got = f"a path of {plural(len(answer.moves), 'move')}"
    expected = "a message that there is no solution" if unsolvable else "an invalid-board error"
    return _decide(REFUSALS[case.expect], good, expected, got)


def _check_answer(program: Program, run: CaseRun) -> Check:
    """Check whether there is an answer: a path, or figures if it prints no path."""
    case, done, answer = run[:3]
    expected = "a path" if program.prints_path else "numbers"
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
        problems = "; ".join(answer.problems) or f"no {expected.split()[-1]} in its answer"
        got = f"{problems} ({describe_end(done)})"
    return _decide("answers", passed, expected, got)


def _check_path(board: Board, goal: Board, moves: tuple[Move, ...]) -> Check:
    """Check whether a path leads to the goal; if not, name the board that it solves instead."""
    try:
        end = board.play(moves)
        got = "as expected" if end == goal else f"it ends at {end.to_text('rows')}"
    except BadMoves as error:
        end, got = None, str(error)
    if end != goal and moves:
        try:
            other = goal.play(move.inverse for move in reversed(moves))
            got += f"; it solves {other.to_text('commas')} instead" if other != board else ""
        except BadMoves:  # it solves none
            pass
    return _decide("path", end == goal, f"a legal path to {goal.to_text('rows')}", got)


def _check_shortest(answer: Answer, distance: int | None) -> Check:
    """Check whether a path is a shortest one; `distance` is None where that is not known."""
    if distance is None or answer.cost is None:
        return Check("shortest", "undecided", "the fewest moves", "not checked")
    moves = plural(distance, "move"), plural(answer.cost, "move")
    return _decide("shortest", answer.cost == distance, *moves)


def _check_figures(case: Case, answer: Answer, distance: int | None) -> Check:
    """Check the figures about the path against the path and the suite.

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
        return _decide("figures", False, "numbers, as on other boards", "none")
    wrong = {name: number for name, number in wanted.items() if printed.get(name) != number}
    got = {name: printed.get(name, "nothing") for name in (wrong or wanted)}
    return _decide("figures", not wrong, list_figures(wrong or wanted), list_figures(got))


def _check_counts(case: Case, answer: Answer, explained: Explained) -> Check:
    """Check whether the counts are those of the conventions that explain the algorithm's."""
    printed, got = answer.counts, list_figures(answer.counts)
    if not printed:
        return _decide("counts", False, "numbers, as on other boards", "none")
    if explained.mistake:
        claimed = "counts of the search that is claimed"
        return _decide("counts", False, claimed, f"{got}: {explained.mistake}")
    expected = explained.expected[case.start, case.goal]
    if not expected:
        return Check("counts", "undecided", "counts", f"{got}, not checked")
    wanted = {name: expected[name] for name in printed if name in expected}
    words = f"{list_figures(wanted)} ({explained.conventions})"
    if printed != wanted and not explained.searched_all:
        return Check("counts", "undecided", words, got)
    return _decide("counts", printed == wanted, words, got)


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
