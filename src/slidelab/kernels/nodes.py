"""The columns of numbers that make up the nodes of every search."""

from typing import NamedTuple

from slidelab.kernels.compiling import Bytes, Integers, SmallIntegers


class Nodes(NamedTuple):
    """A row is a node."""

    words: Integers
    """The state, packed."""
    parent: SmallIntegers
    """The row of the parent, or -1."""
    move: Bytes
    """The blank's move from the parent to here, and perhaps `tables.COPY`."""
    blank: Bytes
    """The blank's cell."""
    g: SmallIntegers
    """The depth."""
