"""Short solutions for boards of any size, better ones while there is time, and lower bounds.

A constructive solver, beams with learned estimates and windows find paths; IDA* raises the bound.
"""

from slidelab.engines.anytime.search import AnytimeSearch

__all__ = ["AnytimeSearch"]
