"""The puzzle as other tools see it: a graph for NetworkX, a planning problem in PDDL.

`slidelab.lab.interop.gym` is an environment of Gymnasium.
"""

from slidelab.lab.interop.graph import StateGraph
from slidelab.lab.interop.pddl import pddl_domain, pddl_problem, read_plan

__all__ = ["StateGraph", "pddl_domain", "pddl_problem", "read_plan"]
