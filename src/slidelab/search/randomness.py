"""Random numbers that both engines draw alike, on every platform and Python version."""

_MASK = (1 << 64) - 1


class SplitMix64:
    """The generator of Steele, Lea and Flood (2014): tiny, seeded, easy to repeat in a kernel.

    >>> SplitMix64(0).next() == 0xE220A8397B1DCDAF
    True
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def next(self) -> int:
        """The next 64 random bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1; the bias is under bound / 2^64."""
        return self.next() % bound
