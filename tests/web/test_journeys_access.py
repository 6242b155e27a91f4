"""Every view, in the dark and on a phone: axe finds nothing, nothing sticks out.

The other journeys have axe look at each view in the light, with what they have made it show.
"""

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

from tests.support.browser import Visit
from tests.support.processes import eventually

pytestmark = pytest.mark.nightly

BOARD = "?b=3x3:4.3.1.5.7.2.0.6.8"
VIEWS = ("play", "solve", "watch", "race", "compare", "statistics", "heuristics")


@cache
def axe_script():
    found = find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        pytest.skip("the accessibility journeys need the package axe-playwright-python")
    return next(Path(found.origin).parent.rglob("axe.min.js")).read_text(encoding="utf-8")


def violations(page):
    """What axe finds on the page as it stands."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_script())
    # No rule that is run needs the style sheets fetched again, and nobody what axe found in order.
    found = page.evaluate(
        """axe.run(document, { resultTypes: ['violations'], preload: false })
          .then(({ violations }) => violations)"""
    )
    return [
        f"{one['id']}: {one['help']}: {node['html'][:160]}"
        for one in found
        for node in one["nodes"]
    ]


def settle(page, view):
    """Bring the view to the state in which it shows most."""
    if view == "play":
        expect(page.locator(".hint-line")).to_contain_text("10 moves")
    elif view == "solve":
        page.get_by_role("button", name="Solve", exact=True).click()
        expect(page.get_by_role("heading", name="Solved in 10 moves")).to_be_visible()
    elif view == "watch":
        expect(page.locator(".film-place")).to_contain_text("of 56")
        page.get_by_role("button", name="To the end").click()
        expect(page.locator(".film-words")).to_contain_text("Goal!")
    elif view == "race":
        expect(page.locator(".lane")).to_have_count(3)
    elif view == "compare":
        expect(page.get_by_role("checkbox", name="A* search", exact=True)).to_be_visible()
    elif view == "statistics":
        found = page.get_by_role("table").or_(page.get_by_text("No trials for these filters"))
        expect(found.first).to_be_visible()
    elif view == "heuristics":
        page.get_by_label("Size", exact=True).select_option("2x2")
        page.get_by_role("button", name="Prove").click()
        expect(page.get_by_text("Error by distance").first).to_be_visible()


def check(visit, name):
    """Look at what is shown with all of axe's rules."""
    # Colours change in a transition, though it is as short as can be.
    eventually(lambda: visit.page.evaluate("document.getAnimations().length") == 0)
    visit.picture(name)
    assert violations(visit.page) == [], name


def test_axe_finds_nothing_on_any_view_in_the_dark(phone):
    phone.page.emulate_media(color_scheme="dark")
    for view in VIEWS:
        page = phone.go(f"#/{view}{BOARD}")
        settle(page, view)
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        check(phone, f"{view}-dark")
        width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0, f"{view} sticks out by {width} pixels"
    page = phone.go(f"#/play{BOARD}")
    page.get_by_role("button", name="Set board…").click()
    check(phone, "editor-dark")


def test_every_control_is_reached_by_the_keyboard_with_visible_focus(desktop):
    page = desktop.go(f"#/play{BOARD}")
    seen = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        seen.add(
            page.evaluate(
                """() => {
                  let e = document.activeElement;
                  if (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
                  if (e === document.body) return '';
                  const style = getComputedStyle(e);
                  const shown = style.outlineStyle !== 'none'
                    || e.matches('.segmented input, .hidden-text');
                  const name = e.getAttribute('aria-label') ?? e.textContent.trim().slice(0, 20);
                  return shown ? name : `NO OUTLINE ${name}`;
                }"""
            )
        )
    assert not [name for name in seen if name.startswith("NO OUTLINE")], seen
    for name in ("Skip to", "Puzzle board", "Restart", "Hint", "Shuffle", "Set board…", "Share"):
        assert any(name in one for one in seen), (name, seen)


def test_the_page_is_small_and_usable_at_once(desktop):
    sizes = []
    desktop.page.on(
        "response", lambda r: sizes.append((r.url, int(r.headers.get("content-length", 0))))
    )
    for view in VIEWS:
        page = desktop.go(f"#/{view}")
        if view == "play":
            expect(page.locator("#version")).not_to_be_empty()
            assert sum(size for _, size in sizes) < 150_000, sizes
    static = {url: size for url, size in sizes if "/static/" in url or url.endswith("/")}
    assert sum(static.values()) < 400_000, static
    assert not any("plotly" in url for url in static)


@pytest.mark.parametrize(("view", "modules"), [("play", []), ("watch", ["views/watch.js"])])
def test_a_first_visit_asks_for_few_files(desktop, view, modules):
    asked = []
    desktop.page.on("request", lambda request: asked.append(request.url))
    page = desktop.go(f"#/{view}")
    expect(page.locator("#version")).not_to_be_empty()
    scripts = [url.partition("/static/js/")[2] for url in asked if ".js" in url]
    assert scripts == [f"{name}?joined" for name in ("main.js", *modules)]
    assert len(asked) < 30, asked


def test_other_views_open_without_the_server_once_all_is_quiet(browser, server):
    visit = Visit(browser, server.address, saves_data=False)
    with visit.page.expect_request("**/views/heuristics.js?joined"):
        page = visit.go(f"#/play{BOARD}")
    page.evaluate("import('/static/js/views/heuristics.js?joined').then(() => true)")
    page.route("**", lambda route: route.abort())
    page.get_by_role("link", name="Heuristics", exact=True).click()
    page.wait_for_selector("main .view.heuristics")
    visit.close()


def test_screen_readers_hear_the_board_and_the_steps(desktop):
    page = desktop.go("#/play?b=3x3:1.2.5.3.4.0.6.7.8")
    grid = page.get_by_role("grid", name="Puzzle board")
    expect(grid.get_by_role("gridcell")).to_have_count(9)
    expect(grid.get_by_role("gridcell").nth(5)).to_have_accessible_name("blank")
    grid.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".play-board [aria-live]")).to_contain_text("Tile 5 down")
    expect(page.get_by_role("img", name="Goal board. row 1: blank 1 2")).to_be_visible()


def test_the_api_can_be_read_as_a_page(desktop):
    desktop.page.goto(f"{desktop.address}/docs")
    operation = desktop.page.locator("section", has_text="POST /api/searches").first
    operation.get_by_text("Answers").click()
    expect(operation).to_contain_text("202 Successful Response")
    operation.get_by_role("link", name="SearchRequest").click()
    expect(desktop.page).to_have_url(re.compile("#SearchRequest$"))
    assert violations(desktop.page) == []
    desktop.picture("api")


def test_what_a_link_leaves_out_is_what_the_server_takes(desktop, server):
    page = desktop.page
    page.goto(f"{desktop.address}/api/health")  # any place from which the module can be imported
    defaults = page.evaluate("import('/static/js/puzzle/link.js').then((link) => link.DEFAULTS)")
    assert defaults == server.client.get("/api/catalogue").json()["defaults"]
