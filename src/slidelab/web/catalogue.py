"""Describe everything that can be chosen, so that the page needs no lists of its own."""

from typing import Any

from slidelab import __version__
from slidelab.engines.engine import engine_names
from slidelab.engines.sizes import EXACT
from slidelab.errors import SlidelabError
from slidelab.heuristics import HEURISTICS
from slidelab.search import ALGORITHMS
from slidelab.search.spec import AUTO
from slidelab.solving import reference
from slidelab.web.settings import Settings
from slidelab.web.work import FILM_EVENTS

_AUTO = {
    "name": AUTO,
    "summary": "the best there is: true distances up to 3x3, databases up to 5x5",
    "description": "The true distances of small shapes, pattern databases that build in seconds "
    "up to 4x4 and in minutes up to 5x5, and linear conflict beyond.",
    "admissible": True,
    "consistent": False,
}


def make_catalogue(settings: Settings) -> dict[str, Any]:
    """Return the catalogue; raises ValueError if a file of the server's own is unusable."""
    sections: dict[str, Any] = {name: pages() for name, pages in reference.SECTIONS.items()}
    sections["heuristics"].append(_AUTO)
    for name in settings.own:
        algorithms, heuristics = ALGORITHMS.in_file(name), HEURISTICS.in_file(name)
        if not algorithms and not heuristics:
            raise SlidelabError(f"there is neither an @algorithm nor a @heuristic in {name}")
        sections["algorithms"] += map(reference.about_algorithm, algorithms)
        sections["heuristics"] += map(reference.about_heuristic, heuristics)
    return {
        "version": __version__,
        **sections,
        "docs": settings.docs,
        # A search has one process here; the others are for the other visitors.
        "engines": [name for name in engine_names() if name != "parallel"],
        "limits": {"film_events": FILM_EVENTS},
        "sizes": {"exact": EXACT},
    }
