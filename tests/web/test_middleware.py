"""Who may ask, how much they may send, and what browsers are told."""

import asyncio
import gzip
import json
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus

import pytest

from slidelab.web.app import create_app
from slidelab.web.middleware import CONTENT_SECURITY_POLICY, RateLimits
from slidelab.web.routes import router
from slidelab.web.settings import Settings
from tests.support.boards import EASY_CELLS as EASY

PUBLIC = Settings(host="0.0.0.0", light_rate=2, heavy_rate=1, workers=1)


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "[::1"])
def test_only_the_server_s_own_names_are_answered(server, host):
    response = server.client.get("/api/health", headers={"Host": host})
    assert response.status_code in (400, 421)
    assert "ok" not in response.text


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8008", "[::1]:1", "LOCALHOST:80"])
def test_loopback_names_are_answered(server, host):
    assert server.client.get("/api/health", headers={"Host": host}).json()["ok"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "null"},
        {"Origin": "http://["},
    ],
)
def test_other_sites_cannot_act_in_a_visitor_s_name(server, headers):
    response = server.client.post("/api/searches", json={"cells": EASY}, headers=headers)
    assert response.status_code == 403


def test_the_page_itself_may_act(server):
    headers = {"Origin": server.address.rstrip("/"), "Sec-Fetch-Site": "same-origin"}
    response = server.client.post("/api/check", json={"cells": EASY}, headers=headers)
    assert response.status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/health", "/api/no-such-thing", "/docs"])
def test_every_answer_carries_the_policy(server, path):
    headers = server.client.get(path).headers
    assert headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"


def test_the_policy_lets_no_foreign_or_inline_script_run():
    rules = dict(rule.split(" ", 1) for rule in CONTENT_SECURITY_POLICY.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self'"
    assert "unsafe-inline" not in rules["style-src"]


@pytest.mark.parametrize("with_length", [True, False])
def test_a_body_that_is_too_long_is_refused(server, with_length):
    body = json.dumps({"text": "1" * 70_000}).encode()
    content = body if with_length else iter([body[:100], body[100:]])
    response = server.client.post(
        "/api/check", content=content, headers={"Content-Type": "application/json"}
    )
    assert response.status_code == 413
    assert response.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("kind", "content", "statuses"),
    [
        ("text/plain", b'{"cells":[1,2,3,0]}', {415}),
        ("application/json", b"{", {400, 422}),
        ("application/json", b"[" * 5000, {400, 422}),
        ("application/json", b'{"cells":[' + b"9" * 5000 + b"]}", {400, 422}),
        ("application/json", b'{"text": NaN}', {400, 422}),
        ("application/json", b"\xff\xfe", {400, 422}),
    ],
)
def test_what_is_not_json_is_refused(server, kind, content, statuses):
    response = server.client.post("/api/check", content=content, headers={"Content-Type": kind})
    assert response.status_code in statuses
    assert response.json()["problems"]


def test_errors_tell_no_internals(server):
    for response in (
        server.client.get("/static/../app.py"),
        server.client.get("/static/%2e%2e/app.py"),
        server.client.get("/static/" + "a" * 5000),
        server.client.get("/static/%00"),
        server.client.get("/nothing"),
        server.client.put("/api/health"),
    ):
        assert response.status_code in (404, 405)
        assert response.headers["content-type"] == "application/problem+json"
        assert "Traceback" not in response.text
        assert "/src/" not in response.text


@pytest.mark.parametrize("path", ["/", "/static/js/main.js", "/static/js/main.js?joined"])
def test_files_are_asked_for_again_and_compressed(server, path):
    first = server.client.get(path)
    assert first.headers["cache-control"] == "no-cache"
    assert first.headers["content-encoding"] == "gzip"
    tag = first.headers["etag"]
    assert server.client.get(path, headers={"If-None-Match": tag}).status_code == 304
    plain = server.client.get(path, headers={"Accept-Encoding": "identity"})
    assert plain.text == first.text
    assert server.client.head(path).status_code == 200


def test_the_plotting_script_comes_from_the_installed_package(server):
    pytest.importorskip("plotly")
    response = server.client.get("/plotly/plotly.min.js")
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/javascript")
    assert "plotly" in response.text[:500]


def test_films_come_compressed(server):
    job = server.start({"cells": EASY}, "/api/films")
    assert [*server.follow(job)][-1][1] == "result"
    with server.client.stream("GET", f"/api/films/{job}") as response:
        raw = b"".join(response.iter_raw())
    assert response.headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(raw))["result"]["cost"] == 3


def passing(settings, requests):
    """Which of the requests, made at once, get past the rate limits."""

    async def inside(scope, receive, send):
        passed.append(scope["path"])

    async def ignore(message):
        pass

    async def ask():
        limited = RateLimits(inside, settings)
        for method, path, client in requests:
            about = {"method": method, "path": path, "client": (client, 1)}
            scope = {"type": "http", "headers": [], **about}
            await limited(scope, None, ignore)

    passed = []
    with ThreadPoolExecutor(1) as thread:  # in this one the browser of another test may keep a loop
        thread.submit(asyncio.run, ask()).result()
    return passed


def test_one_visitor_cannot_crowd_out_the_others():
    greedy = [("GET", "/", "10.0.0.1")] * 50
    assert passing(PUBLIC, [*greedy, ("GET", "/api/health", "10.0.0.2")]) == [
        *["/"] * 10,
        "/api/health",
    ]


STARTING = [route.path for route in router.routes if route.status_code == HTTPStatus.ACCEPTED]


@pytest.mark.parametrize("path", [*STARTING, "/api/scramble"])
def test_starting_searches_has_a_limit_of_its_own(path):
    requests = [("POST", path, "10.0.0.1")] * 9 + [("GET", "/", "10.0.0.1")]
    assert passing(PUBLIC, requests) == [*[path] * 5, "/"]


@pytest.mark.parametrize(("host", "limited"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_rates_are_limited_only_where_the_network_can_reach_the_server(host, limited):
    layers = [layer.cls for layer in create_app(Settings(host=host)).user_middleware]
    assert (RateLimits in layers) is limited
