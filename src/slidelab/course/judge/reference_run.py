"""What slidelab's textbook engine takes for the boards that a program was tried on."""

from collections.abc import Callable, Iterable

from slidelab.course.judge.checks import Verdict
from slidelab.course.judge.program import Program
from slidelab.puzzle import Board
from slidelab.search import Counters, Limits
from slidelab.solving import solve

Beside = dict[int, Counters]
"""The counters of the textbook engine by the number of the case, where it came to an end."""


def textbook_beside(
    program: Program,
    verdicts: Iterable[Verdict],
    stopped: Callable[[], bool] = lambda: False,
) -> Beside:
    """Solve the boards that the program solved, within the same time."""
    found: Beside = {}
    for verdict in verdicts:
        row = verdict.case.row
        if stopped():
            break
        if verdict.outcome.answer.moves is None or not isinstance(row.board, Board):
            continue
        spec = program.searches[verdict.case.algorithm]
        result = solve(
            row.board,
            goal=row.goal,
            algorithm=spec.algorithm,
            heuristic=spec.heuristic,
            parameters=spec.values,
            engine="textbook",
            limits=Limits(seconds=program.bounds.seconds),
        )
        if result.solved:
            found[verdict.case.number] = result.counters
    return found
