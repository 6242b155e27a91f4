"""What `slidelab judge` does for a class, and how it asks for a program.toml."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from slidelab.cli.errors import INTERRUPTED, tell
from slidelab.cli.interactive import Display, Interrupt
from slidelab.cli.options import Output, limit_option, read_positive, read_size
from slidelab.course.classroom import (
    ClassJudgement,
    Submission,
    class_text,
    find_submissions,
    judge_class,
    write_class,
)
from slidelab.course.judge import PROTOCOLS, Program, Rubric, SandboxPool
from slidelab.course.judge.init import commented
from slidelab.course.judge.program import protocol_values
from slidelab.course.judge.report.html import as_html
from slidelab.lab.results import DATABASE
from slidelab.puzzle import BLANK_FIRST, NOTATIONS
from slidelab.puzzle.moves import DIRECTIONS
from slidelab.system.cores import available_cores
from slidelab.system.files import write_text

if TYPE_CHECKING:
    from slidelab.cli.commands.judge import SuiteOptions


@dataclass(frozen=True)
class RunLimits:
    """What each run of a program may use, where program.toml is not to decide."""

    time_limit: Annotated[
        float | None,
        limit_option(
            help="End each run after so many seconds; 10 unless told.",
            metavar="SECONDS",
            parser=read_positive,
            show_default=False,
        ),
    ] = None
    memory_limit: Annotated[
        int | None,
        limit_option(
            help="End a run that holds so much memory: 500MB, 2GiB; 1GiB unless told.",
            metavar="SIZE",
            parser=read_size,
            show_default=False,
        ),
    ] = None

    def of(self, program: Program) -> Program:
        """The program with these limits."""
        return program.within(seconds=self.time_limit, memory=self.memory_limit)


@dataclass(frozen=True)
class JudgeClass:
    """The class to judge, and where what is found goes."""

    folder: Path
    output: Output
    reports: Path | None
    fresh: bool
    jobs: int | None
    rubric: Rubric

    def __call__(
        self, program: str | None, protocol: str, suite: "SuiteOptions", limits: RunLimits
    ) -> int:
        """Judge it, and write the table."""
        path = Path(self.output.output or f"{self.folder.resolve().name}.csv")
        given = None if program is None else _toml_or_command(program)
        goal = suite.goal or BLANK_FIRST
        submissions = [
            _within(one, suite, limits)
            for one in find_submissions(self.folder, protocol, given, goal=goal)
        ]
        with (
            SandboxPool(self.jobs or available_cores()) as pool,
            Interrupt() as interrupted,
            Display() as display,
        ):
            found = judge_class(
                submissions,
                suite.rows(goal),
                suite=suite.name,
                database=path.with_suffix(DATABASE),
                pool=pool,
                rubric=self.rubric,
                fresh=self.fresh,
                progress=partial(display.count, "judging"),
                stopped=interrupted,
            )
        write_class(found, path)
        click.echo(class_text(found))
        tell(f"\nThe table is in {path}.")
        self._write_reports(found)
        if not found.complete:
            tell("Stopped: the same command goes on from here.")
            return INTERRUPTED
        return 0

    def _write_reports(self, found: ClassJudgement) -> None:
        if self.reports is None:
            return
        self.reports.mkdir(parents=True, exist_ok=True)
        for name, judgement in found.judgements.items():
            write_text(self.reports / f"{name}.html", as_html(judgement))


def ask_for_program(path: Path, protocol: str) -> int:
    """Write a commented program.toml of what a person answers."""
    if path.suffix != ".toml":
        raise ValueError(f"{path} must end in .toml")
    if path.exists():
        raise ValueError(f"{path} is there already: name another file, or remove it")
    ask = partial(click.prompt, err=True)
    protocol = ask(f"How does it answer ({', '.join(PROTOCOLS)})?", default=protocol)
    while protocol not in PROTOCOLS:
        protocol = ask(f"One of {', '.join(PROTOCOLS)}", default="driver")
    ready = protocol_values(protocol)
    values: dict[str, Any] = {
        "name": ask("What is it called?", default=path.resolve().parent.name),
        "protocol": protocol,
        "command": ask("How is it started?", default=ready["command"]),
    }
    if build := ask("What builds it (nothing: press Enter)?", default="", show_default=False):
        values["build"] = build
    values["goal"] = ask("What does it solve to?", default=BLANK_FIRST)
    notation = ask(
        f"How does it want a board ({', '.join(NOTATIONS)})?",
        default=ready.get("input", {}).get("board", "commas"),
    )
    values["input"] = {**ready.get("input", {}), "board": notation}
    direction = ask(f"Whose moves does it print ({' or '.join(DIRECTIONS)})?", default="blank")
    values["moves"] = {"direction": direction}
    values["algorithms"] = ready["algorithms"]
    text = commented(values)
    write_text(path, text)
    tell(f"{path} is written. Change what does not fit, then: slidelab judge {path}")
    return 0


def _within(one: Submission, suite: "SuiteOptions", limits: RunLimits) -> Submission:
    """The submission with the limits and algorithms that were asked for."""
    if one.program is None:
        return one
    try:
        return Submission(one.name, suite.chosen(limits.of(one.program)))
    except ValueError as error:
        return Submission(one.name, None, str(error))


def _toml_or_command(program: str) -> Path | str:
    path = Path(program)
    return path if path.suffix == ".toml" else program
