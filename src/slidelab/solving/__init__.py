"""Solving a board: the one entry point to every search, for Python, command line and page."""

from slidelab.engines.engine import engine_names
from slidelab.search import SearchSpec
from slidelab.solving.result import Result
from slidelab.solving.search import Search, solve
from slidelab.solving.shortest import all_shortest

__all__ = ["Result", "Search", "SearchSpec", "all_shortest", "engine_names", "solve"]
