"""The any-size engine: an answer at once for every board, better ones while there is time.

A constructive solver, beams with learned evaluations and windows find short solutions; none of
them promises a shortest path. A board is looked at in a `Frame`, where its goal is the plainest
there is, so what was learned serves every goal. `slidelab.anytime` yields the answers.
"""

from slidelab.engines.anytime.search import AnytimeSearch

__all__ = ["AnytimeSearch"]
