"""Journeys: playing, with hints, solutions and reviews."""

import json
import re

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

from slidelab.puzzle import Shape, random_board
from tests.support.browser import box_of, on_both_editions
from tests.support.processes import eventually
from tests.web.test_journeys_access import violations
from tests.web.test_journeys_screens import expect_on_first_screen

pytestmark = pytest.mark.nightly

NEAR = "#/play?b=3x3:1.2.5.3.4.0.6.7.8"
CELLS = "document.querySelector('.play-board').cells"
SOLVED = list(range(9))


def expect_cells(page, cells):
    """Wait until the board that is played stands so."""
    eventually(lambda: page.evaluate(CELLS) == cells)


def place_of(page, row, col):
    """The middle of a cell, in the board."""
    box = box_of(page.locator(".play-board"))
    return {"x": (col + 0.5) * box["width"] / 3, "y": (row + 0.5) * box["height"] / 3}


def test_a_first_visit_explains_itself_and_one_click_shows_a_search(desktop):
    page = desktop.go()
    expect(page.get_by_role("heading", level=1)).to_contain_text("watch a search")
    expect(page.locator(".hint-line")).to_contain_text("10 moves still needed")
    desktop.picture("play")
    page.get_by_role("button", name="Watch A* think").click()
    expect(page).to_have_url(re.compile("#/watch"))
    expect(page.locator("search-film .film-words")).to_contain_text("node")  # it runs by itself


def test_tiles_are_clicked_dragged_and_moved_by_keys(desktop):
    page = desktop.go(NEAR)
    expect(page.locator(".hint-line")).to_contain_text("3 moves")  # nothing moves any more
    board = page.locator(".play-board")
    board.click(position=place_of(page, 0, 2))
    expect_cells(page, [1, 2, 0, 3, 4, 5, 6, 7, 8])
    board.click(position=place_of(page, 0, 0))  # two tiles at once
    expect_cells(page, SOLVED)
    expect(page.locator(".figures dd").nth(1)).to_have_text("3")
    expect(page.locator(".figures dd").nth(2)).to_have_text("2")
    over = page.get_by_role("region", name="The game is over")
    expect(over).to_contain_text("3 moves (2 slides)")
    expect(over).to_contain_text("only freshly shuffled boards do")  # this one came by a link
    assert page.evaluate("localStorage.getItem('slidelab.records')") is None
    page = desktop.go("#/play?b=3x3:4.3.1.5.7.2.0.6.8")
    expect_cells(page, [4, 3, 1, 5, 7, 2, 0, 6, 8])
    page.locator(".play-board .frame").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Control+z")
    expect_cells(page, [4, 3, 1, 5, 7, 2, 0, 6, 8])
    page.get_by_role("button", name="Redo").click()
    expect_cells(page, [4, 3, 1, 5, 7, 2, 6, 0, 8])
    page = desktop.go(NEAR)
    expect(page.locator(".hint-line")).to_contain_text("3 moves")  # nothing moves any more
    box = box_of(board)
    step = box["width"] / 3
    x, y = box["x"] + 2.5 * step, box["y"] + 0.5 * step
    for far, after in ((0.2, [1, 2, 5, 3, 4, 0, 6, 7, 8]), (0.8, [1, 2, 0, 3, 4, 5, 6, 7, 8])):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y + far * step, steps=4)
        page.mouse.up()
        expect_cells(page, after)  # a tile that is let go early slides back
    page.keyboard.press("Shift+ArrowRight")
    expect_cells(page, SOLVED)


def solve_by_hints(page):
    """Solve the board by the shortest way, as a person would who sees it."""
    known = re.compile("still needed|Next best")
    expect(page.locator(".hint-line")).to_contain_text(known)
    body = page.evaluate(
        """async () => {
          const { problem } = await import('/static/js/problem.js?joined');
          const { post } = await import('/static/js/net/client.js?joined');
          const { cells, goal } = problem;
          return post('/api/hint', { cells, goal, shape: '3x3' });
        }"""
    )
    play = "letter => document.querySelector('.play-board').play(letter)"
    for letter in body["path"]:
        page.evaluate(play, letter)
    return len(body["path"])


def test_shuffled_games_are_counted_and_the_next_is_one_click_away(desktop):
    page = desktop.go(NEAR)
    page.get_by_label("Difficulty").fill("6")
    page.get_by_role("button", name="Shuffle").click()
    expect(page.locator(".hint-line")).to_contain_text("6 moves still needed")
    assert solve_by_hints(page) == 6
    over = page.get_by_role("region", name="The game is over")
    expect(over).to_contain_text("A personal best in time, moves and slides!")
    expect(over).to_contain_text("moves per second")
    expect(page.locator("aside")).to_contain_text("Fewest moves6")
    stored = json.loads(page.evaluate("localStorage.getItem('slidelab.records')"))
    assert [game["moves"] for game in stored["3x3 blank-first 6"]["games"]] == [6]
    desktop.picture("won")
    page.get_by_role("button", name="Next game").click()
    expect(page.locator(".hint-line")).to_contain_text("6 moves still needed")
    expect(over).to_have_count(0)
    for _ in range(4):
        solve_by_hints(page)
        page.get_by_role("button", name="Next game").click()
        expect(over).to_have_count(0)
    expect(page.locator("aside")).to_contain_text(re.compile(r"Average of 50:0\d\.\d"))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint-line")).to_contain_text("Next best")
    solve_by_hints(page)
    expect(over).to_contain_text("hints were used")
    expect(page.locator("aside")).to_contain_text("Games5")


@on_both_editions
def test_a_game_is_reviewed_and_replayed_from_any_point(phone):
    page = phone.go(NEAR)
    for letter in "LRULL":  # away, back, and the shortest way
        page.evaluate("letter => document.querySelector('.play-board').play(letter)", letter)
    page.get_by_role("button", name="Review this game").click()
    review = page.get_by_role("region", name="Game review")
    expect(review).to_contain_text("1 mistake")
    review.get_by_role("button", name="Move 1", exact=True).click()
    expect(review).to_contain_text("Move 1: tile 4 slides right. 4 to go: a mistake.")
    parts = (".play-board", ".review [aria-live]", ".distances")
    for width, height, shown in ((844, 390, parts[:1]), (1366, 640, parts), (390, 844, parts)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        review.get_by_role("button", name="Move 1", exact=True).click()  # however far down it is
        expect_on_first_screen(page, *shown)
    phone.picture("review")
    assert violations(page) == []
    expect_cells(page, [1, 2, 5, 3, 0, 4, 6, 7, 8])  # on the board itself
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    third = "Move 3: tile 5 slides down. 2 to go."
    expect(review).to_contain_text(third)
    page.reload()
    expect(review).to_contain_text(third)
    review.get_by_role("button", name="Play on from here").click()
    expect_cells(page, [1, 2, 0, 3, 4, 5, 6, 7, 8])
    expect(review).to_have_count(0)
    expect(page.locator(".figures dd").nth(1)).to_have_text("0")


def test_the_solution_plays_on_the_very_board_step_by_step_and_at_once(phone):
    page = phone.go("#/play?b=3x3:4.3.1.5.7.2.0.6.8")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".play-board .hint")).to_have_count(1)
    page.get_by_role("button", name="Solve from here").click()
    bar = page.get_by_role("group", name="Solution")
    expect(page.locator(".figures dd").nth(1)).not_to_have_text("0")  # it runs by itself
    expect(page.locator(".play-board .hint")).to_have_count(0)
    bar.get_by_role("button", name="Pause the solution").click()
    expect(bar.get_by_role("button", name="Pause the solution")).to_have_count(0)
    played = int(page.locator(".figures dd").nth(1).inner_text())
    bar.get_by_role("button", name="Step on").click()
    expect(page.locator(".hint-line")).to_contain_text(f"{10 - played - 1} moves still needed")
    bar.get_by_role("button", name="Step back").click()
    expect(page.locator(".hint-line")).to_contain_text(f"{10 - played} moves still needed")
    phone.picture("solving")
    assert violations(page) == []
    bar.get_by_role("button", name="All at once").click()
    expect_cells(page, SOLVED)
    over = page.get_by_role("region", name="The game is over")
    expect(over).to_contain_text("Solved, with help")
    expect(over).to_contain_text("10 moves")


def test_hover_play_is_a_setting_that_stays(desktop):
    page = desktop.go(NEAR)

    def place(row, col):
        page.locator(".play-board").scroll_into_view_if_needed()
        box = box_of(page.locator(".play-board"))
        return box["x"] + (col + 0.5) * box["width"] / 3, box["y"] + (row + 0.5) * box["height"] / 3

    page.mouse.move(*place(0, 2))
    expect_cells(page, [1, 2, 5, 3, 4, 0, 6, 7, 8])
    page.get_by_label("Hover play").check()
    page.reload()
    page.locator(".play-board .tile").first.wait_for()
    page.mouse.move(*place(0, 2))
    expect_cells(page, [1, 2, 0, 3, 4, 5, 6, 7, 8])
    page.mouse.move(*place(0, 0), steps=6)
    expect_cells(page, SOLVED)
    expect(page.locator(".figures dd").nth(1)).to_have_text("3")


def test_a_hint_lights_a_tile_and_tiles_slide_at_a_tap(phone):
    page = phone.go(NEAR)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint-line")).to_contain_text("tile 5 slides down")
    expect(page.locator(".play-board .hint")).to_have_text("5")
    page.locator(".play-board").tap(position=place_of(page, 0, 2))
    expect_cells(page, [1, 2, 0, 3, 4, 5, 6, 7, 8])
    page.locator(".play-board").tap(position=place_of(page, 0, 0))
    expect_cells(page, SOLVED)
    over = page.get_by_role("region", name="The game is over")
    expect(over).to_contain_text("3 moves (2 slides)")


def test_hints_on_large_boards_and_a_way_that_stays_known(desktop):
    desktop.page.clock.install()
    side = 5
    board = random_board(Shape(side, side), "blank-first", seed=side)
    page = desktop.go(f"#/play?b={side}x{side}:" + ".".join(map(str, board.state)))
    line = page.locator(".hint-line")
    expect(line).to_contain_text("to go (at least")
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
    page.clock.run_for(5_000)
    assert not any("hint" in url for url in asked)  # the way is followed: nothing new to ask


def test_shuffling_at_an_exact_distance_and_other_shapes(desktop):
    page = desktop.go(NEAR)
    page.get_by_label("Difficulty").fill("7")
    held = []
    page.route("**/api/scramble", lambda route: held.append(route))
    page.get_by_role("button", name="Shuffle").click()
    expect(page.get_by_role("button", name="Shuffling…")).to_be_visible()
    eventually(lambda: page.title() and held)[0].continue_()
    expect(page.locator(".hint-line")).to_contain_text("7 moves still needed")
    size = page.get_by_label("Size", exact=True)
    page.route("**/api/hint", lambda route: None)  # no answer comes
    size.select_option("5x5")
    eventually(lambda: len(page.evaluate(CELLS)) == 25)
    expect(page.locator(".hint-line")).to_have_text("Counting the moves left…")
    expect(page.get_by_label("Rows")).to_be_hidden()
    size.select_option("3x3")
    size.select_option("other")
    page.get_by_label("Rows").select_option("2")
    eventually(lambda: len(page.evaluate(CELLS)) == 6)
    page.get_by_label("Size", exact=True).select_option("other")
    page.get_by_label("Columns").select_option("10")
    eventually(lambda: len(page.evaluate(CELLS)) == 20)
    page.locator(".new-game").get_by_label("Goal", exact=True).select_option("blank-last")
    page.wait_for_url("**g=blank-last*")


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


def test_a_move_never_waits_and_the_page_outlives_the_server(desktop):
    page = desktop.go(NEAR)
    expect(page.locator(".hint-line")).to_contain_text("3 moves")
    page.route("**/api/**", lambda route: route.abort())
    page.locator(".play-board .frame").focus()
    page.keyboard.press("ArrowRight")  # off the way that is known, so that something is asked
    expect_cells(page, [1, 2, 5, 3, 0, 4, 6, 7, 8])
    expect(page.locator(".connection")).to_contain_text("Lost connection")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowRight")
    expect_cells(page, SOLVED)
    moves = page.locator(".figures dd").nth(1)
    counted = moves.inner_text()
    page.keyboard.press("ArrowLeft")  # one too many: the game is over
    expect(moves).to_have_text(counted)
    expect_cells(page, SOLVED)
    page.unroute("**/api/**")
    expect(page.locator(".connection")).to_contain_text("back")
    page.get_by_role("button", name="Restart").click()
    expect(page.locator(".hint-line")).to_contain_text("3 moves still needed")
