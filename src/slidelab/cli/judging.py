"""The options of `slidelab judge`, what it does for a class, and how it writes a program.toml."""

import re
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated

from slidelab.cli.command import Option
from slidelab.cli.errors import INTERRUPTED, tell
from slidelab.cli.interactive import Display, catch_interrupt
from slidelab.cli.options import Output, limit_option, read_positive, read_size
from slidelab.cli.terminal import echo
from slidelab.course.classroom import (
    Submission,
    class_text,
    find_submissions,
    judge_class,
    write_class,
)
from slidelab.course.criteria import USUAL, Rubric, read_rubric
from slidelab.course.new_program_file import new_program_file
from slidelab.course.program import PROGRAM_FILE, Program
from slidelab.course.report import as_html
from slidelab.course.sandbox import Sandbox
from slidelab.course.suite import SUITES, Case, depth_suite, read_suite
from slidelab.puzzle.wording import phrase
from slidelab.system.cores import available_cores
from slidelab.system.files import write_text

suite_option = partial(Option, panel="The suite")
class_option = partial(Option, panel="A class")


def _read_depths(text: str) -> range:
    numbers = re.fullmatch(r"\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?", text, re.ASCII)
    first, last = numbers.groups() if numbers else ("1", "0")
    depths = range(int(first), int(last or first) + 1)
    if not depths:
        raise ValueError(f"{text!r} is not a range of depths: write 0-20.")
    return depths


@dataclass(frozen=True)
class SuiteOptions:
    """Which boards the program is tried on.

    :param depths: Draw 3x3 boards instead, one per number of moves: 0-20.
    :param seed: Random seed for --depths.
    :param algorithm: Only this algorithm of the program; may be repeated.
    :param goal: Goal, if program.toml has none: blank-first, blank-last or a board.
    """

    suite: Annotated[
        str,
        suite_option(
            *("-s", "NAME"),
            help=f"{phrase(SUITES, last='or')}, or a CSV file of boards.",
            complete=lambda: list(SUITES),
        ),
    ] = "basic"
    depths: Annotated[range | None, suite_option("FROM-TO", parser=_read_depths)] = None
    seed: Annotated[int, suite_option()] = 1
    algorithm: Annotated[list[str] | None, suite_option("-a", "WORD")] = None
    goal: Annotated[str | None, suite_option("GOAL")] = None

    @property
    def name(self) -> str:
        """What reports call it."""
        if self.depths is None:
            return self.suite
        return f"depths {self.depths[0]}-{self.depths[-1]}, seed {self.seed}"

    def read_rows(self, goal: str) -> list[Case]:
        if self.depths is None:
            return read_suite(self.suite, goal)
        return depth_suite(self.depths, goal, self.seed)

    def choose(self, program: Program) -> Program:
        """The program with the algorithms that are to be tried."""
        return program.with_algorithms(self.algorithm)


@dataclass(frozen=True)
class RunLimits:
    """What each run of a program may use, where program.toml is not to decide.

    :param time_limit: Processor time per run in seconds (default: 10).
    :param memory_limit: Memory limit per run: 500MB, 2GiB (default: 1GiB).
    """

    time_limit: Annotated[float | None, limit_option("SECONDS", parser=read_positive)] = None
    memory_limit: Annotated[int | None, limit_option("SIZE", parser=read_size)] = None

    def apply_to(self, program: Program) -> Program:
        return program.with_limits(seconds=self.time_limit, memory_bytes=self.memory_limit)


@dataclass(frozen=True)
class ClassOptions:
    """The class to judge, and where what is found goes.

    :param rubric: TOML file with the weights of the criteria.
    :param submissions: Judge the program in every subfolder; rerun the command to resume.
    :param reports: Write a page per submission into this folder.
    :param fresh: Start over, ignoring earlier results.
    :param trust_program_files: Let each submission's program.toml also set goal, limits and
        algorithms.
    """

    rubric: Annotated[Path | None, class_option("FILE")] = None
    submissions: Annotated[Path | None, class_option("FOLDER")] = None
    reports: Annotated[Path | None, class_option("FOLDER")] = None
    fresh: Annotated[bool, class_option()] = False
    trust_program_files: Annotated[bool, class_option()] = False

    @property
    def weights(self) -> Rubric:
        """What each criterion is worth; raises ValueError or OSError for a bad file."""
        return USUAL if self.rubric is None else read_rubric(self.rubric)


def judge_submissions(
    folder: Path,
    program: str | None,
    protocol: str,
    suite: SuiteOptions,
    limits: RunLimits,
    options: ClassOptions,
    jobs: int | None,
    sandbox: bool,
    tools: list[Path],
    output: Output,
) -> int:
    """Judge a class, write the table, and return the exit status."""
    path = Path(output.output or f"{folder.resolve().name}.csv")
    store = path.with_suffix(".judged")
    given = Path(program) if program is not None and program.endswith(".toml") else program
    trust = options.trust_program_files
    submissions = [
        _apply_options(one, suite, limits)
        for one in find_submissions(
            folder, protocol, given, trust_program_files=trust, goal=suite.goal
        )
    ]
    hidden = [each for each in (folder, path, store, Path(suite.suite)) if each.exists()]
    with catch_interrupt() as interrupted, Display() as display:
        found = judge_class(
            submissions,
            suite.read_rows,
            suite=suite.name,
            store=store,
            sandbox=Sandbox(sandbox, tools, hidden),
            rubric=options.weights,
            jobs=jobs or available_cores(),
            fresh=options.fresh,
            progress=display.work,
            cancelled=interrupted,
        )
    write_class(found, path)
    echo(class_text(found))
    tell(f"\nThe table is in {path}.")
    if options.reports is not None:
        options.reports.mkdir(parents=True, exist_ok=True)
        for name, values in found.judged.items():
            write_text(options.reports / f"{name}.html", as_html(values))
    if not found.complete:
        tell("Stopped: rerun the command to resume.")
        return INTERRUPTED
    return 0


def write_program_file(program: str | None, sandbox: Sandbox) -> int:
    """Write a program.toml for the program in a folder, by default in this one."""
    folder = Path(program or ".")
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder: --init needs the folder of the program")
    path = folder / PROGRAM_FILE
    if path.exists():
        raise ValueError(f"{path} exists already: remove it first")
    text, found = new_program_file(folder, sandbox)
    write_text(path, text)
    tell(f"{path} is written: {found}. Then: slidelab judge {path}")
    return 0


def _apply_options(one: Submission, suite: SuiteOptions, limits: RunLimits) -> Submission:
    """The submission with the limits and algorithms that were asked for."""
    if one.program is None:
        return one
    try:
        return replace(one, program=suite.choose(limits.apply_to(one.program)))
    except ValueError as error:
        return one.reject(error)
