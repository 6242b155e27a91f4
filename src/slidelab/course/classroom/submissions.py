"""The submissions of a class: which programs there are, and what their files are."""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tomllib import loads
from typing import Any

from pydantic import ValidationError

from slidelab.course.classroom.guess import guess_command
from slidelab.course.judge.program import Program, make_program, read_program
from slidelab.lab.toml import BadFile

PROGRAM_FILE = "program.toml"


@dataclass(frozen=True)
class Submission:
    """A subfolder: the program in it, or why there is none."""

    name: str
    program: Program | None
    problem: str = ""

    def fingerprint(self) -> str:
        """A text that changes when the program's files do, or how it is called."""
        digest = sha256(repr((self.problem, self.program and self.program.file)).encode())
        if self.program is not None:
            for path in sorted(self.program.folder.rglob("*")):
                digest.update(str(path.relative_to(self.program.folder)).encode())
                if path.is_file() and not path.is_symlink():
                    digest.update(path.read_bytes())
        return digest.hexdigest()


def find_submissions(
    folder: Path, protocol: str, given: Path | str | None = None, **more: Any
) -> list[Submission]:
    """The programs in the subfolders.

    `given` is how all of them are called: a TOML file or a command. Without it, each has a
    `program.toml` of its own, or is called in the usual way of its protocol.

    Raises ValueError when there are no subfolders, and OSError when the folder cannot be read.
    """
    folders = sorted(p for p in folder.iterdir() if p.is_dir() and not p.name.startswith("."))
    if not folders:
        raise ValueError(f"{folder} has no subfolders: each submission is one")
    return [_submission(each, protocol, given, more) for each in folders]


def _submission(
    folder: Path, protocol: str, given: Path | str | None, more: dict[str, Any]
) -> Submission:
    try:
        if given is None and (folder / PROGRAM_FILE).is_file():
            return Submission(folder.name, read_program(folder / PROGRAM_FILE, protocol))
        values: dict[str, Any] = {"protocol": protocol, "name": folder.name, **more}
        if isinstance(given, Path):
            values |= loads(given.read_text(encoding="utf-8"))
        else:
            values |= guess_command(folder, protocol) if given is None else {"command": given}
        return Submission(folder.name, make_program(values, folder.resolve()))
    except ValidationError as error:
        return Submission(folder.name, None, "; ".join(each["msg"] for each in error.errors()))
    except (BadFile, ValueError, OSError) as error:
        return Submission(folder.name, None, str(error))
