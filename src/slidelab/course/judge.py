"""Judge a program: build it, run it on all cases, check the answers, and compute the points."""

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from slidelab.course import folders
from slidelab.course.checks import (
    CRITERIA,
    LONGEST_ERROR,
    REFUSALS,
    USUAL,
    CaseRun,
    Rubric,
    check_answer,
    check_numbers,
    decode,
    describe_end,
)
from slidelab.course.counts import Explained, explain_counts
from slidelab.course.explain import Observation
from slidelab.course.limits import ProgramLimits
from slidelab.course.program import OF_THE_PATH, Program
from slidelab.course.sandbox import Completed, Sandbox
from slidelab.course.suite import Case, list_cases
from slidelab.errors import SlidelabError
from slidelab.puzzle import format_moves, goal_name
from slidelab.system.progress import Cancelled, report_progress
from slidelab.system.text import printable

BUILD_LIMITS = ProgramLimits(
    seconds=120.0, memory_bytes=4 << 30, disk_bytes=1 << 30, files=50_000, processes=512
)
"""What a compiler may use."""

Judgement = dict[str, Any]
"""The judgement of a program as plain values, as `slidelab judge --format json` writes them."""


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
        yield built, replace(done, ended="not built", stdout=b"", stderr=said) if failed else None
    finally:
        folders.remove(place)


def _require_programs(program: Program, sandbox: Sandbox) -> None:
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


def judge(
    program: Program,
    rows: list[Case],
    *,
    suite: str,
    sandbox: Sandbox,
    rubric: Rubric = USUAL,
    cancelled: Cancelled = lambda: False,
) -> Judgement:
    """Run a program on the rows of a suite, and judge the answers.

    Raise ValueError for a program that cannot be tried and rows that it cannot have, and
    CancelledError.
    """
    _require_programs(program, sandbox)
    runs = _run_cases(program, list_cases(rows, program), sandbox, cancelled)
    explanations = _explain_counts(program, runs)
    prints_cost = any(name in OF_THE_PATH for run in runs for name in run.answer.figures)
    runs = [
        check_numbers(program, run, explanations.get(run.case.algorithm), prints_cost=prints_cost)
        for run in runs
    ]
    solves = any(run.solved for run in runs)
    earned = [_list_earned(run, solves) for run in runs]
    due = Counter(name for run in runs for name in run.due)
    passed = Counter(name for names in earned for name in names)
    worth = _weigh(due, rubric)
    return {
        "program": program.name,
        "suite": suite,
        "isolation": sandbox.describe(),
        "passed": all(run.passed for run in runs),
        "points": round(sum(worth[name] * passed[name] for name in worth), 4),
        "of": rubric.points,
        "main_reason": _find_main_reason(runs, solves),
        "errors": _find_startup_error(runs),
        "scores": [
            {
                "criterion": name,
                "passed": passed[name],
                "of": due[name],
                "points": round(each * passed[name], 4),
                "most": round(each * due[name], 4),
            }
            for name, each in worth.items()
        ],
        "counted_as": {name: found.words for name, found in explanations.items()},
        "cases": [
            {
                **_describe_run(program, run),
                "points": round(sum(worth[name] for name in names), 4),
                "of": round(sum(worth[name] for name in run.due), 4),
            }
            for run, names in zip(runs, earned, strict=True)
        ],
    }


def _run_cases(
    program: Program, cases: Sequence[Case], sandbox: Sandbox, cancelled: Cancelled
) -> list[CaseRun]:
    """Build a program, run it on each case, and check the answers."""
    runs: list[CaseRun] = []
    with build(program, sandbox) as (built, failed):
        for case in cases:
            report_progress(f"judging {len(cases):,} cases", len(runs) / len(cases))
            call = program.invocation(case.board, case.goal, case.algorithm)
            done = failed or sandbox.run(
                folder=built.folder,
                limits=program.file.limits,
                cancelled=cancelled,
                **call._asdict(),
            )
            runs.append(check_answer(program, case, done))
    return runs


def _explain_counts(program: Program, runs: Sequence[CaseRun]) -> dict[str, Explained]:
    """Explain the counts of each algorithm, on all boards where its path is right."""
    printed: dict[str, list[Observation]] = {}
    for run in runs:
        case, counts = run.case, run.answer.counts
        if case.expect == "solution" and counts and run.passed:
            seen = Observation(case.start, case.goal, counts)
            printed.setdefault(case.algorithm, []).append(seen)
    return {word: explain_counts(program.searches[word], seen) for word, seen in printed.items()}


def _list_earned(run: CaseRun, solves: bool) -> list[str]:
    """List the criteria that a run passed.

    A program that solves no board earns no points for refusing boards.
    """
    names = [check.criterion for check in run.checks if check.status == "passed"]
    idle = () if solves else REFUSALS.values()
    return [name for name in names if name in run.due and name not in idle]


def _weigh(due: Mapping[str, int], rubric: Rubric) -> dict[str, float]:
    """Return the points that each criterion earns on each case where it is due.

    A run without an answer fails every criterion that applies.
    """
    weights = {name: rubric.weights.get(name, CRITERIA[name]) for name in CRITERIA if name in due}
    unit = rubric.points / (sum(weights.values()) or 1.0)
    return {name: unit * weight / due[name] for name, weight in weights.items()}


def _find_main_reason(runs: Sequence[CaseRun], solves: bool) -> str:
    """Say that it solves no board, or which criterion failed most often, if any did."""
    answers = [run.checks[0] for run in runs if run.case.expect == "solution"]
    if answers and not solves:
        has_answers = any(check.status == "passed" for check in answers)
        return "solves no board" + ("" if has_answers else f": {answers[0].got}")
    failures = [check for run in runs for check in run.failures]
    if not failures:
        return ""
    [(name, times)] = Counter(check.criterion for check in failures).most_common(1)
    of = sum(name in run.due for run in runs)
    first = next(check for check in failures if check.criterion == name)
    return f"{name} fails on {times} of {of}: expected {first.expected}, got {first.got}"


def _find_startup_error(runs: Sequence[CaseRun]) -> str:
    """Return what was printed if no run began, the same for all cases; else an empty text."""
    if any(run.done.ended not in ("not started", "not built") for run in runs):
        return ""
    first = runs[0].done
    return decode(first.stderr) or describe_end(first)


def _describe_run(program: Program, run: CaseRun) -> dict[str, Any]:
    case, done, answer = run.case, run.done, run.answer
    return {
        "name": printable(case.name),
        "algorithm": case.algorithm,
        "board": case.board_text,
        "goal": goal_name(case.goal),
        "expect": case.expect,
        "distance": case.distance,
        "note": case.note,
        "passed": run.passed,
        "checks": [check._asdict() for check in run.checks],
        "moves": None if answer.moves is None else format_moves(answer.moves, "letters"),
        "figures": answer.figures,
        "ended": describe_end(done),
        "seconds": round(done.wall_seconds, 4),
        "cpu_seconds": round(done.cpu_seconds, 4),
        "peak_memory_bytes": done.peak_memory_bytes,
        "errors": decode(done.stderr)[-LONGEST_ERROR:],
        "replay": program.write_replay(case.board, case.goal, case.algorithm),
    }
