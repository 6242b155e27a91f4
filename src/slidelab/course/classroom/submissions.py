"""The submissions of a class: which programs there are, and what their files are.

Nothing that was handed in is trusted. A `program.toml` in a submission may say how the program is
started and what its answer looks like, which is the list `ALLOWED`; what is judged, by which
searches and within which limits is up to the teacher.
"""

import os
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from tomllib import TOMLDecodeError, loads
from typing import Any

from pydantic import ValidationError

from slidelab.course.judge.guess import guess_command
from slidelab.course.judge.program import (
    PROGRAM_FILE,
    Program,
    make_program,
    merge_values,
    read_protocol,
    read_search,
)
from slidelab.course.judge.program_file import PATH_FIELDS, PROTOCOLS
from slidelab.course.judge.tree import digest, read_plain
from slidelab.lab.toml import open_toml
from slidelab.puzzle.wording import phrase, printable
from slidelab.solving import SearchSpec

LONGEST_FILE = 65_536

ALLOWED = (
    *("protocol", "command", "build", "input", "output", "fields"),
    *("no_solution", "bad_input", "moves"),
)
"""What counts of a submission's own file. Of `algorithms` only the program's words count."""


@dataclass(frozen=True)
class Submission:
    """A subfolder: the program in it, or why there is none."""

    name: str
    program: Program | None
    problem: str = ""
    note: str = ""
    """What its file says that does not count."""
    files: str = ""
    """A text that changes when the program's files do."""

    @property
    def fingerprint(self) -> str:
        """A text that changes when the program's files do, or how it is called."""
        program = self.program and (self.program.file, self.program.words)
        said = repr((self.problem, program, self.files))
        return sha256(said.encode(errors="backslashreplace")).hexdigest()

    def reject(self, problem: str) -> "Submission":
        """Return the submission as one that cannot be judged, with the reason."""
        return replace(self, program=None, problem=printable(problem))


def find_submissions(
    folder: Path,
    protocol: str,
    given: Path | str | None = None,
    *,
    trust_program_files: bool = False,
    **more: Any,
) -> list[Submission]:
    """Find the programs in the subfolders; links are not followed.

    `given` is how all of them are called: a TOML file or a command. Without it, each has a
    `program.toml` of its own, or is called in the usual way of its protocol. With
    `trust_program_files` everything in such a file counts.

    Raises ValueError when there are no subfolders or the given file is bad, and OSError when the
    folder cannot be read.
    """
    with os.scandir(folder) as entries:
        names = sorted(
            entry.name
            for entry in entries
            if entry.is_dir(follow_symlinks=False) and not entry.name.startswith(".")
        )
    if not names:
        raise ValueError(f"{folder} has no subfolders: each submission is one")
    more = {name: value for name, value in more.items() if value is not None}
    if isinstance(given, Path):
        with open_toml(given) as values:
            more |= values
    elif given is not None:
        more["command"] = given
    found: dict[str, Submission] = {}
    for name in names:
        shown = _unique_name(name, found)
        values = {"protocol": protocol, "name": shown, **more}
        found[shown] = _read_submission(shown, folder / name, values, trust_program_files)
    return [*found.values()]


def _unique_name(name: str, taken: dict[str, Submission]) -> str:
    """Make the name printable and unique: it may hold anything but a slash."""
    shown = printable(os.fsencode(name).decode(errors="backslashreplace"))
    while shown in taken:
        shown += "'"
    return shown


def _read_submission(name: str, folder: Path, values: dict[str, Any], trusted: bool) -> Submission:
    empty = Submission(name, None)
    try:
        files = digest(folder)
        note = ""
        words: dict[str, str] = {}
        needs_path = not trusted and _expects_path(values)
        trusted = trusted or "command" in values
        if "command" not in values and (folder / PROGRAM_FILE).is_file():
            own = _read_own(folder / PROGRAM_FILE)
            if trusted:
                values |= own
            else:
                values, words, note = _keep_allowed(values, own)
        elif "command" not in values:
            values |= guess_command(folder, values["protocol"])
        program = make_program(values, folder.resolve(), trusted=trusted)
        if needs_path and not program.tells_path:
            raise ValueError(f"{PROGRAM_FILE} says that no path is printed, but paths are judged")
        return replace(empty, program=replace(program, words=words), note=note, files=files)
    except ValidationError as error:
        return empty.reject("; ".join(each["msg"] for each in error.errors()))
    except OSError as error:
        return empty.reject(f"{os.path.basename(error.filename or '')}: {error.strerror}")
    except ValueError as error:
        return empty.reject(str(error))


def _expects_path(values: dict[str, Any]) -> bool:
    """Whether the teacher expects paths: who prints none must not earn more by that."""
    fields = merge_values(read_protocol(values["protocol"]), values).get("fields", {})
    return any(fields.get(name) for name in PATH_FIELDS)


def _read_own(path: Path) -> dict[str, Any]:
    try:
        return loads(read_plain(path, LONGEST_FILE))
    except TOMLDecodeError as error:
        raise ValueError(f"{path.name}: {error}") from None
    except RecursionError:
        raise ValueError(f"{path.name}: its lists and tables are nested too deeply") from None


def _keep_allowed(
    values: dict[str, Any], own: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, str], str]:
    """Keep what counts of a submission's own file; returns its words, and a note on the rest."""
    usual = read_protocol(values["protocol"]) | values
    protocol = own.get("protocol", values["protocol"])
    ready = read_protocol(protocol) if protocol in PROTOCOLS else {}
    searches = usual["algorithms"].items()
    asked = {word: read_search(said, trusted=False) for word, said in searches}
    words = _match_words(asked, own.get("algorithms", ready.get("algorithms", {})))
    ignored = [
        key
        for key, value in own.items()
        if key not in (*ALLOWED, "name", "algorithms") and value != usual.get(key)
    ]
    counted = {key: own[key] for key in ALLOWED if key in own}
    note = f"{PROGRAM_FILE}: {phrase(ignored)} left to the teacher" if ignored else ""
    return values | counted | {"algorithms": usual["algorithms"]}, words, note


def _match_words(asked: dict[str, SearchSpec], own: Any) -> dict[str, str]:
    """Find the program's words for the searches asked for, where they differ."""
    if not isinstance(own, dict):
        raise ValueError("algorithms must be a table")
    theirs = {read_search(said, trusted=False): word for word, said in own.items()}
    return {word: theirs[spec] for word, spec in asked.items() if theirs.get(spec, word) != word}
