"""All that can be chosen, in words, so that the page needs no list of its own."""

import inspect
import sys
from dataclasses import asdict
from typing import Any

from slidelab import __version__
from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.search import ALGORITHMS, PRESETS, Algorithm
from slidelab.search.algorithm import OPTIMAL
from slidelab.search.conventions import CHOICES, PRESET_SUMMARIES
from slidelab.search.counters import COUNTERS
from slidelab.solving.spec import AUTO
from slidelab.web.formulas import COMBINATIONS, TILE_COSTS
from slidelab.web.parsing import OFFERED_ENGINES
from slidelab.web.settings import Settings

_AUTO = {
    "name": AUTO,
    "summary": "the best there is: true distances up to 3x3, pattern databases up to 5x5",
    "doc": "The true distances of small shapes, pattern databases that build in seconds up to 5x5, "
    "and linear conflict beyond.",
    "admissible": True,
    "consistent": False,
}


def describe(settings: Settings) -> dict[str, Any]:
    """Everything that the page offers."""
    return {
        "version": __version__,
        "algorithms": [_algorithm(algorithm) for algorithm in ALGORITHMS.all()],
        "heuristics": [*(_heuristic(heuristic) for heuristic in HEURISTICS.all()), _AUTO],
        "presets": [
            {
                "name": name,
                "summary": PRESET_SUMMARIES.get(name, ""),
                "conventions": asdict(conventions),
            }
            for name, conventions in PRESETS.items()
        ],
        "conventions": _conventions(),
        "counters": {each.name: each.meaning for each in COUNTERS.values()},
        "engines": list(OFFERED_ENGINES),
        "formula": {"combine": list(COMBINATIONS), "tile_costs": list(TILE_COSTS)},
        "limits": {
            "seconds": settings.seconds,
            "pause_seconds": settings.pause_seconds,
            "nodes": settings.nodes,
            "memory_bytes": settings.search_memory,
            "film_events": settings.film_events,
            "max_rows": settings.max_rows,
            "max_cols": settings.max_cols,
        },
        "defaults": {
            "algorithm": "astar",
            "heuristic": "manhattan",
            "preset": "textbook",
            "engine": "auto",
        },
    }


def _algorithm(algorithm: Algorithm) -> dict[str, Any]:
    return {
        "name": algorithm.name,
        "title": algorithm.title,
        "summary": algorithm.summary,
        "doc": inspect.cleandoc(algorithm.__doc__ or ""),
        "optimal": OPTIMAL[algorithm.optimal],
        "informed": algorithm.informed,
        "frontier": algorithm.frontier,
        "parameters": {p.name: p.default for p in algorithm.parameters.values()},
        "pseudocode": [
            {
                "text": line.text,
                "events": [event.name.lower().replace("_", "-") for event in line.events],
            }
            for line in algorithm.pseudocode
        ],
    }


def _heuristic(heuristic: Heuristic) -> dict[str, Any]:
    module = sys.modules.get(f"slidelab.heuristics.{heuristic.name.replace('-', '_')}")
    return {
        "name": heuristic.name,
        "summary": heuristic.summary,
        "doc": inspect.cleandoc((module and module.__doc__) or heuristic.summary),
        "admissible": heuristic.admissible,
        "consistent": heuristic.consistent,
    }


def _conventions() -> list[dict[str, Any]]:
    special = {"order": "order", "seed": "seed"}
    return [
        {
            "name": choice.name,
            "doc": choice.meaning,
            "values": special.get(choice.name) or list(choice.values) or "bool",
            "default": choice.default,
        }
        for choice in CHOICES.values()
    ]
