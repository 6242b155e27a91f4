"""The searches that commands make. Those with somebody's own code run in a process of their own.

Python cannot end a call that does not return, but a process can be killed.
"""

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from slidelab.heuristics import HEURISTICS
from slidelab.puzzle import Board
from slidelab.registry import is_file_name
from slidelab.search import ALGORITHMS
from slidelab.solving import Search, SearchSpec
from slidelab.system.progress import Progress

if TYPE_CHECKING:  # whoever runs no code of their own need not wait for what starts processes
    from slidelab.processes import Worker
    from slidelab.processes.process_search import ForkedSearch, ProcessSearch


class Searches(AbstractContextManager["Searches"]):
    """Makes the searches of a command; `announce` is called when preparations take long.

    Use it in a `with`, which ends the process of somebody's own code, if there is one.
    """

    def __init__(self, announce: Progress) -> None:
        self._announce = announce
        self._worker: Worker | None = None

    def __exit__(self, *_: object) -> None:
        if self._worker is not None:
            self._worker.close()

    def load(self, algorithms: Iterable[str | None], heuristics: Iterable[str | None]) -> None:
        """Load the files of somebody's own that are asked for.

        Raises OwnCodeError that says what is wrong with one, also that it does not come to an end.
        """
        named = algorithms, heuristics
        files = [[name for name in names if name and is_file_name(name)] for names in named]
        if any(files):
            from slidelab.processes import Call, Worker

            with Worker() as worker:
                worker.run(Call(_load, (*files,)))
            # It came to its end there, so it does here. What it prints is no part of a result.
            with redirect_stdout(sys.stderr):
                _load(*files)

    def search(
        self,
        start: Board,
        goal: Board,
        spec: SearchSpec,
        force: bool = False,
        kept_in: Path | None = None,
    ) -> "Search | ProcessSearch":
        """A search to advance. Raises ValueError when it cannot be kept in a file."""
        if not spec.uses_own_code or kept_in is not None:
            announce = self._announce
            return Search(start, goal, spec, force=force, announce=announce, kept_in=kept_in)
        from slidelab.processes import Worker
        from slidelab.processes.process_search import ProcessSearch

        if self._worker is None:
            self._worker = Worker()
        return ProcessSearch(start, goal, spec, self._worker, force=force, announce=self._announce)

    def isolate(
        self, start: Board, goal: Board, spec: SearchSpec, force: bool
    ) -> "Search | ProcessSearch | ForkedSearch":
        """A search in a process that nothing was searched in before, so that its memory is its own.

        Where that means to start a process, it takes as long as to start Python.
        """
        from slidelab.processes.process_search import CAN_FORK, ForkedSearch

        if self._worker is not None:
            self._worker.close()
            self._worker = None
        search = self.search(start, goal, spec, force)
        # What is on a graphics processor is not copied with the process.
        if CAN_FORK and isinstance(search, Search) and spec.engine != "gpu":
            return ForkedSearch(search)
        return search


def _load(algorithms: list[str], heuristics: list[str]) -> None:
    for name in algorithms:
        ALGORITHMS[name]
    for name in heuristics:
        HEURISTICS[name]
