"""The textbook: every search as a generator of events, and the run that drives them all."""

from slidelab.search.algorithm import ALGORITHMS as ALGORITHMS
from slidelab.search.algorithm import Algorithm as Algorithm
from slidelab.search.algorithm import algorithm as algorithm
from slidelab.search.conventions import CHOICES as CHOICES
from slidelab.search.conventions import Conventions as Conventions
from slidelab.search.counters import COUNTERS as COUNTERS
from slidelab.search.counters import FIGURES as FIGURES
from slidelab.search.counters import Counters as Counters
from slidelab.search.counters import Counts as Counts
from slidelab.search.events import Event as Event
from slidelab.search.events import Steps as Steps
from slidelab.search.graph_search import graph_search as graph_search
from slidelab.search.limits import Limits as Limits
from slidelab.search.limits import Status as Status
from slidelab.search.parameters import Parameter as Parameter
from slidelab.search.policies import best_first as best_first
from slidelab.search.policies import deepen_by_depth as deepen_by_depth
from slidelab.search.policies import uninformed_search as uninformed_search
from slidelab.search.presets import PRESETS as PRESETS
from slidelab.search.presets import preset as preset
from slidelab.search.problem import Node as Node
from slidelab.search.problem import Problem as Problem
from slidelab.search.run import GeneratorRun as GeneratorRun
from slidelab.search.run import Run as Run
from slidelab.search.spec import SearchSpec as SearchSpec
