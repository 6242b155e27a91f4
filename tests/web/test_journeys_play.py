"""Journeys: playing, setting the board, sharing it."""

import json
import re

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

from slidelab.puzzle import Shape, random_board

pytestmark = pytest.mark.slow

NEAR = "#/play?b=3x3:1.2.5.3.4.0.6.7.8"
CELLS = "document.querySelector('.play-board').cells"
SOLVED = list(range(9))


def tap(visit, row, col):
    """Click, or tap on a phone, a cell of the board."""
    box = visit.page.locator(".play-board").bounding_box()
    x = box["x"] + (col + 0.5) * box["width"] / 3
    y = box["y"] + (row + 0.5) * box["height"] / 3
    if visit.size == "phone":
        visit.page.touchscreen.tap(x, y)
    else:
        visit.page.mouse.click(x, y)


def test_a_first_visit_explains_itself_and_one_click_shows_a_search(visit):
    page = visit.go()
    expect(page.get_by_role("heading", level=1)).to_contain_text("watch a search")
    expect(page.locator(".hint-line")).to_contain_text("10 moves still needed", timeout=20_000)
    visit.picture(f"play-{visit.size}")
    page.get_by_role("button", name="Watch A* think").click()
    expect(page).to_have_url(re.compile("#/watch"))
    expect(page.locator("search-film .film-words")).to_contain_text("node")  # it runs by itself


def test_tiles_slide_by_click_and_tap_several_at_once(visit):
    page = visit.go(NEAR)
    tap(visit, 0, 2)
    assert page.evaluate(CELLS) == [1, 2, 0, 3, 4, 5, 6, 7, 8]
    tap(visit, 0, 0)
    assert page.evaluate(CELLS) == SOLVED
    expect(page.locator(".figures dd").nth(1)).to_have_text("3")
    expect(page.locator(".figures dd").nth(2)).to_have_text("2")
    expect(page.locator("#notices")).to_contain_text("Solved in 3 moves")
    expect(page.locator("aside")).to_contain_text("Fewest moves3")
    stored = json.loads(page.evaluate("localStorage.getItem('slidelab.records')"))
    assert stored["3x3 blank-first"][0]["moves"] == 3


def test_arrow_keys_and_undo_and_redo(desktop):
    page = desktop.go(NEAR)
    page.locator(".play-board .frame").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate(CELLS) == [1, 2, 0, 3, 4, 5, 6, 7, 8]
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate(CELLS) == SOLVED
    page = desktop.go("#/play?b=3x3:4.3.1.5.7.2.0.6.8")
    page.locator(".play-board .frame").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Control+z")
    assert page.evaluate(CELLS) == [4, 3, 1, 5, 7, 2, 0, 6, 8]
    page.get_by_role("button", name="Redo").click()
    assert page.evaluate(CELLS) == [4, 3, 1, 5, 7, 2, 6, 0, 8]


def test_a_tile_can_be_dragged_and_slides_back_when_let_go_early(desktop):
    page = desktop.go(NEAR)
    box = page.locator(".play-board").bounding_box()
    step = box["width"] / 3
    x, y = box["x"] + 2.5 * step, box["y"] + 0.5 * step
    for far, after in ((0.2, [1, 2, 5, 3, 4, 0, 6, 7, 8]), (0.8, [1, 2, 0, 3, 4, 5, 6, 7, 8])):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y + far * step, steps=4)
        page.mouse.up()
        assert page.evaluate(CELLS) == after


def test_a_hint_lights_a_tile_and_says_so(desktop):
    page = desktop.go(NEAR)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint-line")).to_contain_text("tile 5 slides down")
    expect(page.locator(".play-board .hint")).to_have_text("5")


@pytest.mark.parametrize("side", [5, 6, 10])
def test_hints_on_large_boards_and_a_way_that_stays_known(desktop, side):
    board = random_board(Shape(side, side), "blank-first", seed=side)
    page = desktop.go(f"#/play?b={side}x{side}:" + ".".join(map(str, board.state)))
    line = page.locator(".hint-line")
    expect(line).to_contain_text("to go on a good way; at least", timeout=30_000)
    page.wait_for_load_state("networkidle")
    left = int(line.locator("strong").inner_text())
    page.get_by_role("button", name="Hint").click()
    expect(line).to_contain_text(re.compile(r"A good move: tile \d+ slides .* By hand: place "))
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    way = "document.querySelector('.play-board').play({})"
    tile = int(page.locator(".play-board .hint").inner_text())
    row, col = divmod(board.state.index(tile), side)
    blank_row, blank_col = divmod(board.blank, side)
    letter = {(-1, 0): "U", (1, 0): "D", (0, -1): "L", (0, 1): "R"}[
        row - blank_row, col - blank_col
    ]
    page.evaluate(way.format(f"'{letter}'"))
    expect(line.locator("strong")).to_have_text(str(left - 1))
    page.wait_for_timeout(400)
    assert not any("hint" in url for url in asked)  # the way is followed: nothing new to ask


def test_shuffling_at_an_exact_distance_and_other_shapes(visit):
    page = visit.go(NEAR)
    page.get_by_label("Difficulty").fill("7")
    page.get_by_role("button", name="Shuffle").click()
    expect(page.locator(".hint-line")).to_contain_text("7 moves still needed")
    page.get_by_label("Rows").select_option("2")
    assert len(page.evaluate(CELLS)) == 6
    page.get_by_label("Columns").select_option("10")
    assert len(page.evaluate(CELLS)) == 20
    page.locator(".new-game").get_by_label("Goal", exact=True).select_option("blank-last")
    assert "g=blank-last" in page.evaluate(
        "new Promise(r => setTimeout(() => r(location.hash), 300))"
    )


def test_tiles_as_numbers_colours_or_a_picture(desktop, tmp_path):
    page = desktop.go(NEAR)
    page.locator("input[value=colours]").check(force=True)
    expect(page.locator(".play-board")).to_have_attribute("skin", "colours")
    desktop.picture("play-colours")
    shot = tmp_path / "own.png"
    page.locator(".play-board").screenshot(path=shot)
    page.set_input_files("input[type=file]", shot)
    expect(page.locator(".play-board")).to_have_attribute("skin", "picture")
    expect(page.locator(".play-board .face").first).to_have_css(
        "background-image", re.compile("data:image")
    )


def test_the_board_is_set_from_a_tray_by_typing_and_by_pasting(visit):
    page = visit.go(NEAR)
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
    editor.get_by_role("button", name="Read it").click()
    expect(editor).to_contain_text("can be solved")
    visit.picture(f"editor-{visit.size}")
    editor.get_by_label("Paste or type a board").fill("1 2 3 / 4 5 6 / 7 8 nine")
    editor.get_by_role("button", name="Read it").click()
    expect(editor.get_by_role("alert")).to_contain_text("nine")
    editor.get_by_label("Paste or type a board").fill("1 2 3 / 4 5 6 / 8 7 _")
    editor.get_by_role("button", name="Read it").click()
    expect(editor).to_contain_text("cannot be solved")
    editor.get_by_role("button", name="Mend it").click()
    expect(editor).to_contain_text("This board can be solved")
    editor.get_by_role("button", name="Use this board").click()
    expect(page.locator("dialog")).to_have_count(0)
    assert sorted(page.evaluate(CELLS)) == SOLVED


def test_a_link_carries_everything_and_a_bad_one_is_explained(desktop):
    page = desktop.go("#/watch?b=3x3:1.2.5.3.4.0.6.7.8&g=blank-first&a=ida&c.order=DRUL&s=5")
    expect(page.get_by_label("Algorithm")).to_have_value("ida")
    expect(page.locator(".film-place")).to_contain_text("Event 6 of")
    page.get_by_role("button", name="Share").click()
    link = page.evaluate("navigator.clipboard.readText()")
    for part in ("b=3x3:1.2.5.3.4.0.6.7.8", "a=ida", "c.order=DRUL", "s=5"):
        assert part in link
    page = desktop.go("#/play?b=3x3:1.1.1")
    expect(page.locator("#notices")).to_contain_text("cannot be read")


def test_a_move_never_waits_and_the_page_outlives_the_server(desktop):
    page = desktop.go(NEAR)
    expect(page.locator(".hint-line")).to_contain_text("3 moves")
    page.route("**/api/**", lambda route: route.abort())
    page.locator(".play-board .frame").focus()
    page.keyboard.press("ArrowRight")  # off the way that is known, so that something is asked
    assert page.evaluate(CELLS) == [1, 2, 5, 3, 0, 4, 6, 7, 8]
    expect(page.locator(".connection")).to_contain_text("away")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate(CELLS) == SOLVED
    page.keyboard.press("ArrowLeft")
    page.unroute("**/api/**")
    expect(page.locator(".connection")).to_contain_text("back")
    expect(page.locator(".hint-line")).to_contain_text("1 move still needed")
