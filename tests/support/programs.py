"""Programs to judge, written into folders, and the doors of the judge."""

from pathlib import Path
from typing import Any

from slidelab.course.explain import Explanation, Observation, explain_program
from slidelab.course.judge import Judgement, judge
from slidelab.course.program import Program
from slidelab.course.sandbox import Sandbox
from slidelab.course.suite import Case, read_suite

EXAMPLES = Path(__file__).parents[2] / "examples"
RIGHT = """
import sys
answers = {"3,1,2,0,4,5,6,7,8": ["Up"], "1,2,5,3,4,0,6,7,8": ["Up", "Left", "Left"]}
with open("output.txt", "w") as file:
    print("path_to_goal:", answers[sys.argv[2]], file=file)
"""
"""A driver that solves two boards."""
ARGUMENTS = {"driver": "{algorithm} {board}", "moves": "{board}", "json": "", "menu": ""}


def written(folder: Path, source: str, protocol: str = "driver", **more: Any) -> Program:
    """Write a Python program into a folder of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "driver.py").write_text(source)
    command = f"python3 driver.py {ARGUMENTS[protocol]}"
    return Program.make({"protocol": protocol, "command": command, **more}, folder)


def judged(program: Program, rows: list[Case] | str, sandbox: Sandbox | None = None) -> Judgement:
    """Judge a program on these rows, or on the suite of this name."""
    if isinstance(rows, str):
        rows = read_suite(rows, program.file.goal)
    return judge(program, rows, suite="test", sandbox=sandbox or Sandbox())


def failed(judgement: Judgement) -> set[str]:
    """The criteria that failed."""
    return {check["criterion"] for check in list_failures(judgement)}


def list_failures(judgement: Judgement) -> list[dict[str, str]]:
    """The checks that failed."""
    checks = [check for case in judgement["cases"] for check in case["checks"]]
    return [check for check in checks if check["status"] == "failed"]


def says(moves: str, **figures: int) -> str:
    """A driver that always prints the same."""
    lines = [f"path_to_goal: {moves.split()}", *(f"{name}: {n}" for name, n in figures.items())]
    return f"open('output.txt', 'w').write({chr(10).join(lines)!r})"


def explain_all(printed: Any, *words: Any, **more: Any) -> Explanation:
    """Explain what was printed: triples of a board, a goal and numbers."""
    return explain_program([Observation.of(*each) for each in printed], *words, **more)
