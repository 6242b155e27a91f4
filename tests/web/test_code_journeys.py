"""Code typed on the page: tried as one types, used everywhere, kept and saved.

It runs in the page, with a server and without one."""

import json
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

from tests.support.browser import Visit, violations
from tests.support.site import find_pyodide

pytestmark = pytest.mark.nightly

BOARD = "b=3x3:4.3.1.5.7.2.0.6.8"
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
    assert not [url for url, _ in heard if "/api/traces" in url], "a race is run in one place"


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
    offer.get_by_role("button", name="Race").click()
    lane = page.locator(".lane").nth(1)
    expect(lane.get_by_label("Heuristic of this lane")).to_have_value("mine.py:h")
    page.get_by_role("button", name="Start the race").click()
    expect(page.get_by_label("Moment of the race")).to_be_visible()
    page.reload()
    expect(lane.get_by_label("Heuristic of this lane")).to_have_value("mine.py:h")
    page.get_by_role("link", name="Code", exact=True).click()
    assert editor(page).input_value() == TOO_HIGH.rstrip()


def packed(*files):
    """Files as a link brings them."""
    pack = zlib.compressobj(wbits=-15)
    data = pack.compress(json.dumps(files).encode()) + pack.flush()
    return urlsafe_b64encode(data).decode().rstrip("=")


def test_code_of_a_link_is_shown_before_it_runs_and_then_proved(browser, site):
    guest = Visit(browser, site)
    code = packed({"name": "mine.py", "kind": "heuristic", "text": TOO_HIGH})
    page = guest.page
    page.goto(f"{guest.address}/#/solve?b=2x3:1.2.5.3.4.0&a=astar&h=mine.py:h&f={code}")
    question = page.get_by_role("region", name="Code from a link")
    expect(question).to_contain_text("return 3 * (state != goal)")
    expect(editor(page)).to_be_hidden()
    question.get_by_role("button", name="Use code").click()
    page.locator(".view.solve .actions button.primary").click()
    expect(page.get_by_role("heading", name="Solved in 3 moves")).to_be_visible()
    assert "f=" not in page.url, "it is not asked again"
    page.get_by_role("button", name="Share").click()
    assert "&f=" in page.get_by_label("Link", exact=True).input_value()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("link", name="Code", exact=True).click()
    works(page)
    page.get_by_role("region", name="mine.py:h").get_by_role("button", name="Prove").click()
    expect(page.get_by_role("region", name="Findings")).to_contain_text("It overestimates on")
    guest.close()


def test_with_a_server_python_is_loaded_for_code_alone(visit):
    loaded = []
    visit.page.on("request", lambda request: loaded.append(request.url))
    page = visit.go("solve", "b=2x3:1.2.5.3.4.0")
    page.locator(".actions button.primary").click()
    expect(page.get_by_role("heading", name="Solved in 3 moves")).to_be_visible()
    assert len(loaded) > 10
    assert not [url for url in loaded if "/python/" in url or "/js/site/" in url]
