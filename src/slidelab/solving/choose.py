"""Defaults of a search: the algorithm, the heuristic and the engine."""

from dataclasses import replace
from typing import Any

from slidelab.engines.compiled import is_available
from slidelab.engines.engine import ENGINES
from slidelab.engines.patterns.partitions import affordable, is_partition
from slidelab.engines.sizes import EXACT, PROVABLE, SMALL
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, Shape
from slidelab.search import ALGORITHMS, SearchSpec
from slidelab.search.spec import AUTO

TEXTBOOK_NODES = 20_000
"""Nodes that the textbook expands before the compiled engine is loaded, which takes longer than
such a search."""


def resolve(spec: SearchSpec, shape: Shape) -> SearchSpec:
    """Return the search with its defaults for boards of a shape.

    Raises ValueError if the given engine has no such search.
    """
    algorithm, heuristic = _choose(spec, shape)
    if (algorithm, heuristic) != (spec.algorithm, spec.heuristic):
        spec = replace(spec, algorithm=algorithm, heuristic=heuristic)
    if spec.engine != AUTO and (objection := ENGINES[spec.engine].objection(spec, shape)):
        raise SlidelabError(objection)
    return spec


def _choose(spec: SearchSpec, shape: Shape) -> tuple[Any, Any]:
    """Return the algorithm and the heuristic of a search on boards of a shape.

    Heuristics are the true distances of small shapes, pattern databases that build in seconds up to
    4x4, in minutes up to 5x5, and linear conflict beyond.
    """
    algorithm, heuristic = spec.algorithm, spec.heuristic
    if spec.engine != AUTO:
        engine = ENGINES[spec.engine]
        algorithm = algorithm or engine.algorithm
        heuristic = engine.heuristic if heuristic in (None, AUTO) else heuristic
    is_small = shape.cells <= SMALL
    takes_tables = algorithm == "ida" and EXACT < shape.cells <= PROVABLE
    if algorithm is None:
        is_quick = shape.cells <= EXACT and is_available()
        can_prove = heuristic is not None or spec.optimal or is_quick
        algorithm = "astar" if is_small else "ida" if can_prove else "anytime"
        takes_tables = not is_small
    if heuristic is None and ALGORITHMS.find(algorithm).informed:
        heuristic = AUTO if takes_tables else "manhattan"
    return algorithm, _best_affordable(shape) if heuristic == AUTO else heuristic


def _best_affordable(shape: Shape) -> str:
    if shape.cells <= SMALL:
        return "perfect"
    if shape.cells > PROVABLE or not is_available():
        return "linear-conflict"
    return affordable(shape)


def engines_for(spec: SearchSpec, goal: Board) -> list[tuple[str, int | None]]:
    """Return the engines that run a search in turn, with the nodes after which the next takes over.

    A search that is handed over starts again: for the same conventions the engines count alike.
    """
    if spec.engine == AUTO and goal.shape.cells > EXACT:
        # On smaller boards, a search takes less time than to look for installed packages.
        for engine in ENGINES.values():
            if engine.suits(spec, goal):
                return [(engine.name, None)]
    name = engine_for(spec, goal.shape)
    reads_tables = isinstance(spec.heuristic, str) and is_partition(spec.heuristic)
    is_endless = spec.method.seconds is not None and goal.shape.cells > SMALL
    if spec.engine != AUTO or name == "textbook" or reads_tables or is_endless:
        return [(name, None)]
    return [("textbook", TEXTBOOK_NODES), (name, None)]


def engine_for(spec: SearchSpec, shape: Shape) -> str:
    """Return the engine that runs a resolved search; for `auto` the compiled one if it can."""
    if spec.engine != AUTO:
        return ENGINES[spec.engine].name
    return "textbook" if ENGINES["compiled"].objection(spec, shape) else "compiled"
