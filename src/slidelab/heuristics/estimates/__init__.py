"""One heuristic per file."""
