"""A pool of sandboxes, which run several programs at a time.

They start something trivial first: where that fails, no program is to blame.
"""

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from shutil import which
from tempfile import TemporaryDirectory
from typing import TypeVar

from slidelab.course.judge import tree
from slidelab.course.judge.outcome import Outcome
from slidelab.course.judge.program import Program
from slidelab.course.judge.suite import Case
from slidelab.course.sandbox import CANNOT_START, Bounds, ProgramRun, Sandbox
from slidelab.puzzle import Board
from slidelab.system.progress import SECONDS_BETWEEN_LOOKS, Cancelled

T = TypeVar("T")

TRIVIAL = {
    **dict.fromkeys(("python", "pypy"), ("-c", "")),
    **dict.fromkeys(("java", "javac"), ("-version",)),
    **dict.fromkeys(("cc", "c++", "gcc", "g++", "clang", "clang++"), ("--version",)),
    **dict.fromkeys(("cargo", "node", "perl", "ruby", "rustc"), ("--version",)),
    "go": ("version",),
}
"""What interpreters and compilers do at once, without a program."""

PATIENCE = Bounds(seconds=60.0)

_PRINT_UNREADABLE = r'for path; do [ -r "$path" ] || printf "%s\0" "$path"; done'
"""In sh, which every user can start, as perhaps not the Python that slidelab runs on."""


def build_in(
    program: Program, folder: Path, sandbox: Sandbox, hidden: tuple[str, ...] = ()
) -> Program | Outcome:
    """Build a program in a copy of its folder; returns the outcome where that fails."""
    try:
        tree.copy(program.folder, folder)
    except (ValueError, OSError) as error:
        return Outcome.not_run(f"its files cannot be copied: {error}")
    run = program.plan_build(folder)
    assert run is not None
    ran = sandbox.run(run._replace(hidden=hidden))
    if ran.ended == "exit" and ran.status == 0:
        return replace(program, folder=folder)
    return Outcome.not_built(run.command, ran)


def run_in(
    program: Program,
    sandbox: Sandbox,
    board: Board | str,
    goal: Board,
    algorithm: str,
    hidden: tuple[str, ...] = (),
) -> Outcome:
    """Run a program that is built, if it needs that, on a board."""
    run = program.plan_run(board, goal, algorithm)
    ran = sandbox.run(run._replace(hidden=hidden))
    return Outcome.of(program, ran, sandbox.search, board, goal)


class SandboxPool(AbstractContextManager["SandboxPool"]):
    """Sandboxes, each of which runs one program at a time. Use it in a `with`, which ends them."""

    def __init__(self, number: int = 1, confined: bool = True, hidden: Iterable[Path] = ()) -> None:
        """`hidden` is what programs must not see wherever it is, such as other submissions."""
        self._hidden = tuple(str(path.absolute()) for path in hidden)
        self._stack = ExitStack()
        self._all = [self._stack.enter_context(Sandbox(confined)) for _ in range(number)]
        self._free: SimpleQueue[Sandbox] = SimpleQueue()
        for sandbox in self._all:
            self._free.put(sandbox)
        self._threads = ThreadPoolExecutor(number, "slidelab-lane")

    @property
    def isolation(self) -> str:
        """What keeps programs from the rest of the machine, in words."""
        return self._all[0].isolation

    @property
    def problem(self) -> str:
        """Why programs are not confined; empty where they are."""
        return self._all[0].problem

    def try_out(self, names: Iterable[str], programs: Iterable[Program]) -> None:
        """Start these interpreters, and find out whether the programs can be read.

        Raises SetUpError where an interpreter does not start, and where no program can be read.
        """
        with self.sandbox() as sandbox:
            _start_each(sandbox, names)
            if sandbox.changes_user:
                _require_readable(sandbox, programs)

    def run(self, program: Program | Outcome, case: Case) -> Outcome:
        """Run a program on a case, as soon as a sandbox is free; one that was not built cannot."""
        if isinstance(program, Outcome):
            return program
        with self.sandbox() as sandbox:
            board, goal = case.row.board, case.row.goal
            return run_in(program, sandbox, board, goal, case.algorithm, self._hidden)

    @contextmanager
    def build(self, program: Program) -> Iterator[Program | Outcome]:
        """The program as it can be run: built in a copy of its folder, if it needs that.

        Where that fails, what came of it. Raises SetUpError where nothing can be built.
        """
        if program.file.build is None:
            yield program
            return
        with TemporaryDirectory(prefix="slidelab-build-") as folder:
            require_executable(folder)
            with self.sandbox() as sandbox:
                if sandbox.changes_user:
                    os.chmod(folder, 0o711)
                built = build_in(program, Path(folder) / "program", sandbox, self._hidden)
            yield built

    def each(self, work: Sequence[Callable[[], T]], cancelled: Cancelled) -> Iterator[T]:
        """Do all the work, in threads; what is done first comes first.

        When `cancelled` says so, what runs is ended, and nothing more is begun.
        """
        waiting: set[Future[T]] = {self._threads.submit(one) for one in work}
        while waiting:
            done, waiting = wait(waiting, SECONDS_BETWEEN_LOOKS, return_when="FIRST_COMPLETED")
            if cancelled():
                for future in waiting:
                    future.cancel()
                for sandbox in self._all:
                    sandbox.cancel()
                return
            for future in done:
                yield future.result()

    def __exit__(self, *_: object) -> None:
        self._stack.close()
        self._threads.shutdown(cancel_futures=True)

    @contextmanager
    def sandbox(self) -> Iterator[Sandbox]:
        """A sandbox that nobody else uses meanwhile, as soon as one is free."""
        sandbox = self._free.get()
        try:
            yield sandbox
        finally:
            self._free.put(sandbox)


def list_interpreters(program: Program) -> list[str]:
    """List what must be installed for a program: the first words of its commands."""
    commands = filter(None, (program.file.build, program.file.command))
    words = [shlex.split(command)[0] for command in commands]
    return [word for word in words if not word.startswith("./") and not program.has_file(word)]


def find_missing(names: Iterable[str]) -> list[str]:
    """List the programs that are not installed."""
    return [name for name in names if which(name) is None]


class SetUpError(ValueError):
    """The machine is not set up for judging, which is not the fault of a program."""


def require_executable(folder: str) -> None:
    """Raise SetUpError where nothing that is built in a folder can be started."""
    if os.statvfs(folder).f_flag & getattr(os, "ST_NOEXEC", 0):
        raise SetUpError(
            f"{os.path.dirname(folder)} is mounted noexec, and programs are built there: set "
            "TMPDIR to a folder where programs may be started"
        )


def _start_each(sandbox: Sandbox, names: Iterable[str]) -> None:
    """Start interpreters, which needs no program.

    slidelab's own has to start, too, unless programs run as a user who may not be allowed to.
    """
    own, folder = [sys.executable], os.path.dirname(sys.executable)
    if sandbox.changes_user:
        own, folder = [], "/"
    for name in dict.fromkeys((*own, *names)):
        kind = re.match(r"[a-z+]+", os.path.basename(name).lower())
        arguments = TRIVIAL.get(kind[0]) if kind else None
        if arguments is None:
            continue
        ran = sandbox.run(ProgramRun((name, *arguments), folder, PATIENCE))
        if ran.ended != "exit" or ran.status != 0:
            lines = ran.stderr.decode(errors="replace").strip().splitlines()
            why = ran.note or (lines[-1] if lines else f"{ran.ended} {ran.status}")
            why = why.removeprefix(CANNOT_START)
            what = "the sandbox" if sandbox.is_confined else "slidelab"
            raise SetUpError(
                f"nothing was judged, because {what} cannot start {name} ({why}): "
                f"{_advise(sandbox)}"
            )


def _require_readable(sandbox: Sandbox, programs: Iterable[Program]) -> None:
    """Raise SetUpError where the user that programs run as can read none of them."""
    # What is built is copied first, as whoever judges.
    needed = [program.files for program in programs if program.file.build is None]
    paths = [str(path) for files in needed for path in files]
    run = ProgramRun(("sh", "-c", _PRINT_UNREADABLE, "sh", *paths), "/")
    unreadable = {*os.fsdecode(sandbox.run(run).stdout).split("\0")}
    if needed and all(unreadable.intersection(map(str, files)) for files in needed):
        first = next(path for path in paths if path in unreadable)
        raise SetUpError(
            f"nothing was judged, because programs of root run as another user without bwrap, and "
            f"that user cannot read {first}: {_advise(sandbox)}"
        )


def _advise(sandbox: Sandbox) -> str:
    if sandbox.changes_user:
        return (
            "install bwrap (apt-get install bubblewrap) where user namespaces are allowed, move it "
            "to a folder that all users can read, or judge as an ordinary user"
        )
    if sandbox.is_confined:
        return "judge with another one, or run programs that you trust with --no-sandbox"
    return "judge with another one"
