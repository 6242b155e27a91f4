"""Play: a game with hints, solutions, reviews and records, and the editor of boards."""

import json
import re

from playwright.sync_api import expect

from slidelab import solve
from slidelab.puzzle import Board, Shape, goal_board, random_board
from tests.support.browser import box_of
from tests.support.processes import eventually

NEAR = "b=3x3:1.2.5.3.4.0.6.7.8"
NEAR_CELLS = [1, 2, 5, 3, 4, 0, 6, 7, 8]
TEN = "b=3x3:4.3.1.5.7.2.0.6.8"
SOLVED = list(range(9))
CELLS = "document.querySelector('.play-board').cells"
PLAY = "letters => [...letters].forEach((e) => document.querySelector('.play-board').play(e))"


def expect_cells(page, cells):
    eventually(lambda: page.evaluate(CELLS) == cells)


def cell(page, row, col):
    """Return the middle of a cell, relative to the board."""
    side = box_of(page.locator(".play-board"))["width"] / 3
    return {"x": (col + 0.5) * side, "y": (row + 0.5) * side}


def moves(page):
    return page.locator(".figures", has_text="Slides").locator("div", has_text="Moves").first


def play_shortest(page):
    """Play a shortest path to the goal and return its length."""
    board = Board(page.evaluate(CELLS))
    path = solve(board, goal_board("blank-first", board.shape)).moves
    page.evaluate(PLAY, "".join(move.letter for move in path))
    return len(path)


def test_a_first_visit_is_small_and_one_click_shows_a_search(visit):
    sizes = {}
    visit.page.on(
        "response",
        lambda answer: sizes.update({answer.url: int(answer.headers.get("content-length", 0))}),
    )
    page = visit.go()
    expect(page.get_by_role("heading", level=1)).to_contain_text("watch a search")
    expect(page.locator(".hint-line")).to_contain_text("10 moves still needed")
    assert sum(sizes.values()) < 150_000, sizes
    visit.check("play")
    page.get_by_role("button", name="Watch A* think").click()
    expect(page).to_have_url(re.compile("#/watch"))
    expect(page.locator("search-film .film-words")).to_contain_text("node")  # it plays by itself


def test_tiles_are_clicked_dragged_and_moved_by_keys(visit):
    page = visit.go("play", NEAR)
    expect(page.locator(".hint-line")).to_contain_text("3 moves")
    board = page.locator(".play-board")
    x, y = (box_of(board)["xy"[at]] + value for at, value in enumerate(cell(page, 0, 2).values()))
    step = box_of(board)["width"] / 3
    for far, after in ((0.2, NEAR_CELLS), (0.8, [1, 2, 0, 3, 4, 5, 6, 7, 8])):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y + far * step, steps=4)
        page.mouse.up()
        expect_cells(page, after)  # a tile that is let go early slides back
    page.keyboard.press("Control+z")
    page.get_by_role("button", name="Redo").click()
    expect_cells(page, [1, 2, 0, 3, 4, 5, 6, 7, 8])
    board.click(position=cell(page, 0, 0))  # two tiles at once
    expect_cells(page, SOLVED)
    over = page.get_by_role("region", name="The game is over")
    expect(over).to_contain_text("3 moves (2 slides)")
    assert page.evaluate("localStorage.getItem('slidelab.bests')") is None  # not shuffled
    page.keyboard.press("ArrowLeft")
    expect_cells(page, SOLVED)  # the game is over
    page = visit.go("play", TEN)
    page.locator(".play-board .tile").first.wait_for()
    before = page.evaluate(CELLS)
    page.get_by_role("button", name="Share").click()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("dialog", name="Share").get_by_role("button", name="Close").click()
    assert page.evaluate(CELLS) == before, "keys move no tile behind a dialog"


def test_shuffled_games_are_recorded_unless_a_hint_was_used(visit):
    page = visit.go("play", NEAR)
    page.get_by_label("Difficulty").fill("6")
    page.get_by_role("button", name="Shuffle").click()
    expect(page.locator(".hint-line")).to_contain_text("6 moves still needed")
    assert play_shortest(page) == 6
    over = page.get_by_role("region", name="The game is over")
    expect(over).to_contain_text("personal best")
    stored = json.loads(page.evaluate("localStorage.getItem('slidelab.bests')"))
    assert stored["3x3 blank-first 6"]["moves"] == 6
    visit.check("won")
    page.get_by_role("button", name="Next game").click()
    expect(page.locator(".hint-line")).to_contain_text("6 moves still needed")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".play-board .hint")).to_have_count(1)
    play_shortest(page)
    expect(over).to_contain_text("ints were used")
    expect(page.locator("aside")).to_contain_text("Games1")


def test_the_board_is_set_from_a_tray_by_typing_and_by_pasting(phone):
    page = phone.go("play", NEAR)
    page.get_by_role("button", name="Set board…").click()
    editor = page.locator(".editor")
    editor.get_by_role("button", name="Clear").click()
    for tile in range(1, 9):
        editor.get_by_role("button", name=f"tile {tile}", exact=True).click()
    expect(editor).to_contain_text("missing: the blank")
    editor.get_by_role("button", name="blank", exact=True).click()
    expect(editor).to_contain_text("can be solved")
    editor.get_by_label("row 1, column 2").fill("1")
    expect(editor).to_contain_text("tile 1 appears 2 times")
    editor.get_by_label("row 1, column 2").fill("1.5")
    expect(editor).to_contain_text("1.5 is not a whole number")
    expect(editor.get_by_label("row 1, column 2")).to_have_attribute("aria-invalid", "true")
    editor.get_by_label("Paste or type a board").fill("1 2 3 / 4 5 6 / 8 7 _")
    editor.get_by_role("button", name="Check board").click()
    expect(editor).to_contain_text("cannot be solved")
    phone.check("editor")
    editor.get_by_role("button", name="Swap").click()
    expect(editor).to_contain_text("This board can be solved")
    page.get_by_role("radio", name="Goal", exact=True).check(force=True)
    editor.get_by_label("Paste or type a board").fill("1 2 3 / 8 _ 4 / 7 6 5")
    editor.get_by_role("button", name="Check board").click()
    expect(editor).to_contain_text("goal")
    page.get_by_role("radio", name="Start", exact=True).check(force=True)
    editor.get_by_label("Paste or type a board").fill("1 2 / 3 nine")
    editor.get_by_role("button", name="Use this board").click()
    expect(editor.get_by_role("alert")).to_contain_text("nine")
    editor.get_by_label("Paste or type a board").fill("1 0 / 3 2")
    editor.get_by_role("button", name="Use this board").click()
    expect_cells(page, [1, 0, 3, 2])


def test_a_board_without_a_solution_is_fixed_where_it_is_played(visit):
    page = visit.go("play", "b=3x3:1.2.5.3.4.0.6.8.7")
    expect(page.locator(".hint-line")).to_contain_text("can't be solved")
    page.get_by_role("button", name="Fix board").click()
    expect(page.locator(".hint-line")).to_contain_text("still needed")


def test_a_game_is_reviewed_and_played_on_from_any_point(phone):
    page = phone.go("play", NEAR)
    expect(page.locator(".hint-line")).to_contain_text("3 moves")
    page.evaluate(PLAY, "LRULL")  # away, back, and the shortest way
    page.get_by_role("button", name="Review this game").click()
    review = page.get_by_role("region", name="Game review")
    expect(review).to_contain_text("1 mistake")
    review.get_by_role("button", name="Move 1", exact=True).click()
    expect(review).to_contain_text("tile 4 slides right. 4 to go")
    phone.check("review")
    expect_cells(page, [1, 2, 5, 3, 0, 4, 6, 7, 8])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(review).to_contain_text("tile 5 slides down. 2 to go")
    review.get_by_role("button", name="Play on from here").click()
    expect_cells(page, [1, 2, 0, 3, 4, 5, 6, 7, 8])
    expect(review).to_have_count(0)


def test_the_solution_plays_on_the_board_step_by_step_and_at_once(phone):
    page = phone.go("play", TEN)
    page.get_by_role("button", name="Solve from here").click()
    bar = page.get_by_role("group", name="Solution")
    expect(moves(page)).to_contain_text(re.compile("[1-9]"))  # it plays by itself
    bar.get_by_role("button", name="Pause").click()
    played = int(re.search(r"\d+", moves(page).inner_text())[0])
    bar.get_by_role("button", name="Step on").click()
    expect(page.locator(".hint-line")).to_contain_text(f"{10 - played - 1} moves still needed")
    bar.get_by_role("button", name="Step back").click()
    expect(page.locator(".hint-line")).to_contain_text(f"{10 - played} moves still needed")
    phone.check("solving")
    bar.get_by_role("button", name="To the end").click()
    expect_cells(page, SOLVED)
    expect(page.get_by_role("region", name="The game is over")).to_contain_text("with help")


def test_a_hint_names_a_tile_that_slides_at_a_tap(phone):
    page = phone.go("play", NEAR)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint-line")).to_contain_text("tile 5 slides down")
    expect(page.locator(".play-board .hint")).to_have_text("5")
    page.locator(".play-board").tap(position=cell(page, 0, 2))
    expect_cells(page, [1, 2, 0, 3, 4, 5, 6, 7, 8])


def test_a_hint_on_a_large_board_comes_from_the_page_and_its_path_stays_known(visit):
    sent = []
    visit.page.on("request", lambda request: sent.append(request.post_data))
    board = random_board(Shape(5, 5), "blank-first", seed=5)
    page = visit.go("play", "b=5x5:" + ".".join(map(str, board.state)))
    line = page.locator(".hint-line")
    expect(line).to_contain_text("to go (at least")
    left = int(line.locator("strong").inner_text())
    page.get_by_role("button", name="Hint").click()
    expect(line).to_contain_text(re.compile(r"tile \d+ slides"))
    page.locator(".play-board .hint").click(force=True)
    eventually(lambda: int(line.locator("strong").inner_text()) < left)
    assert not any(sent), "everything you play stays in this browser"


def test_exact_distances_other_shapes_and_goals(visit):
    page = visit.go("play", NEAR)
    page.get_by_label("Difficulty").fill("7")
    page.get_by_role("button", name="Shuffle").click()
    expect(page.locator(".hint-line")).to_contain_text("7 moves still needed")
    page.get_by_label("Size", exact=True).select_option("other")
    page.get_by_label("Rows").select_option("2")
    eventually(lambda: len(page.evaluate(CELLS)) == 6)
    page.locator(".new-game").get_by_label("Goal", exact=True).select_option("blank-last")
    page.wait_for_url("**g=blank-last*")


def test_a_game_survives_other_views_and_a_reload(visit):
    page = visit.go("play", "b=3x3:8.6.7.2.5.4.3.0.1")
    page.locator(".play-board .tile").first.wait_for()
    start = page.evaluate(CELLS)
    for key in ("ArrowDown", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    expect(moves(page)).to_contain_text("3")
    played = page.evaluate(CELLS)
    page.get_by_role("link", name="Solve", exact=True).click()
    page.get_by_role("heading", name="Solve", exact=True).wait_for()
    page.get_by_role("link", name="Play", exact=True).click()
    expect(moves(page)).to_contain_text("3")
    page.reload()
    expect(moves(page)).to_contain_text("3")
    assert page.evaluate(CELLS) == played
    page.get_by_role("button", name="Undo").click()
    expect(moves(page)).to_contain_text("2")
    page.get_by_role("button", name="Restart").click()
    expect_cells(page, start)


def test_everything_has_words_and_is_reached_by_the_keyboard_with_a_visible_focus(visit):
    page = visit.go("play", TEN)
    grid = page.get_by_role("grid", name="Puzzle board")
    expect(grid.get_by_role("gridcell").nth(6)).to_have_accessible_name("blank")
    expect(page.get_by_role("img", name="Goal board. row 1: blank 1 2")).to_be_visible()
    focused = """() => {
      let e = document.activeElement;
      if (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
      if (e === document.body) return '';
      const shown = getComputedStyle(e).outlineStyle !== 'none'
        || e.matches('.segmented input, .hidden-text');
      const name = e.getAttribute('aria-label') ?? e.textContent.trim().slice(0, 20);
      return shown ? name : `NO OUTLINE ${name}`;
    }"""
    seen = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        seen.add(page.evaluate(focused))
    assert not [name for name in seen if name.startswith("NO OUTLINE")], seen
    for name in ("Skip to", "Puzzle board", "Restart", "Hint", "Shuffle", "Set board…", "Share"):
        assert any(name in each for each in seen), (name, seen)


def test_a_link_carries_everything_and_a_bad_one_is_explained(visit):
    page = visit.go("watch", f"{NEAR}&g=blank-first&a=ida&c.order=DRUL&s=5")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Algorithm", exact=True)).to_have_value("ida")
    expect(page.locator(".film-place")).to_contain_text("Event 6 of")
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="Share")
    dialog.get_by_role("button", name="Copy link").click()
    link = eventually(lambda: page.evaluate("navigator.clipboard.readText()"))
    for part in (NEAR, "a=ida", "c.order=DRUL", "s=5"):
        assert part in link
    dialog.get_by_role("button", name="Copy text").click()
    eventually(lambda: "slidelab solve" in page.evaluate("navigator.clipboard.readText()"))
    visit.check("share")
    page = visit.go("play", "b=3x3:1.1.1")
    expect(page.locator("#notices")).to_contain_text("cannot be read")
