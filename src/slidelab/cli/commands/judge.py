"""`slidelab judge`: is a program right, and where do its counts come from?"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import rich_click as click

from slidelab.cli.console import FAILED, SOLVED, interruptible, print_note
from slidelab.cli.options import (
    FILE,
    LIMITS,
    Output,
    format_option,
    memory_size,
    output_option,
    passing,
)
from slidelab.course.checks import USUAL, Rubric
from slidelab.course.classroom import class_text, find_submissions, judge_class, write_class
from slidelab.course.detect import detect, new_program_file
from slidelab.course.judge import judge
from slidelab.course.program import PROGRAM_FILE, PROTOCOLS, Program, read_program
from slidelab.course.report import WRITERS, as_html
from slidelab.course.sandbox import Sandbox
from slidelab.course.suite import SUITES, read_suite
from slidelab.errors import SlidelabError
from slidelab.system.cores import available_cores
from slidelab.system.files import write_text
from slidelab.system.text import phrase

SUITE, CLASS = "The suite", "A class"


@dataclass(frozen=True)
class JudgeOptions:
    """What programs are tried on, within which limits, and where they run."""

    protocol: str
    suite: str
    algorithm: tuple[str, ...]
    goal: str | None
    rubric: Path | None
    time_limit: float | None
    memory_limit: int | None
    sandbox: bool
    tool: tuple[Path, ...]

    def make_arguments(self, *hidden: Path) -> dict[str, Any]:
        """Return the arguments that judging a program and a class have in common."""
        existing = [path for path in (*hidden, Path(self.suite)) if path.exists()]
        return {
            "suite": self.suite,
            "sandbox": Sandbox(self.sandbox, self.tool, existing),
            "rubric": USUAL if self.rubric is None else Rubric.read_file(self.rubric),
        }

    def restrict(self, program: Program) -> Program:
        """Return the program with the limits and algorithms that were given."""
        return program.restrict(
            self.algorithm, seconds=self.time_limit, memory_bytes=self.memory_limit
        )

    def read_program(self, text: str) -> Program:
        """Return the program that a command, a folder or a program.toml stands for."""
        path = Path(text)
        is_folder = bool(text) and path.is_dir()  # the path of no name would be this folder
        file = path / PROGRAM_FILE if is_folder else path
        if file.suffix == ".toml" and (file.is_file() or not is_folder):
            return self.restrict(read_program(file, self.protocol, self.goal))
        found = detect(path, self.protocol) if is_folder else {"command": text}
        values = {"protocol": self.protocol, "goal": self.goal, **found}
        return self.restrict(Program.make(values, path if is_folder else Path()))


judge_options = passing(
    "given",
    JudgeOptions,
    click.option("--protocol", type=click.Choice([*PROTOCOLS]), default="driver", metavar="NAME",
           panel=SUITE, help=f"Interface of the program: {', '.join(PROTOCOLS)}"),
    click.option("-s", "--suite", default="basic", metavar="NAME", panel=SUITE,
           help=f"{phrase([*SUITES], last='or')}, or a CSV file of boards"),
    click.option("-a", "--algorithm", multiple=True, metavar="WORD", panel=SUITE,
           help="Only this algorithm of the program; may be repeated"),
    click.option("--goal", metavar="GOAL", panel=SUITE,
           help="Goal, if program.toml has none: blank-first, blank-last or a board"),
    click.option("--rubric", type=FILE, metavar="FILE", panel=SUITE,
           help="TOML file with the weights of the criteria"),
    click.option("--time-limit", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS",
           panel=LIMITS, help="Processor time per run (default: 10)"),
    click.option("--memory-limit", type=memory_size, metavar="SIZE", panel=LIMITS,
           help="Memory per run: 500MB, 2GiB (default: 1GiB)"),
    click.option("--sandbox/--no-sandbox", default=True, panel=LIMITS,
           help="Run programs in bwrap; --no-sandbox runs them under limits only, with your "
           "rights or, as root, with another user's"),
    click.option("--tool", multiple=True, type=FILE, metavar="FOLDER", panel=LIMITS,
           help="Folder with a bin that programs may use, outside of the system's; may be "
           "repeated"),
)  # fmt: skip


@click.command("judge")
@click.argument("program", required=False, metavar="[COMMAND]",
        help="Command to run the program, such as 'python3 driver.py {algorithm} {board}', a "
        "folder with the program, or a program.toml")  # fmt: skip
@judge_options
@click.option("--submissions", type=FILE, metavar="FOLDER", panel=CLASS,
        help="Judge the program in every subfolder; rerun the command to resume")  # fmt: skip
@click.option("--reports", type=FILE, metavar="FOLDER", panel=CLASS,
        help="Write a page per submission into this folder")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), metavar="N", panel=CLASS,
        help="Number of submissions to judge at once (default: one per core)")  # fmt: skip
@click.option("--init", is_flag=True,
        help="Try the program in a folder and write its program.toml")  # fmt: skip
@format_option([*WRITERS])
@output_option()
def command(
    program: str | None,
    given: JudgeOptions,
    submissions: Path | None,
    reports: Path | None,
    jobs: int | None,
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
        return _write_program_file(Path(program or "."), Sandbox(given.sandbox, given.tool))
    if submissions is not None:
        return _judge_class(program, submissions, reports, jobs or available_cores(), given, output)
    if program is None:
        raise SlidelabError(
            "name the program: slidelab judge 'python3 driver.py {algorithm} {board}', its folder, "
            "or a program.toml ('slidelab judge --init FOLDER' writes one)"
        )
    one = given.read_program(program)
    rows = read_suite(given.suite, one.file.goal)
    with interruptible() as interrupted:
        found = judge(one, rows, cancelled=interrupted, **given.make_arguments())
    output.write(WRITERS[format](found))
    return SOLVED if found["passed"] else FAILED


def _judge_class(
    program: str | None,
    folder: Path,
    reports: Path | None,
    jobs: int,
    given: JudgeOptions,
    output: Output,
) -> int:
    """Judge the programs in the subfolders, write the table, and return the exit status."""
    path = output.path or Path(f"{folder.resolve().name}.csv")
    store = path.with_suffix(".judged")
    arguments = given.make_arguments(folder, path, store)
    source = Path(program) if program is not None and program.endswith(".toml") else program
    goal = {} if given.goal is None else {"goal": given.goal}
    found = [
        replace(one, program=one.program and given.restrict(one.program))
        for one in find_submissions(folder, given.protocol, source, **goal)
    ]
    with interruptible() as interrupted:
        judged = judge_class(found, store=store, jobs=jobs, cancelled=interrupted, **arguments)
    write_class(judged, path)
    click.echo(class_text(judged))
    print_note(f"\nThe table is in {path}.")
    if reports is not None:
        reports.mkdir(parents=True, exist_ok=True)
        for one in judged:
            if one.judgement is not None:
                write_text(reports / f"{one.name}.html", as_html(one.judgement))
    return SOLVED


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
