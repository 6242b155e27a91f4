"""The effective branching factor: how bushy a search was, whatever its depth."""

from math import expm1, log1p

_PRECISION = 1e-12


def effective_branching_factor(nodes: float, depth: int) -> float | None:
    """The branching factor b of the uniform tree with as many nodes and as deep as a search.

    `nodes` are those generated, without the root: nodes = b + b² + … + b^depth. There is no such
    b for depth 0, nor for fewer nodes than a path to that depth needs; then None is returned.

    The textbook's example, 52 nodes for a solution at depth 5:

    >>> round(effective_branching_factor(52, 5), 2)
    1.92
    """
    if depth < 1 or nodes < depth:
        return None
    # x is b - 1, so that no digits are lost where b is near 1; the last layer alone bounds it.
    low = 0.0
    high: float = nodes ** (1 / depth) - 1
    while high - low > _PRECISION * (1 + low):
        x = (low + high) / 2
        if (1 + x) * expm1(depth * log1p(x)) / x < nodes:
            low = x
        else:
            high = x
    return 1 + high
