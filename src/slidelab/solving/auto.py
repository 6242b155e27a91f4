"""Which engine runs a search. The engine `auto`: which one begins, and when the next takes over.

| search | engines, in turn |
| --- | --- |
| IDA* with gradient databases on boards such as 5x5 | all cores, then a graphics processor; at once on that one if only the tables of the CPU would have to be built |
| one that the textbook cannot do, or would only hold up | compiled |
| one that has a compiled version | textbook, then compiled |
| any other | textbook |

A search that is handed over starts again: for the same conventions the engines count alike.
"""  # noqa: E501 - a row of a table is one line

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from slidelab.engines.compiled.databases import GRADIENT, is_database
from slidelab.engines.engine import ENGINES
from slidelab.engines.sizes import SMALL
from slidelab.puzzle import Board, Shape
from slidelab.solving.defaults import AUTO, is_large
from slidelab.solving.spec import SearchSpec

TRIAL = 20_000
"""Nodes that the textbook expands before the compiled engine is loaded, which takes longer than
such a search."""

TRIAL_OF_CORES = 300_000_000
"""Nodes that all cores expand before a graphics processor is asked for, which takes longer to make
ready."""


class Turn(NamedTuple):
    """An engine, and the nodes after which the next one takes over; None: it never does."""

    engine: str
    nodes: int | None = None


def uses_all_cores(spec: SearchSpec, shape: Shape) -> bool:
    """Whether the textbook's order is given up for all that is fast."""
    if spec.engine != AUTO or spec.heuristic != GRADIENT or spec.values.get("cycles"):
        return False
    return is_large(shape) and not ENGINES["parallel"].objection(spec, shape)


def turns(goal: Board, spec: SearchSpec, is_kept: bool) -> list[Turn]:
    """Return the engines that run a search, in turn; just the one that was asked for, if any.

    Where an engine is unavailable, the one after it begins, or the one before it goes on.
    `is_kept` says whether the search is kept in a file.
    """
    shape = goal.shape
    if spec.engine != AUTO:
        return [Turn(spec.engine)]
    if uses_all_cores(spec, shape):
        from slidelab.engines.gradient.database import are_built

        if not is_kept and are_built(shape, goal.blank):
            return [Turn("parallel", TRIAL_OF_CORES), Turn("gpu")]
        return [Turn("gpu"), Turn("parallel")]
    if ENGINES["compiled"].objection(spec, shape):
        return [Turn("textbook")]
    endless = spec.method.seconds is not None and shape.cells > SMALL
    reads_tables = spec.heuristic is not None and is_database(spec.heuristic)
    if reads_tables or spec.values.get("cycles") or endless:
        return [Turn("compiled")]
    return [Turn("textbook", TRIAL), Turn("compiled")]


def on_one_engine(specs: Sequence[SearchSpec], *shapes: Shape) -> list[SearchSpec]:
    """The searches on the same engine, so that their times can be compared.

    It is the compiled one where every search has it for every shape, else the textbook. Searches
    for which an engine was asked for keep theirs, and so do those that only one engine has.

    >>> [s.engine for s in on_one_engine([SearchSpec("bfs"), SearchSpec("rbfs")], Shape(3, 3))]
    ['textbook', 'textbook']
    """
    left_open = {spec for spec in specs if spec.engine == AUTO and not spec.values.get("cycles")}
    engines = {spec.engine_for(shape) for spec in left_open for shape in shapes}
    engine = "compiled" if engines == {"compiled"} else "textbook"
    return [replace(spec, engine=engine) if spec in left_open else spec for spec in specs]


def on_fastest_engines(specs: Iterable[SearchSpec], *shapes: Shape) -> list[SearchSpec]:
    """Each search on the fastest engine that has it for every shape, so that none slows others.

    >>> [s.engine for s in on_fastest_engines([SearchSpec("bfs"), SearchSpec("rbfs")], Shape(3, 3))]
    ['compiled', 'textbook']
    """
    return [one for spec in specs for one in on_one_engine([spec], *shapes)]


def engine_reasons(specs: Iterable[SearchSpec], *shapes: Shape) -> list[str]:
    """For each engine, which of the searches run on it; for the textbook also why, in words.

    >>> specs = on_fastest_engines([SearchSpec("bfs"), SearchSpec("rbfs", "zero")], Shape(3, 3))
    >>> for line in engine_reasons(specs, Shape(3, 3)):
    ...     print(line)
    compiled: bfs
    textbook: rbfs with zero has no compiled version under these conventions
    """
    names: dict[str, list[str]] = {}
    for spec in specs:
        objections = (ENGINES["compiled"].objection(spec, shape) for shape in shapes)
        # The rest of the sentence recommends the engine that was asked for already.
        reason = next((text.partition(";")[0] for text in objections if text), "")
        name = " with ".join(filter(None, (spec.algorithm, spec.heuristic)))
        is_explained = spec.engine == "textbook" and reason
        names.setdefault(spec.engine, []).append(reason if is_explained else name)
    return [f"{engine}: {', '.join(dict.fromkeys(those))}" for engine, those in names.items()]
