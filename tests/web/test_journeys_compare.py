"""Comparing on the page: free rows, counts that move, what is shortest, and nothing lost."""

import csv
import re

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

from tests.support.cli import invoke
from tests.web.test_journeys_access import violations

pytestmark = pytest.mark.nightly

BOARD = "b=3x3:4.3.1.5.7.2.0.6.8"
HARD = "b=4x4:15.14.8.12.10.11.9.13.2.6.5.1.3.7.4.0"


def row(page, name: str):
    return (
        page.get_by_role("region", name="Results by row")
        .locator("tbody tr")
        .filter(has=page.get_by_role("checkbox", name=name, exact=True))
    )


def add(page, text: str) -> None:
    page.get_by_label("Add a row").fill(text)
    page.get_by_role("button", name="Add", exact=True).click()


def test_free_rows_count_as_the_command_line_counts_them(phone):
    page = phone.go(f"#/compare?{BOARD}&r=greedy&r=astar")
    add(page, "wastar misplaced weight=2 tree")
    own = row(page, "Weighted A* search misplaced weight=2 tree")
    expect(own).to_be_visible()
    add(page, "bfs random")
    expect(row(page, "Breadth-first search random")).to_be_visible()
    page.get_by_role("button", name="Try all").click()
    expect(page.get_by_text("All 4 done.")).to_be_visible()
    expect(row(page, "A* search")).to_contain_text("shortest")
    expect(row(page, "Greedy best-first search")).to_contain_text("+24")
    expect(own).to_contain_text("Counted as textbook, except: tree search")
    words = ("--row", "wastar misplaced weight=2 tree", "--format", "csv", "--no-record")
    room = ("--memory-limit", "8GB")  # this process may hold much of earlier tests
    [told] = csv.DictReader(invoke("compare", "431572068", *words, *room).stdout.splitlines())
    assert told["status"] == "solved", told
    expect(own).to_contain_text(f"{int(told['expanded']):,}")
    expect(row(page, "Breadth-first search random")).to_contain_text("±")
    phone.picture("compare-rows")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    # The rows are in the address, and the results outlive a reload.
    page.reload()
    expect(row(page, "Greedy best-first search")).to_contain_text("34")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Shuffle").click()
    expect(page.get_by_text("These results are for an earlier board.")).to_be_visible()


def test_a_row_that_means_nothing_is_explained(desktop):
    page = desktop.go(f"#/compare?{BOARD}")
    add(page, "astar weight=2")
    expect(page.get_by_role("alert")).to_contain_text("'weight=2'")
    add(page, "no-such")
    expect(page.get_by_role("alert")).to_contain_text("there is no algorithm 'no-such' here")
    page.get_by_role("button", name="Remove the row bfs").click()
    expect(row(page, "Breadth-first search")).to_have_count(0)
    page.wait_for_url("**r=dfs*")


def test_counts_move_while_a_search_runs(phone):
    page = phone.go(f"#/compare?{HARD}&r=ids&e=textbook")
    page.get_by_role("button", name="Try all").click()
    searched = row(page, "Iterative deepening search")
    expanded = searched.locator("td[data-title=Expanded]")
    expect(expanded).to_have_text(re.compile(r"^[\d,]+$"))
    expect(expanded).not_to_have_text(expanded.inner_text())
    page.reload()  # which begins again what was under way
    expect(expanded).to_have_text(re.compile(r"^[\d,]+$"))
    page.get_by_role("button", name="Stop").click()
    expect(searched).to_contain_text("stopped")
    page.reload()
    expect(page.get_by_role("button", name="Try all")).to_be_enabled()
    expect(searched).to_contain_text("stopped")


def test_what_a_stopped_comparison_found_stays_and_the_rest_is_tried(phone):
    page = phone.go(f"#/compare?{BOARD}&r=astar&r=ida")
    page.get_by_role("button", name="Try all").click()
    expect(page.get_by_text("All 2 done.")).to_be_visible()
    add(page, "greedy")
    page.get_by_role("button", name="Try the rest (1)").click()
    expect(page.get_by_text("All 1 done.")).to_be_visible()
    table = page.get_by_role("region", name="Results by row")
    expect(table.locator("td", has_text="solved")).to_have_count(3)
    expect(table.locator("tbody tr").last).to_contain_text(re.compile("^Greedy"))
