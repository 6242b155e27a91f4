"""What is chosen where a search leaves it open: algorithm, heuristic and engine.

| search with the engine `auto` | engines, in turn |
| --- | --- |
| IDA* with gradient databases on boards such as 5x5 | all cores, then a graphics processor; at once on that one if only the tables of the CPU would have to be built |
| one that the textbook cannot do, or would only hold up | compiled |
| one that has a compiled version | textbook, then compiled |
| any other | textbook |

A search that is handed over starts again: for the same conventions the engines count alike.
"""  # noqa: E501 - a row of a table is one line

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from slidelab.engines.compiled import is_available
from slidelab.engines.compiled.databases import GRADIENT, is_database
from slidelab.engines.compiled.patterns.partitions import affordable
from slidelab.engines.engine import ENGINES
from slidelab.engines.sizes import EXACT, PROVABLE, SMALL
from slidelab.errors import SlidelabError
from slidelab.puzzle import Board, Shape
from slidelab.search import ALGORITHMS, SearchSpec
from slidelab.search.spec import AUTO

TRIAL = 20_000
"""Nodes that the textbook expands before the compiled engine is loaded, which takes longer than
such a search."""

TRIAL_OF_CORES = 300_000_000
"""Nodes that all cores expand before a graphics processor is asked for, which takes longer to make
ready."""


def choose(spec: SearchSpec, shape: Shape) -> tuple[Any, Any]:
    """Return the algorithm and the heuristic of a search on boards of a shape.

    Heuristics are the true distances of small shapes, pattern databases that build in seconds up to
    4x4, gradient databases up to 5x5 if the machine has the memory to build them, and linear
    conflict beyond.
    """
    algorithm, heuristic = spec.algorithm, spec.heuristic
    if spec.engine != AUTO:
        engine = ENGINES[spec.engine]
        algorithm = algorithm or engine.algorithm
        heuristic = engine.heuristic if heuristic in (None, AUTO) else heuristic
    small = shape.cells <= SMALL
    quick = shape.cells <= EXACT and is_available()
    if algorithm is None:
        can_prove = heuristic is not None or spec.optimal or quick
        algorithm = "astar" if small else "ida" if can_prove else "anytime"
        if heuristic is None and ALGORITHMS[algorithm].informed:
            heuristic = "manhattan" if small else AUTO
    elif heuristic is None and spec.method.informed:
        heuristic = AUTO if algorithm == "ida" and _takes_a_proof(shape) else "manhattan"
    return algorithm, _best_affordable(shape) if heuristic == AUTO else heuristic


def engines_for(
    spec: SearchSpec, goal: Board, is_kept: bool = False
) -> list[tuple[str, int | None]]:
    """Return the engines that run a search in turn, with the nodes after which the next begins.

    Where an engine is unavailable, the one after it begins, or the one before it goes on. `is_kept`
    says whether the search is kept in a file.
    """
    shape = goal.shape
    if spec.engine != AUTO:
        return [(spec.engine, None)]
    if uses_all_cores(spec, shape):
        from slidelab.engines.gradient.database import are_built

        if not is_kept and are_built(shape, goal.blank):
            return [("parallel", TRIAL_OF_CORES), ("gpu", None)]
        return [("gpu", None), ("parallel", None)]
    if ENGINES["compiled"].objection(spec, shape):
        return [("textbook", None)]
    endless = spec.method.seconds is not None and shape.cells > SMALL
    if _reads_tables(spec) or endless:
        return [("compiled", None)]
    return [("textbook", TRIAL), ("compiled", None)]


def engine_for(spec: SearchSpec, shape: Shape) -> str:
    """Return the engine that can run a search; for `auto` the compiled one if it can.

    Raises ValueError if the engine asked for has no such search.
    """
    spec = spec.resolve(shape)
    if spec.engine == AUTO:
        return "textbook" if ENGINES["compiled"].objection(spec, shape) else "compiled"
    if objection := ENGINES[spec.engine].objection(spec, shape):
        raise SlidelabError(objection)
    return spec.engine


def uses_all_cores(spec: SearchSpec, shape: Shape) -> bool:
    """Return whether the textbook's order is given up for all that is fast."""
    if spec.engine != AUTO or spec.heuristic != GRADIENT:
        return False
    return _takes_a_proof(shape) and not ENGINES["parallel"].objection(spec, shape)


def on_one_engine(specs: Sequence[SearchSpec], *shapes: Shape) -> list[SearchSpec]:
    """Return the searches on the same engine, so that their times can be compared.

    It is the compiled one if every search has it for every shape, else the textbook. Searches that
    ask for an engine keep theirs, and so do those that only one engine has.

    >>> [s.engine for s in on_one_engine([SearchSpec("bfs"), SearchSpec("rbfs")], Shape(3, 3))]
    ['textbook', 'textbook']
    """
    left_open = {spec for spec in specs if spec.engine == AUTO}
    engines = {engine_for(spec, shape) for spec in left_open for shape in shapes}
    engine = "compiled" if engines == {"compiled"} else "textbook"
    return [replace(spec, engine=engine) if spec in left_open else spec for spec in specs]


def on_fastest_engines(specs: Iterable[SearchSpec], *shapes: Shape) -> list[SearchSpec]:
    """Return each search on the fastest engine that has it for every shape.

    >>> [s.engine for s in on_fastest_engines([SearchSpec("bfs"), SearchSpec("rbfs")], Shape(3, 3))]
    ['compiled', 'textbook']
    """
    return [one for spec in specs for one in on_one_engine([spec], *shapes)]


def engine_reasons(specs: Iterable[SearchSpec], *shapes: Shape) -> list[str]:
    """Return which of the searches run on each engine; for the textbook also why, in words.

    >>> specs = on_fastest_engines([SearchSpec("bfs"), SearchSpec("rbfs", "zero")], Shape(3, 3))
    >>> for line in engine_reasons(specs, Shape(3, 3)):
    ...     print(line)
    compiled: bfs
    textbook: rbfs with zero has no compiled version under these conventions on 3x3
    """
    names: dict[str, list[str]] = {}
    for spec in specs:
        objections = (ENGINES["compiled"].objection(spec, shape) for shape in shapes)
        # The rest of the sentence recommends the engine that was asked for already.
        reason = next((text.partition(";")[0] for text in objections if text), "")
        is_explained = spec.engine == "textbook" and reason
        names.setdefault(spec.engine, []).append(reason if is_explained else spec.name)
    return [f"{engine}: {', '.join(dict.fromkeys(those))}" for engine, those in names.items()]


def _reads_tables(spec: SearchSpec) -> bool:
    return isinstance(spec.heuristic, str) and is_database(spec.heuristic)


def _takes_a_proof(shape: Shape) -> bool:
    """Return whether boards take billions of nodes to solve, and can still be solved."""
    return EXACT < shape.cells <= PROVABLE


def _best_affordable(shape: Shape) -> str:
    if shape.cells <= SMALL:
        return "perfect"
    if shape.cells > PROVABLE or not is_available():
        return "linear-conflict"
    if _takes_a_proof(shape):
        from slidelab.engines.gradient.database import is_affordable

        if is_affordable(shape):
            return GRADIENT
    return affordable(shape)
