"""A pool of sandboxes, which run several programs at a time."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import TypeVar

from slidelab.course.judge import tree
from slidelab.course.judge.outcome import Outcome
from slidelab.course.judge.program import Program
from slidelab.course.judge.set_up import require_executable, try_out
from slidelab.course.judge.suite import Case
from slidelab.course.sandbox import Sandbox
from slidelab.system.progress import SECONDS_BETWEEN_LOOKS, Cancelled

T = TypeVar("T")


def build(
    program: Program, folder: Path, sandbox: Sandbox, hidden: tuple[str, ...] = ()
) -> Program | Outcome:
    """Build a program in a copy of its folder; returns the outcome where that fails."""
    try:
        tree.copy(program.folder, folder)
    except (ValueError, OSError) as error:
        return Outcome.not_run(f"its files cannot be copied: {error}")
    run = program.build(folder)
    assert run is not None
    ran = sandbox.run(run._replace(hidden=hidden))
    if ran.ended == "exit" and ran.status == 0:
        return replace(program, folder=folder)
    return Outcome.not_built(run.command, ran)


class SandboxPool:
    """Sandboxes, each of which runs one program at a time. Use it in a `with`, which ends them."""

    def __init__(self, number: int = 1, confined: bool = True, hidden: Iterable[Path] = ()) -> None:
        """`hidden` is what programs must not see wherever it is, such as other submissions."""
        self.number = number
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
        """Start interpreters, and try to read programs; raises SetUpError where that fails."""
        with self.sandbox() as sandbox:
            try_out(sandbox, names, programs)

    def run(self, program: Program, case: Case) -> Outcome:
        """Run a program on a case, as soon as a sandbox is free."""
        with self.sandbox() as sandbox:
            row = case.row
            run = program.run(row.board, row.goal, case.algorithm)._replace(hidden=self._hidden)
            return Outcome.of(program, sandbox.run(run), sandbox.search, row.board, row.goal)

    @contextmanager
    def built(self, program: Program) -> Iterator[Program | Outcome]:
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
                built = build(program, Path(folder) / "program", sandbox, self._hidden)
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

    def __enter__(self) -> "SandboxPool":
        return self

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
