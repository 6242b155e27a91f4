"""Moved to `slidelab.heuristics.formula`."""

from slidelab.heuristics.formula import (
    COMBINATIONS,
    MOST_CHARACTERS,
    TILE_COSTS,
    is_formula,
    read_formula,
)

__all__ = ["COMBINATIONS", "MOST_CHARACTERS", "TILE_COSTS", "is_formula", "read_formula"]
