"""Judging a class: what is not done yet is run, in a pool of sandboxes, one per core.

What is done is kept in one SQLite database: a row for each run, safe at once.
"""

import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from json import dumps, loads
from pathlib import Path
from typing import NamedTuple

from slidelab.course.classroom.submissions import Submission
from slidelab.course.judge.criteria import USUAL, Rubric
from slidelab.course.judge.judgement import Judgement, judge_outcomes
from slidelab.course.judge.outcome import Outcome
from slidelab.course.judge.program import Program
from slidelab.course.judge.sandbox_pool import SandboxPool
from slidelab.course.judge.suite import Case, SuiteRow, cases
from slidelab.lab.results import explain_damage, hold_database, open_database
from slidelab.system.progress import Cancelled, Progress

WHAT = "a judged class"

_TABLES = """
CREATE TABLE IF NOT EXISTS class (fingerprint TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS submissions (name TEXT PRIMARY KEY, fingerprint TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS runs (
    submission TEXT NOT NULL, number INTEGER NOT NULL, outcome TEXT NOT NULL,
    PRIMARY KEY (submission, number)
) WITHOUT ROWID;
"""


@dataclass(frozen=True)
class ClassJudgement:
    """What is to be said of a class."""

    suite: str
    isolation: str
    submissions: tuple[Submission, ...]
    judgements: dict[str, Judgement]
    """By the name of the submission; those without a program have none."""

    @property
    def complete(self) -> bool:
        """Whether everything was run."""
        return all(judgement.complete for judgement in self.judgements.values())


class _Runs(NamedTuple):
    """The runs of one submission, and what came of those that are done."""

    name: str
    program: Program
    cases: list[Case]
    outcomes: dict[int, Outcome]


def judge_class(
    submissions: list[Submission],
    rows: Callable[[str], list[SuiteRow]],
    *,
    suite: str,
    database: Path,
    pool: SandboxPool,
    rubric: Rubric = USUAL,
    fresh: bool = False,
    progress: Progress = lambda doing, fraction: None,
    cancelled: Cancelled = lambda: False,
) -> ClassJudgement:
    """Run what is not done yet, and judge all; what is done is kept in the database.

    `rows` gives the suite for a goal, as `partial(read_suite, "basic")` does.

    Raises ValueError when the database belongs to something else, and OSError when it cannot be
    written or another process uses it.
    """

    def run(mine: _Runs) -> None:
        left = [case for case in mine.cases if case.number not in mine.outcomes]
        if not left or cancelled():
            return
        with pool.build(mine.program) as built:
            for case in left:
                outcome = pool.run(built, case)
                if cancelled() or outcome.ended == "cancelled":
                    return
                state.add(mine.name, case.number, outcome)
                mine.outcomes[case.number] = outcome
                done = sum(len(each.outcomes) for each in runs)
                progress(f"judging {total:,} cases", done / total)

    goals = sorted({one.program.file.goal for one in submissions if one.program is not None})
    rows_for = {goal: rows(goal) for goal in goals}
    fingerprint = sha256(repr(rows_for).encode()).hexdigest()
    with (
        hold_database(database, "judges this class"),
        closing(ClassState(database, fingerprint, fresh)) as state,
    ):
        runs = [
            _Runs(
                one.name,
                one.program,
                cases(rows_for[one.program.file.goal], one.program),
                state.load(one.name, one.fingerprint),
            )
            for one in submissions
            if one.program is not None
        ]
        total = sum(len(each.cases) for each in runs)
        for _ in pool.each([partial(run, each) for each in runs], cancelled):
            pass
    judgements = {
        each.name: judge_outcomes(
            each.program,
            [(case, each.outcomes.get(case.number)) for case in each.cases],
            suite,
            pool.isolation,
            rubric,
        )
        for each in runs
    }
    return ClassJudgement(suite, pool.isolation, tuple(submissions), judgements)


class ClassState:
    """The runs that are done. Opening it takes up what earlier runs of the command did.

    Threads may share it. Raises ValueError when the database belongs to another suite or to
    something else, and OSError when it cannot be written.
    """

    def __init__(self, database: Path, fingerprint: str, fresh: bool) -> None:
        self._database = database
        self._one_writes = threading.Lock()
        with explain_damage(database, WHAT):
            self._connection = open_database(database, fresh)
            self._connection.executescript(_TABLES)
            before = self._connection.execute("SELECT fingerprint FROM class").fetchone()
            if before is None:
                self._connection.execute("INSERT INTO class VALUES (?)", (fingerprint,))
            elif before[0] != fingerprint:
                raise ValueError(
                    f"{database} holds runs of another suite: use --fresh to run all again, or "
                    "choose another --output"
                )

    def load(self, submission: str, fingerprint: str) -> dict[int, Outcome]:
        """Read the runs of a submission, by number of the case; none if its files have changed."""
        with self._one_writes, explain_damage(self._database, WHAT), self._connection as connection:
            connection.execute("BEGIN IMMEDIATE")
            before = connection.execute(
                "SELECT fingerprint FROM submissions WHERE name = ?", (submission,)
            ).fetchone()
            if before != (fingerprint,):
                connection.execute("DELETE FROM runs WHERE submission = ?", (submission,))
                connection.execute(
                    "INSERT OR REPLACE INTO submissions VALUES (?, ?)", (submission, fingerprint)
                )
            rows = connection.execute(
                "SELECT number, outcome FROM runs WHERE submission = ?", (submission,)
            ).fetchall()
        return {number: Outcome.from_dict(loads(outcome)) for number, outcome in rows}

    def add(self, submission: str, number: int, outcome: Outcome) -> None:
        """Note what came of a run."""
        with self._one_writes, explain_damage(self._database, WHAT):
            self._connection.execute(
                "INSERT OR REPLACE INTO runs VALUES (?, ?, ?)",
                (submission, number, dumps(outcome.to_dict())),
            )

    def close(self) -> None:
        """End the use of the database."""
        with explain_damage(self._database, WHAT):
            self._connection.close()
