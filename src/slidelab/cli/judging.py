"""What `slidelab judge` does for a class, and how it asks for a program.toml."""

import os
from dataclasses import dataclass, replace
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
from slidelab.course.judge.trial import interpreters, missing
from slidelab.lab.results import DATABASE
from slidelab.puzzle import BLANK_FIRST, NOTATIONS
from slidelab.puzzle.moves import DIRECTIONS
from slidelab.puzzle.wording import listed
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
    sandbox: bool
    trust_program_files: bool

    def __call__(
        self, program: str | None, protocol: str, suite: "SuiteOptions", limits: RunLimits
    ) -> int:
        """Judge it, and write the table."""
        path = Path(self.output.output or f"{self.folder.resolve().name}.csv")
        given = None if program is None else _toml_or_command(program)
        goal = suite.goal or BLANK_FIRST
        submissions = [
            _within(one, suite, limits)
            for one in find_submissions(
                self.folder,
                protocol,
                given,
                trust_program_files=self.trust_program_files,
                goal=goal,
            )
        ]
        hidden = [self.folder, path, path.with_suffix(DATABASE), Path(suite.suite)]
        with (
            SandboxPool(self.jobs or available_cores(), self.sandbox, hidden) as pool,
            Interrupt() as interrupted,
            Display() as display,
        ):
            if self.sandbox:
                _require_sandbox(pool)
            submissions = _with_interpreters(submissions, pool)
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


def require_installed(names: list[str]) -> None:
    """Raise ValueError that names the programs that are not installed."""
    if absent := missing(names):
        raise ValueError(
            f"nothing was judged, because {listed(absent)} cannot be found: install what is "
            f"missing, or check PATH ({os.environ.get('PATH') or 'it is empty'})"
        )


def _require_sandbox(pool: SandboxPool) -> None:
    if pool.problem:
        raise ValueError(
            f"a class is judged in a sandbox, and {pool.problem}: install bwrap (apt-get install "
            "bubblewrap) where user namespaces are allowed, or trust all of these programs and "
            "give --no-sandbox"
        )


def _with_interpreters(submissions: list[Submission], pool: SandboxPool) -> list[Submission]:
    """The submissions, without those whose interpreter is not installed; all others start.

    Raises ValueError when that is none of them.
    """
    wanted = {one.name: interpreters(one.program) for one in submissions if one.program}
    names = sorted({name for each in wanted.values() for name in each})
    absent = missing(names)
    if names and absent == names:
        require_installed(names)
    pool.try_out(name for name in names if name not in absent)
    found = []
    for one in submissions:
        lacks = [name for name in wanted.get(one.name, ()) if name in absent]
        problem = f"{listed(lacks)} is not installed on this machine"
        found.append(one.without(problem) if lacks else one)
    return found


def _within(one: Submission, suite: "SuiteOptions", limits: RunLimits) -> Submission:
    """The submission with the limits and algorithms that were asked for."""
    if one.program is None:
        return one
    try:
        return replace(one, program=suite.chosen(limits.of(one.program)))
    except ValueError as error:
        return one.without(str(error))


def _toml_or_command(program: str) -> Path | str:
    path = Path(program)
    return path if path.suffix == ".toml" else program
