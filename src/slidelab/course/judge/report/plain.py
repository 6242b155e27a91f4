"""A judgement as plain values."""

import shlex
from dataclasses import asdict
from json import dumps
from typing import Any

from slidelab.course.judge.checks import Verdict
from slidelab.course.judge.judgement import Judgement
from slidelab.puzzle import goal_name
from slidelab.puzzle.wording import printable


def as_json(judgement: Judgement) -> str:
    """The judgement as JSON."""
    return dumps(to_dict(judgement), indent=2, ensure_ascii=False)


def to_dict(judgement: Judgement) -> dict[str, Any]:
    """The judgement as plain values that JSON can carry."""
    return {
        "program": judgement.program.name,
        "suite": judgement.suite,
        "isolation": judgement.isolation,
        "passed": judgement.passed,
        "complete": judgement.complete,
        "points": round(judgement.points, 2),
        "failure": judgement.failure,
        "main_reason": judgement.main_reason,
        "errors": "" if judgement.never_started is None else judgement.never_started.errors,
        "scores": [asdict(score) for score in judgement.scores],
        "explanations": {
            algorithm: {
                "complete": found.complete,
                "words": found.words,
                **found.spec.to_dict(),
            }
            for algorithm, found in judgement.explanations.items()
        },
        "reach": [asdict(reach) for reach in judgement.reaches],
        "cases": [_case(judgement, verdict) for verdict in judgement.verdicts],
    }


def replay(judgement: Judgement, verdict: Verdict) -> str:
    """The command that runs a case again, in a fresh folder, by hand."""
    case, program = verdict.case, judgement.program
    run = program.run(case.row.board, case.row.goal, case.algorithm)
    command = shlex.join(run.command)
    if run.stdin:
        command = f"{_print_command(run.stdin)} | {command}"
    for name, content in run.files:
        command = f"{_print_command(content)} > {shlex.quote(name)} && {command}"
    if program.file.build is not None:
        build = shlex.join(shlex.split(program.file.build))
        command = f"(cd {shlex.quote(run.folder)} && {build}) && {command}"
    shown = f" ; cat {shlex.quote(run.output)}" if run.output else ""
    return printable(f'cd "$(mktemp -d)" && {command}{shown}')


def _print_command(content: bytes) -> str:
    """The command that prints this; the whole replay is one line, so ends of lines are spelled."""
    return f"printf %b {shlex.quote(content.decode().replace(chr(92), chr(92) * 2))}"


def _case(judgement: Judgement, verdict: Verdict) -> dict[str, Any]:
    row, number = verdict.case.row, verdict.case.number
    reference = judgement.reference.get(number)
    return {
        "number": number,
        "algorithm": verdict.case.algorithm,
        "board": verdict.case.board_text,
        "goal": goal_name(row.goal),
        "expect": row.expect,
        "distance": row.distance,
        "note": row.note,
        "passed": verdict.passed,
        "checks": [asdict(check) for check in verdict.checks],
        **verdict.outcome.to_dict(),
        **({} if judgement.never_started is None else {"errors": ""}),  # they are told once
        "textbook": None if reference is None else asdict(reference),
        "replay": replay(judgement, verdict),
    }
