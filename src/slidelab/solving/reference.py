"""What is to be said about each algorithm, heuristic, preset, convention, counter and term.

Made once, as plain values: the command line prints these pages, and the page shows them.
"""

from collections.abc import Callable
from dataclasses import asdict
from inspect import cleandoc
from typing import Any

from slidelab.engines.compiled.databases import GRADIENT, find_database, find_heuristic, is_database
from slidelab.heuristics import HEURISTICS, Heuristic
from slidelab.heuristics._formula import is_formula
from slidelab.search import ALGORITHMS, PRESETS, Algorithm, Parameter
from slidelab.search.algorithm import OPTIMAL
from slidelab.search.conventions import CHOICES
from slidelab.search.counters import COUNTERS
from slidelab.search.presets import PRESET_SUMMARIES, PRESET_TITLES

Page = dict[str, Any]
"""The entries of a page; `name` and `summary` are always among them."""


def about_algorithm(algorithm: Algorithm) -> Page:
    return {
        "name": algorithm.name,
        "summary": algorithm.summary,
        "title": algorithm.title,
        "description": cleandoc(algorithm.__doc__ or ""),
        "optimal": OPTIMAL[algorithm.optimal],
        "complete": algorithm.complete,
        "time": algorithm.time,
        "memory": algorithm.memory,
        "informed": algorithm.informed,
        "frontier": algorithm.frontier,
        "parameters": [_about_parameter(p) for p in algorithm.parameters.values()],
        "aliases": list(algorithm.aliases),
        "pseudocode": [
            {
                "text": line.text,
                "events": [event.name.lower().replace("_", "-") for event in line.events],
            }
            for line in algorithm.lines
        ],
    }


def about_heuristic(heuristic: Heuristic) -> Page:
    return {
        "name": heuristic.name,
        "summary": heuristic.summary,
        "description": cleandoc(heuristic.description),
        # Of a formula nothing is known beyond what its parts promise.
        "admissible": heuristic.admissible or (None if is_formula(heuristic.name) else False),
        "consistent": heuristic.consistent or (None if is_formula(heuristic.name) else False),
        "integral": heuristic.integral,
        "counts_blank": heuristic.counts_blank,
        "aliases": list(heuristic.aliases),
    }


def algorithms() -> list[Page]:
    return [about_algorithm(algorithm) for algorithm in ALGORITHMS.all()]


def heuristics() -> list[Page]:
    return [about_heuristic(each) for each in (*HEURISTICS.all(), find_database(GRADIENT))]


def presets() -> list[Page]:
    return [
        {
            "name": name,
            "title": PRESET_TITLES[name],
            "summary": PRESET_SUMMARIES[name],
            "conventions": asdict(conventions),
        }
        for name, conventions in PRESETS.items()
    ]


def _json_key(value: Any) -> str:
    """A value of a choice as the key of a JSON object."""
    return "number" if value is int else str(value).lower() if not isinstance(value, str) else value


def conventions() -> list[Page]:
    """A page on each choice that changes what a search counts."""
    return [
        {
            "name": choice.name,
            "summary": choice.meaning,
            "subject": choice.subject.removesuffix(","),
            "effects": {_json_key(value): effect for value, effect in choice.effects.items()},
            "phrases": {_json_key(value): phrase for value, phrase in choice.phrases.items()},
            "kind": choice.kind,
            "values": list(choice.values),
            "default": choice.default,
        }
        for choice in CHOICES.values()
    ]


def counters() -> list[Page]:
    return [
        {"name": each.name, "summary": each.meaning, "label": each.label, "unit": each.unit}
        for each in COUNTERS.values()
    ]


def terms() -> list[Page]:
    """A page on each word of the glossary."""
    return [{"name": name, "summary": meaning} for name, meaning in TERMS.items()]


SECTIONS: dict[str, Callable[[], list[Page]]] = {
    "algorithms": algorithms,
    "heuristics": heuristics,
    "presets": presets,
    "conventions": conventions,
    "counters": counters,
    "terms": terms,
}


TERMS = {
    "state": "A board: which tile is in which cell.",
    "node": "A state together with the path that led to it: its parent, the move, and g.",
    "expand": "To create the children of a node, one for each move of the blank.",
    "frontier-of-a-search": "The nodes that were created but not yet expanded; also called the "
    "open list.",
    "reached": "The states for which a node was created; also called explored or closed, although "
    "some books use these words for expanded states only.",
    "stack": "A list from which the entry added last is taken first (last in, first out). As a "
    "frontier it makes a search depth-first. In Python: a list with append and pop.",
    "queue": "A list from which the entry added first is taken first (first in, first out). As a "
    "frontier it makes a search breadth-first. In Python: a collections.deque with append and "
    "popleft; pop(0) of a list moves all other entries.",
    "heap": "A binary tree in which no entry is less than its parent, so that the least is at the "
    "root; adding an entry and taking the least cost O(log n). As a frontier ordered by f it makes "
    "a search best-first. In Python: heapq, with heappush and heappop. A heap doesn't say which of "
    "several equal entries comes first: that is the convention 'ties'.",
    "explored-set": "The states that need no second look. As a hash set, looking one up takes the "
    "same time however many there are; as a sorted list O(log n); as a plain list O(n). "
    "'slidelab study explored-set' measures it.",
    "g": "The cost of the path from the start to a node: here, the number of moves.",
    "h": "The heuristic: an estimate of the number of moves left.",
    "f": "The value by which a best-first search orders its frontier: g + h in A*, h in greedy "
    "search, g in uniform-cost search.",
    "admissible": "A heuristic is admissible if it never exceeds the true distance. A* then finds "
    "a shortest path.",
    "consistent": "A heuristic is consistent if no move lowers it by more than the cost of the "
    "move, and it is 0 at the goal. It is then also admissible, and A* never has to expand a state "
    "twice.",
    "informed": "A search is informed, or heuristic, if it uses h. Otherwise it is uninformed, or "
    "blind.",
    "complete": "A search is complete if it finds a path whenever there is one.",
    "optimal": "A path is optimal if no path is shorter. A search is optimal if it always finds "
    "such a path.",
    "branching-factor": "b: the average number of children of a node. The effective branching "
    "factor is that of a uniform tree with the same depth and the same number of nodes.",
    "graph-search-and-tree-search": "A graph search remembers the states it has reached and drops "
    "duplicates. A tree search doesn't, and may search the same state many times.",
    "bound": "The largest f, or the greatest depth, allowed in one iteration of an "
    "iterative-deepening search.",
    "lower-bound": "A number of moves that every solution needs at least.",
    "pattern-database": "Exact distances for some of the tiles, computed in advance. They make a "
    "strong heuristic.",
    "inversion": "A pair of tiles of which the larger comes first, reading row by row. Whether "
    "their number is odd or even decides if a board can be solved.",
    "convention": "A choice that books leave open and that changes what a search counts.",
    "preset": "A set of conventions, named after the program or book it comes from.",
    "engine": "An implementation that runs searches: plain Python, compiled code, all cores, or a "
    "GPU. The textbook and compiled engines return the same path and the same counts.",
    "film": "A recording of every event of a search, to be played forwards and backwards.",
    "trial": "A search whose result was recorded. Statistics are averages over trials.",
}
"""The glossary: terms of search, each in a sentence or two; docs/glossary.md shows them too."""


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
    if is_database(name) or is_formula(name):
        return "heuristics", about_heuristic(find_heuristic(name))
    from difflib import get_close_matches  # only a mistyped name pays for this import

    near = get_close_matches(wanted, names, n=1)
    hint = f"did you mean {near[0]}?" if near else f"the lists are {', '.join(SECTIONS)}"
    raise ValueError(f"there is nothing called {name!r}; {hint}")


def _about_parameter(parameter: Parameter) -> Page:
    return {
        "name": parameter.name,
        "summary": parameter.help,
        "type": parameter.type.__name__,
        "default": parameter.default,
        "least": parameter.least,
        "above": parameter.above,
        "most": parameter.most,
        "allowed": parameter.allowed,
    }
