"""The textbook engine: algorithms as books print them, event by event."""

from pathlib import Path

from slidelab.engines.compiled.databases import find_heuristic
from slidelab.engines.engine import Choices, Engine
from slidelab.puzzle import Board
from slidelab.search import Problem
from slidelab.search.events import Steps


class TextbookEngine(Engine):
    """Runs every algorithm; an observer sees each thing it does."""

    name = "textbook"
    summary = "plain Python, as books print it; the only one that can be watched"

    def begin(
        self,
        start: Board,
        goal: Board,
        spec: Choices,
        *,
        cores: int | None = None,
        kept_in: Path | None = None,
    ) -> Steps:
        conventions = spec.conventions
        problem = Problem(start, goal, conventions)
        if spec.heuristic is not None:
            bind = find_heuristic(spec.heuristic).bind
            problem.h = bind(goal, conventions.count_blank, conventions.metric)
        return spec.method(problem, **spec.values)


textbook = TextbookEngine()
