"""Engines by name: those of slidelab and of installed packages, and which one `auto` takes."""

import pytest

from slidelab import Conventions, Search, SearchSpec, Shape, solve
from slidelab.engines.engine import ENGINES, Engine
from slidelab.puzzle import goal_board
from slidelab.registry import OwnCodeError
from slidelab.solving.auto import TRIAL, Turn, turns
from tests.support.processes import install_package

FARTHEST = "867254301"
OWN = """
from slidelab.engines.engine import Engine, EngineUnavailableError
from slidelab.engines.textbook import textbook

class Slow(Engine):
    name = "slow-one"
    summary = "the textbook by another name"

    def objection(self, spec, shape):
        return "" if spec.algorithm in (None, "bfs") else "only bfs is slow enough"

    def begin(self, wanted):
        return textbook.begin(wanted)

class Broken(Slow):
    name = "broken-one"

    def begin(self, wanted):
        raise EngineUnavailableError("it is broken")

slow, broken = Slow(), Broken()
"""


@pytest.fixture
def _own_engines(tmp_path, monkeypatch):
    (tmp_path / "own_engine.py").write_text(OWN)
    monkeypatch.syspath_prepend(str(tmp_path))
    named = "slow_one = own_engine:slow\nbroken_one = own_engine:broken\nno = os:sep\n"
    install_package(tmp_path, "own_engine", f"[slidelab.engines]\n{named}")


@pytest.mark.parametrize("engine", ENGINES.built_in(), ids=lambda engine: engine.name)
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
        SearchSpec("dfs", engine="slow-one")
    with pytest.raises(OwnCodeError, match="os:sep is not a usable engine: name an instance"):
        ENGINES["no"]


def planned(*choices, size="3x3", **more):
    shape = Shape.parse(size)
    spec = SearchSpec(*choices, shape=shape, **more)
    return turns(goal_board("blank-first", shape), spec, is_kept=False)


def test_auto_hands_over_where_there_is_a_compiled_version():
    assert planned("bfs") == [Turn("textbook", TRIAL), Turn("compiled")]
    assert planned("rbfs") == [Turn("textbook")]
    assert planned("bfs", conventions=Conventions(graph=False)) == planned("bfs")
    assert planned("ids", conventions=Conventions(graph=False)) == [Turn("textbook")]
    assert planned("bfs", engine="compiled") == [Turn("compiled")]
    assert planned(size="4x4") == planned(size="6x6") == [Turn("compiled")]


@pytest.mark.usefixtures("_own_engines")
def test_auto_begins_with_the_next_engine_where_one_is_unavailable():
    broken = Turn("broken-one")
    result = Search(FARTHEST, plan=[broken, Turn("textbook", 5), broken]).advance()
    assert (result.engine, result.cost) == ("textbook", 27)
    with pytest.raises(ValueError, match="it is broken"):
        Search(FARTHEST, plan=[broken]).advance()


@pytest.mark.nightly
def test_a_search_that_is_handed_over_counts_from_the_beginning():
    whole = solve(FARTHEST, algorithm="bfs", engine="textbook")
    assert whole.counters.expanded > TRIAL
    handed = solve(FARTHEST, algorithm="bfs")
    assert handed.engine == "compiled"
    assert handed.counters.expanded == whole.counters.expanded
