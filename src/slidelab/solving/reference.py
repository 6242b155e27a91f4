"""What is to be said about each algorithm, heuristic, preset, convention, counter and term.

Made once, as plain values: the command line prints these pages, and the page shows them.
"""

from collections.abc import Callable
from dataclasses import asdict
from inspect import cleandoc
from pathlib import Path
from typing import Any

from slidelab.engines.heuristics import find_heuristic
from slidelab.engines.patterns.partitions import is_partition
from slidelab.errors import SlidelabError
from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.heuristics.formula import is_formula
from slidelab.search import ALGORITHMS, PRESETS, Algorithm, Parameter
from slidelab.search.algorithm import OPTIMAL
from slidelab.search.conventions import CHOICES, ORDERS, write_value
from slidelab.search.counters import COUNTERS
from slidelab.search.presets import PRESET_SUMMARIES, PRESET_TITLES

Page = dict[str, Any]
"""The entries of a page; `name` and `summary` are always among them."""


def _pick(thing: object, *names: str) -> Page:
    return {name: getattr(thing, name) for name in names}


def about_algorithm(algorithm: Algorithm) -> Page:
    names = ("name", "summary", "title", "complete", "time", "memory", "informed", "frontier")
    return _pick(algorithm, *names) | {
        "description": cleandoc(algorithm.__doc__ or ""),
        "optimal": OPTIMAL[algorithm.optimal],
        "parameters": [_about_parameter(p) for p in algorithm.parameters.values()],
        "aliases": list(algorithm.aliases),
        "pseudocode": [
            {"text": text, "events": [each.name.lower().replace("_", "-") for each in events]}
            for text, events in algorithm.lines
        ],
    }


def about_heuristic(heuristic: Heuristic) -> Page:
    # Of a formula nothing is known beyond what its parts promise.
    otherwise = None if is_formula(heuristic.name) else False
    return _pick(heuristic, "name", "summary", "integral", "counts_blank") | {
        "description": cleandoc(heuristic.description),
        "admissible": heuristic.admissible or otherwise,
        "consistent": heuristic.consistent or otherwise,
        "aliases": list(heuristic.aliases),
    }


def list_algorithms() -> list[Page]:
    return [about_algorithm(algorithm) for algorithm in ALGORITHMS.all()]


def list_heuristics() -> list[Page]:
    return [about_heuristic(each) for each in HEURISTICS.all()]


def list_presets() -> list[Page]:
    return [
        {
            "name": name,
            "title": PRESET_TITLES[name],
            "summary": PRESET_SUMMARIES[name],
            "conventions": asdict(conventions),
        }
        for name, conventions in PRESETS.items()
    ]


def list_conventions() -> list[Page]:
    """A page on each choice that changes what a search counts."""
    pages = []
    for choice in CHOICES.values():
        is_order = choice.name == "order"
        effects = {write_value(value): what for value, what in choice.values.items()}
        listed = [f"`{value}`: {what}" for value, what in effects.items() if value not in ORDERS]
        usual = ["in an order such as `UDLR`"] if is_order else []
        pages.append(
            _pick(choice, "name", "default")
            | {
                "kind": "yes-or-no" if isinstance(choice.default, bool) else "words",
                "summary": f"{choice.title} … {'; '.join(usual + listed)}.",
                "values": [*ORDERS] if is_order else [*effects],
                "subject": choice.title,
                "effects": effects,
            }
        )
    return pages


def list_counters() -> list[Page]:
    every = COUNTERS.values()
    return [_pick(each, "name", "label", "unit") | {"summary": each.meaning} for each in every]


def list_terms() -> list[Page]:
    """A page on each word of the glossary, terms.md; docs/glossary.md shows them too."""
    text = Path(__file__).with_name("terms.md").read_text(encoding="utf-8")
    parts = (entry.split("\n: ") for entry in text.split("\n\n"))
    return [{"name": name, "summary": " ".join(meaning.split())} for name, meaning in parts]


SECTIONS: dict[str, Callable[[], list[Page]]] = {
    "algorithms": list_algorithms,
    "heuristics": list_heuristics,
    "presets": list_presets,
    "conventions": list_conventions,
    "counters": list_counters,
    "terms": list_terms,
}


def find(name: str) -> tuple[str, Page]:
    """The section and the page of a name or alias; raises ValueError when there is none.

    Pattern databases and formulas have pages too, though no list has them all.

    >>> find("6-6-3")[1]["summary"]
    'pattern databases of 6 and 6 and 3 tiles'
    """
    wanted = name.lower().replace("_", "-").replace(" ", "-")
    names = []
    for section, pages in SECTIONS.items():
        for page in pages():
            own_name = page["name"].replace("_", "-")
            if wanted == own_name or wanted in page.get("aliases", ()):
                return section, page
            names.append(page["name"])
    if is_partition(name) or is_formula(name):
        return "heuristics", about_heuristic(find_heuristic(name))
    from difflib import get_close_matches  # only a mistyped name pays for this import

    near = get_close_matches(wanted, names, n=1)
    hint = f"did you mean {near[0]}?" if near else f"the lists are {', '.join(SECTIONS)}"
    raise SlidelabError(f"there is nothing called {name!r}; {hint}")


def _about_parameter(parameter: Parameter) -> Page:
    facts = _pick(parameter, "name", "default", "least", "above", "most", "allowed")
    return facts | {"summary": parameter.help, "type": parameter.type.__name__}
