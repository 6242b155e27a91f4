"""The textbook: every search as a generator of events, and the run that drives them all."""

from slidelab.search.algorithm import ALGORITHMS, Algorithm, algorithm
from slidelab.search.conventions import CHOICES, Conventions
from slidelab.search.counters import COUNTERS, FIGURES, Counters, Counts
from slidelab.search.events import Event, Steps
from slidelab.search.generator_run import GeneratorRun
from slidelab.search.graph_search import graph_search
from slidelab.search.limits import Limits, Status
from slidelab.search.parameters import Parameter
from slidelab.search.policies import best_first, deepen_by_depth, uninformed_search
from slidelab.search.presets import PRESETS, preset
from slidelab.search.problem import Node, Problem
from slidelab.search.run import Run, SearchRun
from slidelab.search.spec import SearchSpec

__all__ = [
    "ALGORITHMS",
    "CHOICES",
    "COUNTERS",
    "FIGURES",
    "PRESETS",
    "Algorithm",
    "Conventions",
    "Counters",
    "Counts",
    "Event",
    "GeneratorRun",
    "Limits",
    "Node",
    "Parameter",
    "Problem",
    "Run",
    "SearchRun",
    "SearchSpec",
    "Status",
    "Steps",
    "algorithm",
    "best_first",
    "deepen_by_depth",
    "graph_search",
    "preset",
    "uninformed_search",
]
