"""A judgement as one page of HTML that needs nothing from the net."""

from html import escape

from slidelab.course.judge.checks import Verdict
from slidelab.course.judge.judgement import Judgement
from slidelab.course.judge.report.plain import replay
from slidelab.course.judge.report.text import conclusions, cost_words
from slidelab.puzzle import Board
from slidelab.puzzle.drawing import board_svg

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


def as_html(judgement: Judgement) -> str:
    """The page: the failures first, each with its board."""
    name = escape(judgement.program.name)
    ordered = sorted(judgement.verdicts, key=lambda verdict: verdict.passed)
    ends = "passed" if judgement.passed else "failed"
    body = [
        f"<h1>{name}</h1>",
        f'<p><span class="{"yes" if judgement.passed else "no"}">{ends}</span>, '
        f"{judgement.points:.1f} of {judgement.rubric.points:g} points. "
        f"Suite {escape(judgement.suite)}; {escape(judgement.isolation)}.</p>",
        _scores(judgement),
        *(f"<p>{escape(line)}.</p>" for line in conclusions(judgement).splitlines()),
        *_cases(judgement, ordered),
    ]
    return page(name, "".join(body))


def page(title: str, body: str) -> str:
    """A page with the style of all judgements; the title is escaped already."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{title}</title><style>{STYLE}</style></head>\n<body>{body}</body></html>"
    )


def _scores(judgement: Judgement) -> str:
    rows = "".join(
        f"<tr><td>{score.criterion}</td><td>{score.passed} of {score.of}</td>"
        f"<td>{score.points:.1f}</td><td>{score.most:.1f}</td></tr>"
        for score in judgement.scores
    )
    head = "<tr><th>criterion</th><th>passed</th><th>points</th><th>of</th></tr>"
    return f"<table>{head}{rows}</table>"


def _cases(judgement: Judgement, ordered: list[Verdict]) -> list[str]:
    """All cases, or what the compiler said, once, where the program never started."""
    if (outcome := judgement.never_started) is not None:
        return [f"<h2>Not started</h2><pre>{escape(outcome.errors or outcome.words)}</pre>"]
    return ["<h2>Cases</h2>", *(_case(judgement, verdict) for verdict in ordered)]


def _case(judgement: Judgement, verdict: Verdict) -> str:
    row = verdict.case.row
    picture = board_svg(row.board) if isinstance(row.board, Board) else "<div></div>"
    note = f" ({escape(row.note)})" if row.note else ""
    head = (
        f'<h3 class="{"yes" if verdict.passed else "no"}">{escape(verdict.case.name)}{note}</h3>'
        f"<p>{escape(cost_words(judgement, verdict))}</p>"
    )
    checks = "".join(
        f"<dt>{check.criterion}</dt><dd>expected {escape(check.expected)}</dd>"
        f"<dd>got {escape(check.got)}</dd>"
        for check in verdict.failures
    )
    again = "" if verdict.passed else f"<pre>{escape(replay(judgement, verdict))}</pre>"
    return f'<div class="case">{picture}<div>{head}<dl>{checks}</dl>{again}</div></div>'
