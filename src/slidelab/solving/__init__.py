"""Solving a board: the one door to every search, from Python, the command line and the page."""

from slidelab.solving.frames import frame
from slidelab.solving.one_call import solve
from slidelab.solving.preparation import Announce
from slidelab.solving.result import Result
from slidelab.solving.search import Task
from slidelab.solving.shortest import all_shortest
from slidelab.solving.spec import ENGINES, SearchSpec

__all__ = ["ENGINES", "Announce", "Result", "SearchSpec", "Task", "all_shortest", "frame", "solve"]
