"""A formula of one's own, once proved or refuted, is a heuristic in every view that searches."""

import json

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

from tests.support.cli import invoke
from tests.web.test_journeys_access import violations

pytestmark = pytest.mark.nightly

BOARD = "b=3x3:4.3.1.5.7.2.0.6.8"
FORMULA = "max(manhattan,3*misplaced)"


def heuristic(page):
    """The bar's field, which is not there before the view is."""
    return page.get_by_role("combobox", name="Heuristic", exact=True)


def use(page, view: str) -> None:
    page.get_by_role("link", name="Heuristics", exact=True).click()
    page.get_by_role("region", name="Use the formula").get_by_role("button", name=view).click()


def test_a_refuted_formula_can_be_used_everywhere(phone):
    page = phone.go(f"#/solve?{BOARD}")
    page.get_by_role("link", name="Heuristics", exact=True).click()
    page.get_by_role("radio", name="My own formula").click()
    page.get_by_label("Weight of part 2").fill("3")
    page.get_by_label("Size", exact=True).select_option("2x2")
    page.get_by_role("button", name="Prove").click()
    offer = page.get_by_role("region", name="Use the formula")
    expect(offer).to_be_visible()
    phone.picture("formula")
    assert violations(page) == []
    use(page, "Solve")
    page.get_by_role("button", name="Settings").click()
    expect(heuristic(page)).to_have_value(FORMULA)
    page.get_by_role("button", name="Solve", exact=True).click()
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text(FORMULA)
    told = invoke("solve", "431572068", "-a", "astar", "-H", FORMULA, "--format", "json")
    expected = json.loads(told.stdout)["expanded"]
    expect(result.locator(".figures")).to_contain_text(f"Expanded{expected:,}")
    use(page, "Watch")
    expect(page.locator(".film-place")).to_contain_text("Event 1 of")
    assert page.evaluate("document.querySelector('search-film').film.heuristic") == FORMULA
    use(page, "Race")
    lane = page.locator(".lane").nth(1)
    expect(lane.get_by_label("Heuristic of this lane")).to_have_value(FORMULA)
    page.get_by_role("button", name="Start the race").click()
    expect(page.get_by_label("Moment of the race")).to_be_visible()
    use(page, "Compare")
    page.get_by_label("Add a row").fill(f"greedy {FORMULA}")
    page.get_by_role("button", name="Add", exact=True).click()
    row = page.get_by_role("checkbox", name=f"Greedy best-first search {FORMULA}")
    expect(row).to_be_visible()
    # It stays among the heuristics, with its verdict, when the page is loaded anew.
    page.reload()
    page.get_by_role("button", name="Settings").click()
    option = heuristic(page).locator("option", has_text=FORMULA)
    expect(option).to_have_text(f"{FORMULA} (overestimates on 2x2)")


def test_a_formula_is_known_in_every_tab(desktop):
    page = desktop.go(f"#/solve?{BOARD}&a=astar")
    other = desktop.context.new_page()
    other.goto(f"{desktop.address}/#/heuristics")
    other.get_by_role("radio", name="My own formula").click()
    other.get_by_label("Size", exact=True).select_option("2x2")
    other.get_by_role("button", name="Prove").click()
    expect(other.get_by_role("region", name="Use the formula")).to_be_visible()
    option = heuristic(page).locator("option", has_text="max(manhattan,2*misplaced)")
    expect(option).to_be_attached()
