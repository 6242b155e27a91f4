"""The patterns, under the name that other modules still use."""

from slidelab.engines.patterns.pattern import Pattern, passing_weights, rank, weights

__all__ = ["Pattern", "passing_weights", "rank", "weights"]
