"""One bar for the problem: what is chosen there holds in every view, and is said in words."""

import re

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

from slidelab.search import PRESETS, Conventions
from slidelab.solving import SearchSpec
from tests.web.test_journeys_access import violations

pytestmark = pytest.mark.nightly

BOARD = "b=3x3:4.3.1.5.7.2.0.6.8"


def bar(page):
    return page.get_by_role("region", name="The problem")


def unfold(page) -> None:
    """On a phone: show the settings, which are folded there."""
    bar(page).get_by_role("button", name="Settings", exact=True).click()


def switch(page, name: str) -> None:
    bar(page).get_by_role("radio", name=name).click()


def test_what_is_chosen_in_one_view_holds_in_the_others(phone):
    page = phone.go("#/solve?b=3x3:1.2.5.3.4.0.6.7.8")
    unfold(page)
    page.get_by_label("Algorithm", exact=True).select_option("ucs")
    switch(page, "Tree")
    expect(bar(page)).to_contain_text("Counted as textbook, except: tree search.")
    page.get_by_role("link", name="Watch", exact=True).click()
    page.locator("search-film").wait_for()
    unfold(page)
    expect(page.get_by_label("Algorithm", exact=True)).to_have_value("ucs")
    expect(bar(page).get_by_role("radio", name="Tree")).to_be_checked()
    page.get_by_role("link", name="Compare", exact=True).click()
    expect(bar(page)).to_contain_text("except: tree search")
    page.reload()
    expect(bar(page)).to_contain_text("except: tree search")
    page.get_by_role("link", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Share")).to_have_count(1)
    expect(bar(page)).to_have_count(0)
    page.get_by_role("link", name="Solve", exact=True).click()
    expect(bar(page)).to_contain_text("Uniform-cost search")
    assert violations(page) == []


def test_every_deviation_is_named_as_the_command_line_names_it(desktop):
    page = desktop.go(f"#/solve?{BOARD}&a=astar&c.ties=last-in&c.graph=false&c.count_goal=true")
    chosen = Conventions(ties="last-in", graph=False, count_goal=True)
    told = SearchSpec("astar", conventions=chosen).counted_as
    expect(bar(page)).to_contain_text(f"Counted as {told}.")
    switch(page, "Random")
    said = re.compile(r"random order with seed \d+, ties last-in, goal counted, tree search")
    expect(bar(page)).to_contain_text(said)
    before = bar(page).inner_text()
    bar(page).get_by_role("button", name="Draw another order").click()
    expect(bar(page)).not_to_have_text(before)
    page.get_by_role("button", name="Solve", exact=True).click()
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text(said)
    bar(page).get_by_role("button", name="Back to textbook").click()
    expect(bar(page)).to_contain_text("Counted as textbook.")
    expect(page.get_by_text("These results are for other settings.")).to_be_visible()


def test_the_conventions_are_a_dialog_with_the_presets_first(phone):
    page = phone.go(f"#/solve?{BOARD}")
    unfold(page)
    page.get_by_role("button", name="Conventions…").click()
    dialog = page.get_by_role("dialog", name="Conventions")
    groups = dialog.locator("fieldset legend").all_inner_texts()
    assert groups[0] == "Preset"
    presets = dialog.get_by_role("radio")
    expect(presets).to_have_count(len(PRESETS))
    dialog.get_by_label("Among nodes of equal f").select_option("lower-h")
    expect(dialog.locator(".changed")).to_have_count(1)
    phone.picture("conventions")
    assert violations(page) == []
    dialog.get_by_role("button", name="Put back: ties first-in").click()
    expect(dialog.locator(".changed")).to_have_count(0)
    dialog.get_by_role("radio", name="driver").click()
    dialog.get_by_role("button", name="Close").click()
    expect(bar(page)).to_contain_text("Counted as driver.")
    expect(page.get_by_label("Preset", exact=True)).to_contain_text("Korf 1985")
    page.get_by_role("button", name="Set the goal").click()
    expect(page.get_by_role("radio", name="Goal", exact=True)).to_be_checked()


def test_slides_count_as_one_move_where_chosen(desktop):
    page = desktop.go("#/solve?b=3x3:1.2.5.3.4.0.6.7.8")
    page.get_by_role("button", name="Conventions…").click()
    dialog = page.get_by_role("dialog", name="Conventions")
    dialog.get_by_label("One move slides").select_option("multi")
    dialog.get_by_role("button", name="Close").click()
    expect(bar(page)).to_contain_text("Counted as textbook, except: multi-tile moves.")
    page.get_by_role("button", name=re.compile("^Solve")).click()
    expect(page.get_by_role("heading", name="Solved in 2 moves")).to_be_visible()
    expect(page.get_by_text("3 single-tile moves, 2 line moves")).to_be_visible()
    desktop.picture("slides")
    assert violations(page) == []


def test_the_result_and_the_button_stay_in_view(visit):
    page = visit.go(f"#/solve?{BOARD}&a=astar")
    solve = page.get_by_role("button", name=re.compile("^Solve"))
    expect(solve).to_be_in_viewport()
    solve.click()
    headline = page.get_by_role("heading", name="Solved in 10 moves")
    expect(headline).to_be_in_viewport()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(headline).to_be_in_viewport()
    expect(solve).to_be_in_viewport()
    visit.picture("solve-scrolled")
    assert violations(page) == []


def test_another_size_is_another_board(phone):
    page = phone.go(f"#/solve?{BOARD}")
    unfold(page)
    page.get_by_label("Size", exact=True).select_option("4x4")
    expect(bar(page)).to_contain_text("4 × 4, blank top left")
    page.wait_for_url("**b=4x4:*")
    page.reload()
    unfold(page)
    expect(page.get_by_label("Size", exact=True)).to_have_value("4x4")
