"""Journeys through a site without a server: its files are handed out, and nothing answers."""

import gzip
import re
from pathlib import Path

import pytest

from tests.support import site as sites
from tests.support.browser import Visit

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("site")]

HARDEST = "b=3x3:8.6.7.2.5.4.3.0.1&g=blank-last"
FIFTEEN = "b=4x4:1.2.3.7.4.5.6.11.8.9.10.15.12.13.14.0"
MOST_BYTES = 7_000_000


def solve(guest, place):
    page = guest.go("solve", f"{place}")
    page.locator(".actions button.primary").click()
    page.wait_for_selector(".actions h2:not(:empty)")
    page.wait_for_selector("slide-player")
    return page


def test_the_first_hint_comes_before_python(browser, site):
    visit = Visit(browser, site)
    page = visit.go()
    page.wait_for_selector(".hint-line strong")
    page.wait_for_function(
        "() => /Loading Python/.test(document.querySelector('.compiling').textContent)"
    )
    page = visit.go("statistics")
    page.wait_for_selector("text=No trials for these filters yet")
    page.wait_for_selector("text=recorded in this browser")
    visit.close()


def test_paths_as_long_as_those_of_depth_first_search_are_freed(guest):
    for _ in range(2):
        page = solve(guest, f"{HARDEST}&a=dfs")
        assert page.locator(".actions h2").inner_text() == "Solved in 40,757 moves"


def test_a_search_is_stopped_and_another_begins(guest):
    page = guest.go("solve", f"{HARDEST}&a=ids")
    page.locator(".actions button.primary").click()
    page.wait_for_selector("text=Searching")
    page.get_by_role("button", name="Stop").click()
    page.wait_for_selector("text=Stopped")
    assert solve(guest, f"{HARDEST}&a=greedy").locator("slide-player").count() == 1


def test_searches_are_remembered(guest):
    solve(guest, f"{HARDEST}&a=astar")
    page = guest.go("statistics")
    for name in ("Size", "Algorithm", "Heuristic", "Counted as"):
        page.get_by_label(name, exact=True).select_option("")
    page.wait_for_selector("text=/[1-9] trials/")
    with page.expect_download() as saved:
        page.get_by_role("button", name="CSV").click()
    text = Path(saved.value.path()).read_text()
    assert re.search("^astar,manhattan,.*,31,solved,1,", text, re.M), text
    assert "20290" in text


def test_the_page_s_own_solver_finds_paths_of_larger_boards(guest):
    page = solve(guest, FIFTEEN)
    assert page.locator(".actions h2").inner_text() == "Solved in 6 moves"
    words = page.locator("main").inner_text()
    assert "compiled engine" in words
    assert "5-5-5" in words
    page = guest.go("solve", f"b=5x5:{'.'.join(map(str, [*range(1, 24), 0, 24]))}&g=blank-last")
    page.locator(".actions button.primary").click()
    page.wait_for_selector("text=Solved in 1 move")
    assert "Anytime" in page.locator("main").inner_text()


def test_what_needs_the_full_lab_says_so(guest):
    page = guest.go("heuristics")
    page.get_by_label("Size", exact=True).select_option("4x4")
    page.get_by_role("button", name="Prove").click()
    page.wait_for_selector("text=pip install 'slidelab[web]'")


def test_from_a_disk_it_says_how_to_serve_it(browser, site, tmp_path_factory):
    folder = sites.site_folder(tmp_path_factory)
    page = browser.new_page()
    page.goto((folder / sites.BELOW / "index.html").as_uri())
    page.wait_for_selector("text=python -m http.server")
    page.close()


def test_the_first_visit_is_small(site, tmp_path_factory):
    folder = sites.site_folder(tmp_path_factory) / sites.BELOW
    files = [path for path in folder.rglob("*.*") if path.name != "plotly.min.js"]
    assert sum(len(gzip.compress(path.read_bytes(), 6)) for path in files) <= MOST_BYTES
