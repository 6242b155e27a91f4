"""Code typed on the page: tried as one types, used everywhere, kept and saved.

It runs in the page, with a server and without one."""

import time
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

from tests.support.browser import Visit, violations
from tests.support.site import find_pyodide

pytestmark = pytest.mark.nightly

BOARD = "b=3x3:4.3.1.5.7.2.0.6.8"
ENDLESS = """
def h(state, goal):
    while list(state) not in ([4, 3, 1, 5, 7, 2, 0, 6, 8], list(goal)):
        pass
    return 0
"""
TOO_HIGH = "def h(state, goal):\n    return 3 * (state != goal)\n"


@pytest.fixture
def address(server):
    find_pyodide()
    return server.address


@pytest.fixture
def guest(browser, address):
    visit = Visit(browser, address, "phone")
    heard = []
    visit.page.on("request", lambda request: heard.append((request.url, request.post_data or "")))
    yield visit
    visit.close()
    assert not [text for _, text in heard if "mine.py" in text], "no server hears of the code"
    assert not [url for url, _ in heard if "/api/jobs/trace" in url], "a replay is run in one place"


def editor(page):
    return page.get_by_label("Code", exact=True)


def works(page):
    expect(page.locator(".code-status")).to_have_text("It works, and is in use.")


def test_a_heuristic_is_typed_used_kept_and_saved(guest):
    page = guest.go("code", BOARD)
    works(page)
    assert page.locator(".views").evaluate("views => views.scrollWidth <= views.clientWidth")
    editor(page).fill("def h(state, goal):\n    return 1 / 0\n")
    status = page.locator(".code-status")
    expect(status).to_contain_text("Line 2: ")
    expect(status).to_contain_text("ZeroDivisionError")
    expect(page.locator("li.fault")).to_have_text("2")
    assert violations(page) == []
    editor(page).fill("")
    editor(page).press_sequentially(TOO_HIGH.replace("    ", "").rstrip())
    assert editor(page).input_value() == TOO_HIGH.rstrip(), "Enter indents after a colon"
    works(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save file").click()
    assert saved.value.suggested_filename == "mine.py"
    assert Path(saved.value.path()).read_text() == TOO_HIGH.rstrip()
    offer = page.get_by_role("region", name="mine.py:h")
    expect(offer).to_contain_text("h is 3 on your board and 0 at the goal.")
    offer.get_by_role("button", name="Compare").click()
    page.get_by_role("button", name="Replay").click()
    expect(page.locator(".replay-search", has_text="mine.py:h")).to_be_visible()
    page.reload()
    expect(page.get_by_role("checkbox", name="A* search mine.py:h")).to_be_visible()
    page.get_by_role("link", name="Code", exact=True).click()
    assert editor(page).input_value() == TOO_HIGH.rstrip()


def test_code_that_never_ends_is_stopped_at_once(guest):
    page = guest.go("code", BOARD)
    works(page)
    editor(page).fill("def h(state, goal):\n    while True:\n        pass\n")
    expect(page.locator(".code-status")).to_have_text("Trying it…")
    editor(page).fill(ENDLESS)
    works(page)  # what was tried before is gone
    offer = page.get_by_role("region", name="mine.py:h")
    offer.get_by_role("button", name="Solve").click()
    page.locator(".actions button.primary").click()
    stop = page.get_by_role("button", name="Stop", exact=True)
    expect(page.get_by_role("region", name="Result")).to_contain_text("Searching")
    page.wait_for_timeout(1000)
    began = time.monotonic()
    stop.click()
    expect(page.get_by_role("region", name="Result")).to_contain_text("Stopped")
    assert time.monotonic() - began < 1


def test_code_without_a_server_is_proved(browser, site):
    guest = Visit(browser, site)
    page = guest.go("code", "b=2x3:1.2.5.3.4.0")
    works(page)
    editor(page).fill(TOO_HIGH)
    works(page)
    page.get_by_role("region", name="mine.py:h").get_by_role("link", name="Prove").click()
    expect(page.get_by_role("region", name="Findings")).to_contain_text("It overestimates on")
    guest.close()


def test_with_a_server_python_is_loaded_for_code_alone(visit):
    loaded = []
    visit.page.on("request", lambda request: loaded.append(request.url))
    page = visit.go("solve", "b=2x3:1.2.5.3.4.0")
    page.locator(".actions button.primary").click()
    expect(page.get_by_role("heading", name="Solved in 3 moves")).to_be_visible()
    assert len(loaded) > 3
    assert not [url for url in loaded if "/python/" in url]
