"""Moved to `slidelab.heuristics.lines`."""

from slidelab.heuristics.lines import (
    column_slices,
    costs_by_cell,
    row_slices,
    steps_between,
    sum_over_lines,
)

__all__ = ["column_slices", "costs_by_cell", "row_slices", "steps_between", "sum_over_lines"]
