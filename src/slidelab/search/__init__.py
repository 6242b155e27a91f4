"""The textbook: every search as a generator of events, and the driver that runs them all."""

from slidelab.search.algorithm import ALGORITHMS, Algorithm, algorithm
from slidelab.search.conventions import Conventions
from slidelab.search.counters import Counters
from slidelab.search.driver import Run
from slidelab.search.events import Event, Steps
from slidelab.search.limits import Limits, Status
from slidelab.search.parameters import Parameter
from slidelab.search.presets import PRESETS, preset
from slidelab.search.problem import Node, Problem

__all__ = [
    "ALGORITHMS",
    "PRESETS",
    "Algorithm",
    "Conventions",
    "Counters",
    "Event",
    "Limits",
    "Node",
    "Parameter",
    "Problem",
    "Run",
    "Status",
    "Steps",
    "algorithm",
    "preset",
]
