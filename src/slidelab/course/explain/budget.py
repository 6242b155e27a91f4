"""How much is searched for an answer, counted in nodes, so that it takes seconds at most."""

_NODES_A_RUN = {True: 1_000, False: 20}
"""Nodes that take as long as it takes to begin a search, compiled and by the textbook engine."""


class Budget:
    """Nodes that searches may expand in all; those that one engine spends are not the other's."""

    def __init__(self, compiled: int = 8_000_000, textbook: int = 60_000) -> None:
        """The textbook engine has to do what has no compiled version, and takes longer for it."""
        self._left = {True: compiled, False: textbook}

    def allows(self, compiled: bool) -> bool:
        """Whether a search may begin."""
        return self._left[compiled] > 0

    def spend(self, compiled: bool, nodes: int) -> None:
        """Count what a search has expanded."""
        self._left[compiled] -= nodes + _NODES_A_RUN[compiled]
