"""The table of a class: a row for each submission, with its points by criterion.

Below it are the submissions that count alike: a hint, not a verdict. Programs that follow the same
book count the same. If the conventions are unusual, or no conventions explain the
counts, agreement on every board is worth a look.
"""

from collections import defaultdict
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from slidelab.course.classroom.class_judgement import ClassJudgement
from slidelab.course.judge.checks import observe
from slidelab.course.judge.criteria import CRITERIA
from slidelab.course.judge.judgement import Judgement
from slidelab.course.judge.report import write_page
from slidelab.lab.table_files import html_table, write_table
from slidelab.puzzle.wording import phrase, shorten
from slidelab.solving.text_layout import table
from slidelab.system.files import write_text

LONGEST_PROBLEM = 80
"""Characters of the main problem on a terminal; files have all of it."""

FORMULAS = ("=", "+", "-", "@")
"""What a formula begins with."""

COLUMNS = (
    *("submission", "points", *CRITERIA, "passed", "cases", "counts_as", "group", "problem"),
    "isolation",
)


class SimilarSubmissions(NamedTuple):
    """Submissions whose counts agree wherever any of them counted."""

    members: list[str]
    explained: str
    """What explains their counts, in words."""


def groups(judgement: ClassJudgement) -> list[SimilarSubmissions]:
    """List the groups of two or more submissions, the largest first."""
    by_counts: defaultdict[tuple[object, ...], list[str]] = defaultdict(list)
    for name, one in judgement.judgements.items():
        seen = tuple(observe(verdict.case, verdict.outcome) for verdict in one.verdicts)
        if any(seen):
            by_counts[seen].append(name)
    found = [
        SimilarSubmissions(members, _explain(judgement.judgements[members[0]]))
        for members in by_counts.values()
        if len(members) > 1
    ]
    return sorted(found, key=lambda group: (-len(group.members), group.members))


def class_rows(judgement: ClassJudgement) -> Iterator[dict[str, Any]]:
    """List the rows of the table, by the names of its columns."""
    group_of = {
        member: number
        for number, group in enumerate(groups(judgement), start=1)
        for member in group.members
    }
    for submission in judgement.submissions:
        row: dict[str, Any] = dict.fromkeys(COLUMNS)
        row |= {"submission": submission.name, "points": 0.0, "problem": submission.problem}
        row["isolation"] = judgement.isolation
        one = judgement.judgements.get(submission.name)
        if one is not None:
            row |= {score.criterion: round(score.points, 2) for score in one.scores}
            row["points"] = round(one.points, 2)
            row["passed"] = sum(verdict.passed for verdict in one.verdicts)
            row["cases"] = len(one.verdicts)
            row["counts_as"] = _explain(one)
            row["group"] = group_of.get(submission.name)
            stopped = "" if one.complete else "stopped before the end"
            row["problem"] = "; ".join(filter(None, (stopped or one.main_reason, submission.note)))
        yield row


def write_class(judgement: ClassJudgement, path: Path) -> None:
    """Write the table: a page where the name ends in .html, else CSV, JSON or Parquet.

    Raises ValueError for another ending, and OSError when it cannot be written.
    """
    rows = class_rows(judgement)
    if path.suffix == ".html":
        write_text(path, class_html(judgement))
    elif path.suffix == ".csv":
        write_table(path, COLUMNS, ({name: _defuse(row[name]) for name in row} for row in rows))
    else:
        write_table(path, COLUMNS, rows)


def class_text(judgement: ClassJudgement) -> str:
    """Write the table and the groups for a terminal."""
    tried = [
        name for name in CRITERIA if any(row[name] is not None for row in class_rows(judgement))
    ]
    rows = [
        [
            row["submission"],
            f"{row['points']:.1f}",
            *("–" if row[name] is None else f"{row[name]:.1f}" for name in tried),
            "–" if row["cases"] is None else f"{row['passed']} of {row['cases']}",
            shorten(row["problem"], LONGEST_PROBLEM),
        ]
        for row in class_rows(judgement)
    ]
    heads = ["submission", "points", *tried, "passed", "main problem"]
    text = table(heads, rows, right=range(1, len(heads) - 1), rule=True)
    text += f"\n\nIsolation: {judgement.isolation}"
    alike = [f"{phrase(group.members)}: {group.explained}" for group in groups(judgement)]
    if alike:
        text += "\n\nSame counts on every board (a help, not a verdict):\n" + "\n".join(alike)
    return text


def class_html(judgement: ClassJudgement) -> str:
    """Write the table as a self-contained page."""
    rows = (
        ["–" if row[column] is None else str(row[column]) for column in COLUMNS]
        for row in class_rows(judgement)
    )
    cells = html_table((column.replace("_", " ") for column in COLUMNS), rows)
    alike = "".join(
        f"<li>{escape(', '.join(group.members))}: {escape(group.explained)}</li>"
        for group in groups(judgement)
    )
    note = "<h2>Same counts on every board</h2><p>A help, not a verdict.</p>" if alike else ""
    about = f"Suite {escape(judgement.suite)}; {escape(judgement.isolation)}."
    return write_page(
        "A class judged",
        f"<h1>A class judged</h1><p>{about}</p>{cells}{note}<ol>{alike}</ol>",
    )


def _explain(one: Judgement) -> str:
    return "; ".join(f"{name} {found.words}" for name, found in one.explanations.items())


def _defuse(value: Any) -> Any:
    """Keep a spreadsheet from taking the value of a cell for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in FORMULAS else value
