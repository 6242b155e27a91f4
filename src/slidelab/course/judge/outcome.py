"""What came of running a program once: how it ended, what that took, and what it answered."""

import re
import shlex
import signal
from dataclasses import asdict, dataclass
from typing import Any

from slidelab.course.judge.program import Program
from slidelab.course.judge.program_answer import ProgramAnswer, Search, read_answer
from slidelab.course.sandbox import Ended, Ran
from slidelab.puzzle import Board, format_moves, parse_moves
from slidelab.puzzle.wording import printable

LONGEST_ERRORS = 2_000

_ERROR_OF_COMPILER = re.compile(r"(^|[:\s])(fatal )?error(\[\w+\])?:")
_EXCEPTION = re.compile(r"^(Exception in thread|(Uncaught )?([\w.]+)?(Error|Exception)\b:?)")


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
    answer: ProgramAnswer
    error: str = ""
    """The line of it that says what is wrong."""

    @classmethod
    def of(
        cls, program: Program, ran: Ran, search: Search, board: Board | str, goal: Board
    ) -> "Outcome":
        """Sum up a run on a board; `search` looks for the program's patterns."""
        errors = _decode_lines(ran.stderr)
        return cls(
            ran.ended,
            ran.status,
            ran.seconds,
            ran.cpu_seconds,
            ran.peak_memory_bytes,
            errors[-LONGEST_ERRORS:],
            read_answer(program, ran, search, board, goal),
            find_main_error(errors)[:LONGEST_ERRORS],
        )

    @classmethod
    def not_built(cls, command: tuple[str, ...], ran: Ran) -> "Outcome":
        """Make the outcome of a program that its compiler rejected, with the compiler's message."""
        errors = _decode_lines(ran.stderr or ran.stdout)
        why = find_main_error(errors) or ran.note or f"{ran.ended} {ran.status}"
        # The first errors of a compiler are those to correct first.
        return cls.not_run(f"{why} ({shlex.join(command)!r} failed)", errors[:LONGEST_ERRORS])

    @classmethod
    def not_run(cls, why: str, errors: str = "") -> "Outcome":
        """Make the outcome of a program that could not be started."""
        answer = ProgramAnswer(problems=(printable(why),))
        return cls("not started", 0, 0.0, 0.0, 0, errors, answer)

    @property
    def words(self) -> str:
        """How it ended, in a few words; for a crash, the line that names the error."""
        said = f": {self.error}" if self.error else ""
        match self.ended:
            case "exit" if self.status:
                return f"exited with status {self.status}{said}"
            case "exit":
                return "exited with status 0"
            case "signal":
                return f"killed by {_name_signal(self.status)}{said}"
            case "not started":
                return "not started: " + (next(iter(self.answer.problems), "") or self.error)
            case "idle limit":
                return "stopped because it slept, and neither computed nor printed anything"
        return f"stopped at the {self.ended}"

    def to_dict(self) -> dict[str, Any]:
        """The outcome as plain values that JSON can carry."""
        values = asdict(self)
        moves = self.answer.moves
        values["answer"]["moves"] = None if moves is None else format_moves(moves, "letters")
        return values

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Outcome":
        """Read the outcome from such values."""
        told = dict(values["answer"])
        path = told.pop("moves")
        problems = tuple(told.pop("problems"))
        answer = ProgramAnswer(
            None if path is None else parse_moves(path), problems=problems, **told
        )
        return cls(**{**values, "answer": answer})


def _decode_lines(printed: bytes) -> str:
    """Decode what was printed, with the control characters of each line spelled out."""
    text = printed.decode("utf-8", errors="replace").replace("\0", "")
    return "\n".join(map(printable, text.splitlines()))


def _name_signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def find_main_error(text: str) -> str:
    """Find the line that names the error: the compiler's first one, or the end of a traceback.

    >>> find_main_error("a.cpp:3:1: warning: x\\na.cpp:9:5: error: expected ';'\\n1 error.")
    "a.cpp:9:5: error: expected ';'"
    >>> find_main_error("thread 'main' panicked at src/main.rs:5:7:\\nno board\\nnote: run with …")
    "thread 'main' panicked at src/main.rs:5:7: no board"
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        return ""
    if any(line.startswith("Traceback (most recent call last)") for line in lines):
        return lines[-1]
    for at, line in enumerate(lines):
        after = lines[at + 1] if at + 1 < len(lines) else ""
        if "panicked at" in line:  # since Rust 1.73 the message is on the next line
            return f"{line} {after}" if line.endswith(":") else line
        if _ERROR_OF_COMPILER.search(line):  # Rust tells the place on the next line
            return f"{line} ({after[4:]})" if after.startswith("--> ") else line
    found = [line for line in lines if _EXCEPTION.search(line)]
    return found[0] if found else lines[-1]
