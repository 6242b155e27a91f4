"""The board, its status and the main buttons are on the first screen."""

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

pytestmark = pytest.mark.nightly

TIGHT = [(1366, 640), (390, 844), (844, 390)]
ROOMY = [(820, 1180), (1280, 800), (1920, 1080)]

BAR = [".strip-boards", ".bar-words h1", ".bar-words p"]
FIRST = {
    "play": [".game-card", ".hint-line", ".play-board", ".play-buttons"],
    "solve": [*BAR, ".actions .primary"],
    "watch": [*BAR, ".tree-canvas", ".film-words", ".film .transport"],
    "explain": [*BAR, "form select"],
    "compare": [*BAR, ".actions .primary"],
    "statistics": ["h1", ".trials p"],
    "heuristics": ["h1", "select", ".card .primary"],
}
"""What must be visible when a view is opened."""
AS_LARGE_AS_FITS = ("play", "watch")
"""Views whose pictures grow with the window; in a roomy one the others have more than they need."""


IS_UNCOVERED = """(element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [0.1, 0.5, 0.9].every((part) => {
    const found = document.elementFromPoint(left + width / 2, top + part * height);
    return found === element || element.contains(found) || element.parentElement.contains(found);
  });
}"""
"""Whether nothing else lies over the middle of an element."""


def expect_on_first_screen(page, *selectors):
    """Wait until the page has settled so that these are inside the window."""
    for selector in selectors:
        locator = page.locator(selector).first
        expect(locator).to_be_in_viewport(ratio=1)
        assert locator.evaluate(IS_UNCOVERED), selector


def test_every_view_fits_every_screen(visit):
    page = visit.page
    for width, height in TIGHT + ROOMY:
        page.set_viewport_size({"width": width, "height": height})
        page.goto("about:blank")  # a view decides by the window it is opened in what to fold
        for view in FIRST if (width, height) in TIGHT else AS_LARGE_AS_FITS:
            visit.go(view, "b=3x3:1.0.2.3.4.5.6.7.8")
            expect_on_first_screen(page, *FIRST[view])
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), view


def test_no_word_of_the_navigation_is_cut_off(phone):
    page = phone.go("statistics")
    assert page.locator(".views").evaluate("nav => nav.scrollWidth <= nav.clientWidth")
    for title in ("Solve", "Watch", "Compare", "Explain"):
        page.get_by_role("link", name=title, exact=True).click()
        expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
