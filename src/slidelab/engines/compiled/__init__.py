"""The textbook's searches compiled by Numba: the same counts in less time.

A kernel keeps its whole state in arrays and works in slices, so that the driver of the textbook
gives it limits, progress and cancelling. `engine` says which searches there are, and starts them.
Nothing that needs Numba is imported until a job is large enough to pay for it.
"""

from functools import cache
from importlib.util import find_spec


@cache
def is_available() -> bool:
    """Whether kernels can be called from Python here: Python in a browser has no NumPy."""
    return find_spec("numpy") is not None
