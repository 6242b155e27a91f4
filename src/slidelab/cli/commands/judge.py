"""`slidelab judge`: is a program right, and where do its counts come from?"""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated

import click

from slidelab.cli.errors import INTERRUPTED, tell
from slidelab.cli.interactive import Display, Interrupt
from slidelab.cli.judging import JudgeClass, RunLimits, ask_for_program, require_installed
from slidelab.cli.options import Output, choice, format_option
from slidelab.cli.parameters import Argument, Option
from slidelab.course.judge import (
    PROTOCOLS,
    SUITES,
    Program,
    SandboxPool,
    cases,
    command_program,
    depth_suite,
    read_program,
    read_rubric,
    read_suite,
)
from slidelab.course.judge import (
    judge as judge_program,
)
from slidelab.course.judge.criteria import USUAL
from slidelab.course.judge.reference_run import textbook_beside
from slidelab.course.judge.report import WRITERS
from slidelab.course.judge.suite import SuiteRow
from slidelab.course.judge.trial import interpreters
from slidelab.puzzle.wording import listed

FAILED = 1
"""The exit status when some check failed; 0 only when all passed."""

suite_option = partial(Option, panel="The suite")
class_option = partial(Option, panel="A class")


def _depths(text: str) -> range:
    first, _, last = text.partition("-")
    if not (first.strip().isdecimal() and (last or first).strip().isdecimal()):
        raise click.BadParameter(f"{text!r} is not a range of depths: write 0-20.")
    return range(int(first), int(last or first) + 1)


@dataclass(frozen=True)
class SuiteOptions:
    """Which boards the program is tried on."""

    suite: Annotated[
        str,
        suite_option(
            "--suite",
            "-s",
            help=f"{listed(SUITES, last='or')}, or a CSV file of boards.",
            metavar="NAME",
            complete=lambda: list(SUITES),
        ),
    ] = "basic"
    depths: Annotated[
        range | None,
        suite_option(
            help="Draw boards of 3x3 instead, one for each number of moves: 0-20.",
            metavar="FROM-TO",
            parser=_depths,
            show_default=False,
        ),
    ] = None
    seed: Annotated[int, suite_option(help="What --depths draws with.")] = 1
    algorithm: Annotated[
        list[str] | None,
        suite_option(
            "--algorithm",
            "-a",
            help="Try this of the program's algorithms only. May be given several times.",
            metavar="WORD",
        ),
    ] = None
    goal: Annotated[
        str | None,
        suite_option(
            help="The goal, where program.toml says none: blank-first, blank-last or a board.",
            metavar="GOAL",
        ),
    ] = None

    @property
    def name(self) -> str:
        """What reports call it."""
        if self.depths is None:
            return self.suite
        return f"depths {self.depths[0]}-{self.depths[-1]}, seed {self.seed}"

    def rows(self, goal: str) -> list[SuiteRow]:
        """The rows; raises ValueError or OSError."""
        if self.depths is None:
            return read_suite(self.suite, goal)
        return depth_suite(self.depths, goal, self.seed)

    def chosen(self, program: Program) -> Program:
        """The program with the algorithms that are to be tried."""
        if not self.algorithm:
            return program
        for word in self.algorithm:
            if word not in program.searches:
                known = ", ".join(program.searches)
                raise ValueError(f"the program has no algorithm {word!r}; it has {known}")
        kept = {word: program.searches[word] for word in self.algorithm}
        return replace(program, searches=kept)


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
    rubric: Annotated[
        Path | None,
        class_option(help="A TOML file with the weights of the criteria.", metavar="FILE"),
    ] = None,
    submissions: Annotated[
        Path | None,
        class_option(
            help="Judge the program in every subfolder; stopped, the same command goes on.",
            metavar="FOLDER",
        ),
    ] = None,
    reports: Annotated[
        Path | None,
        class_option(help="Write a page for each submission into this folder.", metavar="FOLDER"),
    ] = None,
    fresh: Annotated[bool, class_option("--fresh", help="Forget what was judged before.")] = False,
    trust_program_files: Annotated[
        bool,
        class_option(
            "--trust-program-files",
            help="Let each submission's program.toml also set goal, limits and algorithms.",
        ),
    ] = False,
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
    """Run a program of yours, in any language, on many boards and check what it answers.

    Is its path legal, and shortest where the algorithm promises that? Are its counts those of a
    preset? Does it say no where there is no solution? The exit status is 0 only when all is well.
    The program runs in a fresh folder each time, within limits, and where bwrap is installed
    without the network and with no files but its own and the system's.
    """
    if init:
        return ask_for_program(Path(program or "program.toml"), protocol)
    weights = USUAL if rubric is None else read_rubric(rubric)
    if submissions is not None:
        return JudgeClass(
            submissions, output, reports, fresh, jobs, weights, sandbox, trust_program_files
        )(program, protocol, suite, limits)
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
            rubric=weights,
            progress=partial(display.count, "judging"),
            stopped=interrupted,
        )
        if reference and format in ("text", "json", "html"):
            display.announce("timing the textbook engine")
            found = replace(found, beside=textbook_beside(one, found.verdicts, interrupted))
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
