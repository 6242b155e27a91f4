"""Watch: a film of a search, forwards and backwards, with its tree and its panes."""

import re

from playwright.sync_api import expect

from tests.support.browser import box_of
from tests.support.processes import eventually

TEN = "b=3x3:4.3.1.5.7.2.0.6.8"
SMALL = "b=2x3:3.1.2.4.5.0"
FAR = "b=3x3:8.6.7.2.5.4.3.0.1"
FILM = "document.querySelector('search-film')"
TREE = f"{FILM}.tree"


def test_a_search_is_watched_forwards_and_backwards_by_keyboard(visit):
    page = visit.go("watch", TEN)
    film = page.locator("search-film")
    words = film.locator(".film-words")
    expect(film.locator(".film-place")).to_contain_text("Event 1 of 56")
    film.get_by_role("button", name="Next expansion").click()
    expect(words).to_contain_text("Expand node 1")
    expect(film.locator(".pseudocode .lit")).to_contain_text("for each child")
    page.keyboard.press("ArrowRight")
    expect(words).to_contain_text("Generate node 2")
    page.keyboard.press("ArrowLeft")
    expect(words).to_contain_text("Expand node 1")
    page.keyboard.press("g")
    expect(words).to_contain_text("Goal!")
    expect(film.locator(".counters")).to_contain_text("Expanded14")
    expect(film.locator(".counters")).to_contain_text("Generated40")
    expect(film.locator(".frontier-pane")).to_contain_text("12 waiting")
    visit.check("watch")
    page.keyboard.press("Home")
    film.get_by_label("Speed").fill("100")
    film.get_by_role("button", name="Play", exact=True).click()
    expect(words).to_contain_text("Goal!")
    page.get_by_role("button", name="Play the solution").click()
    expect(words).to_have_text("Solved in 10 moves.")
    assert page.locator(".film-board").evaluate("board => board.cells") == list(range(9))


def test_every_algorithm_can_be_watched(visit):
    page = visit.go("watch", SMALL)
    film = page.locator("search-film")
    expect(film.locator(".film-place")).to_contain_text("Event 1 of")
    page.get_by_role("button", name="Settings").click()
    field = page.get_by_label("Algorithm", exact=True)
    options = field.locator("option:not([value='#/code'])").all()
    for name in [option.get_attribute("value") for option in options]:
        field.select_option(name)
        eventually(lambda name=name: page.evaluate(f"{FILM}.film.algorithm") == name)
        film.get_by_role("button", name="To the end").click()
        expect(film.locator(".pseudocode .lit")).to_have_count(1)


def test_the_tree_zooms_is_saved_and_tells_about_a_node(visit):
    page = visit.go("watch", f"{TEN}&s=55")
    expect(page.locator(".film-place")).to_contain_text("Event 56 of 56")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save search tree as PNG").click()
    assert waiting.value.path().read_bytes().startswith(b"\x89PNG")
    page.get_by_role("button", name="Zoom in").click()  # which ends following
    follow = page.get_by_role("button", name="Follow the search")
    expect(follow).to_be_visible()
    scale = page.evaluate(f"{TREE}.camera.scale")
    page.get_by_role("button", name="Zoom in").click()
    eventually(lambda: page.evaluate(f"{TREE}.camera.scale") > scale)
    follow.click()
    expect(follow).to_be_hidden()
    page.evaluate(f"{FILM}.go(40)")
    box_of(page.locator(".frontier-pane canvas"))
    page.locator(".frontier-pane canvas").click(position={"x": 30, "y": 30})
    node = page.get_by_role("region", name="Node")
    expect(node).to_contain_text("Node 29")  # the first to leave the frontier
    expect(node).to_contain_text("f10")
    visit.check("node")
    page.keyboard.press("Escape")
    expect(node).to_be_hidden()


def test_a_phone_shows_one_pane_and_the_film_stays_where_it_was(phone):
    page = phone.go("watch", f"{TEN}&s=40")
    place = page.locator(".film-place")
    expect(place).to_contain_text("Event 41 of")
    for name in ("Picture", "Frontier", "Board", "Code", "Reached", "Tree"):
        page.get_by_role("radio", name=name).check(force=True)
        expect(page.locator(".film .pane:visible")).to_have_count(1)
    page.get_by_role("button", name="Step on").click()
    expect(place).to_contain_text("Event 42 of")
    page.get_by_role("link", name="Play", exact=True).click()
    page.locator(".play-board").wait_for()
    page.get_by_role("link", name="Watch", exact=True).click()
    expect(place).to_contain_text("Event 42 of")
    phone.check("watch")


def test_a_film_that_is_too_long_scrubs_and_offers_another(visit):
    page = visit.go("watch", f"{FAR}&a=dfs")
    film = page.locator("search-film")
    expect(film.locator(".film-place")).to_contain_text("of 100,000")
    film.get_by_label("Moment of the film").fill("61803")
    expect(film.locator(".film-place")).to_contain_text("Event 61,804 of")
    drawn = re.compile(r"^([\d,]+) of ([\d,]+) nodes drawn")
    expect(film.locator(".tree-cap")).to_contain_text(drawn)
    shown = drawn.match(film.locator(".tree-cap").inner_text())[1]
    assert int(shown.replace(",", "")) < 500, "the picture of any tree is bounded"
    full = page.locator(".film-full")
    expect(full).to_contain_text("100,000 events")
    full.get_by_role("button", name="This board with Greedy best-first search").click()
    eventually(lambda: page.evaluate(f"{FILM}.film.algorithm") == "greedy")
    expect(full).to_have_count(0)
