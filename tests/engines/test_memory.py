"""Compiled searches stop cleanly when memory runs out, and can be continued."""

import mmap

import pytest

from slidelab import Limits, Search, SearchSpec
from slidelab.puzzle import Board

HARD = Board("15,14,8,12,10,11,9,13,2,6,5,1,3,7,4,0")


@pytest.mark.parametrize("algorithm", ["bfs", "astar"])
def test_a_search_whose_arrays_cannot_grow_goes_on_once_they_can(
    algorithm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*shape: object, **more: object) -> None:
        raise OSError

    hindered, free = (Search(HARD, spec=SearchSpec(algorithm, engine="compiled")) for _ in "12")
    hindered.advance(Limits(nodes=1000))
    with monkeypatch.context() as patch:
        patch.setattr(mmap, "mmap", fail)
        for _ in range(2):
            stopped = hindered.advance(Limits(nodes=400_000))
            assert stopped.status == "memory-limit"
            assert 1000 < stopped.expanded < 400_000
    for search in (hindered, free):
        assert search.advance(Limits(nodes=400_000)).status == "node-limit"
    counts = [search.run.counts for search in (hindered, free)]
    assert counts[0] == counts[1]
