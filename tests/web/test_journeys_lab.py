"""Journeys: solving, watching, racing, comparing, statistics, heuristics."""

import csv
import io
import json
import re

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

from slidelab.puzzle import Shape, random_board
from slidelab.search import ALGORITHMS
from tests.support.browser import Visit, box_of, on_both_editions
from tests.support.cli import invoke
from tests.support.processes import eventually
from tests.support.server import Server, quiet_port

pytestmark = pytest.mark.nightly

BOARD = "?b=3x3:4.3.1.5.7.2.0.6.8"
SMALL = "?b=2x3:3.1.2.4.5.0"
"""A board whose 360 states any search is soon through with."""
HARD = "?b=4x4:" + ".".join(map(str, (15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0)))


@on_both_editions
def test_solving_and_solving_again_in_another_way(desktop):
    page = desktop.go(f"#/solve{BOARD}")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.get_by_role("heading", name="Solved in 10 moves")).to_be_visible()
    expect(page.locator(".figures")).to_contain_text("Expanded14")
    expect(page.get_by_role("button", name="Solve again")).to_be_visible()
    page.get_by_label("Algorithm", exact=True).select_option("greedy")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.get_by_role("heading", name="Solved in 34 moves")).to_be_visible()
    player = page.locator("slide-player")
    player.get_by_role("button", name="Next step").click()
    expect(player).to_contain_text("Step 1 of 34")
    player.get_by_role("button", name="Step 9,").click()
    expect(player).to_contain_text("Step 9 of 34")
    player.get_by_role("button", name="Previous step").click()
    player.get_by_label("Step", exact=True).fill("34")
    expect(player).to_contain_text("Step 34 of 34")
    assert player.locator("slide-board").evaluate("board => board.cells") == list(range(9))
    desktop.picture("solve")


def test_results_can_be_taken_away(desktop):
    page = desktop.go(f"#/solve{BOARD}")
    page.get_by_label("Preset", exact=True).select_option("driver")
    page.get_by_role("button", name="Solve", exact=True).click()
    texts = {}
    for label in ("JSON", "CSV", "output.txt", "SVG"):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=label, exact=True).click()
        texts[label] = waiting.value.path().read_text(encoding="utf-8")
    held = []
    page.route("**/api/searches", lambda route: held.append(route))
    page.get_by_role("button", name="Solve again").click()
    expect(page.get_by_text("Searching…")).to_be_visible()
    expect(page.locator(".figures dd")).to_have_count(0)  # none of the search before
    eventually(lambda: page.title() and held)[0].continue_()
    page.get_by_role("button", name="My program prints another number").click()
    expect(page.get_by_label("Its algorithm")).to_have_value("astar")
    result = json.loads(texts["JSON"])
    assert (result["cost"], result["preset"], len(result["moves"])) == (10, "driver", 10)
    assert texts["SVG"].count("<g ") == 11
    written = invoke("solve", "431572068", "-a", "astar", "--preset", "driver", "--format", "json")
    expected = json.loads(written.stdout)
    assert result.keys() == expected.keys()
    assert {name for name in result if result[name] != expected[name]} <= MEASURED
    row = next(csv.DictReader(io.StringIO(texts["CSV"])))
    assert row.pop("counted_as") == "driver"
    assert row == {name: str(result[name]) for name in row}
    assert float(re.search(r"Max RAM usage: ([\d.]+)", texts["output.txt"])[1]) > 1
    lines = invoke("solve", "431572068", "-a", "astar", "--preset", "driver", "--format", "driver")
    assert without_measures(texts["output.txt"]) == without_measures(lines.stdout)


MEASURED = {"seconds", "peak_memory_bytes"}
"""What differs from run to run."""


def without_measures(text):
    return [line for line in text.splitlines() if not line.startswith(("Running", "Max RAM"))]


def test_the_page_asks_before_it_goes_on_and_stops_at_once(desktop, server):
    desktop.limit(seconds=0.5)
    page = desktop.go(f"#/solve{HARD}&g=blank-first&a=ids&e=textbook")
    page.get_by_role("button", name="Solve", exact=True).click()
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text("No solution yet")
    desktop.picture("solve-continue")
    page.get_by_role("button", name="A minute more").click()
    expect(page.locator(".figures")).to_contain_text("Expanded")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator("section[aria-label=Result]")).to_contain_text("Stopped")
    eventually(lambda: server.health()["busy"] == 0)


def test_the_server_restarts_under_a_page(browser, tmp_path):
    port = quiet_port()
    first = Server(tmp_path, port=port, workers=1)
    visit = Visit(browser, first.address)
    page = visit.go(f"#/solve{HARD}&g=blank-first&a=ids&e=textbook")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.locator(".figures")).to_contain_text("Expanded")
    first.kill()
    expect(page.locator(".connection")).to_contain_text("Lost connection")
    page.get_by_role("link", name="Play").click()
    page.locator(".play-board .frame").focus()
    cells = "document.querySelector('.play-board').cells"
    before = page.evaluate(cells)
    page.keyboard.press("ArrowRight")
    eventually(lambda: page.evaluate(cells) != before)
    second = Server(tmp_path, port=port, workers=1)
    try:
        expect(page.locator(".connection")).to_contain_text("back")
        page.goto(f"{visit.address}/#/solve{BOARD}")
        page.get_by_role("button", name=re.compile("^(Solve|Start over)")).click()
        expect(page.get_by_role("heading", name="Solved in 10 moves")).to_be_visible()
    finally:
        second.kill()
    visit.errors = [error for error in visit.errors if "ERR_" not in error]
    visit.close()


@on_both_editions
def test_a_board_without_a_solution_is_refused_with_a_reason(phone):
    page = phone.go("#/solve?b=2x2:1.0.2.3&a=bfs")
    page.get_by_role("button", name="Solve", exact=True).click()
    solved = page.get_by_role("heading", name="Solved in")
    expect(solved).to_be_visible()
    phone.go("#/solve?b=2x2:0.2.1.3&a=bfs")
    expect(page.get_by_role("heading", name="Earlier: solved in")).to_be_visible()
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be solved")
    expect(solved).to_be_hidden()
    page.get_by_role("button", name="Search anyway").click()
    expect(page.get_by_role("heading", name="No path found")).to_be_visible()
    expect(page.locator(".figures")).to_contain_text("Expanded12")
    expect(page.get_by_text("“Automatic”")).to_have_count(0)


@on_both_editions
def test_a_search_is_watched_both_ways_by_keyboard(desktop):
    page = desktop.go(f"#/watch{BOARD}")
    film = page.locator("search-film")
    place = film.locator(".film-place")
    expect(place).to_contain_text("Event 1 of 56")
    film.get_by_role("button", name="One event on").click()
    film.get_by_role("button", name="Next expansion").click()
    expect(film.locator(".film-words")).to_contain_text("Expand node 1")
    expect(film.locator(".code .lit")).to_contain_text("for each child")
    film.get_by_role("button", name="Next expansion").focus()
    page.keyboard.press("ArrowRight")
    expect(film.locator(".film-words")).to_contain_text("Generate node 2")
    page.keyboard.press("ArrowLeft")
    expect(film.locator(".film-words")).to_contain_text("Expand node 1")
    page.keyboard.press("g")
    expect(film.locator(".film-words")).to_contain_text("Goal!")
    expect(film.locator(".film-counters")).to_contain_text("Expanded14")
    expect(film.locator(".film-counters")).to_contain_text("Generated40")
    expect(film.locator(".frontier-pane")).to_contain_text("12 waiting")
    expect(film.locator(".reached-pane")).to_contain_text("27")
    desktop.picture("watch")
    page.keyboard.press("Shift+ArrowLeft")
    expect(film.locator(".film-words")).to_contain_text("Expand")
    page.keyboard.press("Home")
    film.get_by_label("Speed").fill("100")
    film.get_by_role("button", name="Play").click()
    expect(film.locator(".film-words")).to_contain_text("Goal!")


def test_a_random_10x10_is_answered_and_plays_itself_out(desktop):
    desktop.limit(seconds=1)
    desktop.page.clock.install()
    board = random_board(Shape(10, 10), "blank-first", seed=1)
    page = desktop.go("#/solve?b=10x10:" + ".".join(map(str, board.state)))
    expect(page.get_by_label("Algorithm", exact=True)).to_have_value("auto")
    page.get_by_role("button", name="Solve", exact=True).click()
    solved = re.compile(r"Solved in [\d,]+ moves; at least \d+ are needed")
    expect(page.get_by_role("heading", level=2)).to_have_text(solved)
    first = page.get_by_role("heading", level=2).inner_text()
    more = page.get_by_role("button", name="Keep searching for 10 seconds")
    expect(more).to_be_visible()
    moves = [
        int(text.split()[2].replace(",", ""))
        for text in (first, page.get_by_role("heading", level=2).inner_text())
    ]
    assert moves[1] <= moves[0]
    desktop.picture("solve-10x10")
    player = page.locator("slide-player")
    player.get_by_label("Step", exact=True).fill(str(moves[1] - 50))
    player.get_by_label("Steps per second").fill("100")
    player.get_by_role("button", name="Play").click()
    page.clock.run_for(10_000)
    expect(player.get_by_text(f"Step {moves[1]} of {moves[1]}")).to_be_visible()
    assert player.locator("slide-board").evaluate("board => board.cells") == list(range(100))
    more.click()
    expect(page.get_by_role("progressbar", name="Searching")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("heading", level=2)).to_contain_text("Solved in")


def test_every_algorithm_can_be_watched(desktop):
    page = desktop.go(f"#/watch{SMALL}")
    film = page.locator("search-film")
    expect(film.locator(".film-place")).to_contain_text("Event 1 of")
    page.get_by_role("button", name="Settings").click()
    names = page.get_by_label("Algorithm", exact=True).locator("option:not([value='#/code'])").all()
    shown = "document.querySelector('search-film').film.algorithm"
    for name in [option.get_attribute("value") for option in names]:
        page.get_by_label("Algorithm", exact=True).select_option(name)
        eventually(lambda name=name: page.evaluate(shown) == name)
        film.get_by_role("button", name="To the end").click()
        expect(film.locator(".code .lit")).to_have_count(1)
        assert page.evaluate("document.querySelector('search-film .code').children.length") > 4


def test_a_film_of_100_000_events_opens_and_scrubs(desktop):
    page = desktop.go(f"#/watch{BOARD}&a=dfs")
    film = page.locator("search-film")
    expect(film.locator(".film-place")).to_contain_text("of 100,000")
    expect(page.locator(".film-status")).to_contain_text("A film holds 100,000 events")
    drawn = re.compile(r"^([\d,]+) of ([\d,]+) nodes drawn")
    for event in (61_803, 23_606):
        film.get_by_label("Moment of the film").fill(str(event))
        expect(film.locator(".film-place")).to_contain_text(f"Event {event + 1:,} of")
        # However many nodes there are, a picture has a bounded number of them.
        expect(film.locator(".tree-cap")).to_contain_text(drawn)
        shown, total = drawn.match(film.locator(".tree-cap").inner_text()).groups()
        assert int(shown.replace(",", "")) < 500 < int(total.replace(",", ""))
    desktop.picture("watch-100000")


def test_the_tree_zooms_pans_and_folds(desktop):
    page = desktop.go(f"#/watch{BOARD}&s=55")
    expect(page.locator(".film-place")).to_contain_text("Event 56 of 56")
    tree = "document.querySelector('search-film').tree"
    page.get_by_role("button", name="Zoom in").click()  # which ends all following
    scale = page.evaluate(f"{tree}.camera.scale")
    page.get_by_role("button", name="Zoom in").click()
    eventually(lambda: page.evaluate(f"{tree}.camera.scale") > scale)
    page.locator(".tree-canvas").focus()
    before = page.evaluate(f"{tree}.camera.x")
    page.keyboard.press("d")
    eventually(lambda: page.evaluate(f"{tree}.camera.x") < before)
    page.keyboard.press("0")
    shown = page.evaluate(f"{tree}.view.shown")
    page.evaluate(f"{tree}.toggleFold(0)")
    eventually(lambda: page.evaluate(f"{tree}.view.shown") < shown)
    page.get_by_role("button", name="Unfold all").click()
    eventually(lambda: page.evaluate(f"{tree}.view.shown") == shown)
    expect(page.get_by_role("button", name="Unfold all")).to_be_hidden()


def test_try_all_fills_the_table_and_the_plots(desktop):
    page = desktop.go(f"#/compare{SMALL}")
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.get_by_role("checkbox", name="Depth-first search").uncheck()
    page.get_by_role("button", name="Try all").click()
    tried = len(ALGORITHMS.names()) - 1
    expect(page.get_by_text(f"All {tried} done.")).to_be_visible()
    row = page.get_by_role("row").filter(has_text="A* search").first
    expect(row).to_contain_text("solved")
    expect(page.get_by_text("Engine: textbook.", exact=True)).to_be_visible()
    expect(page.get_by_role("columnheader", name="Expanded")).to_have_attribute(
        "aria-sort", "ascending"
    )
    page.get_by_role("button", name="Generated").click()
    expect(page.get_by_role("columnheader", name="Generated")).to_have_attribute(
        "aria-sort", "ascending"
    )
    assert not any("plotly" in url for url in requests)
    page.get_by_role("button", name="Draw the plots").click()
    plot = page.locator(".plot").first
    expect(plot.locator(".main-svg").first).to_be_visible()
    desktop.picture("compare")
    picture = plot.locator(".main-svg").first
    before, ink = box_of(picture), plot.locator(".gtitle").evaluate("e => getComputedStyle(e).fill")
    page.set_viewport_size({"width": 1000, "height": 700})
    eventually(lambda: box_of(picture)["width"] != before["width"])
    assert box_of(picture)["width"] <= box_of(plot)["width"]
    assert box_of(picture)["height"] == before["height"]
    page.emulate_media(color_scheme="dark")
    expect(plot.locator(".gtitle")).not_to_have_css("fill", ink)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="CSV").click()
    lines = waiting.value.path().read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + tried
    page = desktop.go("#/statistics")
    table = page.get_by_role("table", name="Averages by search")
    expect(table).to_contain_text("A* search")
    page.get_by_label("Algorithm", exact=True).select_option("bfs")
    expect(table).not_to_contain_text("A* search")
    page.get_by_role("button", name="Draw the plots").click()
    expect(page.locator(".plot .main-svg").first).to_be_visible()
    desktop.picture("statistics")
    page.get_by_label("Version").select_option("tree")
    expect(page.get_by_text("No trials for these filters")).to_be_visible()
    page.get_by_label("Version").select_option("graph")
    page.get_by_label("Counted as").select_option("textbook")
    expect(table).to_contain_text("Breadth-first search")


def test_a_heuristic_is_proved_and_a_formula_refuted(desktop):
    page = desktop.go("#/heuristics")
    page.get_by_label("Size", exact=True).select_option("2x3")
    page.get_by_role("button", name="Prove").click()
    expect(page.get_by_role("heading", name="Manhattan keeps both promises")).to_be_visible()
    page.locator("input[value=own]").check(force=True)
    page.get_by_label("Weight of part 2").fill("3")
    page.get_by_role("button", name="Prove").click()
    refuted = page.get_by_role("heading", name="max(manhattan,3*misplaced) overestimates")
    expect(refuted).to_be_visible()
    expect(page.locator(".example").first).to_contain_text("from the goal, and h says")
    wrong = page.get_by_role("link", name="Watch A* go wrong").first
    expect(wrong).to_have_attribute("href", re.compile(r"#/watch\?b=2x3:.*a=astar&h=max%28"))
    desktop.picture("heuristics")
    page.reload()
    expect(refuted).to_be_visible()
    expect(page.get_by_label("Weight of part 2")).to_have_value("3")
    page.get_by_label("Size", exact=True).select_option("4x4")
    page.get_by_role("button", name="Prove").click()
    proving = page.get_by_role("progressbar", name="Proving")
    expect(proving).to_be_visible()
    page.reload()  # it goes on, and may be done when the page is there again
    expect(refuted).to_be_visible()
    page.get_by_role("button", name="Prove").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped.")).to_be_visible()
