"""All that can be chosen, in words, so that the page needs no list of its own."""

import ast
import inspect
import sys
import textwrap
from dataclasses import asdict, fields
from typing import Any

from slidelab import __version__
from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.search import ALGORITHMS, PRESETS, Algorithm, Conventions
from slidelab.search.conventions import (
    DEPTHS,
    DFS_PUSHES,
    DUPLICATES,
    GOAL_TESTS,
    PRESET_SUMMARIES,
    TIES,
)
from slidelab.search.counters import definitions
from slidelab.solving.choice import AUTO, choose_heuristic
from slidelab.web.formulas import COMBINATIONS, TILE_COSTS
from slidelab.web.parsing import OFFERED_ENGINES
from slidelab.web.settings import Settings

_VALUES: dict[str, Any] = {
    "order": "order",
    "seed": "seed",
    "goal_test": GOAL_TESTS,
    "dfs_push": DFS_PUSHES,
    "ties": TIES,
    "duplicates": DUPLICATES,
    "depth": DEPTHS,
}

_AUTO = {
    "name": AUTO,
    "summary": "the best there is: true distances up to 3x3, pattern databases up to 5x5",
    "doc": inspect.cleandoc(choose_heuristic.__doc__ or ""),
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
        "counters": definitions(),
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
        "optimal": algorithm.optimal,
        "informed": algorithm.informed,
        "frontier": algorithm.frontier,
        "parameters": algorithm.parameters,
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
    docs = _attribute_docs(Conventions)
    return [
        {
            "name": field.name,
            "doc": docs.get(field.name, ""),
            "values": _VALUES.get(field.name, "bool"),
            "default": field.default,
        }
        for field in fields(Conventions)
    ]


def _attribute_docs(cls: type) -> dict[str, str]:
    """The strings that stand below the attributes of a class."""
    body = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
    assert isinstance(body, ast.ClassDef)
    docs = {}
    for attribute, text in zip(body.body, body.body[1:], strict=False):
        if (
            isinstance(attribute, ast.AnnAssign)
            and isinstance(attribute.target, ast.Name)
            and isinstance(text, ast.Expr)
            and isinstance(text.value, ast.Constant)
        ):
            docs[attribute.target.id] = " ".join(str(text.value.value).split())
    return docs
