"""Journeys: the panes of a film, the node that is looked at, the second picture, the end."""

import re

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

from tests.support.browser import box_of
from tests.support.processes import eventually
from tests.web.test_journeys_access import violations

pytestmark = pytest.mark.nightly

BOARD = "?b=3x3:4.3.1.5.7.2.0.6.8"
HARD = [8, 6, 7, 2, 5, 4, 3, 0, 1]
FILM = "document.querySelector('search-film')"
TREE = f"{FILM}.tree"


def opened(visit, place):
    page = visit.go(place)
    expect(page.locator(".film-place")).to_contain_text(" of ")
    return page


def on_screen(page, node):
    """Where a node of the tree is drawn, in the canvas."""
    return page.evaluate(
        f"""async () => {{
          await new Promise(requestAnimationFrame);
          await new Promise(requestAnimationFrame);
          const {{ camera, _drawn }} = {TREE};
          const {{ UNIT }} = await import('/static/js/paint/tree.js');
          const {{ x, y }} = _drawn.get({node});
          return {{
            x: x * UNIT.x * camera.scale + camera.x,
            y: y * UNIT.y * camera.scale + camera.y,
            scale: camera.scale,
          }};
        }}"""
    )


def show(page, name):
    """On a phone: look at a pane."""
    page.get_by_role("radio", name=name).check(force=True)


def tap(phone, x, y):
    phone.page.locator(".tree-canvas").tap(position={"x": x, "y": y})


def test_every_pane_can_be_seen_and_the_film_fills_the_window(visit):
    page = opened(visit, f"#/watch{BOARD}&s=40")
    if visit.size == "phone":
        for name in ("Picture", "Frontier", "Board", "Code", "Reached", "Tree"):
            show(page, name)
            expect(page.locator(".film .pane:visible")).to_have_count(1)
            visit.picture(f"watch-tab-{name.lower()}")
        show(page, "Frontier")
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
    else:
        expect(page.locator(".film .pane:visible")).to_have_count(6)
    covering = """() => {
      const strip = document.querySelector('.frontier-pane canvas').getBoundingClientRect();
      const at = document.elementFromPoint(strip.left + 30, strip.bottom - 8);
      return at !== null && at.closest('.frontier-pane') === null;
    }"""
    box_of(page.locator(".frontier-pane canvas"))
    assert not page.evaluate(covering)
    assert violations(page) == []
    page.locator(".frontier-pane canvas").click(position={"x": 30, "y": 30})
    node = page.get_by_role("region", name="Node")
    expect(node).to_contain_text("Node 29")  # the first to leave
    expect(node).to_contain_text("f10")
    page.keyboard.press("Escape")
    expect(node).to_be_hidden()
    if visit.size == "phone":
        show(page, "Tree")
        page.evaluate("scrollTo(0, 0)")
    film, tree = page.locator(".film"), page.locator(".tree-canvas")
    above, before = box_of(film)["y"], box_of(tree)["height"]
    assert above > 0
    page.get_by_role("button", name="Fill the window").click()
    eventually(lambda: (box_of(film)["x"], box_of(film)["y"]) == (0, 0))
    eventually(lambda: box_of(tree)["height"] > before)
    visit.picture("watch-large")
    page.keyboard.press("Escape")
    eventually(lambda: box_of(film)["y"] == above)


def test_panes_are_folded_and_resized_and_stay_so(desktop):
    page = opened(desktop, f"#/watch{BOARD}&s=40")
    height = lambda: box_of(page.locator(".tree-canvas"))["height"]  # noqa: E731
    left = lambda: box_of(page.locator(".film-left"))["width"]  # noqa: E731
    before = height()
    page.get_by_role("button", name="Frontier: priority queue").click()
    expect(page.locator(".frontier-pane canvas")).to_be_hidden()
    eventually(lambda: height() > before + 50)
    width = left()
    border = page.get_by_role("separator", name="Width of the panes on the left")
    border.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    eventually(lambda: left() > width + 30)
    expect(page.locator(".film-place")).to_contain_text("Event 41 of")  # the film stood still
    box = box_of(border)
    page.mouse.move(box["x"] + 4, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] - 96, box["y"] + 60, steps=4)
    page.mouse.up()
    eventually(lambda: left() < width)
    narrow = left()
    page.reload()
    expect(page.locator(".film-place")).to_contain_text("Event 41 of")
    expect(page.locator(".frontier-pane canvas")).to_be_hidden()
    eventually(lambda: left() == narrow)
    desktop.picture("watch-folded")
    assert violations(page) == []


def test_a_tap_on_a_node_tells_all_about_it_and_the_mark_below_folds(phone):
    page = opened(phone, f"#/watch{BOARD}&s=12")
    place = on_screen(page, 0)
    tap(phone, place["x"], place["y"])
    node = page.get_by_role("region", name="Node")
    expect(node).to_contain_text("Node 1")
    expect(node).to_contain_text("h10")
    expect(node).to_contain_text("expansion 1")
    expect(node).to_contain_text("the root")
    canvas, beside = box_of(page.locator(".tree-canvas")), box_of(node)
    across = beside["x"] <= canvas["x"] + place["x"] <= beside["x"] + beside["width"]
    down = beside["y"] <= canvas["y"] + place["y"] <= beside["y"] + beside["height"]
    assert not (across and down), "it covers the node that it describes"
    phone.picture("watch-node")
    assert violations(page) == []
    node.get_by_role("button", name=re.compile("event")).last.click()
    expect(page.locator(".film-words")).to_contain_text("Expand node 1")
    node.get_by_role("button", name="Close").click()
    expect(node).to_be_hidden()
    page.evaluate(f"{FILM}.go(12)")
    place = on_screen(page, 0)
    shown = page.evaluate(f"{TREE}.view.shown")
    below = page.evaluate("import('/static/js/paint/tree.js').then(({ FOLD }) => FOLD.below)")
    tap(phone, place["x"], place["y"] + below * place["scale"])
    eventually(lambda: page.evaluate(f"{TREE}.view.shown") < shown)
    expect(node).to_be_hidden()
    page.get_by_role("button", name="Unfold all").click()
    eventually(lambda: page.evaluate(f"{TREE}.view.shown") == shown)


def test_following_is_taken_up_again_and_the_map_leads_anywhere(phone):
    page = opened(phone, f"#/watch{BOARD}&s=40")
    follow = page.get_by_role("button", name="Follow the search")
    expect(follow).to_be_hidden()
    page.get_by_role("button", name="Zoom in").click()
    expect(follow).to_be_visible()
    overview = page.locator(".tree-map")
    expect(overview).to_be_visible()
    camera = page.evaluate(f"({{ ...{TREE}.camera }})")
    overview.click(position={"x": 12, "y": 12})
    eventually(lambda: page.evaluate(f"{TREE}.camera.y") > camera["y"])
    phone.picture("watch-map")
    follow.click()
    expect(follow).to_be_hidden()


def test_at_the_end_root_and_goal_fit_and_the_solution_plays(visit):
    page = opened(visit, f"#/watch{BOARD}")
    solution = page.get_by_role("button", name="Play the solution")
    expect(solution).to_be_hidden()
    page.get_by_role("button", name="To the end").click()
    canvas = box_of(page.locator(".tree-canvas"))
    goal = page.evaluate(f"{FILM}.film.focus(55)")
    for node in (0, goal):
        place = on_screen(page, node)
        assert 0 < place["x"] < canvas["width"]
        assert 0 < place["y"] < canvas["height"]
    visit.picture("watch-end")
    solution.click()
    words = page.locator(".film-words")
    expect(words).to_have_text("Solved in 10 moves.")
    board = page.locator(".film-board")
    assert board.evaluate("board => board.cells") == list(range(9))
    if visit.size == "phone":
        expect(board).to_be_visible()


def test_the_second_picture_grows_with_the_film(phone):
    page = opened(phone, f"#/watch{BOARD}&a=bfs")
    show(page, "Picture")
    picture = page.locator(".census")
    expect(page.locator(".census-pane")).to_contain_text("which this search does not use")
    ink = (
        "canvas => { const { data } = canvas.getContext('2d')"
        ".getImageData(0, 0, canvas.width, canvas.height);"
        "const seen = new Set(); for (let at = 0; at < data.length; at += 4)"
        "seen.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2]); return seen.size; }"
    )
    box_of(picture)
    early = picture.evaluate(ink)
    page.evaluate(f"{FILM}.go({FILM}.film.length - 1)")
    eventually(lambda: picture.evaluate(ink) > early)
    phone.picture("watch-census")
    page.get_by_role("radio", name="Layers").check(force=True)
    expect(page.locator(".census-pane")).to_contain_text("Nodes at each depth")
    phone.picture("watch-layers")
    assert violations(page) == []


def test_a_film_that_is_full_says_so_and_offers_what_can_be_watched(desktop):
    desktop.ask_with("films", max_events=10_000)
    board = "#/watch?b=3x3:" + ".".join(map(str, HARD))
    page = opened(desktop, f"{board}&a=bfs")
    full, words = page.locator(".film-full"), page.locator(".film-words")
    expect(full).to_contain_text("A film holds 100,000 events")
    desktop.picture("watch-full")
    assert violations(page) == []
    film = lambda: page.evaluate(f"(({{ start, algorithm }}) => [start, algorithm])({FILM}.film)")  # noqa: E731
    full.get_by_role("button", name="A board 10 moves from the goal").click()
    eventually(lambda: film()[0] != HARD)
    expect(full).to_have_count(0)
    page.get_by_role("button", name="To the end").click()
    expect(words).to_contain_text("Goal!")
    desktop.go(f"{board}&a=bfs")
    full.get_by_role("button", name="This board with Greedy best-first search").click()
    eventually(lambda: film() == [HARD, "greedy"])
    expect(full).to_have_count(0)
    page.get_by_role("button", name="To the end").click()
    expect(words).to_contain_text("Goal!")
