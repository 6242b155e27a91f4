"""Nothing that a person did is lost between the views, or when the page is loaded anew."""

import re

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

from tests.web.test_journeys_access import violations

pytestmark = pytest.mark.nightly

BOARD = "b=3x3:1.2.5.3.4.0.6.7.8"
HARD = "b=3x3:8.6.7.2.5.4.3.0.1"


def cells(page) -> list[int]:
    found: list[int] = page.locator(".play-board").evaluate("board => board.cells")
    return found


def play(page, keys: list[str]) -> None:
    page.locator(".play-board").wait_for()
    for key in keys:
        page.keyboard.press(key)


def moves(page):
    return page.locator(".figures", has_text="Slides").locator("div", has_text="Moves").first


def test_a_game_outlives_other_views_and_a_reload(desktop):
    page = desktop.go(f"#/play?{HARD}")
    start = cells(page)
    play(page, ["ArrowDown", "ArrowRight", "ArrowDown"])
    expect(moves(page)).to_contain_text("3")
    played = cells(page)
    page.get_by_role("link", name="Solve", exact=True).click()
    page.get_by_role("heading", name="Solve", exact=True).wait_for()
    page.get_by_role("link", name="Play", exact=True).click()
    expect(moves(page)).to_contain_text("3")
    assert cells(page) == played
    page.reload()
    expect(moves(page)).to_contain_text("3")
    assert cells(page) == played
    page.get_by_role("button", name="Undo").click()
    expect(moves(page)).to_contain_text("2")
    page.get_by_role("button", name="Restart").click()
    expect(moves(page)).to_contain_text("0")
    assert cells(page) == start


def test_a_game_is_kept_where_the_browser_took_no_note_of_the_address(desktop):
    page = desktop.go(f"#/play?{HARD}")
    page.locator(".play-board .tile").first.wait_for()
    page.evaluate("history.replaceState = () => {}")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    played = cells(page)
    page.reload()
    expect(moves(page)).to_contain_text("3")
    assert cells(page) == played
    other = "b=3x3:1.2.5.3.4.0.6.7.8"
    desktop.go(f"#/play?{other}")
    expect(moves(page)).to_contain_text("0")
    page.reload()
    page.locator(".play-board .tile").first.wait_for()
    assert cells(page) == [1, 2, 5, 3, 4, 0, 6, 7, 8]


def test_a_solution_being_shown_and_a_board_being_set_outlive_a_reload(phone):
    page = phone.go(f"#/play?{HARD}")
    page.get_by_label("Difficulty").fill("12")
    page.get_by_role("button", name="Solve from here").click()
    page.get_by_label("Moves per second").fill("1")  # it must not be over before the reload
    expect(moves(page)).to_contain_text(re.compile("[1-9]"))
    page.reload()
    page.get_by_role("button", name="Step on").click()
    expect(page.get_by_text("exactly 12 moves from the goal")).to_be_visible()
    page.get_by_role("button", name="Set board…").first.click()
    dialog = page.get_by_role("dialog", name="Set the board")
    dialog.get_by_role("button", name="Clear").click()
    dialog.get_by_role("button", name="tile 5").click()
    dialog.get_by_label("row 1, column 2").fill("7")
    dialog.get_by_label("Paste or type a board").fill("1 2")
    page.reload()
    expect(dialog.get_by_label("row 1, column 1")).to_have_value("5")
    expect(dialog.get_by_label("row 1, column 2")).to_have_value("7")
    expect(dialog.get_by_label("Paste or type a board")).to_have_value("1 2")
    assert violations(page) == []
    dialog.get_by_role("button", name="Close").click()
    page.reload()
    page.locator(".play-board").wait_for()
    expect(dialog).to_have_count(0)


def test_the_clock_stands_still_while_another_view_is_shown(desktop):
    desktop.page.clock.install()
    page = desktop.go(f"#/play?{HARD}")
    play(page, ["ArrowDown"])
    page.get_by_role("link", name="Statistics", exact=True).click()
    page.get_by_role("heading", name="Statistics", exact=True).wait_for()
    page.clock.fast_forward("01:00:00")
    page.get_by_role("link", name="Play", exact=True).click()
    clock = page.locator(".figures dd").first
    expect(clock).not_to_have_text(clock.inner_text())  # it runs again
    assert re.fullmatch(r"\d:\d\d\.\d", clock.inner_text()), "without the hour that went by"


def test_a_result_stays_and_says_when_it_belongs_to_an_earlier_board(desktop):
    page = desktop.go(f"#/solve?{BOARD}")
    page.get_by_role("button", name="Solve", exact=True).click()
    result = page.get_by_role("heading", name="Solved in 3 moves")
    expect(result).to_be_visible()
    page.get_by_role("button", name="Next step").click()
    step = page.get_by_text("Step 1 of 3")
    expect(step).to_be_visible()
    page.get_by_role("link", name="Statistics", exact=True).click()
    page.get_by_role("link", name="Solve", exact=True).click()
    expect(result).to_be_visible()
    earlier = page.get_by_text("These results are for an earlier board.")
    expect(earlier).to_be_hidden()
    page.get_by_role("button", name="Shuffle").click()
    expect(earlier).to_be_visible()
    desktop.picture("earlier")
    page.reload()
    expect(result).to_be_visible()
    expect(step).to_be_visible()
    expect(earlier).to_be_visible()
    page.get_by_role("button", name="Restore board").click()
    expect(earlier).to_be_hidden()
    assert BOARD in page.url or page.wait_for_url(f"**{BOARD}*") is None
    page.get_by_label("Algorithm", exact=True).select_option(label="Breadth-first search")
    expect(page.get_by_text("These results are for other settings.")).to_be_visible()


def test_a_search_goes_on_while_the_page_is_loaded_anew(desktop):
    korf = "13.14.8.6.3.7.0.1.5.10.4.2.15.11.12.9"
    page = desktop.go(f"#/solve?b=4x4:{korf}&a=ida&e=textbook")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.get_by_text("Searching…")).to_be_visible()
    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_role("link", name="Solve", exact=True).click()
    expect(page.get_by_text("Searching…")).to_be_visible()
    page.reload()
    expect(page.get_by_text(re.compile("Searching…|No solution yet"))).to_be_visible()
    page.get_by_role("button", name=re.compile("^Stop")).last.click()
    expect(page.get_by_text("Stopped.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Press Solve")).to_be_visible()


def test_a_film_stands_where_it_was_left(phone):
    page = phone.go(f"#/watch?{BOARD}")
    place = page.locator(".film-place")
    expect(place).to_contain_text("Event 1 of")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(place).to_contain_text("Event 5 of")
    page.get_by_role("link", name="Play", exact=True).click()
    page.locator(".play-board").wait_for()
    page.get_by_role("link", name="Watch", exact=True).click()
    expect(place).to_contain_text("Event 5 of")
    page.reload()
    expect(place).to_contain_text("Event 5 of")
    page.get_by_role("radio", name="Code").check(force=True)
    page.get_by_role("button", name="Play", exact=True).click()
    later = re.compile(r"Event ([7-9]|\d\d) of")
    expect(place).to_contain_text(later)
    page.reload()  # while it runs
    expect(place).to_contain_text(later)
    expect(page.get_by_label("Pseudo-code")).to_be_visible()
