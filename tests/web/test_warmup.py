"""Compiling in the background: the page is served at once, and searches work meanwhile."""

import pytest

from slidelab.search.limits import NO_LIMITS
from slidelab.web.job_specs import WarmupJob
from tests.support.boards import EASY_CELLS as EASY
from tests.support.processes import eventually
from tests.support.server import Server

pytestmark = pytest.mark.nightly


def test_searches_are_compiled_while_the_page_is_served(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "code"))
    server = Server(tmp_path, cache=tmp_path / "cache", warmup=True, workers=1)
    try:
        steps = eventually(lambda: server.health()["compiling"]["total"], every=0.1)
        found = server.result({"cells": EASY, "algorithm": "bfs", "engine": "textbook"})
        assert found["cost"] == 3
        assert server.health()["compiling"]["done"] < steps
    finally:
        server.kill()


def test_loading_code_that_is_compiled_already_is_not_reported(compiled):
    reports = []
    WarmupJob().run(NO_LIMITS, reports.append, lambda: False)
    assert reports == []
