"""An answer for every board: one at once, better ones while there is time, and how good they are.

>>> from slidelab import Limits, anytime
>>> for answer in anytime("8 6 7 / 2 5 4 / 3 0 1", "blank-last", limits=Limits(seconds=10)):
...     pass
>>> str(answer)
'31 moves; no fewer are possible'
"""

from slidelab.kernels.anytime.answer import Answer
from slidelab.kernels.anytime.search import AnytimeSearch, anytime

__all__ = ["Answer", "AnytimeSearch", "anytime"]
