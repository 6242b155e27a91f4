"""Describe each algorithm, heuristic, preset, convention, counter and term, as plain values.

The command line prints these pages, and the web page shows them.
"""

from collections.abc import Callable
from dataclasses import asdict
from difflib import get_close_matches
from inspect import cleandoc
from pathlib import Path
from typing import Any

from slidelab.engines.patterns.partitions import is_partition
from slidelab.errors import SlidelabError
from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.heuristics import get as find_heuristic
from slidelab.heuristics.formula import is_formula
from slidelab.search import ALGORITHMS, CHOICES, COUNTERS, PRESETS, Algorithm
from slidelab.search.algorithm import OPTIMAL
from slidelab.search.conventions import ORDERS, Choice, write_value
from slidelab.search.presets import PRESET_SUMMARIES

Page = dict[str, Any]
"""The entries of a page; `name` and `summary` are always among them."""


def _pick(thing: object, *names: str) -> Page:
    return {name: getattr(thing, name) for name in names}


def about_algorithm(algorithm: Algorithm) -> Page:
    """Return the page of an algorithm."""
    names = ("name", "summary", "title", "complete", "time", "memory", "informed", "frontier")
    facts = ("name", "default", "least", "allowed")
    return _pick(algorithm, *names) | {
        "description": cleandoc(algorithm.__doc__ or "").partition("\n\n")[2],
        "optimal": OPTIMAL[algorithm.optimal],
        "parameters": [
            _pick(each, *facts) | {"summary": each.help, "type": each.type.__name__}
            for each in algorithm.parameters.values()
        ],
        "pseudocode": [
            {"text": text, "events": [each.name.lower().replace("_", "-") for each in events]}
            for text, events in algorithm.lines
        ],
    }


def about_heuristic(heuristic: Heuristic) -> Page:
    """Return the page of a heuristic; a formula has only the claims of its parts."""
    otherwise = None if is_formula(heuristic.name) else False
    return _pick(heuristic, "name", "summary", "integral", "counts_blank") | {
        "description": cleandoc(heuristic.description),
        "admissible": heuristic.admissible or otherwise,
        "consistent": heuristic.consistent or otherwise,
    }


def _about_choice(choice: Choice) -> Page:
    is_order = choice.name == "order"
    effects = {write_value(value): effect for value, effect in choice.values.items()}
    listed = [f"`{value}`: {effect}" for value, effect in effects.items() if value not in ORDERS]
    usual = ["in an order such as `UDLR`"] if is_order else []
    return {
        "name": choice.name,
        "default": choice.default,
        "kind": "yes-or-no" if isinstance(choice.default, bool) else "words",
        "summary": f"{choice.title} … {'; '.join(usual + listed)}.",
        "values": [*ORDERS] if is_order else [*effects],
        "subject": choice.title,
        "effects": effects,
    }


def _list_presets() -> list[Page]:
    return [
        {
            "name": name,
            "summary": PRESET_SUMMARIES[name],
            "conventions": asdict(conventions),
        }
        for name, conventions in PRESETS.items()
    ]


def _list_terms() -> list[Page]:
    """Return the terms of the glossary, terms.md; docs/glossary.md shows them too."""
    text = Path(__file__).with_name("terms.md").read_text(encoding="utf-8")
    parts = (entry.split("\n: ") for entry in text.split("\n\n"))
    return [{"name": name, "summary": " ".join(meaning.split())} for name, meaning in parts]


SECTIONS: dict[str, Callable[[], list[Page]]] = {
    "algorithms": lambda: [about_algorithm(each) for each in ALGORITHMS.values()],
    "heuristics": lambda: [about_heuristic(each) for each in HEURISTICS.values()],
    "presets": _list_presets,
    "conventions": lambda: [_about_choice(each) for each in CHOICES.values()],
    "counters": lambda: [
        _pick(each, "name", "label", "unit") | {"summary": each.meaning}
        for each in COUNTERS.values()
    ],
    "terms": _list_terms,
}
"""Functions that return the pages of each section."""


def find(name: str) -> tuple[str, Page]:
    """Return the section and the page of a name; raises ValueError if there is none.

    Pattern databases and formulas have pages too, though no list has them all.

    >>> find("6-6-3")[1]["summary"]
    'pattern databases of 6, 6 and 3 tiles'
    """
    wanted = name.lower().replace("_", "-").replace(" ", "-")
    names = []
    for section, pages in SECTIONS.items():
        for page in pages():
            names.append(page["name"])
            if wanted == page["name"].replace("_", "-"):
                return section, page
    if is_partition(name) or is_formula(name):
        return "heuristics", about_heuristic(find_heuristic(name))
    near = get_close_matches(wanted, names, n=1)
    hint = f"did you mean {near[0]}?" if near else f"the lists are {', '.join(SECTIONS)}"
    raise SlidelabError(f"there is nothing called {name!r}; {hint}")
