"""Iterative-deepening A*, compiled: a kernel for each kind of heuristic."""
