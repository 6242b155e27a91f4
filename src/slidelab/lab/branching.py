"""The effective branching factor: how bushy a search was, whatever its depth."""


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
    low, high = 1.0, max(1.0, float(nodes))
    for _ in range(100):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if _tree_size(middle, depth, enough=nodes) < nodes:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _tree_size(b: float, depth: int, enough: float) -> float:
    """The nodes of the tree without its root; counting stops at more than enough."""
    total, layer = 0.0, 1.0
    for _ in range(depth):
        layer *= b
        total += layer
        if total > enough:
            break
    return total
