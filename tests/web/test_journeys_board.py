"""Journeys: setting the board and the goal, and sharing them."""

import re
import shutil

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

from tests.support.browser import box_of, on_both_editions
from tests.support.processes import eventually
from tests.web.test_journeys_access import violations
from tests.web.test_journeys_play import CELLS, NEAR, SOLVED, expect_cells

pytestmark = pytest.mark.nightly


@on_both_editions
def test_the_board_is_set_from_a_tray_by_typing_and_by_pasting(phone):
    page = phone.go(NEAR)
    page.get_by_role("button", name="Set board…").click()
    editor = page.locator("board-editor")
    editor.get_by_role("button", name="Clear").click()
    for tile in range(1, 9):
        editor.get_by_role("button", name=f"tile {tile}", exact=True).click()
    expect(editor).to_contain_text("missing: the blank")
    editor.get_by_role("button", name="blank", exact=True).click()
    expect(editor).to_contain_text("can be solved")
    editor.get_by_label("row 1, column 2").fill("1")
    expect(editor).to_contain_text("tile 1 is there 2 times")
    expect(editor.get_by_label("row 1, column 2")).to_have_attribute("aria-invalid", "true")
    editor.get_by_label("row 1, column 2").fill("x1")
    expect(editor).to_contain_text("x1 is not a whole number")
    editor.get_by_label("Paste or type a board").fill("1 2 3 / 4 5 6 / 7 8 _")
    editor.get_by_role("button", name="Check board").click()
    expect(editor).to_contain_text("can be solved")
    phone.picture("editor")
    editor.get_by_label("Paste or type a board").fill("1 2 3 / 4 5 6 / 7 8 nine")
    editor.get_by_role("button", name="Check board").click()
    expect(editor.get_by_role("alert")).to_contain_text("nine")
    editor.get_by_label("Paste or type a board").fill("1 2 3 / 4 5 6 / 8 7 _")
    editor.get_by_role("button", name="Check board").click()
    expect(editor).to_contain_text("cannot be solved")
    editor.get_by_role("button", name="Swap").click()
    expect(editor).to_contain_text("This board can be solved")
    editor.get_by_role("button", name="Use this board").click()
    expect(page.locator("dialog")).to_have_count(0)
    eventually(lambda: sorted(page.evaluate(CELLS)) == SOLVED)
    # What is typed counts, though nobody asked for it to be read.
    page.get_by_role("button", name="Set board…").click()
    editor.get_by_label("Paste or type a board").fill("1 2 / 3 nine")
    editor.get_by_role("button", name="Use this board").click()
    expect(editor.get_by_role("alert")).to_contain_text("nine")
    editor.get_by_label("Paste or type a board").fill("1 0 / 3 2")
    editor.get_by_role("button", name="Use this board").click()
    expect_cells(page, [1, 0, 3, 2])


def test_set_board_shows_the_goal_and_says_which_goals_can_be_reached(desktop):
    page = desktop.go("#/play?b=4x4:1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.0&g=blank-last")
    page.get_by_role("button", name="Set board…").click()
    editor = page.locator("board-editor")
    expect(editor.get_by_role("img", name=re.compile("^Goal. row 1: 1 2 3 4"))).to_be_visible()
    goals = editor.get_by_role("list", name="Common goals")
    expect(goals).to_contain_text("Blank top left: cannot be reached")
    expect(goals).to_contain_text("Blank bottom right: can be reached, the goal now")
    desktop.picture("goals")
    assert violations(page) == []
    editor.get_by_label("Paste or type a board").fill("1 2 3 / 4 5 6 / 7 8 _")
    editor.get_by_role("button", name="Check board").click()
    expect(goals).to_contain_text("Blank bottom right: can be reached")
    goals.get_by_role("button", name="Make it the goal").click()
    expect(goals).to_contain_text("Blank bottom right: can be reached, the goal now")
    editor.get_by_role("button", name="Use this board").click()
    goal = "import('/static/js/problem.js?joined').then(({ problem }) => problem.goal)"
    assert page.evaluate(goal) == [*range(1, 9), 0]
    wrong = """() => {
      const board = Object.assign(document.createElement("slide-board"), { id: "wrong" });
      board.setAttribute("cells", "1,2,2");
      document.body.append(board);
    }"""
    page.evaluate(wrong)
    expect(page.locator("#wrong")).to_have_text("Not a board: 1,2,2")
    page.emulate_media(media="print")
    expect(page.locator(".masthead, .new-game").first).to_be_hidden()
    expect(page.locator(".play-board")).to_be_visible()


def test_a_goal_that_cannot_be_reached_says_so_at_once_and_is_mended(phone):
    page = phone.go(NEAR)
    page.get_by_role("button", name="Set board…").click()
    page.get_by_role("radio", name="Goal", exact=True).check(force=True)
    editor = page.locator("board-editor")
    expect(editor).to_contain_text("The start can be brought to this goal")
    editor.get_by_label("Paste or type a board").fill("1 2 3 / 8 _ 4 / 7 6 5")
    editor.get_by_role("button", name="Check board").click()
    expect(editor).to_contain_text("cannot be brought to this goal")
    expect(editor).to_contain_text("is odd or even")
    phone.picture("goal-unreachable")
    assert violations(page) == []
    editor.get_by_role("button", name="Swap").click()
    expect(editor).to_contain_text("The start can be brought to this goal")
    editor.get_by_role("button", name="Use as goal").click()
    expect(page.locator(".new-game").get_by_label("Goal", exact=True)).to_have_value("own")
    expect(page.locator(".hint-line")).to_contain_text("still needed")


def test_a_board_without_a_solution_is_mended_where_it_is_played(desktop):
    page = desktop.go("#/play?b=3x3:1.2.5.3.4.0.6.8.7")
    expect(page.locator(".hint-line")).to_contain_text("can't be solved")
    page.get_by_role("button", name="Fix board").click()
    expect(page.locator(".hint-line")).to_contain_text("still needed")


def test_a_link_carries_everything_and_a_bad_one_is_explained(desktop, tmp_path):
    page = desktop.go("#/watch?b=3x3:1.2.5.3.4.0.6.7.8&g=blank-first&a=ida&c.order=DRUL&s=5")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Algorithm", exact=True)).to_have_value("ida")
    expect(page.locator(".film-place")).to_contain_text("Event 6 of")
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="Share")
    expect(dialog).to_contain_text("this computer only")
    dialog.get_by_role("button", name="Copy link").click()
    link = eventually(lambda: page.evaluate("navigator.clipboard.readText()"))
    for part in ("b=3x3:1.2.5.3.4.0.6.7.8", "a=ida", "c.order=DRUL", "s=5"):
        assert part in link
    dialog.get_by_role("button", name="Copy text").click()
    eventually(lambda: "slidelab solve" in page.evaluate("navigator.clipboard.readText()"))
    with page.expect_download() as saved:
        dialog.get_by_role("button", name="Save HTML").click()
    elsewhere = desktop.context.new_page()
    elsewhere.context.set_offline(True)
    elsewhere.goto(f"file://{shutil.copy(saved.value.path(), tmp_path / 'film.html')}")
    expect(elsewhere.locator("search-film .film-place")).to_contain_text("Event 6 of")
    elsewhere.set_viewport_size({"width": 900, "height": 700})  # about a cell of a notebook
    eventually(lambda: box_of(elsewhere.locator("search-film"))["height"] < 650)
    elsewhere.locator("search-film input[value=code]").check(force=True)
    expect(elsewhere.locator("search-film .code")).to_be_visible()
    elsewhere.context.set_offline(False)
    page = desktop.go("#/play?b=3x3:1.1.1")
    expect(page.locator("#notices")).to_contain_text("cannot be read")
