"""Trials to put into stores."""

from slidelab.lab.store import Trial


def a_trial(**fields: object) -> Trial:
    """A trial with these fields, and plausible ones for the rest."""
    usual: Trial = {
        "at": "2026-01-02T03:04:05.678+00:00",
        "source": "solve",
        "board": "1,2,5,3,4,0,6,7,8",
        "goal": "blank-first",
        "shape": "3x3",
        "distance": 3,
        "algorithm": "astar",
        "heuristic": "manhattan",
        "parameters": "{}",
        "preset": "textbook",
        "conventions": "{}",
        "engine_asked": "auto",
        "engine": "textbook",
        "status": "solved",
        "cost": 3,
        "expanded": 3,
        "generated": 9,
        "duplicates": 2,
        "reopened": 0,
        "frontier": 3,
        "max_frontier": 4,
        "search_depth": 3,
        "max_depth": 3,
        "seconds": 0.001,
        "peak_memory_bytes": 1,
        "version": "0.1.0",
        "experiment": None,
        "cell": None,
    }
    return usual | fields
