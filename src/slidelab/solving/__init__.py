"""Solving a board: the one door to every search, from Python, the command line and the page."""

from slidelab.solving.choice import ENGINES
from slidelab.solving.task import Task, solve

__all__ = ["ENGINES", "Task", "solve"]
