"""Elements and widgets in a real JupyterLab: shown, operated, and exported."""

import json
import os
import subprocess
import sys
import urllib.request
from contextlib import suppress

import pytest

from tests.support.browser import PATIENCE, keep_picture
from tests.support.processes import eventually

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("jupyterlab")]

SHOWN = [
    "from slidelab import Board, compare, solve, watch\nBoard('125340678')",
    "solve('867254301', goal='blank-last')",
    "watch('125340678', algorithm='bfs')",
    "compare('125340678', ['bfs', 'astar manhattan'])",
]
SHARED = [
    "from slidelab import watch\nfrom slidelab.notebook.widgets import BoardWidget, PieceWidget\n"
    "mine = BoardWidget('125340678')\nmine",
    "film = PieceWidget(watch('125340678', algorithm='bfs'))\nfilm",
    "print(repr(mine.board), film.step)",
    "mine.board = '1 2 / 3 0'\nfilm.step = 5",
]


def notebook(cells):
    """Return a notebook that has not been run."""
    made = [
        {"cell_type": "code", "id": f"cell-{number}", "source": source}
        | {"execution_count": None, "metadata": {}, "outputs": []}
        for number, source in enumerate(cells)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return json.dumps({"cells": made, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """Start JupyterLab in a folder of its own, and yield its address and the folder."""
    for package in ("jupyterlab", "anywidget"):
        pytest.importorskip(package)
    folder = tmp_path_factory.mktemp("notebooks")
    settings = folder / "settings" / "@jupyterlab" / "notebook-extension"
    settings.mkdir(parents=True)
    # Cells out of view are rendered too.
    (settings / "tracker.jupyterlab-settings").write_text('{"windowingMode": "none"}')
    (folder / "all.ipynb").write_text(notebook(SHOWN + SHARED))
    places = {f"JUPYTER_{name}_DIR": name.lower() for name in ("CONFIG", "DATA", "RUNTIME")}
    places |= {"JUPYTERLAB_SETTINGS_DIR": "settings", "JUPYTERLAB_WORKSPACES_DIR": "workspaces"}
    places |= {"IPYTHONDIR": "ipython"}
    options = {
        "IdentityProvider.token": "",
        "LabApp.expose_app_in_browser": True,
        "LabApp.extension_manager": "readonly",
        "ServerApp.allow_root": True,
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.open_browser": False,
        "ServerApp.port": 0,
        "ServerApp.root_dir": folder,
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", *(f"--{key}={to}" for key, to in options.items())],
        env={**os.environ, **{name: str(folder / place) for name, place in places.items()}},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield eventually(lambda: find_address(folder / "runtime"), every=0.2), folder
    finally:
        process.terminate()
        process.wait(timeout=120)


def find_address(folder):
    """Return the address of the server once it answers."""
    for file in folder.glob("jpserver-*.json"):
        url = json.loads(file.read_text())["url"]
        with suppress(OSError):
            urllib.request.urlopen(f"{url}api/status", timeout=5)
            return url
    return None


def opened(browser, address, **context):
    """Return a page with long timeouts."""
    page = browser.new_page(viewport={"width": 1400, "height": 1000}, **context)
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    return page


def run(page, command):
    """Do what an entry of JupyterLab's menus does, when its kernel is there."""
    page.get_by_text("(ipykernel) | Idle").wait_for()
    page.evaluate("(name) => { window.jupyterapp.commands.execute(name); }", command)


def work(page):
    """Operate every element, forwards and backwards."""
    board = page.locator("slide-board").first
    board.get_by_role("grid").press("ArrowDown")
    board.get_by_role("gridcell", name="blank").first.wait_for()
    cells = "document.querySelector('slide-board').cells.join('')"
    page.wait_for_function(f"() => {cells} === '120345678'")

    player = page.locator("slide-player").first
    player.get_by_text("Step 0 of 31").wait_for()
    player.get_by_role("button", name="Step on").click()
    player.get_by_text("Step 1 of 31: tile 3 slides right").wait_for()
    player.get_by_role("button", name="Step back").click()
    player.get_by_text("Step 0 of 31").wait_for()

    film = page.locator("search-film").first
    film.get_by_role("button", name="To the end").click()
    film.get_by_text("Event 43 of 43").wait_for()
    film.get_by_role("button", name="Step back").click()
    film.get_by_text("Event 42 of 43").wait_for()


@pytest.fixture(scope="module")
def page(lab, browser):
    """A notebook with everything in it, whose cells are run."""
    url, _ = lab
    page = opened(browser, f"{url}lab/tree/all.ipynb?reset")
    run(page, "notebook:run-all-cells")
    yield page
    page.close()


def test_every_element_can_be_operated(page):
    page.locator("pre", has_text="astar manhattan").last.wait_for()
    work(page)
    keep_picture(page, "notebook-comparison")
    page.locator("search-film").first.scroll_into_view_if_needed()
    keep_picture(page, "notebook-film")


def test_widgets_stay_in_sync_with_python(page):
    page.get_by_text("Board('1 2 5 / 3 4 0 / 6 7 8') 0").wait_for()
    # The last cell has set another board and another step from Python.
    cells = page.locator(".jp-CodeCell")
    board = cells.nth(len(SHOWN)).locator("slide-board")
    film = cells.nth(len(SHOWN) + 1).locator("search-film")
    asking = cells.nth(len(SHOWN) + 2).locator(".jp-InputArea-prompt")
    size = "board => board.cells.length"
    film.get_by_text("Event 6 of 43").wait_for()
    eventually(lambda: board.evaluate(size) == 4)
    # By hand: a move, a step, and then Python is asked.
    board.get_by_role("grid").press("ArrowRight")
    film.get_by_role("button", name="Step on").click()
    film.get_by_text("Event 7 of 43").wait_for()
    asking.click()
    run(page, "notebook:run-cell")
    page.get_by_text("Board('1 2 / 0 3') 6").wait_for()
    # A board that is typed.
    typed = page.get_by_label("The board as text")
    eventually(lambda: typed.input_value() == "1 2 / 0 3")
    typed.fill("0 1 2 / 3 4 5")
    eventually(lambda: board.evaluate(size) == 6)
    asking.click()
    run(page, "notebook:run-cell")
    page.get_by_text("Board('0 1 2 / 3 4 5') 6").wait_for()
    keep_picture(page, "notebook-widget")


def test_an_exported_page_works_offline(lab, page, browser):
    url, folder = lab
    page.locator("pre", has_text="astar manhattan").last.wait_for()
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    saved = json.loads((folder / "all.ipynb").read_text())
    saved["cells"] = saved["cells"][: len(SHOWN)]
    (folder / "shown.ipynb").write_text(json.dumps(saved))
    # As JupyterLab's menu does it: its server calls nbconvert.
    exported = page.evaluate(
        "async (address) => (await fetch(address)).text()", f"{url}nbconvert/html/shown.ipynb"
    )
    (folder / "exported.html").write_text(exported, encoding="utf-8")
    address = f"file://{folder}/exported.html"
    page = opened(browser, address, offline=True)
    work(page)
    keep_picture(page, "notebook-exported")
    page.close()
    still = opened(browser, address, offline=True, java_script_enabled=False)
    assert still.locator("slide-player svg").first.is_visible(), "a picture where no script runs"
    assert still.locator("search-film").get_by_text("Up Left Left").is_visible()
    still.close()
