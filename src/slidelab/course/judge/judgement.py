"""Judging a program: all its runs, what they show, and what that is worth."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from math import inf
from typing import NamedTuple

from slidelab.course.judge.checks import OF_THE_PATH, Verdict, check_outcome, observe
from slidelab.course.judge.counts import PATIENCE, Explanation, explain_counts
from slidelab.course.judge.criteria import CRITERIA, REFUSALS, USUAL, Rubric
from slidelab.course.judge.outcome import Outcome
from slidelab.course.judge.program import Program
from slidelab.course.judge.sandbox_pool import SandboxPool
from slidelab.course.judge.suite import Case
from slidelab.puzzle import Board
from slidelab.search import Counters, Limits
from slidelab.solving import Search
from slidelab.system.progress import Cancelled, Progress


class Score(NamedTuple):
    """How a program did by one criterion."""

    criterion: str
    passed: int
    of: int
    points: float
    most: float


class Reach(NamedTuple):
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
    reference: Mapping[int, Counters] = field(default_factory=dict)
    """The counters of the textbook engine by the number of the case, where they are known."""

    @property
    def passed(self) -> bool:
        """Whether every check passed, and none was left out."""
        return self.complete and all(verdict.passed for verdict in self.verdicts)

    @cached_property
    def scores(self) -> list[Score]:
        """What each criterion is worth: the share of the cases it is due on that passed.

        A run that came to nothing has failed by all that was due. Those that are due nowhere are
        left out.
        """
        due = Counter(name for verdict in self.verdicts for name in verdict.due)
        passed = Counter(
            name for verdict in self.verdicts for name in self._criteria_earned(verdict)
        )
        weights = {name: getattr(self.rubric.weights, name) for name in CRITERIA if name in due}
        unit = self.rubric.points / (sum(weights.values()) or 1.0)
        return [
            Score(name, passed[name], due[name], unit * w * passed[name] / due[name], unit * w)
            for name, w in weights.items()
        ]

    @property
    def points(self) -> float:
        """The sum of all scores."""
        return sum(score.points for score in self.scores)

    @cached_property
    def reaches(self) -> list[Reach]:
        """How far each algorithm copes."""
        return [self._find_reach(algorithm) for algorithm in self.program.searches]

    def weigh(self, verdict: Verdict) -> tuple[float, float]:
        """Return the points that a case earns, and the most that it can earn."""
        each = {score.criterion: score.most / score.of for score in self.scores}
        earned = sum(each[name] for name in self._criteria_earned(verdict))
        return earned, sum(each[name] for name in verdict.due)

    @cached_property
    def failure(self) -> str:
        """That it solves nothing, in a line, and why where it answers nothing; else empty."""
        solvable = [each for each in self.verdicts if each.case.row.expect == "solution"]
        if not solvable or any(verdict.solved for verdict in solvable):
            return ""
        answers = [verdict.checks[0] for verdict in solvable]
        why = "" if any(check.passed for check in answers) else f": {answers[0].got}"
        return f"solves no board{why}"

    @cached_property
    def main_reason(self) -> str:
        """The main reason for lost points, in a line; empty where nothing failed.

        That is the criterion that failed most often, with the first of its failures.
        """
        if self.failure:
            return self.failure
        failures = [check for verdict in self.verdicts for check in verdict.failures]
        if not failures:
            return ""
        [(name, times)] = Counter(check.criterion for check in failures).most_common(1)
        of = next(score.of for score in self.scores if score.criterion == name)
        first = next(check for check in failures if check.criterion == name)
        return f"{name} fails on {times} of {of}: expected {first.expected}, got {first.got}"

    @cached_property
    def never_started(self) -> Outcome | None:
        """What came of starting it, where no run began: the same for all cases."""
        outcomes = [verdict.outcome for verdict in self.verdicts]
        is_none = outcomes and all(each.ended == "not started" for each in outcomes)
        return outcomes[0] if is_none else None

    def _criteria_earned(self, verdict: Verdict) -> list[str]:
        """The criteria that a case passed; who solves nothing earns nothing by refusing."""
        names = [check.criterion for check in verdict.checks if check.passed]
        idle = REFUSALS.values() if self.failure else ()
        return [name for name in names if name in verdict.due and name not in idle]

    def _find_reach(self, algorithm: str) -> Reach:
        mine = [v for v in self.verdicts if v.case.algorithm == algorithm]
        far = [(v.case.row.distance, v) for v in mine if v.case.row.distance is not None]
        solved = [d for d, v in far if v.solved]
        failed = sorted((d, v.outcome.words) for d, v in far if v.outcome.ended.endswith("limit"))
        first, why = failed[0] if failed else (None, "")
        return Reach(algorithm, max(solved, default=None), first, why)


def judge(
    program: Program,
    cases: list[Case],
    *,
    suite: str,
    pool: SandboxPool,
    rubric: Rubric = USUAL,
    progress: Progress = lambda doing, fraction: None,
    cancelled: Cancelled = lambda: False,
) -> Judgement:
    """Run a program on all cases and judge what came; raises OSError when nothing can be run."""
    outcomes: dict[int, Outcome] = {}

    def run(case: Case) -> tuple[int, Outcome]:
        return case.number, pool.run(built, case)

    with pool.build(program) as built:
        for number, outcome in pool.each([partial(run, case) for case in cases], cancelled):
            outcomes[number] = outcome
            progress(f"judging {len(cases):,} cases", len(outcomes) / len(cases))
    runs = [(case, outcomes.get(case.number)) for case in cases]
    return judge_outcomes(program, runs, suite, pool.isolation, rubric)


def judge_outcomes(
    program: Program,
    runs: Sequence[tuple[Case, Outcome | None]],
    suite: str,
    isolation: str,
    rubric: Rubric = USUAL,
    *,
    patience: Limits = PATIENCE,
    most_changes: float = inf,
) -> Judgement:
    """Judge the runs that are done; `patience` limits each search that this needs.

    `most_changes` is how far conventions that explain counts may be from the textbook's.
    """
    done = [(case, outcome) for case, outcome in runs if outcome is not None]
    explanations: dict[str, Explanation] = {}
    for algorithm, spec in program.searches.items():
        seen = [observe(case, out) for case, out in done if case.algorithm == algorithm]
        found = explain_counts(spec, [one for one in seen if one is not None], most_changes)
        if found is not None:
            explanations[algorithm] = found
    tells_figures = any(name in out.answer.counts for _, out in done for name in OF_THE_PATH)
    verdicts = tuple(
        check_outcome(
            program,
            case,
            outcome,
            explanations.get(case.algorithm),
            tells_figures=tells_figures,
            patience=patience,
        )
        for case, outcome in done
    )
    complete = len(done) == len(runs)
    return Judgement(program, suite, isolation, verdicts, explanations, rubric, complete)


def with_reference(judgement: Judgement, cancelled: Cancelled) -> Judgement:
    """Add what the textbook engine takes for the boards that the program solved."""
    found: dict[int, Counters] = {}
    limits = Limits(seconds=judgement.program.bounds.seconds)
    for verdict in judgement.verdicts:
        row, spec = verdict.case.row, judgement.program.searches[verdict.case.algorithm]
        if verdict.outcome.answer.moves is None or not isinstance(row.board, Board):
            continue
        search = Search(row.board, row.goal, replace(spec, engine="textbook"))
        result = search.advance(limits, cancelled=cancelled)
        if result.solved:
            found[verdict.case.number] = result.counters
    return replace(judgement, reference=found)
