"""Running the same search on both engines."""

from collections.abc import Sequence
from dataclasses import astuple
from typing import Any

from slidelab import heuristics
from slidelab.engines.compiled.informed import BestFirstSearch
from slidelab.engines.compiled.kernel_conventions import counts_improved
from slidelab.engines.compiled.searches import BatchResults, begin_search, solve_states
from slidelab.engines.sliced import SlicedRun
from slidelab.puzzle import Board
from slidelab.search import ALGORITHMS, Conventions, GeneratorRun, Limits, Problem, Run
from slidelab.search.conventions import TEXTBOOK

INFORMED = ("greedy", "astar", "wastar", "beam", "ida")
BLIND = ("bfs", "dfs", "dls", "ids", "ucs", "bidirectional")
HEURISTICS = (
    "zero",
    "misplaced",
    "manhattan",
    "euclidean",
    "misplaced-manhattan",
    "gaschnig",
    "linear-conflict",
    "walking-distance",
    "inversion-distance",
)

Outcome = tuple[Any, ...]


def textbook_run(
    algorithm: str, start: Board, goal: Board, conventions: Conventions, heuristic: str, **more: Any
) -> Run:
    problem = Problem(start, goal, conventions)
    problem.h = heuristics.get(heuristic).bind(goal, conventions.count_blank)
    textbook = ALGORITHMS[algorithm]
    return Run(GeneratorRun(textbook(problem, **more)), conventions)


def compiled_run(
    algorithm: str, start: Board, goal: Board, conventions: Conventions, heuristic: str, **more: Any
) -> Run:
    h = heuristic if algorithm in INFORMED else None
    search = begin_search(algorithm, start, goal, conventions, h, **more)
    return Run(SlicedRun(search, counts_improved(conventions, algorithm)), conventions)


def outcomes(run: Run, stops: Sequence[int], at_most: int | None) -> list[Outcome]:
    """Status, path and counters at each node limit, all but time and memory."""
    found = []
    for limit in (*stops, at_most):
        status = run.advance(Limits(nodes=limit))
        path = run.path()
        found.append((status, path, *astuple(run.counters())[:-2]))
    return found


def assert_equal(
    algorithm: str,
    start: Board,
    goal: Board,
    conventions: Conventions = TEXTBOOK,
    heuristic: str = "manhattan",
    stops: Sequence[int] = (),
    at_most: int | None = None,
    **more: Any,
) -> None:
    choices = (algorithm, start, goal, conventions, heuristic)
    expected = outcomes(textbook_run(*choices, **more), stops, at_most)
    assert outcomes(compiled_run(*choices, **more), stops, at_most) == expected, choices


def solve_boards(search: BestFirstSearch, boards: Sequence[Board], **more: Any) -> BatchResults:
    return solve_states(search, b"".join(board.state for board in boards), **more)
