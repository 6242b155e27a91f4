"""Judging a class: what is not done yet is run, in a pool of sandboxes, one per core."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path

from slidelab.course.classroom.state import ClassState
from slidelab.course.classroom.submissions import Submission
from slidelab.course.judge.criteria import USUAL, Rubric
from slidelab.course.judge.judgement import Judgement, judged
from slidelab.course.judge.outcome import Outcome
from slidelab.course.judge.program import Program
from slidelab.course.judge.sandbox_pool import SandboxPool
from slidelab.course.judge.suite import Case, SuiteRow, cases
from slidelab.course.judge.trial import SetUpError
from slidelab.system.files import LockedError, locked

Progress = Callable[[int, int], object]
Stopped = Callable[[], bool]


@dataclass(frozen=True)
class ClassJudgement:
    """What is to be said of a class."""

    suite: str
    isolation: str
    rubric: Rubric
    submissions: tuple[Submission, ...]
    judgements: dict[str, Judgement]
    """By the name of the submission; those without a program have none."""

    @property
    def complete(self) -> bool:
        """Whether everything was run."""
        return all(judgement.complete for judgement in self.judgements.values())


def judge_class(
    submissions: list[Submission],
    rows: list[SuiteRow],
    *,
    suite: str,
    database: Path,
    pool: SandboxPool,
    rubric: Rubric = USUAL,
    fresh: bool = False,
    progress: Progress = lambda done, total: None,
    stopped: Stopped = lambda: False,
) -> ClassJudgement:
    """Run what is not done yet, and judge all; what is done is kept in the database.

    Raises ValueError when the database belongs to something else, and OSError when it cannot be
    written or another process uses it.
    """
    try:
        with (
            locked(database.with_name(f"{database.name}.lock")),
            closing(ClassState(database, _fingerprint(rows), fresh)) as state,
        ):
            work = _Work(submissions, rows, state, pool, progress, stopped)
            for _ in pool.each([partial(work.do, one) for one in submissions], stopped):
                pass
    except LockedError:
        raise OSError(0, "another process judges this class", str(database)) from None
    judgements = {}
    for name, (program, all_cases) in work.programs.items():
        found = work.outcomes[name]
        done = [(case, found[case.number]) for case in all_cases if case.number in found]
        complete = len(done) == len(all_cases)
        judgements[name] = judged(program, done, suite, pool.isolation, rubric, complete=complete)
    return ClassJudgement(suite, pool.isolation, rubric, tuple(submissions), judgements)


class _Work:
    """The runs of all submissions, those of each one after another."""

    def __init__(
        self,
        submissions: list[Submission],
        rows: list[SuiteRow],
        state: ClassState,
        pool: SandboxPool,
        progress: Progress,
        stopped: Stopped,
    ) -> None:
        self._state, self._pool = state, pool
        self._progress, self._stopped = progress, stopped
        self.programs = {
            one.name: (one.program, cases(rows, one.program))
            for one in submissions
            if one.program is not None
        }
        self.outcomes: dict[str, dict[int, Outcome]] = {
            one.name: state.done(one.name, one.fingerprint)
            for one in submissions
            if one.program is not None
        }
        self._total = sum(len(each) for _, each in self.programs.values())

    def do(self, submission: Submission) -> None:
        """Run what is left of a submission."""
        if submission.name not in self.programs or self._stopped():
            return
        program, all_cases = self.programs[submission.name]
        found = self.outcomes[submission.name]
        left = [case for case in all_cases if case.number not in found]
        if not left:
            return
        with self._built(program) as built:
            for case in left:
                outcome = built if isinstance(built, Outcome) else self._run(built, case)
                if outcome is None:
                    return
                self._state.add(submission.name, case.number, outcome)
                found[case.number] = outcome
                done = sum(len(each) for each in self.outcomes.values())
                self._progress(done, self._total)

    @contextmanager
    def _built(self, program: Program) -> Iterator[Program | Outcome]:
        """The program as it can be run; what cannot be copied is its own fault."""
        with ExitStack() as stack:
            try:
                built = stack.enter_context(self._pool.built(program))
            except SetUpError:
                raise
            except (ValueError, OSError) as error:
                built = Outcome.not_run(f"its files cannot be copied: {error}")
            yield built

    def _run(self, program: Program, case: Case) -> Outcome | None:
        if self._stopped():
            return None
        outcome = self._pool.run(program, case)
        return None if outcome.ended == "cancelled" else outcome


def _fingerprint(rows: list[SuiteRow]) -> str:
    return sha256(repr(rows).encode()).hexdigest()
