"""The options of `slidelab judge`, what it does for a class, and how it asks for a program.toml."""

import os
import re
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import click

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
from slidelab.course.judge import (
    PROTOCOLS,
    SUITES,
    Program,
    Rubric,
    SandboxPool,
    depth_suite,
    read_rubric,
    read_suite,
)
from slidelab.course.judge.criteria import USUAL
from slidelab.course.judge.guess import guess_start
from slidelab.course.judge.outcome import Outcome
from slidelab.course.judge.program import PROGRAM_FILE, make_program, read_protocol
from slidelab.course.judge.program_file import LINES
from slidelab.course.judge.propose import propose, write_commented
from slidelab.course.judge.report import as_html
from slidelab.course.judge.sandbox_pool import find_missing, list_interpreters
from slidelab.course.judge.suite import SuiteRow
from slidelab.lab.results import DATABASE
from slidelab.puzzle import BLANK_FIRST, NOTATIONS
from slidelab.puzzle.moves import DIRECTIONS
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

    def read_rows(self, goal: str) -> list[SuiteRow]:
        if self.depths is None:
            return read_suite(self.suite, goal)
        return depth_suite(self.depths, goal, self.seed)

    def choose(self, program: Program) -> Program:
        """The program with the algorithms that are to be tried."""
        if not self.algorithm:
            return program
        for word in self.algorithm:
            if word not in program.searches:
                known = ", ".join(program.searches)
                raise ValueError(f"the program has no algorithm {word!r}; it has {known}")
        kept = {word: program.searches[word] for word in self.algorithm}
        return replace(program, searches=kept)


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
    output: Output,
) -> int:
    """Judge a class, write the table, and return the exit status."""
    path = Path(output.output or f"{folder.resolve().name}.csv")
    given = Path(program) if program is not None and program.endswith(".toml") else program
    trust = options.trust_program_files
    submissions = [
        _apply_options(one, suite, limits)
        for one in find_submissions(
            folder, protocol, given, trust_program_files=trust, goal=suite.goal
        )
    ]
    hidden = [folder, path, path.with_suffix(DATABASE), Path(suite.suite)]
    with (
        SandboxPool(jobs or available_cores(), sandbox, hidden) as pool,
        catch_interrupt() as interrupted,
        Display() as display,
    ):
        if sandbox and pool.problem:
            raise ValueError(
                f"a class is judged in a sandbox, and {pool.problem}: install bwrap (apt-get "
                "install bubblewrap) where user namespaces are allowed, or trust all of these "
                "programs and give --no-sandbox"
            )
        found = judge_class(
            _drop_uninstalled(submissions, pool),
            suite.read_rows,
            suite=suite.name,
            database=path.with_suffix(DATABASE),
            pool=pool,
            rubric=options.weights,
            fresh=options.fresh,
            progress=display.work,
            cancelled=interrupted,
        )
    write_class(found, path)
    echo(class_text(found))
    tell(f"\nThe table is in {path}.")
    if options.reports is not None:
        options.reports.mkdir(parents=True, exist_ok=True)
        for name, judgement in found.judgements.items():
            write_text(options.reports / f"{name}.html", as_html(judgement))
    if not found.complete:
        tell("Stopped: rerun the command to resume.")
        return INTERRUPTED
    return 0


def write_program_file(program: str | None, protocol: str, sandbox: bool) -> int:
    """Write a program.toml: of what the program shows when it is tried, or of what a person says.

    `program` is a command, a folder, or the file to write.
    """
    is_file = program is None or program.endswith(".toml")
    folder = Path(program) if program is not None and Path(program).is_dir() else Path()
    path = Path(program) if program is not None and is_file else folder / PROGRAM_FILE
    if path.exists():
        raise ValueError(f"{path} is there already: name another file, or remove it")
    values: dict[str, Any] | None = None
    try:
        if program is not None and not is_file:
            started = guess_start(folder) if folder.name else {"command": program}
            values = _try_program(started, folder, sandbox)
        if values is None:
            values = _ask_values(path, protocol)
    except click.Abort:
        echo(err=True)  # the question is still on the line
        raise ValueError("the questions were not answered, so nothing was written") from None
    write_text(path, write_commented(values))
    tell(f"{path} is written. Change what does not fit, then: slidelab judge {path}")
    return 0


def _try_program(started: dict[str, str], folder: Path, sandbox: bool) -> dict[str, Any] | None:
    """What the program shows when it is tried on a board, if a person agrees."""
    tell(f"Trying {started['command']} on a board of three moves …")
    # Its fields do not matter yet, but a program has some.
    program = make_program({"protocol": "moves", **started}, folder.resolve())
    program = program.with_limits(seconds=5)
    require_installed(list_interpreters(program))
    with SandboxPool(1, sandbox) as pool:
        pool.try_out(list_interpreters(program), [program])
        with pool.build(program) as built, pool.sandbox() as one:
            if isinstance(built, Outcome):
                raise ValueError(built.words)
            found = propose(started, built, one)
    if isinstance(found, str):
        tell(f"{found}, so here are a few questions.")
        return None
    if not click.confirm(f"Take this: {found.words}?", default=True, err=True):
        return None
    return {name: value for name, value in found.values.items() if name != "limits"}


def _ask_values(path: Path, protocol: str) -> dict[str, Any]:
    """The values of a program.toml as a person answers."""
    ask = partial(click.prompt, err=True)
    protocol = ask("Which interface does it have?", default=protocol, type=click.Choice(PROTOCOLS))
    ready = read_protocol(protocol)
    values: dict[str, Any] = {
        "name": ask("What is it called?", default=path.resolve().parent.name),
        "protocol": protocol,
        "command": ask("How is it started?", default=ready["command"]),
    }
    if build := ask("What builds it (nothing: press Enter)?", default="", show_default=False):
        values["build"] = build
    values["goal"] = ask("What is its goal?", default=ready.get("goal", BLANK_FIRST))
    notation = ask(
        "In which notation does it read boards?",
        default=ready.get("input", {}).get("board", "commas"),
        type=click.Choice((*NOTATIONS, *LINES)),
    )
    values["input"] = {**ready.get("input", {}), "board": notation}
    usual = ready.get("moves", {})
    direction = ask(
        "Whose moves does it print?",
        default=usual.get("direction", "blank"),
        type=click.Choice(DIRECTIONS),
    )
    values["moves"] = {**usual, "direction": direction}
    values["algorithms"] = ready["algorithms"]
    return values


def require_installed(names: list[str]) -> None:
    """Raise ValueError that names the programs that are not installed."""
    if absent := find_missing(names):
        raise ValueError(
            f"nothing was judged, because {phrase(absent)} cannot be found: install what is "
            f"missing, or check PATH ({os.environ.get('PATH') or 'it is empty'})"
        )


def _drop_uninstalled(submissions: list[Submission], pool: SandboxPool) -> list[Submission]:
    """The submissions, without those whose interpreter is not installed; all others start.

    Raises ValueError when that is none of them.
    """
    wanted = {one.name: list_interpreters(one.program) for one in submissions if one.program}
    names = sorted({name for each in wanted.values() for name in each})
    absent = find_missing(names)
    if names and absent == names:
        require_installed(names)
    pool.try_out(
        (name for name in names if name not in absent),
        [one.program for one in submissions if one.program is not None],
    )
    found = []
    for one in submissions:
        lacks = [name for name in wanted.get(one.name, ()) if name in absent]
        problem = f"{phrase(lacks)} is not installed on this machine"
        found.append(one.reject(problem) if lacks else one)
    return found


def _apply_options(one: Submission, suite: SuiteOptions, limits: RunLimits) -> Submission:
    """The submission with the limits and algorithms that were asked for."""
    if one.program is None:
        return one
    try:
        return replace(one, program=suite.choose(limits.apply_to(one.program)))
    except ValueError as error:
        return one.reject(str(error))
