"""The textbook engine: algorithms as books print them, event by event."""

from pathlib import Path

from slidelab.engines.engine import Engine
from slidelab.puzzle import Board
from slidelab.search import GeneratorRun, Problem, SearchRun, SearchSpec


class TextbookEngine(Engine):
    """Runs every algorithm; an observer sees each thing it does."""

    name = "textbook"
    summary = "plain Python, as books print it; the only one that can be watched"

    def start(
        self,
        start: Board,
        goal: Board,
        spec: SearchSpec,
        *,
        cores: int | None = None,
        kept_in: Path | None = None,
    ) -> SearchRun:
        problem = Problem(start, goal, spec.conventions)
        if (heuristic := spec.estimate) is not None:
            problem.h = heuristic.bind(goal, spec.conventions.count_blank)
        return GeneratorRun(spec.method(problem, **spec.values))


textbook = TextbookEngine()
