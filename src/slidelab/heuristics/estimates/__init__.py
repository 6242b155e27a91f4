"""The heuristics, one a file."""
