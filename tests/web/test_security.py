"""Access control, the size limit of requests, and response headers."""

import json
import re

import httpx
import pytest

from slidelab.web.page import page_files
from tests.support.boards import EASY_CELLS as EASY
from tests.support.server import serving


@pytest.fixture
def script(server):
    """The address of the page's script, which has the version of its files."""
    return "/" + re.search(r'src="(static/[^"]+)"', server.client.get("/").text)[1]


def test_only_the_server_s_own_names_are_answered(server):
    for host in ("evil.example", "127.0.0.1.evil.example", "", "[::1"):
        response = server.client.get("/api/health", headers={"Host": host})
        assert response.status_code in (400, 421), host
        assert "ok" not in response.text
    for host in ("localhost", "127.0.0.1:8008", "[::1]:1"):
        assert server.client.get("/api/health", headers={"Host": host}).json()["ok"]


def test_other_sites_cannot_act_in_a_visitor_s_name(server):
    for headers in (
        {"Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "null"},
    ):
        response = server.client.post("/api/jobs/search", json={"cells": EASY}, headers=headers)
        assert response.status_code == 403, headers
    # Behind a proxy the page has another host than the server; the browser knows better.
    headers = {"Origin": "https://course.example", "Sec-Fetch-Site": "same-origin"}
    assert server.client.post("/api/check", json={"text": "120345678"}, headers=headers).is_success


def test_every_response_has_the_policy(server, script):
    def policy(headers):
        return dict(r.split(" ", 1) for r in headers["content-security-policy"].split("; "))

    for path in ("/", "/api/health", "/api/no-such-thing", script):
        headers = server.client.get(path).headers
        rules = policy(headers)
        assert (rules["default-src"], rules["script-src"]) == ("'none'", "'self'")
        assert "unsafe-inline" not in rules["style-src"]
        assert headers["x-content-type-options"] == "nosniff"
        assert rules["frame-ancestors"] == "'none'"
    worker = server.client.get(script.replace("main", "backend/pyodide-worker")).headers
    assert "'wasm-unsafe-eval'" in policy(worker)["script-src"]


def test_long_and_unreadable_bodies_are_refused(server):
    headers = {"Content-Type": "application/json"}
    body = json.dumps({"text": "1" * 70_000}).encode()
    assert server.client.post("/api/check", content=body, headers=headers).status_code == 413
    chunks = iter([b"{}"])
    assert server.client.post("/api/check", content=chunks, headers=headers).status_code == 411
    for content in (b"{", b"[" * 5000, b'{"cells":[' + b"9" * 5000 + b"]}", b"\xff\xfe"):
        response = server.client.post("/api/check", content=content, headers=headers)
        assert response.status_code in (400, 422), content[:20]
        assert response.json()["problems"]


def test_errors_reveal_no_internals(server):
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/" + "a" * 5000, "/nothing"):
        response = server.client.get(path)
        assert response.status_code == 404, path
        assert "Traceback" not in response.text
        assert "/src/" not in response.text


def test_files_of_a_version_are_kept_and_the_page_asked_for_again(server, script):
    for path, kept in (("/", "no-cache"), (script, "immutable")):
        response = server.client.get(path)
        assert kept in response.headers["cache-control"]
        assert response.headers["content-encoding"] == "gzip"
    assert response.content == page_files()["js/main.js"]


def test_a_public_server_asks_for_its_token(tmp_path, script):
    with serving(tmp_path, workers=1, public=True, token="open sesame") as server:
        assert server.address.endswith("?token=open%20sesame")
        base = str(server.client.base_url)
        with httpx.Client(base_url=base, verify=False) as stranger:
            for path in ("/", "/api/health", script, "/?token=open"):
                assert stranger.get(path).status_code == 401, path
            stranger.cookies.set("slidelab", "open sesame")
            assert stranger.post("/api/check", json={"text": "0"}).status_code == 401
        with httpx.Client(base_url=base, verify=False) as friend:
            first = friend.get("/?token=open%20sesame")
            assert first.status_code == 303
            assert "token" not in first.headers["location"]
            assert "HttpOnly" in first.headers["set-cookie"]
            assert friend.get("/").status_code == 200
        assert server.health()["ok"]
