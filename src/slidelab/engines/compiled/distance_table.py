"""The distance tables, under the name that other modules still use."""

from slidelab.engines.distance_table import DistanceTable, bytes_needed, distances

__all__ = ["DistanceTable", "bytes_needed", "distances"]
