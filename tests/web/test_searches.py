"""Searches over the API: they find what the library finds, pause, go on, stop and take turns."""

from itertools import islice

import pytest

from slidelab import Limits, solve
from slidelab.puzzle import (
    Board,
    Shape,
    format_moves,
    goal_board,
    parse_moves,
    random_board,
)
from slidelab.search import preset
from slidelab.solving import SearchSpec
from slidelab.web.job_specs import SearchJob
from slidelab.web.jobs import JobRecord
from tests.support.boards import EASY_CELLS as EASY
from tests.support.boards import HARD_CELLS as HARD
from tests.support.processes import eventually
from tests.support.server import ENDLESS, serving

SOME = [8, 6, 7, 2, 5, 4, 3, 0, 1]


@pytest.fixture(scope="module")
def narrow(tmp_path_factory):
    """A server with little room, whose searches wait for their listeners."""
    room = {"workers": 1, "queue": 2, "kept": 1, "memory_bytes": 60 << 20}
    patience = {"connect_seconds": 600, "linger_seconds": 600}
    with serving(tmp_path_factory.mktemp("narrow"), **room, **patience) as running:
        yield running


@pytest.mark.parametrize(
    ("algorithm", "name"),
    [("bfs", "textbook"), ("dfs", "rows"), ("astar", "driver"), ("ida", "korf")],
)
def test_the_result_is_that_of_the_library(server, algorithm, name):
    body = {"cells": EASY, "algorithm": algorithm, "preset": name, "engine": "textbook"}
    found = server.result(body)
    expected = solve(
        "125340678", algorithm=algorithm, preset=name, conventions=preset(name), engine="textbook"
    )
    assert found["moves"] == format_moves(expected.moves, style="letters")
    for counter in ("expanded", "generated", "max_frontier", "max_depth"):
        assert found[counter] == getattr(expected.counters, counter)


def test_conventions_and_parameters_are_heard(server):
    body = {
        "cells": SOME,
        "algorithm": "wastar",
        "heuristic": "misplaced",
        "conventions": {"order": "RLDU", "ties": "last-in"},
        "parameters": {"weight": 3},
    }
    found = server.result(body)
    assert found["parameters"] == {"weight": 3}
    assert found["conventions"]["order"] == "RLDU"
    assert found["conventions"]["ties"] == "last-in"


def test_a_result_has_its_length_in_both_metrics(server):
    found = server.result({"cells": EASY})
    assert (found["cost"], found["multi_tile_cost"]) == (3, 2)


@pytest.mark.nightly
def test_the_compiled_engine_and_the_best_heuristic(server, tmp_path):
    cells = [1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 8, 11]
    body = {"cells": cells, "shape": "4x3", "goal": "blank-last", "algorithm": "ida"}
    with serving(tmp_path, cache=tmp_path) as fresh:  # one that has no databases yet
        told = [*fresh.follow(fresh.start({**body, "heuristic": "auto"}))]
    found = told[-1][2]
    assert (found["status"], found["engine"], found["cost"]) == ("solved", "compiled", 2)
    assert any("databases" in data.get("doing", "") for _, name, data in told if name == "progress")
    nowhere = server.post("/api/searches", {**body, "goal": cells, "heuristic": "auto"})
    assert nowhere.status_code == 422
    assert "corner" in nowhere.json()["detail"]


def test_an_unsolvable_board_is_refused_at_once_unless_forced(server):
    unsolvable = {"cells": [0, 2, 1, 3], "algorithm": "bfs"}
    found = server.result(unsolvable)
    assert found["status"] == "unsolvable"
    assert found["reason"]
    forced = server.result({**unsolvable, "force": True})
    assert forced["status"] == "exhausted"
    assert forced["expanded"] == 12


@pytest.mark.nightly
def test_a_search_pauses_and_goes_on_from_where_it_stood(server):
    cells = [4, 3, 1, 5, 7, 2, 0, 6, 8]
    body = {"cells": cells, "algorithm": "bfs", "engine": "textbook", "limits": {"nodes": 100}}
    job = server.start(body)
    seen = []
    for _, name, data in server.follow(job):
        seen.append(name)
        if name == "paused":
            assert data["status"] == "node-limit"
            assert data["counters"]["expanded"] == 100
            assert server.post(f"/api/searches/{job}/continue", {"seconds": 30}).status_code == 202
        if name == "result":
            whole = solve("431572068", algorithm="bfs", engine="textbook")
            assert data["expanded"] == whole.counters.expanded
            assert data["cost"] == 10
    assert seen.count("paused") == 1
    assert seen[-1] == "result"


@pytest.mark.nightly
def test_progress_is_told(server):
    events = server.follow(server.start(ENDLESS))
    told = (data["counters"]["expanded"] for _, name, data in events if name == "progress")
    expanded = [*islice(told, 4)]
    assert expanded == sorted(expanded)
    assert expanded[0] < expanded[-1]


@pytest.mark.nightly
def test_a_long_proof_tells_its_bound():
    start = Board([18, 19, *reversed(range(18))], Shape(4, 5))
    goal = goal_board("blank-last", start.shape)
    told = []
    job = SearchJob(start, goal, SearchSpec("ida", "gradient"))

    def outlooks():
        return [news["outlook"] for news in told if "outlook" in news]

    job.run(Limits(seconds=600), told.append, lambda: len(outlooks()) >= 2)
    bounds = [outlook["bound"] for outlook in outlooks()]
    assert len(bounds) >= 2
    assert bounds == sorted(bounds)
    assert all(outlook["rate"] >= 0 for outlook in outlooks())


def _until(last, events):
    for event in events:
        yield event
        if event[1] == last:
            return


@pytest.mark.nightly
def test_a_search_can_be_stopped(server):
    job = server.start(ENDLESS)
    for _, name, data in server.follow(job):
        if name == "progress":
            assert server.client.delete(f"/api/searches/{job}").status_code == 204
        if name == "result":
            assert data["status"] == "cancelled"
            assert data["expanded"] > 0
    eventually(lambda: server.health()["busy"] == 0)


@pytest.mark.nightly
def test_a_listener_who_comes_back_misses_nothing(server):
    job = server.start({"cells": EASY})
    whole = list(server.follow(job))
    assert whole[-1][1] == "result"
    assert list(server.follow(job)) == whole
    assert list(server.follow(job, last=whole[-2][0])) == whole[-1:]
    after = server.client.get(
        f"/api/searches/{job}/events", headers={"Last-Event-ID": str(whole[-1][0])}
    )
    assert after.status_code == 204


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"algorithm": "no-such"}, "no algorithm"),
        ({"heuristic": "no-such"}, "no heuristic"),
        ({"heuristic": "/tmp/own.py:h"}, "no heuristic"),
        ({"algorithm": "own.py"}, "no algorithm"),
        ({"preset": "no-such"}, "no preset"),
        ({"engine": "steam"}, "no engine"),
        ({"engine": "parallel"}, "no engine"),
        ({"conventions": {"order": "UUUU"}}, "order"),
        ({"conventions": {"count_blank": 3}}, "yes"),
        ({"conventions": {"no-such": 1}}, "no choice"),
        ({"parameters": {"weight": 2}}, "wastar"),
        ({"algorithm": "dls", "parameters": {"depth_limit": 2.5}}, "whole number"),
        ({"goal": [0, 1, 2, 3]}, "goal"),
        ({"goal": "nowhere"}, "goal"),
        ({"cells": [1, 1, 2, 3]}, "twice"),
        ({"unheard_of": 1}, "unheard_of"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_reason(server, change, word):
    response = server.post("/api/searches", {"cells": EASY, **change})
    assert response.status_code == 422
    assert word in response.json()["detail"]


@pytest.mark.nightly
def test_there_is_no_such_search(server):
    for response in (
        server.client.get("/api/searches/nothing/events"),
        server.post("/api/searches/nothing/continue", {}),
        server.client.delete("/api/searches/nothing"),
    ):
        assert response.status_code == 404
        assert response.json()["problems"]


@pytest.mark.nightly
def test_a_search_goes_on_for_a_second_or_more(server):
    assert server.post("/api/searches/any/continue", {"seconds": 0.5}).status_code == 422


@pytest.mark.nightly
def test_a_search_that_pauses_often_keeps_a_short_log():
    job = JobRecord(None, Limits(), "")
    for number in range(100):
        job.publish_position(1)
        job.publish_position(0)
        job.publish("progress", number)
        job.publish("paused", number)
    job.publish("result", None)
    left = job.entries_after(0)
    assert [entry.name for entry in left] == ["queued", "progress", "paused", "result"]
    assert [entry.data for entry in left[1:3]] == [99, 99]
    numbers = [entry.number for entry in left]
    assert numbers == sorted(numbers)


@pytest.mark.nightly
def test_only_a_paused_search_can_be_continued(server):
    job = server.start({"cells": EASY})
    list(server.follow(job))
    assert server.post(f"/api/searches/{job}/continue", {}).status_code == 409


@pytest.mark.nightly
@pytest.mark.xdist_group("narrow")
def test_searches_wait_their_turn_and_are_told_their_place(narrow):
    first, second, third = (narrow.start(ENDLESS) for _ in range(3))
    refused = narrow.post("/api/searches", ENDLESS)
    assert refused.status_code == 503
    assert int(refused.headers["retry-after"]) > 0
    assert narrow.health()["queued"] == 2
    assert next(iter(narrow.follow(third)))[1:] == ("queued", {"position": 2})
    # Quick things need not wait for searches.
    assert narrow.film({"cells": EASY})["result"]["cost"] == 3
    assert narrow.post("/api/scramble", {"distance": 3}).status_code == 200
    narrow.client.delete(f"/api/searches/{second}")
    events = narrow.follow(third)
    assert next(events)[1:] == ("queued", {"position": 1})
    narrow.client.delete(f"/api/searches/{first}")
    assert next(events)[1:] == ("queued", {"position": 0})
    narrow.client.delete(f"/api/searches/{third}")
    assert list(events)[-1][1] == "result"


@pytest.mark.nightly
@pytest.mark.xdist_group("narrow")
def test_a_paused_search_is_given_up_when_others_need_the_room(narrow):
    pausing = {**ENDLESS, "limits": {"nodes": 100}}
    first = narrow.follow(narrow.start(pausing))
    assert [*_until("paused", first)][-1][2]["status"] == "node-limit"
    second = narrow.start(pausing)
    assert [*_until("paused", narrow.follow(second))]
    _, name, data = next(first)
    assert name == "error"
    assert "start again" in data["problem"]["detail"]
    assert narrow.health()["paused"] == 1
    narrow.client.delete(f"/api/searches/{second}")


@pytest.mark.nightly
@pytest.mark.xdist_group("narrow")
def test_memory_is_limited(narrow):
    body = {"cells": HARD, "algorithm": "bfs", "engine": "textbook", "limits": {"seconds": 300}}
    assert narrow.result(body)["status"] == "memory-limit"
    assert narrow.result({"cells": EASY})["status"] == "solved"


@pytest.mark.nightly
def test_limits_are_limits(tmp_path):
    settings = {"workers": 1, "nodes": 300, "max_rows": 3, "film_events": 50}
    with serving(tmp_path, **settings) as server:
        body = {"cells": SOME, "algorithm": "bfs", "limits": {"nodes": 10**9}}
        name, found = server.last_event(body)
        assert (name, found["status"]) == ("paused", "node-limit")
        assert found["expanded"] == 300
        assert server.post("/api/searches", {"cells": HARD}).status_code == 422
        film = server.film({"cells": SOME, "max_events": 10**9})
        assert film["truncated"]
        assert film["status"] == "event-limit"


def test_what_is_left_open_gets_better_answers_while_one_waits(server):
    board = random_board(Shape(7, 7), "blank-last", seed=1)
    goal = goal_board("blank-last", board.shape)
    body = {"cells": list(board.state), "goal": "blank-last", "algorithm": None, "heuristic": None}
    events = server.follow(server.start(body))
    better = (told["best"] for _, name, told in events if name == "improved")
    first, second = islice(better, 2)
    events.close()
    assert second["cost"] < first["cost"]
    paused = server.last_event({**body, "limits": {"seconds": 1}})
    assert paused[0] == "paused"
    for found in (first, second, paused[1]):
        assert found["algorithm"] == "anytime"
        assert board.play(parse_moves(found["moves"])) == goal
        assert 0 < found["lower_bound"] <= found["cost"]
    assert paused[1]["status"] == "time-limit"
    small = server.result({"cells": EASY, "algorithm": None, "heuristic": None})
    assert (small["status"], small["cost"], small["lower_bound"]) == ("solved", 3, 3)


def test_rows_are_read_as_the_command_line_reads_them(server):
    body = {"rows": ["bfs random", "wastar tree weight=3"], "shape": "3x3", "preset": "driver"}
    drawn, own = server.post("/api/rows", body).json()["rows"]
    orders = [search["conventions"]["order"] for search in drawn["searches"]]
    assert orders == [f"random:{seed}" for seed in range(1, 6)]
    assert drawn["counted_as"] == "driver, except order=random:1 to 5"
    assert own["searches"][0]["parameters"] == {"weight": 3.0}
    assert own["counted_as"] == "driver, except duplicates=tree"
    assert not own["promises_shortest"]


def test_rows_take_formulas_and_run_on_one_engine(server):
    def engines(*rows):
        found = server.post("/api/rows", {"rows": rows}).json()["rows"]
        return [search["engine"] for row in found for search in row["searches"]]

    assert engines("bfs", "astar misplaced+manhattan") == ["compiled", "compiled"]
    assert engines("bfs", "astar max(misplaced,gaschnig)") == ["textbook", "textbook"]
    assert engines("bfs", "astar tree") == ["compiled", "compiled"]


def test_what_holds_for_all_rows_is_of_the_catalogue_too(server):
    response = server.post("/api/rows", {"rows": ["astar"], "heuristic": "own.py:h"})
    assert response.status_code == 422
    assert "no heuristic" in response.json()["detail"]


@pytest.mark.parametrize(
    ("row", "word"),
    [
        ("no-such", "no algorithm"),
        ("own.py:search", "no algorithm"),
        ("astar own.py:h", "no heuristic"),
        ("astar max(own.py:h,zero)", "your own code"),
        ("astar max(zero", "invalid formula"),
        ("astar weight=2", "unrecognised word"),
        ("astar ties=never", "ties"),
        (" ", "no algorithm"),
    ],
)
def test_a_row_that_means_nothing_is_refused(server, row, word):
    response = server.post("/api/rows", {"rows": [row]})
    assert response.status_code == 422
    assert word in response.json()["detail"]


@pytest.mark.nightly
def test_a_film_tells_how_far_it_is(tmp_path):
    with serving(tmp_path, workers=1, film_events=50_000) as server:
        job = server.start({"cells": HARD, "algorithm": "bfs"}, "/api/films")
        early = server.client.get(f"/api/films/{job}")
        assert early.status_code == 409
        events = [*server.follow(job)]
        told = [data for _, name, data in events if name == "progress"]
        assert told[-1]["counters"]["expanded"] > 0
        assert told[-1]["fraction"] == told[-1]["events"] / 50_000 > 0
        assert server.client.get(f"/api/films/{job}").json()["truncated"]
