"""`slidelab judge`: is a program right, and where do its counts come from?"""

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import rich_click as click

from slidelab.cli.console import FAILED, INTERRUPTED, SOLVED, Display, interruptible, print_note
from slidelab.cli.options import (
    LIMITS,
    Name,
    Output,
    Positive,
    Size,
    choice,
    format_option,
    option,
    output_option,
    passing,
)
from slidelab.course.classroom import (
    Submission,
    class_text,
    find_submissions,
    judge_class,
    write_class,
)
from slidelab.course.criteria import USUAL, Rubric, read_rubric
from slidelab.course.detect import detect
from slidelab.course.judge import judge, require_programs
from slidelab.course.new_program_file import new_program_file
from slidelab.course.program import PROGRAM_FILE, PROTOCOLS, Program, read_program
from slidelab.course.report import WRITERS, as_html, describe
from slidelab.course.sandbox import Sandbox
from slidelab.course.suite import SUITES, Case, depth_suite, list_cases, read_suite
from slidelab.errors import SlidelabError
from slidelab.system.cores import available_cores
from slidelab.system.files import write_text
from slidelab.system.text import phrase

SUITE, CLASS = "The suite", "A class"


class Depths(click.ParamType[range]):
    """A range of depths, such as 0-20."""

    name = "depths"

    def convert(self, value: Any, param: Any, ctx: Any) -> range:
        """Return the depths."""
        numbers = re.fullmatch(r"\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?", value, re.ASCII)
        first, last = numbers.groups() if numbers else ("1", "0")
        depths = range(int(first), int(last or first) + 1)
        if not depths:
            self.fail(f"{value!r} is not a range of depths: write 0-20", param, ctx)
        return depths


@dataclass(frozen=True)
class Trial:
    """What programs are tried on, and within which limits."""

    protocol: str
    suite: str
    depths: range | None
    seed: int
    algorithm: tuple[str, ...]
    goal: str | None
    time_limit: float | None
    memory_limit: int | None

    @property
    def name(self) -> str:
        """Return what reports call the suite."""
        if self.depths is None:
            return self.suite
        return f"depths {self.depths[0]}-{self.depths[-1]}, seed {self.seed}"

    def read_cases(self, goal: str) -> list[Case]:
        """Return the boards of the suite."""
        if self.depths is None:
            return read_suite(self.suite, goal)
        return depth_suite(self.depths, goal, self.seed)

    def prepare(self, program: Program) -> Program:
        """Return the program with the limits and algorithms that were given."""
        limited = program.with_limits(seconds=self.time_limit, memory_bytes=self.memory_limit)
        return limited.with_algorithms([*self.algorithm] or None)

    def read_program(self, text: str) -> Program:
        """Return the program that a command, a folder or a program.toml stands for."""
        path = Path(text)
        values = {"protocol": self.protocol, "goal": self.goal}
        if text and path.is_dir():  # the path of no name would be this folder
            if (path / PROGRAM_FILE).is_file():
                return read_program(path / PROGRAM_FILE, self.protocol, goal=self.goal)
            return Program.make({**values, **detect(path, self.protocol)}, path)
        if path.suffix == ".toml":
            return read_program(path, self.protocol, goal=self.goal)
        return Program.make({**values, "command": text}, Path())


@dataclass(frozen=True)
class Classroom:
    """The class to judge, and where its results go."""

    submissions: Path | None
    reports: Path | None
    fresh: bool
    trust_program_files: bool


trial_options = passing(
    "trial",
    Trial,
    option("--protocol", type=choice(PROTOCOLS), default="driver", metavar="NAME", panel=SUITE,
           help=f"Interface of the program: {', '.join(PROTOCOLS)} (default: driver)."),
    option("-s", "--suite", type=Name(lambda: SUITES), default="basic", metavar="NAME",
           panel=SUITE,
           help=f"{phrase([*SUITES], last='or')}, or a CSV file of boards (default: basic)."),
    option("--depths", type=Depths(), metavar="FROM-TO", panel=SUITE,
           help="Draw 3x3 boards instead, one per number of moves: 0-20."),
    option("--seed", type=int, default=1, metavar="N", panel=SUITE,
           help="Random seed for --depths (default: 1)."),
    option("-a", "--algorithm", multiple=True, metavar="WORD", panel=SUITE,
           help="Only this algorithm of the program; may be repeated."),
    option("--goal", metavar="GOAL", panel=SUITE,
           help="Goal, if program.toml has none: blank-first, blank-last or a board."),
    option("--time-limit", type=Positive(), metavar="SECONDS", panel=LIMITS,
           help="Processor time per run (default: 10)."),
    option("--memory-limit", type=Size(), metavar="SIZE", panel=LIMITS,
           help="Memory per run: 500MB, 2GiB (default: 1GiB)."),
)  # fmt: skip
class_options = passing(
    "classroom",
    Classroom,
    option("--submissions", type=click.Path(path_type=Path), metavar="FOLDER", panel=CLASS,
           help="Judge the program in every subfolder; rerun the command to resume."),
    option("--reports", type=click.Path(path_type=Path), metavar="FOLDER", panel=CLASS,
           help="Write a page per submission into this folder."),
    option("--fresh", is_flag=True, panel=CLASS, help="Start over, ignoring earlier results."),
    option("--trust-program-files", is_flag=True, panel=CLASS,
           help="Let each submission's program.toml also set goal, limits and algorithms."),
)  # fmt: skip


@click.command("judge")
@click.argument(
    "program",
    required=False,
    metavar="[COMMAND]",
    help="Command to run the program, such as 'python3 driver.py {algorithm} {board}', a folder "
    "with the program, or a program.toml.",
)
@trial_options
@class_options
@option(
    "--rubric",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="TOML file with the weights of the criteria.",
)
@option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of programs to run at once (default: 1; for a class, one per core).",
)
@option(
    "--sandbox/--no-sandbox",
    default=True,
    help="Run programs in bwrap. --no-sandbox runs "
    "them under limits only, with your rights; as root, with another user's.",
)
@option(
    "--tool",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Folder with a bin that programs may use, outside of the system's; may be repeated.",
)
@option("--init", is_flag=True, help="Try the program in a folder and write its program.toml.")
@format_option(WRITERS)
@output_option
def command(
    program: str | None,
    trial: Trial,
    classroom: Classroom,
    rubric: Path | None,
    jobs: int | None,
    sandbox: bool,
    tool: tuple[Path, ...],
    init: bool,
    format: str,
    output: Output,
) -> int:
    """Run your program, in any language, on many boards and check its answers.

    Is the path legal, and shortest if the algorithm guarantees that? Do the counts match a preset?
    Are boards without a solution rejected? Each run gets a fresh folder and limits and, if bwrap
    works, a sandbox without network or other files.

    [bold]Exit status[/bold]: 0 everything passed, 1 some check failed, 2 invalid input.
    """
    if init:
        return _write_program_file(Path(program or "."), Sandbox(sandbox, [*tool]))
    weights = USUAL if rubric is None else read_rubric(rubric)
    if classroom.submissions is not None:
        folder = classroom.submissions
        path = output.path or Path(f"{folder.resolve().name}.csv")
        store = path.with_suffix(".judged")
        hidden = [each for each in (folder, path, store, Path(trial.suite)) if each.exists()]
        place = Sandbox(sandbox, [*tool], hidden)
        return _judge_class(program, folder, path, store, trial, classroom, place, weights, jobs)
    if program is None:
        raise SlidelabError(
            "name the program: slidelab judge 'python3 driver.py {algorithm} {board}', its folder, "
            "or a program.toml ('slidelab judge --init FOLDER' writes one)"
        )
    one = trial.prepare(trial.read_program(program))
    cases = list_cases(trial.read_cases(one.file.goal), one)
    place = Sandbox(sandbox, [*tool], [Path(trial.suite)] if Path(trial.suite).exists() else [])
    require_programs([one], place)
    with interruptible() as interrupted, Display() as display:
        found = judge(
            one,
            cases,
            suite=trial.name,
            sandbox=place,
            rubric=weights,
            jobs=jobs or 1,
            progress=display.work,
            cancelled=interrupted,
        )
    output.write(WRITERS[format](describe(found)))
    if not found.complete:
        print_note("Stopped before the end.")
        return INTERRUPTED
    return SOLVED if found.passed else FAILED


def _judge_class(
    program: str | None,
    folder: Path,
    path: Path,
    store: Path,
    trial: Trial,
    classroom: Classroom,
    sandbox: Sandbox,
    weights: Rubric,
    jobs: int | None,
) -> int:
    """Judge the programs in the subfolders, write the table, and return the exit status."""
    given = Path(program) if program is not None and program.endswith(".toml") else program
    submissions = find_submissions(
        folder,
        trial.protocol,
        given,
        trust_program_files=classroom.trust_program_files,
        goal=trial.goal,
    )
    with interruptible() as interrupted, Display() as display:
        found = judge_class(
            [_prepare(each, trial) for each in submissions],
            trial.read_cases,
            suite=trial.name,
            store=store,
            sandbox=sandbox,
            rubric=weights,
            jobs=jobs or available_cores(),
            fresh=classroom.fresh,
            progress=display.work,
            cancelled=interrupted,
        )
    write_class(found, path)
    click.echo(class_text(found))
    print_note(f"\nThe table is in {path}.")
    if classroom.reports is not None:
        classroom.reports.mkdir(parents=True, exist_ok=True)
        for name, values in found.judged.items():
            write_text(classroom.reports / f"{name}.html", as_html(values))
    if not found.complete:
        print_note("Stopped: rerun the command to resume.")
        return INTERRUPTED
    return SOLVED


def _prepare(one: Submission, trial: Trial) -> Submission:
    """Return a submission with the limits and algorithms that were given."""
    if one.program is None:
        return one
    try:
        return replace(one, program=trial.prepare(one.program))
    except ValueError as error:
        return one.reject(error)


def _write_program_file(folder: Path, sandbox: Sandbox) -> int:
    """Write a program.toml for the program in a folder."""
    if not folder.is_dir():
        raise SlidelabError(f"{folder} is not a folder: --init needs the folder of the program")
    path = folder / PROGRAM_FILE
    if path.exists():
        raise SlidelabError(f"{path} exists already: remove it first")
    text, found = new_program_file(folder, sandbox)
    write_text(path, text)
    print_note(f"{path} is written: {found}. Then: slidelab judge {path}")
    return SOLVED
