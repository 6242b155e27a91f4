"""Random numbers that both engines draw alike, on every platform and Python version."""

_MASK = (1 << 64) - 1


def successor(state: int) -> int:
    """Return the state that follows in SplitMix64 (Steele, Lea and Flood 2014)."""
    return (state + 0x9E3779B97F4A7C15) & _MASK


def mixed(state: int) -> int:
    """Return the random number of a state of SplitMix64."""
    z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


class SplitMix64:
    """A small seeded generator; the kernels compile the same two functions."""

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1; the bias is under bound / 2^64."""
        self.state = successor(self.state)
        return mixed(self.state) % bound
