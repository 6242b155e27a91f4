"""Solve: results, questions and refusals, the problem's settings, and the words that explain."""

import csv
import io
import json
import re

from playwright.sync_api import expect

from slidelab.puzzle import Shape, random_board
from slidelab.search import ALGORITHMS, Conventions
from slidelab.solving import SearchSpec

TEN = "b=3x3:4.3.1.5.7.2.0.6.8"
THREE = "b=3x3:1.2.5.3.4.0.6.7.8"
HARD = "b=4x4:15.14.8.12.10.11.9.13.2.6.5.1.3.7.4.0&g=blank-first&a=ids&e=textbook"


def solve(page):
    page.get_by_role("button", name=re.compile("^Solve")).click()


def bar(page):
    return page.get_by_role("region", name="The problem")


def headline(page, text):
    return page.get_by_role("heading", name=text)


def test_a_board_is_solved_and_its_path_is_walked(visit):
    page = visit.go("solve", TEN)
    solve(page)
    expect(headline(page, "Solved in 10 moves")).to_be_visible()
    expect(page.locator(".figures")).to_contain_text("Expanded14")
    visit.check("solve")
    page.get_by_label("Algorithm", exact=True).select_option("greedy")
    solve(page)
    expect(headline(page, "Solved in 34 moves")).to_be_visible()
    player = page.locator("slide-player")
    player.get_by_role("button", name="Step on").click()
    expect(player).to_contain_text("Step 1 of 34")
    player.get_by_role("button", name="Step back").click()
    player.get_by_label("Step", exact=True).fill("34")
    expect(player).to_contain_text("Step 34 of 34")
    assert player.locator("slide-board").evaluate("board => board.cells") == list(range(9))
    # The result survives a reload, and says when it belongs to another board or other settings.
    page.reload()
    expect(headline(page, "olved in 34 moves")).to_be_visible()
    page.get_by_label("Algorithm", exact=True).select_option("bfs")
    expect(page.get_by_text("These results are for other settings.")).to_be_visible()
    page.get_by_role("button", name="Shuffle").click()
    expect(page.get_by_text("These results are for an earlier board.")).to_be_visible()


def test_a_board_that_is_the_goal_is_already_solved(visit):
    page = visit.go("solve", "b=3x3:0.1.2.3.4.5.6.7.8")
    solve(page)
    expect(headline(page, "Already solved")).to_be_visible()
    expect(page.locator("slide-player")).to_be_visible()


def test_results_are_saved_as_the_command_line_writes_them(visit, cli, tmp_path):
    page = visit.go("solve", TEN)
    page.get_by_label("Preset", exact=True).select_option("driver")
    solve(page)
    texts = {}
    for label in ("JSON", "CSV", "output.txt", "SVG"):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=label, exact=True).click()
        texts[label] = waiting.value.path().read_text(encoding="utf-8")
    command = ("solve", "431572068", "-a", "astar", "--preset", "driver", "--format", "json")
    result, expected = json.loads(texts["JSON"]), cli(*command).json
    assert result.keys() == expected.keys()
    differing = {name for name in result if result[name] != expected[name]}
    assert differing <= {"seconds", "peak_memory_bytes"}
    row = next(csv.DictReader(io.StringIO(texts["CSV"])))
    assert (row["cost"], row["expanded"]) == ("10", str(result["expanded"]))
    assert texts["SVG"].count("<g ") == 11

    def steady(text):
        return [line for line in text.splitlines() if not line.startswith(("Running", "Max RAM"))]

    cli("driver", "ast", "431572068", "-o", str(tmp_path / "output.txt"))
    assert steady(texts["output.txt"]) == steady((tmp_path / "output.txt").read_text())


def test_a_board_without_a_solution_is_refused_with_a_reason(phone):
    page = phone.go("solve", "b=2x2:0.2.1.3&a=bfs")
    solve(page)
    expect(page.get_by_role("alert")).to_contain_text("cannot be solved")
    phone.check("unsolvable")
    page.get_by_role("button", name="Search anyway").click()
    expect(headline(page, "No path found")).to_be_visible()
    expect(page.locator(".figures")).to_contain_text("Expanded12")


def test_a_long_search_asks_whether_to_go_on_and_stops_at_once(visit):
    visit.page.clock.install()
    page = visit.go("solve", HARD)
    solve(page)
    expect(page.locator(".figures")).to_contain_text("Expanded")
    page.clock.fast_forward(10_000)
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text("No solution yet")
    before = page.locator(".figures").inner_text()
    expect(page.locator(".figures")).not_to_have_text(before)  # the search goes on meanwhile
    visit.check("question")
    page.get_by_role("button", name="Keep searching").click()
    expect(question).to_have_count(0)
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_role("region", name="Result")).to_contain_text("Stopped")


def test_a_10x10_is_answered_with_bounds(visit):
    board = random_board(Shape(10, 10), "blank-first", seed=1)
    page = visit.go("solve", "b=10x10:" + ".".join(map(str, board.state)))
    expect(page.get_by_label("Algorithm", exact=True)).to_have_value("auto")
    solve(page)
    solved = re.compile(r"Solved in [\d,]+ moves; at least \d+ are needed")
    expect(page.get_by_role("heading", level=2)).to_have_text(solved)
    page.get_by_role("button", name="Stop", exact=True).click()
    player = page.locator("slide-player")
    expect(player.get_by_label("Speed")).to_be_visible()
    expect(page.get_by_role("heading", level=2)).to_contain_text("Solved in")


def test_settings_hold_in_every_view_and_after_a_reload(phone):
    page = phone.go("solve", THREE)
    bar(page).get_by_role("button", name="Settings", exact=True).click()
    page.get_by_label("Algorithm", exact=True).select_option("ucs")
    bar(page).get_by_role("radio", name="Tree").click()
    expect(bar(page)).to_contain_text("Counted as textbook, except duplicates=tree.")
    for view in ("Watch", "Compare"):
        page.get_by_role("link", name=view, exact=True).click()
        expect(bar(page)).to_contain_text("except duplicates=tree")
    page.reload()
    expect(bar(page)).to_contain_text("except duplicates=tree")
    page.get_by_role("link", name="Solve", exact=True).click()
    bar(page).get_by_role("button", name="Settings", exact=True).click()
    page.get_by_role("button", name="Conventions…").click()
    dialog = page.get_by_role("dialog", name="Conventions")
    dialog.locator("select:has(option[value=lower-h])").select_option("lower-h")
    phone.check("conventions")
    dialog.get_by_role("button", name="Close").click()
    solve(page)
    expect(headline(page, "Solved in 3 moves")).to_be_visible()
    expect(page.get_by_role("region", name="Result")).to_contain_text("ties=lower-h")
    page.get_by_label("Size", exact=True).select_option("4x4")
    page.wait_for_url("**b=4x4:*")


def test_conventions_are_named_as_on_the_command_line(visit):
    page = visit.go("solve", f"{TEN}&a=astar&c.ties=last-in&c.duplicates=tree")
    chosen = SearchSpec("astar", conventions=Conventions(ties="last-in", duplicates="tree"))
    expect(bar(page)).to_contain_text(f"Counted as {chosen.counted_as}.")
    bar(page).get_by_role("radio", name="Random").click()
    expect(bar(page)).to_contain_text(re.compile(r"order=random:\d+"))
    before = bar(page).inner_text()
    bar(page).get_by_role("button", name="Draw another order").click()
    expect(bar(page)).not_to_have_text(before)
    bar(page).get_by_role("button", name="Back to textbook").click()
    expect(bar(page)).to_contain_text("Counted as textbook.")


def test_refusals_and_terms_are_explained(phone):
    page = phone.go("solve", f"{TEN}&a=beam&n.width=0")
    solve(page)
    expect(page.get_by_role("alert")).to_contain_text("width is 0")
    page = phone.go("solve", f"{TEN}&a=astar")
    solve(page)
    expect(headline(page, "Solved in 10 moves")).to_be_visible()
    result = page.get_by_role("region", name="Result")
    card = page.get_by_role("complementary", name="About this search")
    expect(card.get_by_role("link", name="Optimal")).to_be_visible()
    phone.check("terms")
    result.get_by_role("link", name="Largest frontier").tap()
    expect(page.locator("#counters-max_frontier")).to_be_in_viewport()


def test_help_has_every_algorithm_and_is_one_click_away(visit):
    page = visit.go("solve", f"{TEN}&a=ida")
    card = page.get_by_role("complementary", name="About this search")
    card.get_by_role("link", name="Help").click()
    expect(page.locator("#algorithms-ida")).to_be_in_viewport()
    expect(page.get_by_role("heading", name="Iterative deepening A*")).to_be_visible()
    text = page.locator("main").text_content()
    missing = [algorithm.title for algorithm in ALGORITHMS.values() if algorithm.title not in text]
    assert missing == []
    visit.check("help")
