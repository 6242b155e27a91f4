"""Finding a program's interface by trying: how often a program may use up its time."""

from pathlib import Path
from typing import Any, cast

from slidelab.course.judge.program import make_program
from slidelab.course.judge.propose import propose
from slidelab.course.sandbox import ProgramRun, Ran, Sandbox


class Endless:
    """In place of a sandbox: whatever is started there never ends by itself."""

    search = None

    def __init__(self) -> None:
        self.runs = 0

    def run(self, run: ProgramRun) -> Ran:
        self.runs += 1
        return Ran("time limit")


def test_a_program_that_never_ends_is_given_up_with_a_reason(tmp_path: Path) -> None:
    started: dict[str, Any] = {"command": "./menu"}
    program = make_program({"protocol": "moves", **started}, tmp_path)
    endless = Endless()
    found = propose(started, program, cast(Sandbox, endless))
    assert found == "It did not end by itself in 16 tries, each of 3 s"
    assert endless.runs == 16
