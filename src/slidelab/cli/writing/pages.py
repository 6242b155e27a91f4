"""What is said about each algorithm, heuristic, preset and counter, as plain values."""

from collections.abc import Callable
from dataclasses import asdict
from importlib import import_module
from inspect import cleandoc
from typing import Any

from slidelab.heuristics import HEURISTICS
from slidelab.search import ALGORITHMS, PRESETS
from slidelab.search.conventions import PRESET_SUMMARIES
from slidelab.search.counters import definitions

Page = dict[str, Any]
"""The entries of a page; `name` and `summary` are always among them."""


def algorithms() -> list[Page]:
    """A page on each algorithm."""
    return [
        {
            "name": algorithm.name,
            "summary": algorithm.summary,
            "title": algorithm.title,
            "description": cleandoc(algorithm.__doc__ or ""),
            "optimal": algorithm.optimal,
            "informed": algorithm.informed,
            "parameters": algorithm.parameters,
            "aliases": algorithm.aliases,
            "pseudocode": [line.text for line in algorithm.pseudocode],
        }
        for algorithm in ALGORITHMS.all()
    ]


def heuristic_pages() -> list[Page]:
    """A page on each heuristic."""
    return [
        {
            "name": heuristic.name,
            "summary": heuristic.summary,
            "description": _module_text(heuristic.name),
            "admissible": heuristic.admissible,
            "consistent": heuristic.consistent,
            "integral": heuristic.integral,
            "counts_blank": heuristic.counts_blank,
            "aliases": heuristic.aliases,
        }
        for heuristic in HEURISTICS.all()
    ]


def presets() -> list[Page]:
    """A page on each preset."""
    return [
        {"name": name, "summary": PRESET_SUMMARIES[name], "conventions": asdict(conventions)}
        for name, conventions in PRESETS.items()
    ]


def counters() -> list[Page]:
    """A page on each counter."""
    return [{"name": name, "summary": text} for name, text in definitions().items()]


SECTIONS: dict[str, Callable[[], list[Page]]] = {
    "algorithms": algorithms,
    "heuristics": heuristic_pages,
    "presets": presets,
    "counters": counters,
}


def find(name: str) -> tuple[str, Page]:
    """The section and the page of a name or alias; raises ValueError when there is none."""
    wanted = name.lower().replace("_", "-").replace(" ", "-")
    names = []
    for section, pages in SECTIONS.items():
        for page in pages():
            own_name = page["name"].replace("_", "-")
            if wanted == own_name or wanted in page.get("aliases", ()):
                return section, page
            names.append(page["name"])
    from difflib import get_close_matches  # only a mistyped name pays for this import

    near = get_close_matches(wanted, names, n=1)
    hint = f"did you mean {near[0]}?" if near else f"the lists are {', '.join(SECTIONS)}"
    raise ValueError(f"there is nothing called {name!r}; {hint}")


def _module_text(heuristic: str) -> str:
    try:
        module = import_module(f"slidelab.heuristics.{heuristic.replace('-', '_')}")
    except ModuleNotFoundError:
        return ""  # it comes from an installed package
    return cleandoc(module.__doc__ or "")
