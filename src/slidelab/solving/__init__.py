"""Solving a board: the one door to every search, from Python, the command line and the page."""

from slidelab.solving.result import Result, frame
from slidelab.solving.search import Search, solve
from slidelab.solving.shortest import all_shortest
from slidelab.solving.spec import SearchSpec, engine_names

__all__ = ["Result", "Search", "SearchSpec", "all_shortest", "engine_names", "frame", "solve"]
