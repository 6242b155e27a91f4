"""Racing: lanes in words, progress and cancelling, places that say what they are by."""

import re

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

from tests.support.browser import Visit, on_a_site
from tests.support.server import serving
from tests.web.test_journeys_access import violations

pytestmark = pytest.mark.nightly

BOARD = "b=3x3:4.3.1.5.7.2.0.6.8"
HARD = "b=4x4:15.14.8.12.10.11.9.13.2.6.5.1.3.7.4.0"


def lane(page, at: int):
    return page.locator(".lane").nth(at)


def to_the_end(page) -> None:
    page.get_by_label("Moment of the race").fill("1000")


def start(page) -> None:
    page.get_by_role("button", name="Start the race").click()
    expect(page.get_by_label("Moment of the race")).to_be_visible()
    to_the_end(page)


@on_a_site
def test_places_are_by_the_measure_and_say_when_a_path_is_longer(phone):
    page = phone.go(f"#/race?{BOARD}&r=bfs&r=greedy&r=astar")
    start(page)
    expect(lane(page, 2)).to_contain_text("1st by nodes: a path of 10 moves, a shortest one.")
    expect(lane(page, 1)).to_contain_text(
        "2nd by nodes: a path of 34 moves, 24 more than the shortest."
    )
    expect(lane(page, 0)).to_contain_text("3rd by nodes")
    page.get_by_role("radio", name="Moves").click()
    expect(lane(page, 0)).to_contain_text("1st by moves: a path of 10 moves")
    expect(lane(page, 1)).to_contain_text("3rd by moves")
    expect(page.locator(".lane.winner")).to_have_count(2)
    chart = page.get_by_role("img", name=re.compile("Lowest h so far in the race"))
    expect(chart).to_have_accessible_name(
        re.compile("Breadth-first search at most 10 in 614 expansions")
    )
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save Lowest h so far as SVG").click()
    assert "polyline" in saved.value.path().read_text()
    expect(lane(page, 0).get_by_label("Algorithm of this lane")).to_be_hidden()
    phone.picture("race")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.get_by_role("radio", name="Time").click()
    to_the_end(page)
    expect(page.locator(".lane", has_text="1st by time in")).to_have_count(1)


def test_the_first_with_a_longer_path_is_not_green(desktop):
    # Without a heuristic that promises anything, nodes alone would make greedy search the winner.
    page = desktop.go(f"#/race?{BOARD}&r=bfs&r=greedy")
    start(page)
    expect(lane(page, 1)).to_contain_text("1st by nodes: a path of 34 moves, 24 more")
    expect(page.locator(".lane.winner")).to_have_count(0)
    expect(page.locator(".lane.longer")).to_have_count(1)


def test_lanes_are_in_the_link_and_adding_one_keeps_the_others(desktop):
    page = desktop.go(f"#/race?{BOARD}&r=bfs&r=wastar+weight%3D3")
    start(page)
    expect(lane(page, 1).get_by_label("What is special about this lane")).to_have_value("weight=3")
    films = []
    page.on("request", lambda r: films.append(r.url) if r.url.endswith("/api/traces") else None)
    page.get_by_role("button", name="Lane", exact=True).click()
    expect(page.locator(".lane")).to_have_count(3)
    lane(page, 2).get_by_label("Algorithm of this lane").select_option("astar")
    lane(page, 2).get_by_label("Heuristic of this lane").select_option("misplaced")
    start(page)
    assert len(films) == 1
    page.wait_for_url("**r=astar+misplaced*")
    page.get_by_role("radio", name="Moves").click()
    page.get_by_label("Moment of the race").fill("400")
    page.reload()  # the race is searched again, and stands where it stood
    expect(page.get_by_label("Moment of the race")).to_have_value("400")
    expect(page.get_by_role("radio", name="Moves")).to_be_checked()
    expect(lane(page, 2).get_by_label("Heuristic of this lane")).to_have_value("misplaced")
    page.get_by_role("button", name="Change lanes").click()
    lane(page, 0).get_by_role("button", name="Remove").click()
    expect(page.locator(".lane")).to_have_count(2)
    expect(lane(page, 0).get_by_label("Algorithm of this lane")).to_have_value("wastar")


@pytest.fixture(scope="module")
def slowly_filming(tmp_path_factory):
    data = tmp_path_factory.mktemp("films")
    with serving(data, workers=2, film_seconds=600, film_events=10_000_000) as running:
        yield running


COUNTING = re.compile(r"Filming… [1-9][\d,]* nodes expanded, [1-9][\d,]* events")


def expect_moving_counts(place, counting=COUNTING) -> None:
    """Wait until what is told of a search has changed while it runs."""
    expect(place).to_contain_text(counting)
    expect(place).not_to_have_text(place.inner_text())


@pytest.mark.xdist_group("race")
def test_a_race_shows_how_far_it_is_and_can_be_cancelled(browser, slowly_filming):
    visit = Visit(browser, slowly_filming.address, "phone")
    page = visit.go(f"#/race?{HARD}&r=bfs&r=ids")
    page.get_by_role("button", name="Start the race").click()
    expect_moving_counts(lane(page, 0).locator("dd").first, re.compile("[1-9]"))
    page.reload()  # what was being searched is searched again
    expect_moving_counts(lane(page, 1).locator("dd").first, re.compile("[1-9]"))
    expect(page.get_by_role("progressbar", name="Searching")).to_be_visible()
    visit.picture("race-searching")
    page.get_by_role("button", name="Cancel").click()
    expect(lane(page, 0)).to_contain_text("Ready.")
    expect(page.get_by_role("button", name="Start the race")).to_be_enabled()
    page.reload()
    expect(lane(page, 0)).to_contain_text("Ready.")
    visit.close()


@pytest.mark.xdist_group("race")
def test_watch_shows_how_far_a_film_is_and_can_be_cancelled(browser, slowly_filming):
    visit = Visit(browser, slowly_filming.address)
    page = visit.go(f"#/watch?{HARD}&a=bfs")
    expect_moving_counts(page.locator(".filming"))
    visit.picture("watch-filming")
    assert violations(page) == []
    with page.expect_request(
        lambda request: request.method == "DELETE" and "/api/searches/" in request.url
    ):
        page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("The search was not filmed to the end.")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Film it").click()
    expect(page.locator(".filming")).to_contain_text(COUNTING)
    visit.close()
