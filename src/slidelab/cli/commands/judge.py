"""`slidelab judge`: is a program right, and where do its counts come from?"""

from pathlib import Path
from typing import Annotated

from slidelab.cli.command import Argument, Option
from slidelab.cli.errors import INTERRUPTED, tell
from slidelab.cli.interactive import Display, Interrupt
from slidelab.cli.judging import (
    ClassOptions,
    RunLimits,
    SuiteOptions,
    ask_for_program,
    judge_submissions,
    require_installed,
)
from slidelab.cli.options import Output, choice, format_option
from slidelab.course.judge import (
    PROTOCOLS,
    Program,
    SandboxPool,
    cases,
    command_program,
    read_program,
)
from slidelab.course.judge import (
    judge as judge_program,
)
from slidelab.course.judge.judgement import with_reference
from slidelab.course.judge.report import WRITERS
from slidelab.course.judge.trial import interpreters

FAILED = 1
"""The exit status when some check failed; 0 only when all passed."""


def judge(
    *,
    program: Annotated[
        str | None,
        Argument(
            help="How to call the program, such as 'python3 driver.py {algorithm} {board}', or a "
            "program.toml that says so.",
            metavar="[COMMAND]",
            show_default=False,
        ),
    ] = None,
    protocol: Annotated[
        str,
        choice(
            among=PROTOCOLS,
            help="How it takes a board and answers",
            panel="The suite",
            metavar="NAME",
        ),
    ] = "driver",
    suite: SuiteOptions,
    limits: RunLimits,
    classroom: ClassOptions,
    jobs: Annotated[
        int | None,
        Option(
            help="Programs run at a time: one, and for a class as many as there are cores.",
            metavar="N",
            min=1,
            show_default=False,
        ),
    ] = None,
    sandbox: Annotated[
        bool,
        Option(
            help="Run programs in bwrap. --no-sandbox runs them under limits only, with your "
            "rights."
        ),
    ] = True,
    reference: Annotated[
        bool,
        Option(help="Time slidelab's textbook engine on the same boards."),
    ] = True,
    format: Annotated[str, format_option(WRITERS)] = "text",
    output: Output,
    init: Annotated[
        bool,
        Option("--init", help="Write a program.toml, asking what goes into it."),
    ] = False,
) -> int:
    """Run your program, in any language, on many boards and check its answers.

    Is its path legal, and shortest where the algorithm promises that? Are its counts those of a
    preset? Does it say no where there is no solution? The exit status is 0 only when all is well.
    The program runs in a fresh folder each time, within limits, and where bwrap is installed
    without the network and with no files but its own and the system's.
    """
    if init:
        return ask_for_program(Path(program or "program.toml"), protocol)
    if (folder := classroom.submissions) is not None:
        return judge_submissions(
            folder, program, protocol, suite, limits, classroom, jobs, sandbox, output
        )
    if program is None:
        raise ValueError(
            "name the program: slidelab judge 'python3 driver.py {algorithm} {board}', or a "
            "program.toml ('slidelab judge --init' writes one)"
        )
    one = suite.chosen(_read(program, protocol, suite.goal))
    one = limits.of(one)
    rows = suite.rows(one.file.goal)
    with SandboxPool(jobs or 1, sandbox) as pool, Interrupt() as interrupted, Display() as display:
        require_installed(interpreters(one))
        pool.try_out(interpreters(one))
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
    if path.suffix == ".toml":
        return read_program(path, protocol, goal=goal)
    return command_program(program, Path(), protocol, goal=goal)
