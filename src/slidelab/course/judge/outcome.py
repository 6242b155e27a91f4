"""What came of running a program once: how it ended, what that took, and what it answered."""

import signal
from dataclasses import asdict, dataclass
from typing import Any

from slidelab.course.judge.answer import Answer, read_answer
from slidelab.course.judge.program import Program
from slidelab.course.sandbox import Ended, Ran
from slidelab.puzzle import format_moves, parse_moves

LONGEST_ERRORS = 2_000


@dataclass(frozen=True)
class Outcome:
    """One run of one program."""

    ended: Ended
    status: int
    seconds: float
    cpu_seconds: float
    peak_memory_bytes: int
    errors: str
    """The end of what it wrote to standard error."""
    answer: Answer

    @classmethod
    def of(cls, program: Program, ran: Ran) -> "Outcome":
        """What a run comes down to."""
        errors = ran.stderr.decode("utf-8", errors="replace").replace("\0", "")
        return cls(
            ran.ended,
            ran.status,
            ran.seconds,
            ran.cpu_seconds,
            ran.peak_memory_bytes,
            errors[-LONGEST_ERRORS:],
            read_answer(program, ran),
        )

    @classmethod
    def not_run(cls, why: str, errors: str = "") -> "Outcome":
        """That of a program that could not even be started."""
        answer = Answer(problems=(why,))
        return cls("not started", 0, 0.0, 0.0, 0, errors[-LONGEST_ERRORS:], answer)

    @property
    def words(self) -> str:
        """How it ended, in a few words; what it told of a crash is the last line of that."""
        lines = [line.strip() for line in self.errors.splitlines() if line.strip()]
        said = f": {lines[-1]}" if lines else ""
        match self.ended:
            case "exit" if self.status:
                return f"ended with status {self.status}{said}"
            case "exit":
                return "ended by itself"
            case "signal":
                return f"killed by {_signal_name(self.status)}{said}"
            case "not started":
                return "not started: " + (next(iter(self.answer.problems), "") or said[2:])
        return f"stopped at the {self.ended}"

    def to_dict(self) -> dict[str, Any]:
        """The outcome as plain values that JSON can carry."""
        values = asdict(self)
        moves = self.answer.moves
        values["answer"]["moves"] = None if moves is None else format_moves(moves, "letters")
        return values

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Outcome":
        """The outcome that such values stand for."""
        told = dict(values["answer"])
        path = told.pop("moves")
        problems = tuple(told.pop("problems"))
        answer = Answer(None if path is None else parse_moves(path), problems=problems, **told)
        return cls(**{**values, "answer": answer})


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
