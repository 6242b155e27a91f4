"""A program as an algorithm: `program:mine.toml` is searched with, compared and recorded like any.

It runs in a sandbox, and its search is what it tells: its path, its counts, its time and memory.
"""

import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from slidelab.course.judge import tree
from slidelab.course.judge.outcome import Outcome
from slidelab.course.judge.program import Program, read_program
from slidelab.course.judge.sandbox_pool import build_in, run_in
from slidelab.course.sandbox import Sandbox
from slidelab.puzzle import Board, IllegalMove
from slidelab.registry import OwnCodeError, file_and_object
from slidelab.search import Algorithm, Parameter, Problem
from slidelab.search.driver import SlicedSearch
from slidelab.search.events import GOAL, SLICE, Event, Steps
from slidelab.search.problem import Node
from slidelab.system.paths import cache_folder


class ProgramAlgorithm(Algorithm):
    """A program under the name by which it was asked for."""

    is_own = True

    def __init__(self, name: str, program: Program) -> None:
        super().__init__(
            _make_search(program),
            title=program.name,
            summary="a program in any language, which slidelab runs",
            optimal="never",  # what a program claims is no promise
            frontier="queue",
            complete="unknown",
            time="unknown",
            memory="unknown",
        )
        self.name = name


def make_algorithm(name: str) -> ProgramAlgorithm:
    """Make the algorithm that `program:program.toml` names.

    Raises OwnCodeError with all that is wrong with the file.
    """
    try:
        return ProgramAlgorithm(name, read_program(Path(file_and_object(name)[0])))
    except OSError as error:
        raise OwnCodeError(f"{name}: {error.strerror}") from None
    except ValueError as error:
        raise OwnCodeError(str(error)) from None


def _make_search(program: Program) -> Callable[..., Any]:
    words = ", ".join(program.searches)

    def search(
        problem: Problem,
        *,
        method: Annotated[str, Parameter(f"which of the program's searches: {words}")] = next(
            iter(program.searches)
        ),
    ) -> Steps | SlicedSearch:
        if method not in program.searches:
            raise OwnCodeError(f"{program.name} has no method {method!r}; it has {words}")
        # Starting and building are no part of the search, so they come before it begins.
        sandbox = _sandbox()
        return ProgramSearch(sandbox, _build_once(program, sandbox), method, problem)

    return search


@cache
def _sandbox() -> Sandbox:
    """The sandbox of this process, which ends with it."""
    return Sandbox()


def _build_once(program: Program, sandbox: Sandbox) -> Program:
    """The program as it can be run: built in a copy of its folder, which is kept while its files
    stay as they are.
    """
    if program.file.build is None:
        return program
    said = repr((program.file.build, tree.digest(program.folder)))
    mark = sha256(said.encode()).hexdigest()[:16]
    ready = cache_folder() / "programs" / mark
    if not ready.exists():
        ready.parent.mkdir(parents=True, exist_ok=True)
        begun = ready.with_name(f"{mark}-begun")
        shutil.rmtree(begun, ignore_errors=True)
        built = build_in(program, begun, sandbox)
        if isinstance(built, Outcome):
            raise OwnCodeError(f"{program.name}: {built.words}")
        begun.rename(ready)
    return replace(program, folder=ready)


class ProgramSearch(SlicedSearch):
    """One run of a program."""

    def __init__(self, sandbox: Sandbox, program: Program, method: str, problem: Problem) -> None:
        super().__init__()
        self._sandbox, self._program, self._method = sandbox, program, method
        self._start = Board.from_state(problem.start, problem.shape)
        self._goal = Board.from_state(problem.goal, problem.shape)
        self._ended = False

    def __next__(self) -> tuple[Event, Any]:
        if self._ended:
            raise StopIteration
        seconds = self.limits.seconds
        program = self._program.with_limits(seconds=seconds, wall_seconds=seconds)
        outcome = run_in(program, self._sandbox, self._start, self._goal, self._method)
        if outcome.ended in ("time limit", "wall-clock limit") and seconds is not None:
            return SLICE, self.tally  # whoever set the limit sees that it is over
        if outcome.ended == "memory limit":
            raise MemoryError
        self._ended = True
        moves, counts = outcome.answer.moves, outcome.answer.counts
        if moves is None:
            if outcome.ended == "exit" and outcome.answer.says_no_solution:
                raise StopIteration
            problems = "; ".join(outcome.answer.problems) or "there is no path in its answer"
            raise self._blame(f"{problems} ({outcome.words})")
        node = Node(self._start.state, None, None, 0)
        board = self._start
        try:
            for move in moves:
                board = board.play([move])
                node = Node(board.state, node, move, node.g + 1)
        except IllegalMove as error:
            raise self._blame(f"its path cannot be played: {error}") from None
        if board != self._goal:
            raise self._blame(f"its path ends at {board.to_text('rows')}, which is not the goal")
        for name in ("expanded", "generated", "duplicates", "reopened", "frontier", "max_frontier"):
            setattr(self.tally, name, counts.get(name, 0))
        self.tally.deepest_generated = counts.get("max_depth", 0)
        self.memory_elsewhere = outcome.peak_memory_bytes
        return GOAL, node

    def _blame(self, why: str) -> OwnCodeError:
        return OwnCodeError(f"{self._program.name}, {self._method}: {why}")
