"""Engines by name: those of slidelab and of installed packages, and which one `auto` takes."""

import pytest

from slidelab import Conventions, SearchSpec, Shape, Status, solve
from slidelab.engines.engine import ENGINES, Engine
from slidelab.own_code import OwnCodeError
from slidelab.puzzle import goal_board
from slidelab.solving.choose import TEXTBOOK_NODES, engines_for
from tests.support.processes import install_package

FARTHEST = "867254301"
OWN = """
from slidelab.engines.engine import Engine
from slidelab.engines.engine import textbook
from slidelab.errors import SlidelabError

class Slow(Engine):
    name = "slow-one"
    summary = "the textbook by another name"

    def objection(self, spec, shape):
        return "" if spec.algorithm in (None, "bfs") else "only bfs is slow enough"

    def start(self, start, goal, spec, **options):
        return textbook.start(start, goal, spec)

class Broken(Slow):
    name = "broken-one"

    def start(self, start, goal, spec, **options):
        raise SlidelabError("it is broken")

slow, broken = Slow(), Broken()
"""


@pytest.fixture
def _own_engines(tmp_path, monkeypatch):
    (tmp_path / "own_engine.py").write_text(OWN)
    monkeypatch.syspath_prepend(str(tmp_path))
    named = "slow_one = own_engine:slow\nbroken_one = own_engine:broken\nno = os:sep\n"
    install_package(tmp_path, "own_engine", f"[slidelab.engines]\n{named}")


@pytest.mark.parametrize("engine", ENGINES.values(), ids=lambda engine: engine.name)
def test_an_engine_is_found_by_its_name_and_says_what_it_is(engine):
    assert isinstance(engine, Engine)
    assert ENGINES.get(engine.name.upper()) is engine
    assert engine.summary


@pytest.mark.nightly
@pytest.mark.usefixtures("_own_engines")
def test_an_installed_engine_runs_searches_like_any():
    result = solve("312507648", algorithm="bfs", engine="slow-one")
    expected = solve("312507648", algorithm="bfs", engine="compiled")
    assert result.engine == "slow-one"
    assert result.counters.expanded == expected.counters.expanded
    with pytest.raises(ValueError, match="only bfs is slow enough"):
        SearchSpec("dfs", engine="slow-one").resolve(Shape(3, 3))
    with pytest.raises(OwnCodeError, match="os:sep is not a usable engine"):
        ENGINES["no"]


def planned(*choices, size="3x3", **more):
    shape = Shape.parse(size)
    spec = SearchSpec(*choices, **more).resolve(shape)
    return engines_for(spec, goal_board("blank-first", shape))


def test_auto_hands_over_where_there_is_a_compiled_version():
    in_turn = [("textbook", TEXTBOOK_NODES), ("compiled", None)]
    assert planned("bfs") == in_turn
    assert planned("rbfs") == [("textbook", None)]
    last_in = Conventions(ties="last-in")
    assert planned("astar", conventions=last_in) == [
        ("textbook", TEXTBOOK_NODES),
        ("compiled", None),
    ]
    assert planned("astar", conventions=last_in, size="4x4") == [("textbook", None)]
    assert planned("bfs", engine="compiled") == [("compiled", None)]
    assert planned(size="4x4") == planned(size="6x6") == [("compiled", None)]


def test_limits_hold_where_the_tree_is_too_narrow_to_be_cut():
    """Each node of 2x2 but the root has one child, and the two goals are in different halves."""
    found = solve(
        "2 1 / 3 0", "blank-last", "ida", "manhattan",
        engine="parallel", force=True, time_limit=0.5,
    )  # fmt: skip
    assert found.status is Status.TIME_LIMIT


@pytest.mark.usefixtures("_own_engines")
def test_an_engine_that_is_unavailable_says_why():
    with pytest.raises(ValueError, match="it is broken"):
        solve(FARTHEST, algorithm="bfs", engine="broken-one")


@pytest.mark.nightly
def test_a_search_that_is_handed_over_counts_from_the_beginning():
    whole = solve(FARTHEST, algorithm="bfs", engine="textbook")
    assert whole.counters.expanded > TEXTBOOK_NODES
    handed = solve(FARTHEST, algorithm="bfs")
    assert handed.engine == "compiled"
    assert handed.counters.expanded == whole.counters.expanded
