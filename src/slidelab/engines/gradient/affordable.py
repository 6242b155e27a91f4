"""Whether gradient tables are there, or this process could build them."""

from __future__ import annotations

from slidelab.engines.compiled.patterns.pattern import Pattern
from slidelab.engines.compiled.patterns.tables import table_path
from slidelab.engines.gradient.build import GradientBuild
from slidelab.engines.gradient.database import Arrangement
from slidelab.engines.gradient.partitions import usual_partition
from slidelab.puzzle import Shape
from slidelab.system.memory import fair_share


def is_affordable(shape: Shape) -> bool:
    """Whether the usual tables for goals with the blank first are on disk, or fit into memory."""
    most = max(map(GradientBuild.memory_needed, _tables(shape, 0)))
    return are_built(shape) or most <= fair_share()


def are_built(shape: Shape, blank: int = 0) -> bool:
    """Whether the usual tables for a goal are on disk. Whether they are sound is seen later."""
    return all(table_path(GradientBuild, table).exists() for table in _tables(shape, blank))


def _tables(shape: Shape, blank: int) -> tuple[Pattern, ...]:
    size = shape.rows, shape.cols
    return Arrangement.of(usual_partition(*size, blank), *size, blank).tables
