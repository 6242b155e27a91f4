"""Judge a class: every subfolder of a folder is a submission, and one table shows them all.

Nothing that was handed in is trusted. A submission's `program.toml` may say how the program is
started and built, which protocol it follows, and its words for the algorithms. What is judged, by
which searches and within which limits is up to the teacher.

Each submission that was judged is kept in a JSON file, named by a digest of everything that its
judgement depends on, so that a class that was interrupted is resumed and only what has changed is
judged again.
"""

import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from slidelab import __version__
from slidelab.course import folders
from slidelab.course.checks import CRITERIA, USUAL, Rubric
from slidelab.course.detect import detect
from slidelab.course.judge import Judgement, judge
from slidelab.course.program import PROGRAM_FILE, Program, read_protocol, read_search
from slidelab.course.report import html_table, write_page
from slidelab.course.sandbox import Sandbox
from slidelab.course.suite import read_suite
from slidelab.errors import SlidelabError
from slidelab.solving.formats import csv_text
from slidelab.solving.text_layout import table
from slidelab.system import toml
from slidelab.system.files import write_text
from slidelab.system.progress import Cancelled, report_progress
from slidelab.system.text import phrase, printable, shorten

ALLOWED = ("name", "protocol", "command", "build", "algorithms")
"""The keys of a submission's own file that count; of `algorithms`, its words alone."""
COLUMNS = (
    *("submission", "points", *CRITERIA, "passed", "cases", "counts_as", "problem"),
    "isolation",
)
FORMULAS = ("=", "+", "-", "@")
"""The beginnings of formulas in a spreadsheet."""
LONGEST_FILE = 65_536
LONGEST_PROBLEM = 80


@dataclass(frozen=True)
class Submission:
    """A subfolder: the program in it and its judgement, or why there is none."""

    name: str
    program: Program | None = None
    note: str = ""
    """The keys of its file that do not count."""
    files: str = ""
    """A digest of its files."""
    problem: str = ""
    judgement: Judgement | None = None

    def reject(self, error: ValueError | OSError) -> "Submission":
        """Return the submission as one that cannot be judged."""
        problem = str(error).replace("\n", "; ")
        if isinstance(error, OSError):
            problem = f"{os.path.basename(error.filename or '')}: {error.strerror}"
        return replace(self, program=None, problem=printable(problem))


def find_submissions(
    folder: Path, protocol: str, given: Path | str | None = None, **more: Any
) -> list[Submission]:
    """Find the programs in the subfolders; links are not followed.

    `given` is how all of them are called: a TOML file or a command. Without it, each has a
    `program.toml` of its own, or is called in the usual way of its protocol. `more` are values for
    keys that the given file does not have.

    Raise ValueError if there are no subfolders or the given file is bad, and OSError if the folder
    cannot be read.
    """
    with os.scandir(folder) as entries:
        found = [one.name for one in entries if one.is_dir(follow_symlinks=False)]
    names = sorted(name for name in found if not name.startswith("."))
    if not names:
        raise SlidelabError(f"{folder} has no subfolders: each submission is one")
    values = {"protocol": protocol, **more}
    if isinstance(given, Path):
        with toml.naming(given.name):
            values |= toml.read_values(given.read_bytes())
    elif given is not None:
        values["command"] = given
    return [_read_submission(folder / name, values) for name in names]


def _read_submission(folder: Path, values: dict[str, Any]) -> Submission:
    name = os.fsencode(folder.name).decode(errors="backslashreplace")
    one = Submission(printable(name))
    try:
        one = replace(one, files=folders.digest(folder))
        program, note = _read_program(folder, {"name": one.name, **values})
        return replace(one, program=program, note=note)
    except (ValueError, OSError) as error:
        return one.reject(error)


def _read_program(folder: Path, values: dict[str, Any]) -> tuple[Program, str]:
    """Return the program in a folder, and a note on the keys of its own file that do not count."""
    asked = Program.make(values, folder)
    if "command" in values:
        return asked, ""
    own: dict[str, Any] = {}
    if os.path.lexists(folder / PROGRAM_FILE):
        with toml.naming(PROGRAM_FILE):
            own = toml.read_values(folders.read_plain(folder / PROGRAM_FILE, LONGEST_FILE))
    protocol = own.get("protocol", values["protocol"])
    found = {} if "command" in own else detect(folder, protocol)
    chosen = {key: own[key] for key in ("protocol", "command", "build") if key in own}
    program = Program.make(values | found | chosen, folder)
    if asked.prints_path and not program.prints_path:
        raise SlidelabError(f"{protocol} programs print no path, but paths are judged")
    usual = {} if protocol == values["protocol"] else read_protocol(protocol)["algorithms"]
    rows = own.get("algorithms", usual)
    if not isinstance(rows, dict):
        raise SlidelabError("algorithms must be a table")
    words = {read_search(row, trusted=False): word for word, row in rows.items()}
    own_words = {word: words[spec] for word, spec in asked.searches.items() if spec in words}
    file = program.file.model_copy(update={"algorithms": asked.searches})
    ignored = [key for key in own if key not in ALLOWED]
    note = f"{PROGRAM_FILE}: {phrase(ignored)} left to the teacher" if ignored else ""
    return replace(program, file=file, words=own_words), note


def judge_class(
    submissions: Sequence[Submission],
    suite: str,
    *,
    store: Path,
    sandbox: Sandbox,
    rubric: Rubric = USUAL,
    jobs: int = 1,
    cancelled: Cancelled = lambda: False,
) -> list[Submission]:
    """Judge `jobs` submissions at a time; those already in the folder `store` are not run again.

    Raise ValueError where programs of strangers cannot be run, and for a bad suite, and
    CancelledError once it is cancelled: the folder has what was judged.
    """
    sandbox.require_confinement()
    goals = {one.program.file.goal for one in submissions if one.program is not None}
    suites = {goal: read_suite(suite, goal) for goal in goals}
    store.mkdir(parents=True, exist_ok=True)

    def judge_one(one: Submission) -> Submission:
        if one.program is None:
            return one
        try:
            rows = suites[one.program.file.goal]
            depends = (__version__, one, rows, rubric, suite, sandbox.describe())
            text = repr(depends).encode(errors="backslashreplace")
            path = store / f"{sha256(text).hexdigest()[:32]}.json"
            if path.exists():
                return replace(one, judgement=json.loads(path.read_text("utf-8")))
            found = judge(
                one.program, rows, suite=suite, sandbox=sandbox, rubric=rubric, cancelled=cancelled
            )
            write_text(path, json.dumps(found, ensure_ascii=False))
            return replace(one, judgement=found)
        except (ValueError, OSError) as error:
            return one.reject(error)

    done: list[Submission] = []
    with ThreadPoolExecutor(jobs) as threads:
        for one in threads.map(judge_one, submissions):
            done.append(one)
            report_progress(f"judging {len(submissions):,} programs", len(done) / len(submissions))
    return done


def list_rows(submissions: Sequence[Submission]) -> Iterator[dict[str, Any]]:
    """List the rows of the table, by the names of its columns."""
    for one in submissions:
        row: dict[str, Any] = dict.fromkeys(COLUMNS)
        row |= {"submission": one.name, "points": 0.0, "problem": one.problem}
        if (found := one.judgement) is not None:
            row |= {each["criterion"]: round(each["points"], 2) for each in found["scores"]}
            row["points"] = round(found["points"], 2)
            row["passed"] = sum(case["passed"] for case in found["cases"])
            row["cases"] = len(found["cases"])
            row["counts_as"] = "; ".join(map(" ".join, found["counted_as"].items()))
            row["problem"] = "; ".join(filter(None, (found["main_reason"], one.note)))
            row["isolation"] = found["isolation"]
        yield row


def write_class(submissions: Sequence[Submission], path: Path) -> None:
    """Write the table as CSV or HTML; raise ValueError for another ending, and OSError."""
    rows = [*list_rows(submissions)]
    if path.suffix == ".csv":
        for row in rows:  # no spreadsheet takes the value of a cell for a formula
            row |= {k: f"'{v}" for k, v in row.items() if str(v).startswith(FORMULAS)}
        text = csv_text(COLUMNS, rows) + "\n"
    elif path.suffix == ".html":
        cells = (["–" if value is None else str(value) for value in row.values()] for row in rows)
        text = write_page("Class", html_table(COLUMNS, cells))
    else:
        raise SlidelabError(f"{path.name}: a table ends in .csv or .html")
    write_text(path, text)


def class_text(submissions: Sequence[Submission]) -> str:
    """Write the table for a terminal."""
    every = [*list_rows(submissions)]
    numbers = [
        "points",
        *(name for name in CRITERIA if any(row[name] is not None for row in every)),
    ]
    rows = [
        [
            row["submission"],
            *("–" if row[name] is None else f"{row[name]:.1f}" for name in numbers),
            "–" if row["cases"] is None else f"{row['passed']} of {row['cases']}",
            shorten(row["problem"], LONGEST_PROBLEM),
        ]
        for row in every
    ]
    heads = ["submission", *numbers, "passed", "main problem"]
    text = table(heads, rows, right=range(1, len(heads) - 1))
    isolation = {row["isolation"] for row in every if row["isolation"]}
    return "\n\n".join([text, *(f"Isolation: {each}" for each in isolation)])
