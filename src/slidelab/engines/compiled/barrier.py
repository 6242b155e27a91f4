"""Where threads wait for each other inside compiled code, thousands of times a second.

Threads of Python that wait for each other take a tenth of a millisecond to be woken, as long as a
narrow layer of a beam takes in all. These look until the others are there, and give way to other
programs when that takes long.
"""

import numpy as np

from slidelab.engines.compiled.compiling import Integers, compiled
from slidelab.engines.intrinsics import atomic_add, atomic_read, atomic_write, yield_thread

# A processor's cache line apart: what one thread writes must not slow down those that look.
_THERE, _ROUND, _ABORTED = 0, 8, 16

_LOOKS = 2000
"""How often a thread looks before it gives way: some microseconds."""


def new_barrier() -> Integers:
    """A barrier that nobody has come to."""
    return np.zeros(24, np.int64)


def abort(barrier: Integers) -> None:
    """Let everybody go who waits, or will: somebody will not come."""
    barrier[_ABORTED] = 1


@compiled
def wait(barrier: Integers, workers: int) -> bool:
    """Wait until all workers are there; False if the barrier is aborted.

    >>> wait(new_barrier(), 1)
    True
    """
    if workers == 1:
        return True
    number = atomic_read(barrier, _ROUND)
    if atomic_add(barrier, _THERE, 1) == workers - 1:
        atomic_write(barrier, _THERE, 0)
        atomic_write(barrier, _ROUND, number + 1)
        return True
    looks = 0
    while atomic_read(barrier, _ROUND) == number:
        if atomic_read(barrier, _ABORTED):
            return False
        looks += 1
        if looks > _LOOKS:
            yield_thread()
    return True
