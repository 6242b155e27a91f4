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
from functools import lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from slidelab import __version__
from slidelab.course import folders
from slidelab.course.criteria import CRITERIA, USUAL, Rubric
from slidelab.course.detect import detect
from slidelab.course.judge import judge, require_programs
from slidelab.course.program import PROGRAM_FILE, PROTOCOLS, Program, read_protocol, read_search
from slidelab.course.report import describe, html_table, write_page
from slidelab.course.sandbox import Sandbox
from slidelab.course.suite import Rows, list_cases
from slidelab.errors import SlidelabError
from slidelab.solving import SearchSpec
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
    """A subfolder: the program in it, or why there is none."""

    name: str
    program: Program | None
    problem: str = ""
    note: str = ""
    """The keys of its file that do not count."""
    files: str = ""
    """A digest of its files."""

    def reject(self, problem: object) -> "Submission":
        """Return the submission as one that cannot be judged."""
        return replace(self, program=None, problem=printable(str(problem).replace("\n", "; ")))


@dataclass(frozen=True)
class ClassJudgement:
    """The judgements of a class, as plain values by the name of the submission."""

    suite: str
    isolation: str
    submissions: tuple[Submission, ...]
    judged: dict[str, dict[str, Any]]

    @property
    def complete(self) -> bool:
        """Whether every submission with a program was judged."""
        return all(one.program is None or one.name in self.judged for one in self.submissions)


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
        names = sorted(
            entry.name
            for entry in entries
            if entry.is_dir(follow_symlinks=False) and not entry.name.startswith(".")
        )
    if not names:
        raise SlidelabError(f"{folder} has no subfolders: each submission is one")
    values = {"protocol": protocol, **more}
    if isinstance(given, Path):
        with toml.naming(given.name):
            values |= toml.read_values(given.read_bytes())
    elif given is not None:
        values["command"] = given
    found: dict[str, Submission] = {}
    for name in names:
        shown = printable(os.fsencode(name).decode(errors="backslashreplace"))
        while shown in found:
            shown += "'"
        found[shown] = _read_submission(shown, folder / name, {"name": shown, **values})
    return [*found.values()]


def _read_submission(name: str, folder: Path, values: dict[str, Any]) -> Submission:
    found = Submission(name, None)
    try:
        found = replace(found, files=folders.digest(folder))
        expects_path = "path" in {
            **read_protocol(values["protocol"])["answer"],
            **values.get("answer", {}),
        }
        words: dict[str, str] = {}
        if "command" not in values and os.path.lexists(folder / PROGRAM_FILE):
            with toml.naming(PROGRAM_FILE):
                own = toml.read_values(folders.read_plain(folder / PROGRAM_FILE, LONGEST_FILE))
            values, words, note = _keep_allowed(values, own)
            found = replace(found, note=note)
        if "command" not in values:
            values = {**values, **detect(folder, values["protocol"])}
        program = Program.make(values, folder)
        if expects_path and not program.prints_path:
            raise SlidelabError(
                f"{program.file.protocol} programs print no path, but paths are judged"
            )
        return replace(found, program=replace(program, words=words))
    except OSError as error:
        return found.reject(f"{os.path.basename(error.filename or '')}: {error.strerror}")
    except ValueError as error:
        return found.reject(error)


def _keep_allowed(
    values: dict[str, Any], own: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, str], str]:
    """Keep what counts of a submission's own file; return its words, and a note on the rest."""
    usual = read_protocol(values["protocol"]) | values
    protocol = own.get("protocol", values["protocol"])
    ready = read_protocol(protocol) if protocol in PROTOCOLS else {}
    asked = {word: read_search(row, trusted=False) for word, row in usual["algorithms"].items()}
    words = _match_words(asked, own.get("algorithms", ready.get("algorithms", {})))
    ignored = [key for key in own if key not in ALLOWED and own[key] != usual.get(key)]
    kept = ("protocol", "command", "build")
    counted: dict[str, Any] = {key: own[key] for key in kept if key in own}
    note = f"{PROGRAM_FILE}: {phrase(ignored)} left to the teacher" if ignored else ""
    return {**values, **counted, "algorithms": usual["algorithms"]}, words, note


def _match_words(asked: dict[str, SearchSpec], own: object) -> dict[str, str]:
    """Find the program's words for the searches asked for, where they differ."""
    if not isinstance(own, dict):
        raise SlidelabError("algorithms must be a table")
    theirs = {read_search(row, trusted=False): word for word, row in own.items()}
    return {word: theirs[spec] for word, spec in asked.items() if theirs.get(spec, word) != word}


def judge_class(
    submissions: Sequence[Submission],
    rows: Rows,
    *,
    suite: str,
    store: Path,
    sandbox: Sandbox,
    rubric: Rubric = USUAL,
    jobs: int = 1,
    cancelled: Cancelled = lambda: False,
) -> ClassJudgement:
    """Judge `jobs` submissions at a time; those that the folder `store` holds are not run again.

    Raise ValueError where programs of strangers cannot be run, and for a bad suite.
    """
    sandbox.require_confinement()
    read_rows = lru_cache(rows)
    for goal in {one.program.file.goal for one in submissions if one.program is not None}:
        read_rows(goal)
    store.mkdir(parents=True, exist_ok=True)
    judged: dict[str, dict[str, Any]] = {}

    def judge_one(one: Submission) -> Submission:
        if one.program is None or cancelled():
            return one
        try:
            require_programs(one.program, sandbox)
            cases = list_cases(read_rows(one.program.file.goal), one.program)
            depends = (__version__, one, cases, rubric, suite, sandbox.describe())
            text = repr(depends).encode(errors="backslashreplace")
            path = store / f"{sha256(text).hexdigest()[:32]}.json"
            if path.exists():
                judged[one.name] = json.loads(path.read_text("utf-8"))
                return one
            found = judge(
                one.program, cases, suite=suite, sandbox=sandbox, rubric=rubric, cancelled=cancelled
            )
        except (ValueError, OSError) as error:
            return one.reject(error)
        if found.complete:
            judged[one.name] = describe(found)
            write_text(path, json.dumps(judged[one.name], ensure_ascii=False))
        return one

    done = []
    with ThreadPoolExecutor(jobs) as threads:
        for one in threads.map(judge_one, submissions):
            done.append(one)
            report_progress(f"judging {len(submissions):,} programs", len(done) / len(submissions))
    return ClassJudgement(suite, sandbox.describe(), tuple(done), judged)


def list_rows(judgement: ClassJudgement) -> Iterator[dict[str, Any]]:
    """List the rows of the table, by the names of its columns."""
    for one in judgement.submissions:
        row: dict[str, Any] = dict.fromkeys(COLUMNS)
        row |= {"submission": one.name, "points": 0.0, "problem": one.problem}
        row["isolation"] = judgement.isolation
        values = judgement.judged.get(one.name)
        if values is not None:
            row |= {each["criterion"]: round(each["points"], 2) for each in values["scores"]}
            row["points"] = round(values["points"], 2)
            row["passed"] = sum(case["passed"] for case in values["cases"])
            row["cases"] = len(values["cases"])
            row["counts_as"] = "; ".join(map(" ".join, values["counted_as"].items()))
            row["problem"] = "; ".join(filter(None, (values["main_reason"], one.note)))
        elif one.program is not None:
            row["problem"] = "not judged yet"
        yield row


def write_class(judgement: ClassJudgement, path: Path) -> None:
    """Write the table as CSV or HTML; raise ValueError for another ending, and OSError."""
    if path.suffix == ".html":
        text = class_html(judgement)
    elif path.suffix == ".csv":
        rows = ({n: _defuse(value) for n, value in row.items()} for row in list_rows(judgement))
        text = csv_text(COLUMNS, rows) + "\n"
    else:
        raise SlidelabError(f"{path.name}: a table ends in .csv or .html")
    write_text(path, text)


def _defuse(value: object) -> object:
    """Keep a spreadsheet from taking the value of a cell for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in FORMULAS else value


def class_text(judgement: ClassJudgement) -> str:
    """Write the table for a terminal."""
    every = [*list_rows(judgement)]
    tried = [name for name in CRITERIA if any(row[name] is not None for row in every)]
    rows = [
        [
            row["submission"],
            f"{row['points']:.1f}",
            *("–" if row[name] is None else f"{row[name]:.1f}" for name in tried),
            "–" if row["cases"] is None else f"{row['passed']} of {row['cases']}",
            shorten(row["problem"], LONGEST_PROBLEM),
        ]
        for row in every
    ]
    heads = ["submission", "points", *tried, "passed", "main problem"]
    text = table(heads, rows, right=range(1, len(heads) - 1), rule=True)
    return f"{text}\n\nIsolation: {judgement.isolation}"


def class_html(judgement: ClassJudgement) -> str:
    """Write the table as a page."""
    rows = (
        ["–" if value is None else str(value) for value in row.values()]
        for row in list_rows(judgement)
    )
    cells = html_table((column.replace("_", " ") for column in COLUMNS), rows)
    about = f"Suite {escape(judgement.suite)}; {escape(judgement.isolation)}."
    return write_page("Class", f"<h1>Class</h1><p>{about}</p>{cells}")
