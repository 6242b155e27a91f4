"""Whatever is under way stops when it is asked to: each kind of job, and the server with all."""

import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import httpx
import pytest

from slidelab.puzzle import Board, Shape, goal_board, parse_moves, random_board
from slidelab.search.limits import NO_LIMITS
from slidelab.system.progress import CancelledError
from slidelab.web.job_specs import DistancesJob, ReviewJob, ScrambleJob
from tests.support.boards import HARD_CELLS as HARD
from tests.support.processes import PATIENCE, descendants, eventually, processor_ticks
from tests.support.server import ENDLESS, Server

SMALL, LARGE = (goal_board("blank-first", Shape(side, side)) for side in (3, 4))


@pytest.mark.parametrize(
    "job",
    [ScrambleJob(SMALL, 31, 1), ScrambleJob(LARGE, 40, 1), DistancesJob(SMALL)],
    ids=["scramble by listing", "scramble by searching", "distances"],
)
def test_a_job_without_a_partial_result_is_given_up(job):
    with pytest.raises(CancelledError):
        job.run(NO_LIMITS, lambda news: None, lambda: True)


def test_a_review_that_is_stopped_says_so_and_keeps_its_bounds():
    job = ReviewJob(Board(HARD), LARGE, tuple(parse_moves("UDUD")))
    found = job.run(NO_LIMITS, lambda news: None, lambda: True)
    assert found["status"] == "cancelled"
    assert len(found["at_least"]) == len(found["at_most"]) == 5


WIDE = list(random_board(Shape(16, 16), "blank-first", seed=7).state)
LONG = {
    "/api/searches": ENDLESS,
    "/api/films": {**ENDLESS, "max_events": 10**9},
    "/api/proofs": {"heuristic": "linear-conflict", "shape": "4x4"},
    "/api/explanations": {
        "boards": [{"cells": [8, 6, 7, 2, 5, 4, 3, 0, 1], "counts": {"expanded": 12_345}}],
        "algorithm": "astar",
    },
    "/api/reviews": {"cells": WIDE, "shape": "16x16", "moves": "LR" * 9},
}
"""Jobs that are followed while they run."""
WITH_AN_END = ("/api/explanations", "/api/proofs")
"""Those that a machine may end before it gets to stopping them, if it is busy with the others."""
ASKED = {
    "/api/scramble": {"shape": "16x16", "distance": 15},
    "/api/hint": {"cells": WIDE, "shape": "16x16"},
}
"""Jobs whose answer is waited for."""


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="finding the worker processes needs /proc")
@pytest.mark.parametrize(
    ("number", "kinds"),
    [
        (signal.SIGINT, ("/api/searches", "/api/films", "/api/scramble")),
        (signal.SIGTERM, ("/api/proofs", "/api/explanations", "/api/reviews", "/api/hint")),
    ],
    ids=["interrupted", "terminated"],
)
def test_a_server_ends_in_the_middle_of_any_job(tmp_path, number, kinds):
    room = {"workers": 4, "film_events": 10**9}
    ample = ("film_seconds", "hint_seconds", "proof_seconds", "review_seconds", "connect_seconds")
    server = Server(tmp_path, **room, **dict.fromkeys(ample, 600))
    followed = {kind: server.start(LONG[kind], kind) for kind in kinds if kind in LONG}
    with ThreadPoolExecutor() as threads:
        asked = [threads.submit(server.post, k, ASKED[k]) for k in kinds if k in ASKED]
        streams = [server.follow(job) for job in followed.values()]
        for events in streams:
            assert any(name in ("progress", "improved") for _, name, _ in events)
        eventually(lambda: len(descendants(server.process.pid)) >= len(kinds))
        processes = descendants(server.process.pid)
        server.process.send_signal(number)
        for kind, events in zip(followed, streams, strict=True):
            name, told = [(name, told) for _, name, told in events][-1]
            if name == "result" and kind in WITH_AN_END:
                continue
            assert name == "error"
            assert "shut down" in told["problem"]["detail"]
        for waiting in asked:
            with suppress(httpx.TransportError):  # it may be too late for an answer
                assert waiting.result().status_code == 503
    # Uvicorn passes on what ended it, except that Ctrl-C is the usual way.
    assert server.process.wait(timeout=PATIENCE) in (0, -number)
    eventually(lambda: not any(processor_ticks(pid) for pid in processes))
