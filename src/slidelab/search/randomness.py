"""Random numbers that are the same on every platform and Python version."""

_MASK = (1 << 64) - 1


class SplitMix64:
    """A small seeded generator (Steele, Lea and Flood 2014)."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1; the bias is under bound / 2^64."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return (z ^ (z >> 31)) % bound
