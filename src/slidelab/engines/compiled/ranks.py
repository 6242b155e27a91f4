"""The ranks, under the name that other modules still use."""

from slidelab.engines.ranks import all_neighbours, all_states, rank, unrank

__all__ = ["all_neighbours", "all_states", "rank", "unrank"]
