"""Compiled searches end in good order when memory runs out, and keep their counts."""

import numpy as np
import pytest

from slidelab import Limits, Search
from slidelab.puzzle import Board

HARD = Board("15,14,8,12,10,11,9,13,2,6,5,1,3,7,4,0")


def begin(algorithm: str) -> Search:
    """Return a search that needs much memory."""
    from slidelab import SearchSpec

    return Search(HARD, spec=SearchSpec(algorithm, engine="compiled"))


@pytest.mark.parametrize("algorithm", ["bfs", "astar"])
def test_arrays_that_cannot_grow_end_the_search(
    algorithm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = begin(algorithm)
    expanded = search.advance(Limits(nodes=1000)).expanded
    assert expanded == 1000

    def fail(*shape: object, **more: object) -> None:
        raise MemoryError

    # What a search has made must stay whole when an allocation fails half-way.
    for name in ("empty", "zeros"):
        with monkeypatch.context() as patch:
            patch.setattr(np, name, fail)
            result = search.advance(Limits(nodes=400_000))
            assert result.status == "memory-limit"
            assert result.expanded > expanded
            expanded = result.expanded
        result = search.advance(Limits(nodes=expanded + 100_000))
        assert result.status == "node-limit"
        assert result.expanded == expanded + 100_000
        expanded = result.expanded
