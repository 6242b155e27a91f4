"""Write a judgement: for people, for programs, and for Gradescope."""

import json
from collections.abc import Callable, Iterable
from html import escape
from typing import Any

from slidelab.course.judge import Judgement
from slidelab.pictures import board_svg
from slidelab.puzzle import Board
from slidelab.search.counters import memory_words, time_words
from slidelab.solving.text_layout import table
from slidelab.system.text import plural

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


def as_text(judgement: Judgement) -> str:
    """Write a line for each case, more for those that failed, and a summary."""
    parts = [
        f"{judgement['program']}: suite {judgement['suite']}, {judgement['isolation']}",
        judgement["errors"] or "\n".join(map(_describe_case, judgement["cases"])),
        "\n".join(_list_conclusions(judgement)),
        table(SCORES, _list_scores(judgement), right=(1, 2, 3)),
        _summarise(judgement),
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


def _list_conclusions(judgement: Judgement) -> list[str]:
    """List sentences about all cases together."""
    found = [f"main problem: {judgement['main_reason']}"] if judgement["main_reason"] else []
    return found + [f"{name} {words}" for name, words in judgement["counted_as"].items()]


def _list_scores(judgement: Judgement) -> list[list[str]]:
    """List the rows of the table of scores."""
    return [
        [name, f"{passed} of {of}", f"{points:.1f}", f"{most:.1f}"]
        for name, passed, of, points, most in map(dict.values, judgement["scores"])
    ]


def _summarise(judgement: Judgement) -> str:
    failed = sum(not case["passed"] for case in judgement["cases"])
    ends = f"{failed:,} failed" if failed else "all passed"
    points = f"{judgement['points']:.1f} of {judgement['of']:g} points"
    return f"{plural(len(judgement['cases']), 'case')}, {ends}: {points}"


def as_json(values: dict[str, Any]) -> str:
    """Write plain values as JSON."""
    return json.dumps(values, indent=2, ensure_ascii=False)


def as_html(judgement: Judgement) -> str:
    """Write a page with pictures of the boards, the failures first."""
    about = [_summarise(judgement), f"Suite {judgement['suite']}, {judgement['isolation']}"]
    about += _list_conclusions(judgement)
    body = "".join(f"<p>{escape(line)}.</p>" for line in about)
    body += html_table(SCORES, _list_scores(judgement))
    if judgement["errors"]:
        return write_page(judgement["program"], f"{body}<pre>{escape(judgement['errors'])}</pre>")
    for case in sorted(judgement["cases"], key=lambda case: case["passed"]):
        picture = "<div></div>" if case["expect"] == "error" else board_svg(Board(case["board"]))
        words = f'<pre class="{_status(case)}">{escape(_describe_case(case))}</pre>'
        body += f'<div class="case">{picture}{words}</div>'
    return write_page(judgement["program"], body)


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


def as_gradescope(judgement: Judgement) -> str:
    """Write the `results.json` that Gradescope reads; all tests add up to the rubric's points."""
    tests = [
        {
            "name": case["name"],
            "score": case["points"],
            "max_score": case["of"],
            "status": _status(case),
            "output": _describe_case(case),
        }
        for case in judgement["cases"]
    ]
    results = {
        "output": "\n".join([judgement["isolation"], *_list_conclusions(judgement)]),
        "execution_time": round(sum(case["seconds"] for case in judgement["cases"]), 3),
        "tests": tests,
    }
    return as_json(results)


WRITERS: dict[str, Callable[[Judgement], str]] = {
    "text": as_text,
    "json": as_json,
    "html": as_html,
    "gradescope": as_gradescope,
}
"""The ways to write a judgement, by name."""
