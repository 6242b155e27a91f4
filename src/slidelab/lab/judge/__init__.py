"""Judging programs, in any language: are their paths right, and where do their counts come from?

program = read_program(Path("program.toml"))
rows = read_suite("basic", program.file.goal)
with Lanes() as lanes:
    judgement = judge(program, cases(rows, program), suite="basic", lanes=lanes)
"""

from slidelab.lab.judge.criteria import CRITERIA, Rubric, read_rubric
from slidelab.lab.judge.judgement import Judgement, judge
from slidelab.lab.judge.lanes import Lanes
from slidelab.lab.judge.program import Program, command_program, read_program
from slidelab.lab.judge.program_file import PROTOCOLS
from slidelab.lab.judge.suite import SUITES, Case, cases, depth_suite, read_suite

__all__ = [
    "CRITERIA",
    "PROTOCOLS",
    "SUITES",
    "Case",
    "Judgement",
    "Lanes",
    "Program",
    "Rubric",
    "cases",
    "command_program",
    "depth_suite",
    "judge",
    "read_program",
    "read_rubric",
    "read_suite",
]
