"""A film replayed gives every board and every count of the search."""

from array import array
from base64 import b64decode
from math import isnan

import pytest

from slidelab import Limits, Search, SearchSpec, heuristics, solve
from slidelab.lab.film import NO_MOVE, NO_NODE, Film, record
from slidelab.puzzle import Board, Move
from slidelab.search import ALGORITHMS, Event

START = "867254301"
EASY = "125340678"
SMALL = "3 1 2 / 4 5 0"


def filmed(algorithm: str, start: str = EASY, **choices: object) -> Film:
    return record(Search(start, spec=SearchSpec(algorithm, engine="textbook", **choices)))


def boards(film: Film) -> list[Board]:
    """The board of each node, by replaying the moves."""
    shape = film.result.start.shape
    found: list[Board] = []
    for index, (parent, move) in enumerate(zip(film.nodes.parent, film.nodes.move, strict=True)):
        if parent == NO_NODE:
            assert move == NO_MOVE
            found.append(Board.from_state(film.roots[index], shape))
        else:
            assert parent < index
            found.append(found[parent].move(Move(move)))
    return found


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_film_of_every_algorithm_can_be_replayed(algorithm):
    film = filmed(algorithm, SMALL)
    expected = solve(SMALL, algorithm=algorithm, engine="textbook")
    counters = expected.counters
    kinds = film.events.kind
    assert kinds.count(Event.EXPAND) == counters.expanded
    created = sum(kinds.count(kind) for kind in (0, 1, 2, 3))
    assert created == counters.generated
    assert len(film.nodes.g) >= created
    seen = boards(film)
    assert film.events.kind[-1] == Event.GOAL
    assert seen[film.events.node[-1]] == film.result.goal
    assert film.result.cost == expected.cost


@pytest.mark.nightly
@pytest.mark.parametrize("algorithm", ["bfs", "astar", "ida"])
def test_depth_and_estimates_are_those_of_the_nodes(algorithm):
    film = filmed(algorithm, START) if algorithm != "bfs" else filmed(algorithm)
    h = heuristics.get("manhattan").bind(film.result.goal)
    for index, board in enumerate(boards(film)):
        parent = film.nodes.parent[index]
        assert film.nodes.g[index] == (0 if parent == NO_NODE else film.nodes.g[parent] + 1)
        value = film.nodes.h[index]
        if algorithm == "bfs":
            assert isnan(value)
        elif not isnan(value):
            assert value == h(board.state)
            assert film.nodes.f[index] == film.nodes.g[index] + value


def test_the_bounds_of_deepening_searches_are_there_in_order():
    film = filmed("ida", START)
    assert film.events.kind.count(Event.BOUND) == len(film.events.value)
    assert list(film.events.value) == sorted(film.events.value)
    assert film.events.value[-1] == film.result.cost


def test_a_bidirectional_film_has_two_roots_and_a_joined_path():
    film = filmed("bidirectional", START)
    assert list(film.roots.values())[:2] == [film.result.start.state, film.result.goal.state]
    node = film.events.node[-1]
    moves = []
    while film.nodes.parent[node] != NO_NODE:
        moves.append(Move(film.nodes.move[node]))
        node = film.nodes.parent[node]
    assert moves[::-1] == film.result.moves


@pytest.mark.nightly
def test_the_random_walks_of_hill_climbing_begin_at_the_root():
    film = filmed("hill-climbing", START)
    restarts = [
        node
        for kind, node in zip(film.events.kind, film.events.node, strict=True)
        if kind == Event.RESTART
    ]
    assert restarts
    assert len(film.roots) == 1
    boards(film)


def test_what_ends_a_film_early_is_its_status():
    full = record(Search(START, spec=SearchSpec("bfs", engine="textbook")), most_events=500)
    assert (full.truncated, len(full), full.result.moves) == (True, 500, None)
    assert full.to_dict()["status"] == "event-limit"
    limited = record(Search(START, spec=SearchSpec("bfs", engine="textbook")), Limits(nodes=20))
    assert limited.events.kind.count(Event.EXPAND) == 20
    assert limited.to_dict()["status"] == "node-limit"
    refused = filmed("bfs", "0 2 / 1 3")
    assert len(refused) == 0
    assert refused.to_dict()["status"] == "unsolvable"
    assert refused.to_dict()["reason"]


def test_columns_travel_as_little_endian_numbers():
    film = filmed("astar")
    written = film.to_dict()
    assert written["frontier"] == "priority"
    parents = array("i", b64decode(written["nodes"]["parent"]))
    assert parents == film.nodes.parent
    assert array("B", b64decode(written["events"]["kind"])) == film.events.kind
    h = array("f", b64decode(written["nodes"]["h"]))
    assert h.tobytes() == array("f", film.nodes.h).tobytes()
    assert "f64" not in written["nodes"]
    assert written["roots"] == {"0": list(film.result.start.state)}


def test_where_short_numbers_would_blur_the_order_exact_ones_come_along():
    film = filmed("astar", START, heuristic="euclidean")
    exact = array("d", b64decode(film.to_dict()["nodes"]["f64"]))
    assert exact.tobytes() == film.nodes.f.tobytes()
