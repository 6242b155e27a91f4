"""Write a program.toml for a program: with the protocol that works, or to be filled in."""

from importlib import resources
from json import dumps
from pathlib import Path

from slidelab.course.answer import read_answer
from slidelab.course.detect import detect
from slidelab.course.judge import build, require_programs, run_case
from slidelab.course.program import PROTOCOLS, Program
from slidelab.course.sandbox import Sandbox
from slidelab.course.suite import Case
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, IllegalMove, goal_board

TRIAL_SECONDS = 3.0
"""Processor time to solve a board of three moves."""
TRIALS = {"blank-first": Board("1,2,5,3,4,0,6,7,8"), "blank-last": Board("1,2,3,0,4,6,7,5,8")}
"""A board three moves from each goal."""


def new_program_file(folder: Path, sandbox: Sandbox) -> tuple[str, str]:
    """Return the text of a program.toml for the program in a folder, and what was found out."""
    problem = "no protocol leads to a solution"
    for protocol in PROTOCOLS:
        try:
            values = {"name": folder.resolve().name, "protocol": protocol}
            values |= detect(folder, protocol)
            program = Program.make(values, folder).restrict(seconds=TRIAL_SECONDS)
            require_programs(program, sandbox)
        except ValueError as error:
            problem = str(error)
            break
        if _solves(program, sandbox):
            lines = [f"{key} = {dumps(value, ensure_ascii=False)}" for key, value in values.items()]
            return "\n".join(lines) + "\n", f"it solves a board by the protocol {protocol}"
    file = resources.files("slidelab.course") / "template.toml"
    return file.read_text("utf-8"), f"{problem}: fill in the template"


def _solves(program: Program, sandbox: Sandbox) -> bool:
    start = TRIALS[program.file.goal]
    goal = goal_board(program.file.goal, start.shape)
    with build(program, sandbox) as (built, failed):
        if failed is not None:
            raise SlidelabError(f"{program.file.build!r} failed")
        case = Case(start, "solution", goal, 3, algorithm=next(iter(program.searches)))
        answer = read_answer(program, run_case(built, case, sandbox), start, goal)
    if answer.moves is None:
        return not program.prints_path and answer.cost == 3
    try:
        return bool(answer.moves) and start.play(answer.moves) == goal
    except IllegalMove:
        return False
