"""The engine `auto`: which engine begins a search, and when the next one takes over.

| search | engines, in turn |
| --- | --- |
| IDA* with gradient databases on boards such as 5x5 | all cores, then a graphics processor; at once on that one if only the tables of the CPU would have to be built |
| one that the textbook cannot do, or would only hold up | compiled |
| one that has a compiled version | textbook, then compiled |
| any other | textbook |

A search that is handed over starts again: for the same conventions the engines count alike.
"""  # noqa: E501 - a row of a table is one line

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
