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
    write_program_file,
)
from slidelab.cli.options import Output, format_option
from slidelab.course.detect import detect
from slidelab.course.judge import judge as judge_program
from slidelab.course.judge import require_programs
from slidelab.course.program import PROGRAM_FILE, PROTOCOLS, Program, read_program
from slidelab.course.report import WRITERS, describe
from slidelab.course.sandbox import Sandbox
from slidelab.course.suite import list_cases

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
    tool: Annotated[list[Path] | None, Option("FOLDER")] = None,
    format: Annotated[str, format_option(WRITERS)] = "text",
    output: Output,
    init: bool = False,
) -> int:
    """Run your program, in any language, on many boards and check its answers.

    Is the path legal, and shortest if the algorithm guarantees that? Do the counts match a preset?
    Are boards without a solution rejected? The exit status is 0 only if everything passed. Each run
    gets a fresh folder and limits and, if bwrap works, a sandbox without network or other files.

    :param program: Command to run the program, such as 'python3 driver.py {algorithm} {board}', a
        folder with the program, or a program.toml.
    :param protocol: Interface of the program
    :param jobs: Number of programs to run at once (default: 1; for a class, one per core).
    :param sandbox: Run programs in bwrap. --no-sandbox runs them under limits only, with your
        rights; as root, with another user's.
    :param tool: Folder with a bin that programs may use, outside of the system's; may be repeated.
    :param init: Try the program in a folder and write its program.toml.
    """
    tools = tool or []
    if init:
        return write_program_file(program, Sandbox(sandbox, tools))
    if (folder := classroom.submissions) is not None:
        return judge_submissions(
            folder, program, protocol, suite, limits, classroom, jobs, sandbox, tools, output
        )
    if program is None:
        raise ValueError(
            "name the program: slidelab judge 'python3 driver.py {algorithm} {board}', its folder, "
            "or a program.toml ('slidelab judge --init FOLDER' writes one)"
        )
    one = limits.apply_to(suite.choose(_read(program, protocol, suite.goal)))
    cases = list_cases(suite.read_rows(one.file.goal), one)
    hidden = [Path(suite.suite)] if Path(suite.suite).exists() else []
    place = Sandbox(sandbox, tools, hidden)
    require_programs([one], place)
    with catch_interrupt() as interrupted, Display() as display:
        found = judge_program(
            one,
            cases,
            suite=suite.name,
            sandbox=place,
            rubric=classroom.weights,
            jobs=jobs or 1,
            progress=display.work,
            cancelled=interrupted,
        )
    output.write(WRITERS[format](describe(found)))
    if not found.complete:
        tell("Stopped before the end.")
        return INTERRUPTED
    return 0 if found.passed else FAILED


def _read(program: str, protocol: str, goal: str | None) -> Program:
    path = Path(program)
    values = {"protocol": protocol, "goal": goal}
    if program and path.is_dir():  # the path of no name would be this folder
        if (path / PROGRAM_FILE).is_file():
            return read_program(path / PROGRAM_FILE, protocol, goal=goal)
        return Program.make({**values, **detect(path, protocol)}, path)
    if path.suffix == ".toml":
        return read_program(path, protocol, goal=goal)
    return Program.make({**values, "command": program}, Path())
