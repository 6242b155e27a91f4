"""`SearchSpec`: names, parameters, conventions and engines."""

import inspect
import json
import pickle
from dataclasses import replace

import pytest

from slidelab import Conventions, Search, SearchSpec, Shape, solve
from slidelab.search import ALGORITHMS, PRESETS
from slidelab.solving import reference

SPECS = [
    SearchSpec(),
    SearchSpec("bfs"),
    SearchSpec("AStar", "Manhattan", preset="driver"),
    SearchSpec("wastar", "6-6-3", parameters={"weight": 2}, engine="textbook"),
    SearchSpec("dfs", conventions=Conventions(order="random:7", duplicates="tree")),
    *(SearchSpec(name) for name in ALGORITHMS),
    *(SearchSpec("ids", preset=name) for name in PRESETS),
]


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_a_search_survives_json_and_pickle_and_can_be_a_key(spec):
    assert SearchSpec.from_dict(json.loads(json.dumps(spec.to_dict()))) == spec
    assert pickle.loads(pickle.dumps(spec)) == spec
    assert {spec: 1}[replace(spec)] == 1


def test_defaults_depend_on_the_shape():
    small, large = SearchSpec().resolve(Shape(3, 3)), SearchSpec().resolve(Shape(4, 4))
    assert (small.algorithm, small.heuristic) == ("astar", "manhattan")
    assert large.algorithm == "ida"
    assert all(size.isdecimal() for size in large.heuristic.split("-"))
    assert SearchSpec("ida").resolve(Shape(4, 4)).heuristic == "manhattan"
    assert SearchSpec("astar", "auto").resolve(Shape(3, 3)).heuristic == "perfect"
    for proof in (SearchSpec(optimal=True), SearchSpec("ida"), SearchSpec("ida", "auto")):
        assert proof.resolve(Shape(5, 5)).algorithm == "ida"
        assert proof.resolve(Shape(5, 5)).heuristic == "6-6-6-6"
    assert SearchSpec("astar").resolve(Shape(5, 5)).heuristic == "manhattan"


def test_an_engine_that_cannot_save_says_so(tmp_path):
    search = Search("876041253", spec=SearchSpec("astar"), checkpoint=tmp_path / "kept")
    with pytest.raises(ValueError, match="cannot save"):
        search.advance()


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"algorithm": "astra"}, "did you mean astar"),
        ({"heuristic": "manhatan"}, "did you mean manhattan"),
        ({"preset": "course"}, "the presets are textbook"),
        ({"algorithm": "beam", "parameters": {"width": -3}}, "width is -3; .* 1 or more"),
        ({"algorithm": "wastar", "parameters": {"weight": "x"}}, "weight is 'x'; .* number"),
        ({"algorithm": "wastar", "parameters": {"weight": float("nan")}}, "weight is nan"),
        ({"algorithm": "wastar", "parameters": {"weight": -1}}, "weight is -1; .* 0 or more"),
        ({"algorithm": "dls", "parameters": {"depth_limit": 1.5}}, "depth_limit is 1.5; .* whole"),
        ({"algorithm": "bfs", "parameters": {"width": 3}}, "bfs has no option 'width'"),
    ],
)
def test_invalid_arguments_are_errors(choices, said):
    with pytest.raises(ValueError, match=said):
        SearchSpec(**choices)


def test_unknown_keys_are_errors():
    with pytest.raises(ValueError, match="unexpected keyword argument 'colour'"):
        SearchSpec.from_dict({"conventions": {"colour": 1}})
    with pytest.raises(ValueError, match="algorithmus"):
        SearchSpec.from_dict({"algorithmus": "bfs"})


@pytest.mark.parametrize(
    ("spec", "promised"),
    [
        (SearchSpec("bfs"), True),
        (SearchSpec("ucs"), True),
        (SearchSpec("ids"), True),
        (SearchSpec("dfs"), False),
        (SearchSpec("greedy", "manhattan"), False),
        (SearchSpec("wastar", "manhattan"), False),
        (SearchSpec("astar", "manhattan"), True),
        (SearchSpec("rbfs", "manhattan"), True),
        (SearchSpec("ida", "manhattan"), True),
        (SearchSpec("astar", "manhattan", preset="driver"), False),
        (SearchSpec("astar", "manhattan", preset="rows"), False),
        (SearchSpec("astar", "manhattan", preset="korf"), False),
        (SearchSpec("astar", "misplaced-manhattan"), False),
        (SearchSpec("astar"), False),
        (SearchSpec("astar", "manhattan", preset="forms"), True),
    ],
    ids=str,
)
def test_only_some_searches_promise_a_shortest_path(spec, promised):
    assert spec.promises_shortest is promised


def test_the_engine_is_one_that_can_run_the_search():
    def engine_of(*choices, **more):
        return solve("125340678", algorithm=choices[0], **more).engine

    assert engine_of("bfs", engine="compiled") == "compiled"
    assert engine_of("bfs", engine="textbook") == engine_of("rbfs") == "textbook"
    for algorithm, engine, said in (
        ("rbfs", "compiled", "rbfs with manhattan has no compiled version"),
        ("bfs", "parallel", "bfs has no parallel version: use ida"),
        ("bfs", "fast", "the engines are textbook, compiled, parallel"),
    ):
        with pytest.raises(ValueError, match=said):
            engine_of(algorithm, engine=engine)


def test_every_parameter_can_be_passed_to_solve():
    arguments = inspect.signature(solve).parameters
    for algorithm in ALGORITHMS.values():
        for name, parameter in algorithm.parameters.items():
            assert name not in arguments
            assert parameter.help
            result = solve("0 1 / 2 3", algorithm=algorithm, **{name: parameter.default})
            assert result.parameters[name] == parameter.default


def test_everything_has_a_page_in_the_reference():
    for section, pages in reference.SECTIONS.items():
        for page in pages():
            assert page["summary"], (section, page["name"])
            assert reference.find(page["name"])[1]["name"] == page["name"]
    for page in reference.SECTIONS["algorithms"]():
        assert page["complete"]
        assert page["memory"]
        assert page["time"]
