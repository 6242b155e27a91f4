"""Statistics on the page: a pivot by path cost and search, filters, plots, refused boards apart."""

import re
from statistics import fmean, median

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

from tests.support.browser import Visit
from tests.support.processes import eventually
from tests.support.server import serving
from tests.web.test_journeys_access import violations

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("statistics")]

# Three boards that are three moves from the goal, and one that cannot be solved.
BOARDS = [[1, 2, 5, 3, 4, 0, 6, 7, 8], [3, 1, 2, 6, 4, 5, 7, 8, 0], [1, 4, 2, 3, 5, 0, 6, 7, 8]]
REFUSED = [0, 2, 1, 3, 4, 5, 6, 7, 8]


@pytest.fixture(scope="module")
def seeded(tmp_path_factory):
    """A server that has some trials, and what the breadth-first searches expanded by path cost."""
    with serving(tmp_path_factory.mktemp("statistics"), workers=2) as server:
        expanded = {}
        for cells in BOARDS:
            body = {"cells": cells, "engine": "textbook"}
            result = server.result({**body, "algorithm": "bfs"})
            expanded.setdefault(result["cost"], []).append(result["expanded"])
            for algorithm in ("astar", "ucs", "greedy"):
                server.result({**body, "algorithm": algorithm})
        for heuristic in ("zero", "misplaced", "euclidean", "gaschnig", "linear-conflict"):
            for algorithm in ("astar", "greedy", "wastar", "ida"):
                body = {"cells": BOARDS[0], "algorithm": algorithm, "heuristic": heuristic}
                server.result({**body, "engine": "textbook"})
        server.result({"cells": REFUSED, "algorithm": "bfs", "engine": "textbook"})
        yield server, expanded


def test_a_pivot_of_path_cost_and_search(browser, seeded):
    server, expanded = seeded
    visit = Visit(browser, server.address, "phone")
    page = visit.go("#/statistics")
    page.get_by_text("Filters").click()
    expect(page.get_by_label("Size")).to_have_value("3x3")
    expect(page.get_by_label("Counted as")).to_have_value("textbook")
    page.get_by_label("Algorithm", exact=True).select_option("bfs")
    summary = page.get_by_role("region", name="Averages by search")
    every = [value for values in expanded.values() for value in values]
    expect(summary.get_by_role("cell")).to_have_count(6)
    expect(summary.get_by_role("cell").first).to_have_text("Breadth-first search")
    mean = fmean(every)
    told = f"{mean:.0f}" if mean == int(mean) or mean >= 100 else f"{mean:.1f}"
    expect(summary.get_by_role("cell").nth(3)).to_have_text(told)
    pivot = page.get_by_role("region", name="Nodes expanded by path cost and search")
    expect(pivot.get_by_role("columnheader")).to_have_text(["Path cost", "Breadth-first search"])
    for cost, values in expanded.items():
        row = pivot.get_by_role("row").filter(has=page.get_by_role("rowheader", name=str(cost)))
        told = f"{fmean(values):.0f}median {median(values):.0f}n {len(values)}"
        expect(row.get_by_role("cell")).to_have_text([told])
    expect(page.get_by_role("heading", name="Refused boards")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Breadth")).to_contain_text("search: 1")
    page.get_by_role("radio", name="Time").click()
    expect(page.get_by_role("region", name="Time by path cost")).to_contain_text(
        re.compile("µs|ms")
    )
    page.get_by_label("Algorithm", exact=True).select_option("")
    page.get_by_label("Heuristic", exact=True).select_option("manhattan")
    headers = page.get_by_role("region", name="Time by path cost").get_by_role("columnheader")
    expect(headers).to_have_count(3)
    page.reload()
    page.get_by_text("Filters").click()
    expect(page.get_by_label("Heuristic", exact=True)).to_have_value("manhattan")
    expect(page.get_by_role("region", name="Time by path cost")).to_be_visible()
    expect(headers).to_have_count(3)
    visit.picture("statistics")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    visit.close()


def test_an_answer_that_comes_late_is_not_shown(browser, seeded):
    server, _ = seeded
    visit = Visit(browser, server.address)
    held = []

    def hold_the_first(route):
        if held or "algorithm" in route.request.url:
            route.continue_()
        else:
            held.append(route)

    visit.page.route("**/api/stats?*", hold_the_first)
    page = visit.go("#/statistics")
    page.get_by_label("Algorithm", exact=True).select_option("bfs")
    headers = page.get_by_role("region", name="Nodes expanded by path").get_by_role("columnheader")
    expect(headers).to_have_text(["Path cost", "Breadth-first search"])
    eventually(lambda: held)
    with page.expect_response(lambda answer: "algorithm" not in answer.url):
        held[0].continue_()
    page.get_by_role("radio", name="Time").click()
    headers = page.get_by_role("region", name="Time by path").get_by_role("columnheader")
    expect(headers).to_have_text(["Path cost", "Breadth-first search"])
    visit.close()


def test_twenty_series_have_marks_of_their_own_and_hover_names_them(browser, seeded):
    server, _ = seeded
    visit = Visit(browser, server.address)
    page = visit.go("#/statistics")
    page.get_by_role("button", name="Draw the plots").click()
    expect(page.locator(".plot .main-svg").first).to_be_visible()
    looks = page.evaluate(
        """document.querySelector('.plot').data.map((trace) => ({
          name: trace.name, mark: trace.marker.symbol, colour: trace.marker.color,
          hover: trace.hovertemplate}))"""
    )
    assert len({look["name"] for look in looks}) == 20
    assert len({look["mark"] for look in looks}) == 20
    assert len({look["colour"] for look in looks}) == 20
    assert all("%{fullData.name}" in look["hover"] for look in looks)
    expect(page.get_by_text("with the fewest trials are not drawn")).to_be_visible()
    visit.picture("statistics-twenty")
    visit.close()
