"""The page works below a path of another server, as courses publish it."""

import os
import shutil
import socket
import subprocess

import httpx
import pytest

from tests.support.boards import EASY_CELLS
from tests.support.browser import Visit
from tests.support.processes import eventually
from tests.support.server import ENDLESS, serving

pytestmark = pytest.mark.nightly

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
# nginx's own defaults: it passes on 127.0.0.1:PORT as the Host, and buffers what has no header.
CONFIGURATION = """
daemon off; pid {folder}/nginx.pid; error_log stderr;
events {{}}
http {{
  access_log off;
  server {{
    listen 127.0.0.1:{port};
    location /course/lab/ {{ proxy_pass {server}; proxy_http_version 1.1; }}
  }}
}}
"""


@pytest.fixture
def proxied(tmp_path):
    """A public server, and its address below a path of nginx."""
    if NGINX is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("needs nginx: make packages")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with serving(tmp_path, workers=1, public=True, token="sesame") as server:
        text = CONFIGURATION.format(folder=tmp_path, port=port, server=server.client.base_url)
        (tmp_path / "nginx.conf").write_text(text)
        process = subprocess.Popen([NGINX, "-c", str(tmp_path / "nginx.conf")])
        address = f"http://127.0.0.1:{port}/course/lab/"

        def is_up():
            with socket.socket() as tried:
                return tried.connect_ex(("127.0.0.1", port)) == 0

        try:
            eventually(is_up)
            yield server, address
        finally:
            process.terminate()
            process.wait()


def test_a_visitor_behind_nginx_enters_with_the_token_and_solves(proxied, browser):
    server, address = proxied
    with httpx.Client(base_url=address, verify=False) as client:
        assert client.get("api/health").status_code == 401
        entered = client.get("?token=sesame", follow_redirects=True)
        assert (entered.status_code, str(entered.url)) == (200, address)
        for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}):
            refused = client.post("api/jobs/search", json={"cells": EASY_CELLS}, headers=headers)
            assert refused.status_code == 403
        with client.stream("POST", "api/jobs/search", json=ENDLESS) as response:
            lines = response.iter_lines()  # closed when it is dropped, and the response with it
            next(lines)  # it streams, and leaving through nginx ends the search
            assert server.health()["jobs"] == 1
        eventually(lambda: server.health()["jobs"] == 0)
    visit = Visit(browser, address)
    visit.page.goto(f"{address}?token=sesame")
    page = visit.go("solve", "b=3x3:1.2.5.3.4.0.6.7.8")
    page.locator(".actions button.primary").click()
    page.get_by_role("heading", name="Solved in 3 moves").wait_for()
    visit.close()
    assert server.post("/api/stats", {}).json()["trials"] == 0, "strangers' searches stay theirs"
