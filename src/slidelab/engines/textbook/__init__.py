"""The textbook engine: algorithms as books print them, event by event."""

from slidelab.engines.compiled.databases import find_heuristic
from slidelab.engines.engine import Assignment, Engine
from slidelab.search import Problem
from slidelab.search.events import Steps


class TextbookEngine(Engine):
    """Runs every algorithm; an observer sees each thing it does."""

    name = "textbook"
    summary = "plain Python, as books print it; the only one that can be watched"

    def begin(self, wanted: Assignment) -> Steps:
        spec, conventions = wanted.spec, wanted.spec.conventions
        problem = Problem(wanted.start, wanted.goal, conventions)
        if spec.heuristic is not None:
            bind = find_heuristic(spec.heuristic).bind
            problem.h = bind(wanted.goal, conventions.count_blank, conventions.metric)
        return spec.method(problem, **spec.values)


textbook = TextbookEngine()
