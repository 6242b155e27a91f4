"""Write a judgement: for people, for programs, and for Gradescope.

All of them write the plain values of `describe`, which are also what is kept of a class.
"""

import json
import shlex
from collections.abc import Callable, Iterable
from html import escape
from typing import Any

from slidelab.course.checks import LONGEST_ERROR, Run, decode, describe_end
from slidelab.course.judge import Judgement
from slidelab.course.program import Program
from slidelab.course.suite import Case
from slidelab.pictures import board_svg
from slidelab.puzzle import Board, format_moves, goal_name
from slidelab.search.counters import memory_words, time_words
from slidelab.solving.text_layout import table
from slidelab.system.text import plural, printable

SCORES = ("criterion", "passed", "points", "of")
STYLE = """
body { font-family: sans-serif; color: #333; max-width: 64em; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: 0.2em 0.8em; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; }
.case { display: flex; gap: 1.5em; padding: 0.8em 0; border-top: 1px solid #ddd; }
.case svg { width: 96px; height: auto; flex: none; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.passed::first-line { color: #1d6b2f; } .failed::first-line { color: #a3232b; }
"""


def describe(judgement: Judgement) -> dict[str, Any]:
    """Return a judgement as plain values that JSON can carry."""
    return {
        "program": judgement.program.name,
        "suite": judgement.suite,
        "isolation": judgement.isolation,
        "passed": judgement.passed,
        "points": round(judgement.points, 4),
        "of": judgement.rubric.points,
        "main_reason": judgement.main_reason,
        "errors": judgement.startup_error,
        "scores": [score._asdict() for score in judgement.scores],
        "counted_as": {name: found.words for name, found in judgement.explanations.items()},
        "cases": [_describe_run(judgement, run) for run in judgement.runs],
    }


def _describe_run(judgement: Judgement, run: Run) -> dict[str, Any]:
    case, done, answer = run[:3]
    points, most = judgement.weigh(run)
    return {
        "name": printable(case.name),
        "algorithm": case.algorithm,
        "board": case.board_text,
        "goal": goal_name(case.goal),
        "expect": case.expect,
        "distance": case.distance,
        "note": case.note,
        "passed": run.passed,
        "points": round(points, 4),
        "of": round(most, 4),
        "checks": [check._asdict() for check in run.checks],
        "moves": None if answer.moves is None else format_moves(answer.moves, "letters"),
        "figures": answer.figures,
        "ended": describe_end(done),
        "seconds": round(done.wall_seconds, 4),
        "cpu_seconds": round(done.cpu_seconds, 4),
        "peak_memory_bytes": done.peak_memory_bytes,
        "errors": decode(done.stderr)[-LONGEST_ERROR:],
        "replay": write_replay(judgement.program, case),
    }


def write_replay(program: Program, case: Case) -> str:
    """Write the command that repeats a case by hand, in a fresh folder."""
    call = program.invocation(case.board, case.goal, case.algorithm)
    command = shlex.join(call.command)
    content = f"printf %b {shlex.quote(call.stdin.decode().replace(chr(92), chr(92) * 2))}"
    if call.input:
        command = f"{content} > {shlex.quote(call.input)} && {command}"
    elif call.stdin:
        command = f"{content} | {command}"
    folder = shlex.quote(str(program.folder))
    build = f"(cd {folder} && {program.file.build}) && " if program.file.build else ""
    shown = f" ; cat {shlex.quote(call.output)}" if call.output else ""
    return printable(f'{build}cd "$(mktemp -d)" && ln -s {folder}/* . && {command}{shown}')


def as_text(values: dict[str, Any]) -> str:
    """Write a line for each case, more for those that failed, and a summary."""
    parts = [
        f"{values['program']}: suite {values['suite']}, {values['isolation']}",
        values["errors"] or "\n".join(map(_describe_case, values["cases"])),
        "\n".join(_list_conclusions(values)),
        table(SCORES, _list_scores(values), right=(1, 2, 3), rule=True),
        _summarise(values),
    ]
    return "\n\n".join(filter(None, parts))


def _describe_case(case: dict[str, Any]) -> str:
    mark, note = "✓" if case["passed"] else "✗", f" ({case['note']})" if case["note"] else ""
    said = f"{case['checks'][0]['got']}, " if case["passed"] else ""
    cost = f"{time_words(case['cpu_seconds'])}, {memory_words(case['peak_memory_bytes'])}"
    lines = [f"{mark} {case['name']}{note}: {said}{cost}"]
    for check in case["checks"]:
        name = check["criterion"]
        if check["status"] == "undecided":
            lines.append(f"    {name}: undecided: {check['got']}")
        elif check["status"] == "failed":
            lines.append(f"    {name}: expected {check['expected']}")
            lines.append(f"    {' ' * len(name)}  got      {check['got']}")
    lines += [] if case["passed"] else [f"    replay: {case['replay']}"]
    return "\n".join(lines)


def _list_conclusions(values: dict[str, Any]) -> list[str]:
    """List sentences about all cases together."""
    found = [f"main problem: {values['main_reason']}"] if values["main_reason"] else []
    return found + [f"{name} {words}" for name, words in values["counted_as"].items()]


def _list_scores(values: dict[str, Any]) -> list[list[str]]:
    """List the rows of the table of scores."""
    return [
        [name, f"{passed} of {of}", f"{points:.1f}", f"{most:.1f}"]
        for name, passed, of, points, most in map(dict.values, values["scores"])
    ]


def _summarise(values: dict[str, Any]) -> str:
    failed = sum(not case["passed"] for case in values["cases"])
    ends = f"{failed:,} failed" if failed else "all passed"
    points = f"{values['points']:.1f} of {values['of']:g} points"
    return f"{plural(len(values['cases']), 'case')}, {ends}: {points}"


def as_json(values: dict[str, Any]) -> str:
    """Write everything as JSON."""
    return json.dumps(values, indent=2, ensure_ascii=False)


def as_html(values: dict[str, Any]) -> str:
    """Write a page with pictures of the boards, the failures first."""
    about = [_summarise(values), f"Suite {values['suite']}, {values['isolation']}"]
    about += _list_conclusions(values)
    body = "".join(f"<p>{escape(line)}.</p>" for line in about)
    body += html_table(SCORES, _list_scores(values))
    if values["errors"]:
        return write_page(values["program"], f"{body}<pre>{escape(values['errors'])}</pre>")
    for case in sorted(values["cases"], key=lambda case: case["passed"]):
        picture = "<div></div>" if case["expect"] == "error" else board_svg(Board(case["board"]))
        words = f'<pre class="{_status(case)}">{escape(_describe_case(case))}</pre>'
        body += f'<div class="case">{picture}{words}</div>'
    return write_page(values["program"], body)


def _status(case: dict[str, Any]) -> str:
    return "passed" if case["passed"] else "failed"


def html_table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Write a table."""

    def write_row(cells: Iterable[str], tag: str) -> str:
        return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"

    body = "".join(write_row(row, "td") for row in rows)
    return f"<table><thead>{write_row(headings, 'th')}</thead><tbody>{body}</tbody></table>"


def write_page(title: str, body: str) -> str:
    """Write a page in the style of all judgements."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n"
        f"<body><h1>{escape(title)}</h1>{body}</body></html>"
    )


def as_gradescope(values: dict[str, Any]) -> str:
    """Write the `results.json` that Gradescope reads; all tests add up to the rubric's points."""
    tests = [
        {
            "name": case["name"],
            "score": case["points"],
            "max_score": case["of"],
            "status": _status(case),
            "output": _describe_case(case),
        }
        for case in values["cases"]
    ]
    results = {
        "output": "\n".join([values["isolation"], *_list_conclusions(values)]),
        "execution_time": round(sum(case["seconds"] for case in values["cases"]), 3),
        "tests": tests,
    }
    return as_json(results)


WRITERS: dict[str, Callable[[dict[str, Any]], str]] = {
    "text": as_text,
    "json": as_json,
    "html": as_html,
    "gradescope": as_gradescope,
}
"""The ways to write a judgement, by name."""
