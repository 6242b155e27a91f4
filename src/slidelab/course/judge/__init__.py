"""Judging programs, in any language: are their paths right, and where do their counts come from?

program = read_program(Path("program.toml"))
rows = read_suite("basic", program.file.goal)
with SandboxPool() as pool:
    judgement = judge(program, cases(rows, program), suite="basic", pool=pool)
"""

from slidelab.course.judge.criteria import CRITERIA, Rubric, read_rubric
from slidelab.course.judge.judgement import Judgement, judge
from slidelab.course.judge.program import Program, command_program, read_program
from slidelab.course.judge.program_file import PROTOCOLS
from slidelab.course.judge.sandbox_pool import SandboxPool
from slidelab.course.judge.suite import SUITES, Case, cases, depth_suite, read_suite

__all__ = [
    "CRITERIA",
    "PROTOCOLS",
    "SUITES",
    "Case",
    "Judgement",
    "Program",
    "Rubric",
    "SandboxPool",
    "cases",
    "command_program",
    "depth_suite",
    "judge",
    "read_program",
    "read_rubric",
    "read_suite",
]
