"""The partitions, under the name that other modules still use."""

from slidelab.engines.patterns.partitions import (
    Partition,
    affordable,
    check_partition,
    is_partition,
    move_home,
    partition,
    read_drawing,
    ready_made,
)

__all__ = [
    "Partition",
    "affordable",
    "check_partition",
    "is_partition",
    "move_home",
    "partition",
    "read_drawing",
    "ready_made",
]
