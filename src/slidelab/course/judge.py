"""Judge a program: build it, run it on all cases, check the answers, and compute the points."""

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

from slidelab.course import folders
from slidelab.course.answer import Answer, read_answer
from slidelab.course.checks import (
    CRITERIA,
    REFUSALS,
    USUAL,
    Rubric,
    Run,
    check_run,
    check_solution,
    decode,
    describe_end,
)
from slidelab.course.counts import Explained, explain_counts
from slidelab.course.explain import Observation
from slidelab.course.limits import Limits
from slidelab.course.program import OF_THE_PATH, Program
from slidelab.course.sandbox import Completed, Sandbox
from slidelab.course.suite import Case
from slidelab.errors import SlidelabError
from slidelab.system.progress import Cancelled, report_progress

BUILD_LIMITS = Limits(
    seconds=120.0, memory_bytes=4 << 30, disk_bytes=1 << 30, files=50_000, processes=512
)
"""What a compiler may use."""


class Score(NamedTuple):
    """How a program did by one criterion."""

    criterion: str
    passed: int
    of: int
    points: float
    most: float


@dataclass(frozen=True)
class Judgement:
    """The judgement of a program."""

    program: Program
    suite: str
    isolation: str
    runs: tuple[Run, ...]
    explanations: Mapping[str, Explained]
    """What explains the counts of each algorithm best."""
    rubric: Rubric

    @property
    def passed(self) -> bool:
        """Whether every check passed."""
        return all(run.passed for run in self.runs)

    @cached_property
    def scores(self) -> list[Score]:
        """Return for each criterion the share of the cases where it is due that passed.

        A run without an answer fails every criterion that applies.
        """
        due = Counter(name for run in self.runs for name in run.due)
        passed = Counter(name for run in self.runs for name in self._list_earned(run))
        weights = {name: self.rubric.weights.get(name, CRITERIA[name]) for name in CRITERIA}
        unit = self.rubric.points / (sum(weights[name] for name in due) or 1.0)
        return [
            Score(name, passed[name], due[name], unit * w * passed[name] / due[name], unit * w)
            for name, w in weights.items()
            if name in due
        ]

    @property
    def points(self) -> float:
        """The sum of all scores."""
        return sum(score.points for score in self.scores)

    def weigh(self, run: Run) -> tuple[float, float]:
        """Return the points that a run earns, and the most that it can earn."""
        each = {score.criterion: score.most / score.of for score in self.scores}
        earned = sum(each[name] for name in self._list_earned(run))
        return earned, sum(each[name] for name in run.due)

    def _list_earned(self, run: Run) -> list[str]:
        """List the criteria that a run passed.

        A program that solves no board earns no points for refusing boards.
        """
        names = [check.criterion for check in run.checks if check.status == "passed"]
        idle = () if self._solves else REFUSALS.values()
        return [name for name in names if name in run.due and name not in idle]

    @cached_property
    def _solves(self) -> bool:
        return any(run.solved for run in self.runs)

    @property
    def main_reason(self) -> str:
        """That it solves no board, or the criterion that failed most often; empty if none did."""
        answers = [run.checks[0] for run in self.runs if run.case.expect == "solution"]
        if answers and not self._solves:
            has_answers = any(check.status == "passed" for check in answers)
            return "solves no board" + ("" if has_answers else f": {answers[0].got}")
        failures = [check for run in self.runs for check in run.failures]
        if not failures:
            return ""
        [(name, times)] = Counter(check.criterion for check in failures).most_common(1)
        of = next(score.of for score in self.scores if score.criterion == name)
        first = next(check for check in failures if check.criterion == name)
        return f"{name} fails on {times} of {of}: expected {first.expected}, got {first.got}"

    @property
    def startup_error(self) -> str:
        """What was printed if no run began, the same for all cases; else an empty text."""
        if any(run.done.ended not in ("not started", "not built") for run in self.runs):
            return ""
        first = self.runs[0].done
        return decode(first.stderr) or describe_end(first)


@contextmanager
def build(program: Program, sandbox: Sandbox) -> Iterator[tuple[Program, Completed | None]]:
    """Yield the program, built in a copy of its folder, and the run that failed to build it.

    Raise ValueError for a folder that cannot be copied.
    """
    if program.file.build is None:
        yield program, None
        return
    place = Path(mkdtemp(prefix="slidelab-build-"))
    try:
        copy = place / "program"
        folders.copy(program.folder, copy)
        place.chmod(0o711)  # root has it built by another user
        done = sandbox.run(shlex.split(program.file.build), copy, limits=BUILD_LIMITS, build=True)
        failed = (done.ended, done.status) != ("exit", 0)
        said = done.stderr.strip() or done.stdout.strip() or describe_end(done).encode()
        built = replace(program, folder=copy)
        yield built, replace(done, ended="not built", stderr=said) if failed else None
    finally:
        folders.remove(place)


def require_programs(program: Program, sandbox: Sandbox) -> None:
    """Raise ValueError that names the interpreters and compilers that cannot be started."""
    commands = filter(None, (program.file.command, program.file.build))
    names = sorted({shlex.split(command)[0] for command in commands})
    absent = [name for name in names if "/" not in name and sandbox.find(name) is None]
    if absent:
        raise SlidelabError(
            f"programs can be started from the system's folders alone, where {', '.join(absent)} "
            "cannot be found: install it there, or name the folder that has it in its bin with "
            "--tool"
        )


def run_case(
    program: Program, case: Case, sandbox: Sandbox, cancelled: Cancelled = lambda: False
) -> Run:
    """Run a program on one case, and read its answer; raise CancelledError if that is cancelled."""
    call = program.invocation(case.board, case.goal, case.algorithm)
    done = sandbox.run(
        folder=program.folder, limits=program.file.limits, cancelled=cancelled, **call._asdict()
    )
    return Run(case, done, read_answer(program, done, case.board, case.goal))


def judge(
    program: Program,
    cases: Sequence[Case],
    *,
    suite: str,
    sandbox: Sandbox,
    rubric: Rubric = USUAL,
    cancelled: Cancelled = lambda: False,
) -> Judgement:
    """Run a program on all cases, and judge the answers.

    Raise ValueError for a program that cannot be tried, and CancelledError.
    """
    runs: list[Run] = []
    with build(program, sandbox) as (built, failed):
        for case in cases:
            report_progress(f"judging {len(cases):,} cases", len(runs) / len(cases))
            if failed is None:
                runs.append(run_case(built, case, sandbox, cancelled))
            else:
                runs.append(Run(case, failed, Answer()))
    explanations = _explain_counts(program, runs)
    prints_cost = any(name in OF_THE_PATH for run in runs for name in run.answer.figures)
    checked = (
        check_run(program, run, explanations.get(run.case.algorithm), prints_cost=prints_cost)
        for run in runs
    )
    isolation = sandbox.describe()
    return Judgement(program, suite, isolation, tuple(checked), explanations, rubric)


def _explain_counts(program: Program, runs: Sequence[Run]) -> dict[str, Explained]:
    """Explain the counts of each algorithm, on all boards where its path is right."""
    printed: dict[str, list[Observation]] = {}
    for run in runs:
        case, counts = run.case, run.answer.counts
        if case.expect != "solution" or not counts:
            continue
        if all(check.status == "passed" for check in check_solution(program, run)):
            seen = Observation(case.start, case.goal, counts)
            printed.setdefault(case.algorithm, []).append(seen)
    return {word: explain_counts(program.searches[word], seen) for word, seen in printed.items()}
