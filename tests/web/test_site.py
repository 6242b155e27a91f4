"""Writing the page as a folder: its files, its one script for other pages, and Pyodide."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from slidelab.web import runtime
from slidelab.web.bundle import embedded_script
from slidelab.web.site import write_site

MODULE_SYNTAX = re.compile(r"^\s*(import|export)\b|\bimport\(\"", re.M)
ADDRESS = re.compile(r'new URL\("([^"]+)", new URL\("([^"]+)", import\.meta\.url\)')
"""A file beside a module."""


@pytest.fixture
def pyodide(tmp_path):
    """As much of Pyodide's package as writing a site looks at."""
    folder = tmp_path / "package"
    folder.mkdir()
    for name in runtime.FILES:
        (folder / name).write_text(name)
    (folder / "package.json").write_text(json.dumps({"version": runtime.VERSION}))
    return folder


@pytest.fixture
def site(tmp_path, pyodide):
    write_site(tmp_path / "lab", pyodide)
    return tmp_path / "lab"


def test_every_file_that_a_page_asks_for_is_there(site):
    text = (site / "index.html").read_text()
    linked = re.findall(r'(?:href|src)="([^"#]+)"', text)
    assert len(linked) > 3
    assert [name for name in linked if not (site / name).exists()] == []
    assert "'wasm-unsafe-eval'" in text
    assert "frame-ancestors" not in text, "a page cannot say that"
    for script in (site / "static").rglob("*.js"):
        text = script.read_text()
        assert not MODULE_SYNTAX.search(text), f"{script} needs other modules"
        for name, module in ADDRESS.findall(text):
            assert ((script.parent / module).parent / name).exists(), f"{script}: {name}"


def test_the_script_for_other_pages_needs_nothing_else(site):
    script = (site / "embed.js").read_text()
    assert script == embedded_script()
    assert not MODULE_SYNTAX.search(script)
    assert "</script" not in script.lower(), "it can stand inside a page"


def test_no_address_leads_elsewhere(site):
    for path in [*site.glob("*.html"), *(site / "static").rglob("*.css"), *site.glob("*.js*")]:
        for address in re.findall(r"https?://[\w.]+", path.read_text()):
            assert address.endswith(("www.w3.org", "localhost")), f"{path}: {address}"


def test_a_site_is_renewed_and_other_files_stay(site, pyodide):
    (site / "CNAME").write_text("lab.example.org")
    (pyodide / "python_stdlib.zip").write_text("another one")
    write_site(site, pyodide)
    assert (site / "python" / "python_stdlib.zip").read_text() == "another one"
    assert (site / "CNAME").read_text() == "lab.example.org"


def test_a_folder_of_something_else_is_left_alone(cli, tmp_path, pyodide):
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.tex").touch()
    ran = cli("site", str(tmp_path / "thesis"), "--pyodide", str(pyodide))
    assert ran.status == 2
    assert "not empty and not a site" in ran.err
    ran = cli("site", str(tmp_path / "thesis" / "chapter.tex"), "--pyodide", str(pyodide))
    assert (ran.status, "chapter.tex" in ran.err) == (2, True)


def test_what_pyodide_lacks_is_named(tmp_path, pyodide):
    (pyodide / "pyodide.asm.wasm").unlink()
    with pytest.raises(runtime.NoRuntimeError, match=r"no pyodide\.asm\.wasm"):
        runtime.find_runtime(pyodide)
    (pyodide / "pyodide.asm.wasm").touch()
    (pyodide / "package.json").write_text('{"version": "0.1.0"}')
    with pytest.raises(runtime.NoRuntimeError, match=r"version 0\.1\.0 .* is needed"):
        runtime.find_runtime(pyodide)
    with pytest.raises(runtime.NoRuntimeError, match="is not the npm package"):
        runtime.find_runtime(tmp_path / "nowhere")


@pytest.fixture
def npm(tmp_path, monkeypatch):
    """Let npm be this function, which gets the folder to install into; the cache is empty."""

    def set_npm(install):
        def run(command, **options):
            install(Path(command[command.index("--prefix") + 1]))
            return subprocess.CompletedProcess(command, 0, "", "")

        monkeypatch.setattr("shutil.which", lambda name: install and "npm")
        monkeypatch.setattr(subprocess, "run", run)
        return tmp_path / "cache" / f"pyodide-{runtime.VERSION}"

    monkeypatch.setenv("SLIDELAB_CACHE", str(tmp_path / "cache"))
    return set_npm


def test_without_npm_or_a_registry_it_says_what_to_do(npm):
    def fail(folder):
        raise subprocess.CalledProcessError(1, "npm", "", "npm error\nno such registry\n")

    npm(None)
    with pytest.raises(runtime.NoRuntimeError, match="--pyodide"):
        runtime.find_runtime(None)
    kept = npm(fail)
    with pytest.raises(runtime.NoRuntimeError, match="no such registry"):
        runtime.find_runtime(None)
    assert not kept.exists()


def test_two_processes_may_fetch_it_at_once(npm, pyodide):
    def install(folder):
        shutil.copytree(pyodide, folder / "node_modules" / "pyodide")
        shutil.copytree(pyodide, kept)  # as the other process does meanwhile

    kept = npm(install)
    assert runtime.find_runtime(None) == kept
    assert [*kept.parent.iterdir()] == [kept], "nothing else is left there"
