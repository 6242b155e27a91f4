"""A judgement written down: for people, for programs, and for what courses run."""

import re
import shlex
from collections.abc import Callable
from dataclasses import asdict
from html import escape
from json import dumps
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from slidelab.course.judge.checks import Verdict
from slidelab.course.judge.judgement import Judgement
from slidelab.lab.table_files import html_table
from slidelab.pictures import board_svg
from slidelab.puzzle import Board, goal_name
from slidelab.puzzle.wording import plural, printable
from slidelab.search.counters import memory_words, time_words
from slidelab.solving.text_layout import table

STYLE = """
body { font-family: sans-serif; color: #333; max-width: 64em; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: 0.2em 0.8em; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; }
.case { display: flex; gap: 1.5em; align-items: center; padding: 0.8em 0;
  border-top: 1px solid #ddd; }
.case svg { width: 96px; height: auto; flex: none; }
pre { background: #f6f4ef; padding: 0.5em; white-space: pre-wrap; overflow-wrap: anywhere; }
.yes, .no { font-weight: bold; }
.yes::before { content: "✓ "; } .no::before { content: "✗ "; }
.yes { color: #1d6b2f; } .no { color: #a3232b; }
dt { font-weight: bold; } dd { margin-left: 1em; overflow-wrap: anywhere; }
"""

_SCORES = ("criterion", "passed", "points", "of")


def as_text(judgement: Judgement) -> str:
    """Write a line for each case, more for those that failed, and a summary."""
    failed = sum(not verdict.passed for verdict in judgement.verdicts)
    cases = plural(len(judgement.verdicts), "case")
    ends = "all passed" if not failed else f"{failed:,} failed"
    if not judgement.complete:
        ends += "; stopped before the end"
    verdicts = [_write_verdict(judgement, verdict) for verdict in judgement.verdicts]
    parts = [
        f"{judgement.program.name}: suite {judgement.suite}, {judgement.isolation}",
        _write_errors(judgement) or "\n".join(verdicts),
        *filter(None, (write_conclusions(judgement),)),
        table(_SCORES, _list_scores(judgement), right=(1, 2, 3), rule=True),
        f"{cases}, {ends}: {judgement.points:.1f} of {judgement.rubric.points:g} points",
    ]
    return "\n\n".join(parts)


def _write_errors(judgement: Judgement) -> str:
    """Write what the compiler or the system said, once, if the program never started."""
    outcome = judgement.never_started
    return "" if outcome is None else f"✗ {outcome.words}\n\n{outcome.errors}".strip()


def write_conclusions(judgement: Judgement) -> str:
    """Write what all cases of an algorithm show together."""
    why = [f"The program {judgement.failure}"] if judgement.failure else []
    explained = [f"{name} {found.words}" for name, found in judgement.explanations.items()]
    return "\n".join(why + explained + [reach.words for reach in judgement.reaches])


def _list_scores(judgement: Judgement) -> list[list[str]]:
    return [
        [each.criterion, f"{each.passed} of {each.of}", f"{each.points:.1f}", f"{each.most:.1f}"]
        for each in judgement.scores
    ]


def describe_cost(judgement: Judgement, verdict: Verdict) -> str:
    """Say what a run took, beside what the textbook engine takes."""
    outcome = verdict.outcome
    words = f"{time_words(outcome.seconds)}, {memory_words(outcome.peak_memory_bytes)}"
    textbook = judgement.reference.get(verdict.case.number)
    return words if textbook is None else f"{words}; textbook engine {time_words(textbook.seconds)}"


def _write_verdict(judgement: Judgement, verdict: Verdict) -> str:
    note = f" ({verdict.case.row.note})" if verdict.case.row.note else ""
    if verdict.passed:
        said = verdict.checks[0].got
        return f"✓ {verdict.case.name}{note}: {said}, {describe_cost(judgement, verdict)}"
    lines = [f"✗ {verdict.case.name}{note}: {describe_cost(judgement, verdict)}"]
    for check in verdict.failures:
        lines += [
            f"    {check.criterion}: expected {check.expected}",
            f"    {' ' * len(check.criterion)}  got      {check.got}",
        ]
    return "\n".join([*lines, f"    replay: {write_replay(judgement, verdict)}"])


def as_json(judgement: Judgement) -> str:
    """Write the judgement as JSON."""
    values = {
        "program": judgement.program.name,
        "suite": judgement.suite,
        "isolation": judgement.isolation,
        "passed": judgement.passed,
        "complete": judgement.complete,
        "points": round(judgement.points, 2),
        "failure": judgement.failure,
        "main_reason": judgement.main_reason,
        "errors": "" if judgement.never_started is None else judgement.never_started.errors,
        "scores": [score._asdict() for score in judgement.scores],
        "explanations": {
            algorithm: {"complete": found.complete, "words": found.words, **found.spec.to_dict()}
            for algorithm, found in judgement.explanations.items()
        },
        "reach": [reach._asdict() for reach in judgement.reaches],
        "cases": [_describe_case(judgement, verdict) for verdict in judgement.verdicts],
    }
    return dumps(values, indent=2, ensure_ascii=False)


def write_replay(judgement: Judgement, verdict: Verdict) -> str:
    """Write the command that repeats a case by hand, in a fresh folder."""
    case, program = verdict.case, judgement.program
    run = program.plan_run(case.row.board, case.row.goal, case.algorithm)
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
    """Write the command that prints this; a replay is one line, so ends of lines are escaped."""
    return f"printf %b {shlex.quote(content.decode().replace(chr(92), chr(92) * 2))}"


def _describe_case(judgement: Judgement, verdict: Verdict) -> dict[str, Any]:
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
        "checks": [check._asdict() for check in verdict.checks],
        **verdict.outcome.to_dict(),
        **({} if judgement.never_started is None else {"errors": ""}),  # they are told once
        "textbook": None if reference is None else asdict(reference),
        "replay": write_replay(judgement, verdict),
    }


def as_html(judgement: Judgement) -> str:
    """Write the page: the failures first, each with its board."""
    name = escape(judgement.program.name)
    ordered = sorted(judgement.verdicts, key=lambda verdict: verdict.passed)
    ends = "passed" if judgement.passed else "failed"
    body = [
        f"<h1>{name}</h1>",
        f'<p><span class="{"yes" if judgement.passed else "no"}">{ends}</span>, '
        f"{judgement.points:.1f} of {judgement.rubric.points:g} points. "
        f"Suite {escape(judgement.suite)}; {escape(judgement.isolation)}.</p>",
        html_table(_SCORES, _list_scores(judgement)),
        *(f"<p>{escape(line)}.</p>" for line in write_conclusions(judgement).splitlines()),
    ]
    if (outcome := judgement.never_started) is not None:
        body.append(f"<h2>Not started</h2><pre>{escape(outcome.errors or outcome.words)}</pre>")
    else:
        body += ["<h2>Cases</h2>", *(_write_case(judgement, verdict) for verdict in ordered)]
    return write_page(name, "".join(body))


def write_page(title: str, body: str) -> str:
    """Write a page in the style of all judgements; the title is already escaped."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{title}</title><style>{STYLE}</style></head>\n<body>{body}</body></html>"
    )


def _write_case(judgement: Judgement, verdict: Verdict) -> str:
    row = verdict.case.row
    picture = board_svg(row.board) if isinstance(row.board, Board) else "<div></div>"
    note = f" ({escape(row.note)})" if row.note else ""
    head = (
        f'<h3 class="{"yes" if verdict.passed else "no"}">{escape(verdict.case.name)}{note}</h3>'
        f"<p>{escape(describe_cost(judgement, verdict))}</p>"
    )
    checks = "".join(
        f"<dt>{check.criterion}</dt><dd>expected {escape(check.expected)}</dd>"
        f"<dd>got {escape(check.got)}</dd>"
        for check in verdict.failures
    )
    again = "" if verdict.passed else f"<pre>{escape(write_replay(judgement, verdict))}</pre>"
    return f'<div class="case">{picture}<div>{head}<dl>{checks}</dl>{again}</div></div>'


def as_junit(judgement: Judgement) -> str:
    """Write the judgement as XML; cases that crashed or were stopped are errors, not failures."""
    failed = [verdict for verdict in judgement.verdicts if not verdict.passed]
    errors = [verdict for verdict in failed if verdict.outcome.ended != "exit"]
    seconds = sum(verdict.outcome.seconds for verdict in judgement.verdicts)
    suite = Element(
        "testsuite",
        name=clean_xml(f"{judgement.program.name}: {judgement.suite}"),
        tests=str(len(judgement.verdicts)),
        failures=str(len(failed) - len(errors)),
        errors=str(len(errors)),
        time=f"{seconds:.3f}",
    )
    properties = SubElement(suite, "properties")
    SubElement(properties, "property", name="isolation", value=clean_xml(judgement.isolation))
    for verdict in judgement.verdicts:
        case = SubElement(
            suite,
            "testcase",
            classname=clean_xml(f"{judgement.suite}.{verdict.case.algorithm}"),
            name=clean_xml(verdict.case.board_text),
            time=f"{verdict.outcome.seconds:.3f}",
        )
        if not verdict.passed:
            kind = "failure" if verdict.outcome.ended == "exit" else "error"
            first, *_ = failures = verdict.failures
            failure = SubElement(case, kind, message=clean_xml(f"{first.criterion}: {first.got}"))
            lines = [f"{c.criterion}: expected {c.expected}\n  got {c.got}" for c in failures]
            lines.append(f"replay: {write_replay(judgement, verdict)}")
            failure.text = clean_xml("\n".join(lines))
    root = Element("testsuites")
    root.append(suite)
    indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode")


def clean_xml(text: str) -> str:
    """Drop the characters that XML cannot hold; programs print anything."""
    return re.sub("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", text)


def as_gradescope(judgement: Judgement) -> str:
    """Write the `results.json` that Gradescope reads, as its documentation describes it
    ("Autograder Specifications"); the points of all tests add up to those of the rubric.
    """
    seconds = sum(verdict.outcome.seconds for verdict in judgement.verdicts)
    results = {
        "output": f"{judgement.isolation}\n{write_conclusions(judgement)}",
        "output_format": "text",
        "execution_time": round(seconds, 3),
        "tests": [_describe_test(judgement, verdict) for verdict in judgement.verdicts],
    }
    return dumps(results, indent=2, ensure_ascii=False)


def _describe_test(judgement: Judgement, verdict: Verdict) -> dict[str, Any]:
    points, most = judgement.weigh(verdict)
    said = [f"{c.criterion}: expected {c.expected}; got {c.got}" for c in verdict.failures]
    return {
        "name": verdict.case.name,
        "number": str(verdict.case.number),
        "score": round(points, 4),
        "max_score": round(most, 4),
        "status": "passed" if verdict.passed else "failed",
        "output": "\n".join(said) or verdict.checks[0].got,
        "output_format": "text",
        "tags": sorted({check.criterion for check in verdict.checks}),
        "visibility": "visible",
    }


WRITERS: dict[str, Callable[[Judgement], str]] = {
    "text": as_text,
    "json": as_json,
    "html": as_html,
    "junit": as_junit,
    "gradescope": as_gradescope,
}
"""How a judgement can be written, by name."""
