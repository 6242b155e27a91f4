"""Python for the page's worker, as a server hands it out: the listed files and nothing else."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from zipfile import ZipFile

import httpx
import pytest

from slidelab.web import runtime
from slidelab.web.app import create_app
from slidelab.web.settings import Settings
from tests.support.cli import invoke


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory):
    """As much of Pyodide's package as a server looks at."""
    folder = tmp_path_factory.mktemp("pyodide")
    for name in runtime.FILES:
        (folder / name).write_text(name)
    (folder / "package.json").write_text(json.dumps({"version": runtime.VERSION}))
    (folder / "secret.txt").write_text("secret")
    return folder


class Client:
    """Asks an application without a server."""

    def __init__(self, settings):
        self._transport = httpx.ASGITransport(create_app(settings))

    def get(self, path, headers=None):
        # In a thread of its own: where a browser is driven, this one has a loop already.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(lambda: asyncio.run(self._get(path, headers))).result()

    async def _get(self, path, headers):
        address = "http://localhost"
        async with httpx.AsyncClient(transport=self._transport, base_url=address) as client:
            return await client.get(path, headers=headers)


@pytest.fixture(scope="module")
def client(pyodide):
    return Client(Settings(pyodide=pyodide))


def test_the_worker_s_files_are_there(client):
    for name, served in runtime.FILES.items():
        response = client.get(f"/python/{served}")
        assert (response.status_code, response.text) == (200, name)
        tag = {"If-None-Match": response.headers["etag"]}
        assert client.get(f"/python/{served}", headers=tag).status_code == 304
    assert "javascript" in client.get("/python/pyodide.js").headers["content-type"]
    archive = ZipFile(BytesIO(client.get("/python/slidelab.zip").content))
    assert "slidelab/web/desk.py" in archive.namelist()
    assert client.get("/python/catalogue.json").json()["engines"] == ["auto", "textbook"]


@pytest.mark.parametrize(
    "path", ["secret.txt", "package.json", "..%2fapp.py", "%2e%2e/app.py", "a/b", ""]
)
def test_nothing_else_is(client, path):
    response = client.get(f"/python/{path}")
    assert response.status_code == 404
    assert response.json()["problems"]


def test_only_the_worker_may_compile_web_assembly(client):
    policies = {
        path: client.get(path).headers["content-security-policy"]
        for path in ("/", "/static/js/main.js", "/static/js/site/worker.js")
    }
    allowed = [path for path, policy in policies.items() if "wasm-unsafe-eval" in policy]
    assert allowed == ["/static/js/site/worker.js"]
    assert "'unsafe-eval'" not in policies[allowed[0]]


def test_a_server_without_pyodide_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setenv("SLIDELAB_CACHE", str(tmp_path))
    response = Client(Settings()).get("/python/site.json")
    assert response.status_code == 503
    assert "slidelab warmup --pyodide" in response.json()["detail"]
    assert str(tmp_path) not in response.text
    assert [*tmp_path.iterdir()] == [], "nothing is fetched because somebody looks"


def test_a_folder_that_is_not_pyodide_is_refused_at_the_start(tmp_path):
    told = invoke("web", "--no-open", "--pyodide", str(tmp_path))
    assert told.exit_code == 2
    assert "is not the npm package pyodide" in told.stderr


def test_it_is_fetched_ahead(tmp_path, pyodide, monkeypatch):
    monkeypatch.setenv("SLIDELAB_CACHE", str(tmp_path))
    (tmp_path / f"pyodide-{runtime.VERSION}").symlink_to(pyodide)
    assert str(tmp_path) in invoke("warmup", "--pyodide").stdout
    (tmp_path / f"pyodide-{runtime.VERSION}").unlink()
    monkeypatch.setattr("shutil.which", lambda name: None)
    told = invoke("warmup", "--pyodide")
    assert told.exit_code == 2
    assert "npm" in told.stderr
