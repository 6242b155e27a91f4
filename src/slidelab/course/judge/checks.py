"""The checks of one run: what was expected, what came, and whether that is good."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from slidelab.course.judge.counts import (
    Explanation,
    PrintedCounts,
    find_counts,
    find_distance,
)
from slidelab.course.judge.criteria import REFUSALS
from slidelab.course.judge.outcome import Outcome
from slidelab.course.judge.program import Program
from slidelab.course.judge.program_answer import ProgramAnswer
from slidelab.course.judge.suite import Case
from slidelab.puzzle import Board, IllegalMove, Move
from slidelab.puzzle.wording import plural
from slidelab.search import Limits

OF_THE_PATH = ("cost", "search_depth")
"""What a program may say of its path, as a number of moves."""


class Check(NamedTuple):
    """One criterion on one case."""

    criterion: str
    passed: bool
    expected: str
    got: str


@dataclass(frozen=True)
class Verdict:
    """All checks of one case."""

    case: Case
    outcome: Outcome
    checks: tuple[Check, ...]
    due: frozenset[str] = frozenset()
    """The criteria that the case is judged by, whether or not the run came so far."""

    @property
    def solved(self) -> bool:
        """Whether its path leads to the goal, or its cost can be right where it prints none."""
        shown = ("path",) if "path" in self.due else ("answers", "shortest", "figures")
        reached = [check for check in self.checks if check.criterion in shown]
        return bool(reached) and all(check.passed for check in reached)

    @property
    def passed(self) -> bool:
        """Whether all of them passed."""
        return all(check.passed for check in self.checks)

    @property
    def failures(self) -> list[Check]:
        """Those that did not."""
        return [check for check in self.checks if not check.passed]


def observe(case: Case, outcome: Outcome) -> PrintedCounts | None:
    """Collect what the program counted, if it solved the board and printed any count."""
    answer, board = outcome.answer, case.row.board
    counts = {name: n for name, n in answer.counts.items() if name not in OF_THE_PATH}
    if not answer.answers or not counts or isinstance(board, str) or outcome.ended != "exit":
        return None
    if answer.cost is not None:
        counts["cost"] = answer.cost
    return PrintedCounts(board, case.row.goal, tuple(sorted(counts.items())))


def check_outcome(
    program: Program,
    case: Case,
    outcome: Outcome,
    explained: Explanation | None,
    *,
    tells_figures: bool,
    patience: Limits,
) -> Verdict:
    """Judge one run; `explained` is what explains the algorithm's counts best.

    `tells_figures` is whether the program tells the length of its path on any board, `patience`
    what a search for a distance may take that the suite does not tell.
    """
    if case.row.expect != "solution":
        refusal = _check_refusal(case, outcome)
        return Verdict(case, outcome, (refusal,), frozenset([refusal.criterion]))
    board, answer = case.row.board, outcome.answer
    assert isinstance(board, Board)
    promised = program.searches[case.algorithm].promises_shortest
    tells_cost = program.tells_path or tells_figures
    far = case.row.distance
    if far is None and promised and tells_cost:
        far = find_distance(board, case.row.goal, patience)
    due = {"answers"} | ({"path"} if program.tells_path else set())
    due |= {"shortest"} if promised and far is not None and tells_cost else set()
    due |= {"figures"} if tells_figures or case.row.figures else set()
    due |= {"counts"} if explained is not None else set()
    checks = [_check_answer(outcome, unchecked=promised and "shortest" not in due)]
    if answer.answers and checks[0].passed:
        if answer.moves is not None:
            checks.append(_check_path(board, case.row.goal, answer.moves))
        if "shortest" in due and checks[-1].passed and answer.cost is not None:
            assert far is not None
            moves = plural(far, "move"), plural(answer.cost, "move")
            checks.append(Check("shortest", answer.cost == far, *moves))
        checks += _check_figures(case, answer, far)
        counts = _check_counts(case, outcome, explained)
        if not counts and observe(case, outcome) is not None:
            due.discard("counts")  # it takes too long to tell
        checks += counts
        for name in sorted(due & {"figures", "counts"} - {check.criterion for check in checks}):
            checks.append(Check(name, False, "numbers, as on other boards", "none"))
    return Verdict(case, outcome, tuple(checks), frozenset(due))


def _check_answer(outcome: Outcome, unchecked: bool) -> Check:
    answer = outcome.answer
    expected = "numbers" if answer.tells_no_path else "a path"
    if outcome.ended != "exit":
        return Check("answers", False, expected, outcome.words)
    note = " (not checked whether that is the fewest)" if unchecked else ""
    if answer.cost is not None and answer.answers:
        return Check("answers", True, expected, plural(answer.cost, "move") + note)
    if answer.answers:
        return Check("answers", True, expected, _list_figures(answer.counts) + note)
    if answer.says_no_solution:
        return Check("answers", False, expected, "it says that there is no solution")
    problems = "; ".join(answer.problems) or f"no {expected.split()[-1]} in its answer"
    return Check("answers", False, expected, f"{problems} ({outcome.words})")


def _check_refusal(case: Case, outcome: Outcome) -> Check:
    answer = outcome.answer
    is_board = case.row.expect == "no solution"
    expected = "a message that there is no solution" if is_board else "an invalid-board error"
    said = answer.says_no_solution if is_board else answer.says_bad_input
    good = said and answer.moves is None and outcome.ended == "exit"
    got = f"a path of {plural(len(answer.moves), 'move')}" if answer.moves is not None else ""
    got = got or ("as expected" if good else outcome.words)
    return Check(REFUSALS[case.row.expect], good, expected, got)


def _check_path(board: Board, goal: Board, moves: tuple[Move, ...]) -> Check:
    expected = f"a legal path to {goal.to_text('rows')}"
    try:
        end = board.play(moves)
    except IllegalMove as error:
        return Check("path", False, expected, f"{error}{_name_solved_board(board, goal, moves)}")
    if end == goal:
        return Check("path", True, expected, "as expected")
    got = f"it ends at {end.to_text('rows')}{_name_solved_board(board, goal, moves)}"
    return Check("path", False, expected, got)


def _name_solved_board(board: Board, goal: Board, moves: tuple[Move, ...]) -> str:
    """Name the board that the path solves instead, if there is one."""
    try:
        start = goal.play(move.inverse for move in reversed(moves))
    except IllegalMove:
        return ""
    return "" if start == board or not moves else f"; it solves {start.to_text('commas')} instead"


def _check_figures(case: Case, answer: ProgramAnswer, distance: int | None) -> list[Check]:
    """Check what it says about its path, and what the suite demands.

    Where the path is not printed, its length may be any that a path can have.
    """
    told = answer.counts
    length = None if answer.moves is None else len(answer.moves)
    mine = [name for name in OF_THE_PATH if name in told]
    wanted: dict[str, object] = dict(case.row.figures)
    if length is not None:
        wanted = dict.fromkeys(mine, length) | wanted
    elif distance is not None:
        # Each move changes the parity of the board.
        lengths = range(distance, max(told.values(), default=0) + 1, 2)
        possible = f"{distance} or an even number of moves more"
        wanted = {name: told[name] if told[name] in lengths else possible for name in mine} | wanted
    if not wanted:
        return []
    wrong = {name: number for name, number in wanted.items() if told.get(name) != number}
    got = {name: told.get(name, "nothing") for name in (wrong or wanted)}
    return [Check("figures", not wrong, _list_figures(wrong or wanted), _list_figures(got))]


def _check_counts(case: Case, outcome: Outcome, explained: Explanation | None) -> list[Check]:
    seen = observe(case, outcome)
    if seen is None or explained is None:
        return []
    expected = find_counts(explained.spec, seen.board, seen.goal)
    if not expected:
        return []  # it takes too long to tell
    told = dict(seen.counts)
    wanted = {name: expected[name] for name in told}
    if explained.mistake:
        claimed = "counts of the heuristic that is claimed"
        return [Check("counts", False, claimed, f"{_list_figures(told)}: {explained.mistake}")]
    words = f"{_list_figures(wanted)} ({explained.spec.counted_as})"
    return [Check("counts", told == wanted, words, _list_figures(told))]


def _list_figures(figures: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in figures.items())
