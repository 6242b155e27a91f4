"""A journey: "My program says …" explains the numbers of another program."""

import re

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

from tests.oracles import course_programs as program
from tests.support.boards import EASY_CELLS as EASY
from tests.support.browser import on_a_site
from tests.web.test_journeys_access import violations

pytestmark = pytest.mark.nightly

BOARD = "?b=3x3:1.2.5.3.4.0.6.7.8"


def expanded(cells):
    """What a program prints that tries right, left, down, up."""
    return str(program.bfs(tuple(cells), order="RLDU")["expanded"])


def test_numbers_are_explained_and_a_second_board_tells_more(phone):
    page = phone.go(f"#/compare{BOARD}")
    page.get_by_role("heading", name="My program says …").click()
    form = page.locator(".my-program")
    form.get_by_label("Its algorithm").select_option("bfs")
    form.get_by_label("Nodes expanded").fill(expanded(EASY))
    form.get_by_role("button", name="Explain").click()
    heading = form.get_by_role("heading", name="explanations")
    expect(heading).to_be_visible()
    phone.picture("explain")
    assert violations(page) == []
    before = int(heading.inner_text().split()[0])
    form.get_by_role("button", name="Take this board").click()
    expect(page).not_to_have_url(re.compile("1.2.5.3.4.0.6.7.8"))
    cells = [int(tile) for tile in re.search(r"b=3x3:([0-8.]+)", page.url)[1].split(".")]
    form.get_by_label("Nodes expanded").fill(expanded(cells))
    form.get_by_role("button", name="Explain").click()
    expect(form.get_by_role("button", name="Remove this board")).to_have_count(2)
    after = form.locator("h3").first.inner_text()
    assert after == "One explanation" or int(after.split()[0]) < before
    page.reload()
    expect(form.locator("h3").first).to_have_text(after)
    expect(form.get_by_role("button", name="Remove this board")).to_have_count(2)
    expect(form.get_by_label("Nodes expanded")).to_have_value(expanded(cells))
    form.get_by_role("button", name="Count like this").first.click()
    expect(page).to_have_url(re.compile("a=bfs"))


@on_a_site
def test_where_nothing_fits_the_reason_is_told(desktop):
    page = desktop.go(f"#/compare{BOARD}")
    page.get_by_role("heading", name="My program says …").click()
    form = page.locator(".my-program")
    form.get_by_role("button", name="Explain").click()
    expect(form.get_by_text("Fill in a number that it prints.")).to_be_visible()
    form.get_by_label("Its algorithm").select_option("bfs")
    form.get_by_label("Moves of its path").fill("5")
    form.get_by_role("button", name="Explain").click()
    expect(form.get_by_text("5 is a bug")).to_be_visible()
    desktop.picture("explain-nothing")
    assert violations(page) == []


def test_what_cannot_be_is_refused(server):
    def asked(**changes):
        boards = [{"cells": EASY, "counts": {"expanded": 12}}]
        return server.post("/api/explanations", {"boards": boards, "algorithm": "bfs", **changes})

    for changes, told in [
        ({"algorithm": "mine.py:search"}, "there is no algorithm"),
        ({"boards": [{"cells": EASY, "counts": {"visited": 3}}]}, "unknown count 'visited'"),
        ({"boards": [{"cells": EASY}]}, "nothing to explain"),
        ({"boards": [{"cells": EASY, "path": "Up Around"}]}, "Around"),
        ({"shape": "4x4"}, "up to"),
    ]:
        refused = asked(**changes)
        assert refused.status_code == 422
        assert told in refused.text
