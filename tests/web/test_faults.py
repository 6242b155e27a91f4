"""What happens when things break: workers, connections, the server itself."""

import sys

import pytest

from slidelab.web.settings import Settings
from tests.support.boards import EASY_CELLS as EASY
from tests.support.processes import descendants, eventually, processor_ticks
from tests.support.server import ENDLESS, Server, kill_searches, quiet_port, serving

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.xdist_group("faults"),
    pytest.mark.skipif(sys.platform != "linux", reason="finding the worker processes needs /proc"),
]


@pytest.fixture(scope="module")
def own_server(tmp_path_factory):
    """A server with one place for searches, which each test leaves free."""
    with serving(tmp_path_factory.mktemp("faults"), workers=1) as running:
        yield running


def free(server):
    health = server.health()
    return not health["busy"] and not health["queued"] and health["idle"]


def until_progress(events):
    for _, name, _ in events:
        if name == "progress":
            return


def test_when_a_worker_is_killed_the_person_is_told_and_can_go_on(own_server):
    events = own_server.follow(own_server.start(ENDLESS))
    until_progress(events)
    kill_searches(own_server)
    name, data = [(name, data) for _, name, data in events][-1]
    assert name == "error"
    assert "Start the search again" in data["problem"]["detail"]
    assert own_server.result({"cells": EASY})["cost"] == 3
    eventually(lambda: free(own_server))


def test_when_a_paused_worker_is_killed_the_person_is_told(own_server):
    job = own_server.start({**ENDLESS, "limits": {"nodes": 100}})
    events = own_server.follow(job)
    assert "paused" in (name for _, name, _ in events)
    kill_searches(own_server)
    assert next(events)[1] == "error"
    assert own_server.post(f"/api/searches/{job}/continue", {}).status_code == 409


def test_closing_the_connection_frees_the_worker(own_server):
    events = own_server.follow(own_server.start(ENDLESS))
    until_progress(events)
    assert own_server.health()["busy"] == 1
    events.close()
    eventually(lambda: free(own_server))


def test_the_defaults_free_a_worker_within_a_second():
    settings = Settings()
    assert settings.linger_seconds + settings.answer_seconds < 1


def test_a_worker_that_does_not_listen_is_ended(own_server):
    # Before the first look at the flag, this heuristic prepares tables for a long time.
    busy = {"cells": list(range(100)), "heuristic": "walking-distance", "goal": "blank-last"}
    events = own_server.follow(own_server.start(busy))
    assert next(events)[1] == "queued"
    events.close()
    eventually(lambda: free(own_server))


def test_when_the_server_is_killed_the_workers_go_and_a_new_one_knows_no_old_search(tmp_path):
    port = quiet_port()
    server = Server(tmp_path, port=port, workers=2)
    job = server.start(ENDLESS)
    until_progress(server.follow(job))
    eventually(lambda: server.health()["idle"])
    workers = descendants(server.process.pid)
    assert len(workers) >= 2
    server.kill()
    eventually(lambda: not any(processor_ticks(pid) for pid in workers))
    again = Server(tmp_path, port=port, workers=1)
    try:
        assert again.address == server.address
        response = again.client.get(f"/api/searches/{job}/events")
        assert response.status_code == 404
        assert "restarted" in response.json()["detail"]
        assert again.result({"cells": EASY})["cost"] == 3
    finally:
        again.kill()


def test_as_many_workers_as_there_is_work_for_and_few_when_it_is_done(tmp_path):
    with serving(tmp_path, workers=3) as server:
        assert server.health()["idle"] == len(descendants(server.process.pid)) == 2
        searches = [server.start(ENDLESS) for _ in range(3)]
        follow = [server.follow(search) for search in searches]
        for events in follow:
            until_progress(events)
        assert server.health()["busy"] == 3
        # Quick things have a place of their own.
        assert server.film({"cells": EASY})["result"]["cost"] == 3
        for search in searches:
            server.client.delete(f"/api/searches/{search}")
        assert {[*events][-1][1] for events in follow} == {"result"}
        eventually(lambda: len(descendants(server.process.pid)) == 2, every=0.5)
