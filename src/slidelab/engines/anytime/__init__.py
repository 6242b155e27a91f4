"""An answer for every board of any size: one at once, better ones while there is time.

A constructive solver, beams with learned evaluations and windows find short solutions; none of
them promises a shortest path. A board is looked at in a `Frame`, where its goal is the plainest
there is, so whatever was learned serves every goal.

>>> from slidelab import Limits, anytime
>>> for answer in anytime("8 6 7 / 2 5 4 / 3 0 1", "blank-last", limits=Limits(seconds=10)):
...     pass
>>> str(answer)
'31 moves; no fewer are possible'
"""

from slidelab.engines.anytime.answer import Answer
from slidelab.engines.anytime.search import AnytimeSearch, anytime

__all__ = ["Answer", "AnytimeSearch", "anytime"]
