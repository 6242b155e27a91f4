"""`slidelab judge`: is a program right, and where do its counts come from?"""

from pathlib import Path
from typing import Annotated

from slidelab.cli.command import Argument, Option
from slidelab.cli.errors import INTERRUPTED, tell
from slidelab.cli.interactive import Display, catch_interrupt
from slidelab.cli.judging import (
    ClassOptions,
    RunLimits,
    SuiteOptions,
    judge_submissions,
    require_installed,
    write_program_file,
)
from slidelab.cli.options import Output, format_option
from slidelab.course.judge import (
    PROTOCOLS,
    Program,
    SandboxPool,
    cases,
    command_program,
    read_program,
)
from slidelab.course.judge import judge as judge_program
from slidelab.course.judge.guess import guess_command
from slidelab.course.judge.judgement import with_reference
from slidelab.course.judge.program import PROGRAM_FILE
from slidelab.course.judge.report import WRITERS
from slidelab.course.judge.sandbox_pool import list_interpreters

FAILED = 1
"""The exit status when some check failed; 0 only when all passed."""


def judge(
    *,
    program: Annotated[str | None, Argument("[COMMAND]")] = None,
    protocol: Annotated[str, Option("NAME", among=PROTOCOLS, panel="The suite")] = "driver",
    suite: SuiteOptions,
    limits: RunLimits,
    classroom: ClassOptions,
    jobs: Annotated[int | None, Option("N", min=1)] = None,
    sandbox: bool = True,
    reference: bool = True,
    format: Annotated[str, format_option(WRITERS)] = "text",
    output: Output,
    init: bool = False,
) -> int:
    """Run your program, in any language, on many boards and check its answers.

    Is the path legal, and shortest if the algorithm guarantees that? Do the counts match a preset?
    Are boards without a solution rejected? The exit status is 0 only if everything passed. Each run
    gets a fresh folder and limits and, if bwrap is installed, a sandbox without network or other
    files.

    :param program: Command to run the program, such as 'python3 driver.py {algorithm} {board}', a
        folder with the program, or a program.toml.
    :param protocol: Interface of the program
    :param jobs: Number of programs to run at once (default: 1; for a class, one per core).
    :param sandbox: Run programs in bwrap. --no-sandbox runs them under limits only, with your
        rights; as root, with another user's.
    :param reference: Time slidelab's textbook engine on the same boards.
    :param init: Try the program, or ask about it, and write a program.toml.
    """
    if init:
        return write_program_file(program, protocol, sandbox)
    if (folder := classroom.submissions) is not None:
        return judge_submissions(
            folder, program, protocol, suite, limits, classroom, jobs, sandbox, output
        )
    if program is None:
        raise ValueError(
            "name the program: slidelab judge 'python3 driver.py {algorithm} {board}', or a "
            "program.toml ('slidelab judge --init' writes one)"
        )
    one = limits.apply_to(suite.choose(_read(program, protocol, suite.goal)))
    rows = suite.read_rows(one.file.goal)
    with (
        SandboxPool(jobs or 1, sandbox) as pool,
        catch_interrupt() as interrupted,
        Display() as display,
    ):
        require_installed(list_interpreters(one))
        pool.try_out(list_interpreters(one), [one])
        found = judge_program(
            one,
            cases(rows, one),
            suite=suite.name,
            pool=pool,
            rubric=classroom.weights,
            progress=display.work,
            cancelled=interrupted,
        )
        if reference and format in ("text", "json", "html"):
            display.announce("timing the textbook engine")
            found = with_reference(found, interrupted)
    output.write(WRITERS[format](found))
    if not found.complete:
        tell("Stopped before the end.")
        return INTERRUPTED
    return 0 if found.passed else FAILED


def _read(program: str, protocol: str, goal: str | None) -> Program:
    path = Path(program)
    if program and path.is_dir():  # the path of no name would be this folder
        if (path / PROGRAM_FILE).is_file():
            return read_program(path / PROGRAM_FILE, protocol, goal=goal)
        return command_program(
            **guess_command(path, protocol), folder=path, protocol=protocol, goal=goal
        )
    if path.suffix == ".toml":
        return read_program(path, protocol, goal=goal)
    return command_program(program, Path(), protocol, goal=goal)
