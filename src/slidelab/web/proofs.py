"""Proving things about a heuristic or a formula, in a worker."""

from dataclasses import dataclass
from time import monotonic

from slidelab.heuristics import Heuristic
from slidelab.lab.prove import CancelledError, prove
from slidelab.puzzle import Board
from slidelab.search import Limits
from slidelab.web.formulas import Formula
from slidelab.web.orders import Cancelled, Outcome, Report, Work

_SECONDS_BETWEEN_REPORTS = 0.1


@dataclass(frozen=True, slots=True)
class ProofOrder:
    """Check a heuristic on every board, or on many."""

    heuristic: str | Formula
    goal: Board
    count_blank: bool
    boards: int
    """How many boards of each distance are searched."""

    def begin(self, report: Report) -> Work:
        """There is nothing to prepare."""
        return self

    def advance(self, limits: Limits, report: Report, cancelled: Cancelled) -> Outcome:
        """Do the proof; raises ValueError when there is not enough time for it."""
        asked: str | Heuristic
        asked = self.heuristic if isinstance(self.heuristic, str) else self.heuristic.heuristic()
        end = monotonic() + (limits.seconds or 0.0)
        next_report = 0.0

        def progress(doing: str, done: int, total: int) -> None:
            nonlocal next_report
            if monotonic() >= next_report:
                next_report = monotonic() + _SECONDS_BETWEEN_REPORTS
                report({"doing": doing, "done": done, "total": total})

        try:
            proof = prove(
                asked,
                self.goal,
                count_blank=self.count_blank,
                boards=self.boards,
                progress=progress,
                cancelled=lambda: cancelled() or monotonic() > end,
            )
        except CancelledError:
            if cancelled():
                return Outcome({"status": "cancelled"})
            raise ValueError(
                f"the proof was not done after {limits.seconds:g} seconds, which is the limit here"
            ) from None
        # As everywhere in the API, the goal is told by its cells.
        return Outcome({"status": "done", **proof.to_dict(), "goal": list(self.goal.state)})
