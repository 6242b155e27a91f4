"""Judging a program: all its runs, what they show, and what that is worth."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial

from slidelab.course.judge.checks import Verdict, checked, observation
from slidelab.course.judge.counts import Explanation, explanation
from slidelab.course.judge.criteria import CRITERIA, USUAL, Rubric
from slidelab.course.judge.outcome import Outcome
from slidelab.course.judge.program import Program
from slidelab.course.judge.reference_run import Beside
from slidelab.course.judge.sandbox_pool import SandboxPool
from slidelab.course.judge.suite import Case

Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Score:
    """How a program did by one criterion."""

    criterion: str
    passed: int
    of: int
    points: float
    most: float


@dataclass(frozen=True)
class Reach:
    """How far an algorithm copes."""

    algorithm: str
    deepest: int | None
    """The most moves of a board that it solved."""
    first_failure: int | None
    """The fewest moves of a board at which it ran into a limit."""
    why: str

    @property
    def words(self) -> str:
        """The same in words."""
        deepest = "solves nothing" if self.deepest is None else f"copes with {self.deepest} moves"
        if self.first_failure is None:
            return f"{self.algorithm} {deepest}"
        return f"{self.algorithm} {deepest}; at {self.first_failure} moves it {self.why}"


@dataclass(frozen=True)
class Judgement:
    """What is to be said of a program."""

    program: Program
    suite: str
    isolation: str
    verdicts: tuple[Verdict, ...]
    explanations: Mapping[str, Explanation]
    """What explains the counts of each algorithm best."""
    rubric: Rubric = USUAL
    complete: bool = True
    """Whether every case was run."""
    beside: Beside = field(default_factory=dict)
    """What the textbook engine takes, where that is known."""

    @property
    def passed(self) -> bool:
        """Whether every check passed, and none was left out."""
        return self.complete and all(verdict.passed for verdict in self.verdicts)

    @cached_property
    def scores(self) -> list[Score]:
        """What each criterion is worth; those that nothing was checked by are left out."""
        tried: dict[str, list[bool]] = {}
        for verdict in self.verdicts:
            for check in verdict.checks:
                tried.setdefault(check.criterion, []).append(check.passed)
        weights = {name: getattr(self.rubric.weights, name) for name in CRITERIA if name in tried}
        unit = self.rubric.points / (sum(weights.values()) or 1.0)
        return [
            Score(
                name,
                sum(tried[name]),
                len(tried[name]),
                unit * weight * sum(tried[name]) / len(tried[name]),
                unit * weight,
            )
            for name, weight in weights.items()
        ]

    @property
    def points(self) -> float:
        """The sum of all scores."""
        return sum(score.points for score in self.scores)

    @cached_property
    def reaches(self) -> list[Reach]:
        """How far each algorithm copes."""
        return [self._reach(algorithm) for algorithm in self.program.searches]

    def worth(self, verdict: Verdict) -> tuple[float, float]:
        """The points that a case brings, and the most that it can bring."""
        each = {score.criterion: score.most / score.of for score in self.scores}
        most = [(each[check.criterion], check.passed) for check in verdict.checks]
        return sum(worth for worth, passed in most if passed), sum(worth for worth, _ in most)

    def _reach(self, algorithm: str) -> Reach:
        mine = [v for v in self.verdicts if v.case.algorithm == algorithm]
        far = [(v.case.row.distance, v) for v in mine if v.case.row.distance is not None]
        solved = [d for d, v in far if v.outcome.answer.moves is not None and _is_solved(v)]
        failed = sorted(
            ((d, v.outcome.words) for d, v in far if v.outcome.ended.endswith("limit")),
        )
        first, why = failed[0] if failed else (None, "")
        return Reach(algorithm, max(solved, default=None), first, why)


def judge(
    program: Program,
    cases: list[Case],
    *,
    suite: str,
    pool: SandboxPool,
    rubric: Rubric = USUAL,
    progress: Progress = lambda done, total: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Judgement:
    """Run a program on all cases and judge what came; raises OSError when nothing can be run."""
    outcomes: dict[int, Outcome] = {}
    with pool.built(program) as built:
        work = [partial(_run, built, case, pool) for case in cases]
        for case, outcome in pool.each(work, stopped):
            outcomes[case.number] = outcome
            progress(len(outcomes), len(cases))
    done = [(case, outcomes[case.number]) for case in cases if case.number in outcomes]
    return judged(program, done, suite, pool.isolation, rubric, complete=len(done) == len(cases))


def judged(
    program: Program,
    done: Iterable[tuple[Case, Outcome]],
    suite: str,
    isolation: str,
    rubric: Rubric = USUAL,
    *,
    complete: bool = True,
) -> Judgement:
    """The judgement of runs that are done."""
    runs = list(done)
    explanations: dict[str, Explanation] = {}
    for algorithm, spec in program.searches.items():
        seen = [observation(case, out) for case, out in runs if case.algorithm == algorithm]
        found = explanation(spec, [one for one in seen if one is not None])
        if found is not None:
            explanations[algorithm] = found
    verdicts = tuple(
        checked(program, case, outcome, explanations.get(case.algorithm)) for case, outcome in runs
    )
    return Judgement(program, suite, isolation, verdicts, explanations, rubric, complete)


def _run(program: Program | Outcome, case: Case, pool: SandboxPool) -> tuple[Case, Outcome]:
    return case, program if isinstance(program, Outcome) else pool.run(program, case)


def _is_solved(verdict: Verdict) -> bool:
    return all(c.passed for c in verdict.checks if c.criterion in ("answers", "path"))
