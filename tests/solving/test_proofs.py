"""How boards above 4x4 are solved for certain, and what keeps a search in a file."""

import pytest

from slidelab.errors import SlidelabError
from slidelab.search.spec import AUTO
from slidelab.solving import Search, SearchSpec

NEAR = " ".join(map(str, (1, 0, *range(2, 18))))


def test_an_engine_that_keeps_no_files_says_so(tmp_path):
    with pytest.raises(SlidelabError, match="slidelab24"):
        Search("876041253", spec=SearchSpec("astar"), kept_in=tmp_path / "kept")


@pytest.mark.parametrize(
    "spec", [SearchSpec(optimal=True), SearchSpec("ida"), SearchSpec("ida", AUTO)]
)
def test_shortest_paths_of_large_boards_are_searched_with_databases(spec):
    chosen = Search(NEAR, spec=spec, shape=(3, 6)).spec
    assert chosen.algorithm == "ida"
    assert "-" in chosen.heuristic
    assert Search("korf24:38", spec=spec).spec.heuristic == "6-6-6-6"


def test_other_algorithms_use_no_databases():
    assert Search(NEAR, spec=SearchSpec("astar"), shape=(3, 6)).spec.heuristic == "manhattan"
