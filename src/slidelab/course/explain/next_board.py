"""Propose a board that tells explanations apart."""

from typing import NamedTuple

from slidelab.course.explain.candidates import FIGURES_OF
from slidelab.course.explain.inquiry import NODES, Inquiry
from slidelab.course.explain.match import Match
from slidelab.course.explain.observation import OF_THE_PATH
from slidelab.course.explain.running import Runner
from slidelab.puzzle import Board, random_walk
from slidelab.search import FIGURES

MOST_PREDICTED = 100
NODES_TO_PREDICT = 30_000
WALKS = (6, 10, 14, 20, 26, 34, 44, 60, 80, 100)
"""Random moves from the goal to the boards that may be proposed."""


class NextBoard(NamedTuple):
    """A board to try next, and the numbers that the candidates lead to there."""

    board: Board
    counter: str
    predictions: tuple[int | None, ...]
    """None for a search that takes too many nodes."""

    @property
    def groups(self) -> int:
        """How many different numbers are predicted."""
        return len(set(self.predictions))


def propose_board(inquiry: Inquiry) -> NextBoard | None:
    """Find the board on which the matches differ most; None if they agree on all boards drawn."""
    goal, counts = inquiry.observations[0].goal, inquiry.observations[0].counts
    counter = next((name for name in counts if name not in OF_THE_PATH), "expanded")
    known = [each.start for each in inquiry.observations]
    fitting = inquiry.fitting[:MOST_PREDICTED]
    runner = Runner(NODES)

    def predict(match: Match, board: Board) -> list[int | None]:
        task = match.search, board, goal
        runs = runner.run_each(task, [match.conventions], NODES_TO_PREDICT)
        return [
            None if run.cost is None else FIGURES[figure].of(run)
            for run in runs.values()
            for figure in match.readings.get(counter, FIGURES_OF[counter][:1])
        ]

    drawn = [random_walk(goal, moves, seed=moves) for moves in WALKS] if fitting else []
    proposals = [
        NextBoard(board, counter, tuple(n for match in fitting for n in predict(match, board)))
        for board in dict.fromkeys(drawn)
        if board not in known
    ]
    best = max(proposals, key=lambda each: each.groups, default=None)
    return best if best and best.groups > 1 else None
