"""SplitMix64 compiled, from its one definition in `search/randomness.py`."""

import numpy as np

from slidelab.engines.compiled.compiling import Words, compiled
from slidelab.search import randomness
from slidelab.search.conventions import Conventions

_successor = compiled(randomness.successor)
_mixed = compiled(randomness.mixed)


def seeded(conventions: Conventions) -> Words:
    """The state of the generator before the first number is drawn."""
    return np.array([(conventions.seed or 0) % (1 << 64)], dtype=np.uint64)


@compiled
def draw(random: Words, bound: int) -> int:
    """A number from 0 to bound - 1 (see `randomness.SplitMix64`)."""
    random[0] = _successor(random[0])
    return np.int64(_mixed(random[0]) % np.uint64(bound))  # type: ignore[return-value]
