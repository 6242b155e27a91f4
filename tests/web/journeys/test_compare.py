"""Compare and explain: rows of searches in a table, in plots, and side by side."""

import csv
import re

from playwright.sync_api import expect

from slidelab.search import ALGORITHMS
from tests.oracles import course_programs
from tests.support.boards import EASY_CELLS

TEN = "b=3x3:4.3.1.5.7.2.0.6.8"
SMALL = "b=2x3:3.1.2.4.5.0"
HARD = "b=4x4:15.14.8.12.10.11.9.13.2.6.5.1.3.7.4.0"


def row(page, name):
    rows = page.get_by_role("region", name="Results by row").locator("tbody tr")
    return rows.filter(has=page.get_by_role("checkbox", name=name, exact=True))


def add(page, text):
    page.get_by_label("Add a row").fill(text)
    page.get_by_role("button", name="Add", exact=True).click()


def test_rows_count_as_the_command_line_counts_them(phone, cli):
    page = phone.go("compare", f"{TEN}&r=greedy&r=astar")
    add(page, "wastar misplaced weight=2 tree")
    add(page, "bfs random")
    page.get_by_role("button", name="Try all").click()
    expect(page.get_by_text("All 4 done.")).to_be_visible()
    expect(row(page, "A* search")).to_contain_text("shortest")
    expect(row(page, "Greedy best-first search")).to_contain_text("+24")
    expect(row(page, "Breadth-first search random")).to_contain_text("±")
    words = ("-a", "wastar misplaced weight=2 tree", "--format", "csv", "--no-record")
    ran = cli("compare", "431572068", *words, "--memory-limit", "8GB")
    [expected] = csv.DictReader(ran.out.splitlines())
    own = row(page, "Weighted A* search misplaced weight=2 tree")
    expect(own).to_contain_text(f"{int(expected['expanded']):,}")
    expect(own).to_contain_text("duplicates=tree")
    phone.check("compare")
    page.reload()  # the rows are in the address, and the results survive
    expect(row(page, "Greedy best-first search")).to_contain_text("34")
    for wrong, named in (("astar weight=2", "wastar has"), ("no-such", "no-such")):
        add(page, wrong)
        expect(page.get_by_role("alert")).to_contain_text(named)


def test_all_algorithms_fill_the_table_and_the_plots(visit):
    page = visit.go("compare", SMALL)
    page.get_by_role("checkbox", name="Depth-first search").uncheck()
    page.get_by_role("button", name="Try all").click()
    tried = len(ALGORITHMS) - 1
    expect(page.get_by_text(f"All {tried} done.")).to_be_visible()
    page.get_by_role("button", name="Generated").click()
    header = page.get_by_role("columnheader", name="Generated")
    expect(header).to_have_attribute("aria-sort", "ascending")
    page.get_by_role("button", name="Draw the plots").click()
    expect(page.locator(".plot .main-svg").first).to_be_visible()
    visit.check("compare-plots")
    for kind, start in (("PNG", b"\x89PNG"), ("SVG", b"<svg")):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=f"Save Path cost (moves) by row as {kind}").click()
        assert waiting.value.path().read_bytes().startswith(start)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="CSV").click()
    lines = waiting.value.path().read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + tried
    # Every search is recorded: the statistics know them.
    page = visit.go("statistics")
    table = page.get_by_role("table", name="Averages by search")
    expect(table).to_contain_text("A* search")
    page.get_by_label("Algorithm", exact=True).select_option("bfs")
    expect(table).not_to_contain_text("A* search")
    expect(table).to_contain_text("Breadth-first search")
    expect(page.locator(".statistics .plot .main-svg").first).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="CSV").click()
    assert "bfs" in waiting.value.path().read_text(encoding="utf-8")
    visit.check("statistics")


def test_a_comparison_is_stopped(visit):
    page = visit.go("compare", f"{HARD}&r=ids")
    page.get_by_role("button", name="Try all").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Try all")).to_be_enabled()


def test_rows_are_replayed_side_by_side_and_a_longer_path_is_named(phone):
    page = phone.go("compare", f"{TEN}&r=bfs&r=greedy&r=astar")
    page.get_by_role("button", name="Replay").click()
    moment = page.get_by_label("Moment of the replay")
    expect(moment).to_be_visible()
    moment.fill("500")
    searches = page.locator(".replay-search")
    expect(searches.nth(2)).to_contain_text("1st: a path of 10 moves")
    expect(searches.nth(1)).to_contain_text("24 more than the shortest")
    expect(page.locator(".replay .plot .main-svg").first).to_be_visible()
    phone.check("replay")
    page.get_by_role("button", name="Step back").click()
    expect(moment).to_have_value("499")


def test_numbers_of_another_program_are_explained(phone):
    expanded = str(course_programs.bfs(tuple(EASY_CELLS), order="RLDU")["expanded"])
    page = phone.go("explain", "b=3x3:1.2.5.3.4.0.6.7.8")
    form = page.locator(".view.explain")
    form.get_by_role("button", name="Explain").click()
    expect(form.get_by_text("Enter at least one number")).to_be_visible()
    form.get_by_label("Its algorithm").select_option("bfs")
    form.get_by_label("Nodes expanded").fill(expanded)
    form.get_by_role("button", name="Explain").click()
    expect(form.get_by_role("heading", name="explanations")).to_be_visible()
    phone.check("explain")
    form.get_by_role("button", name="Take this board").click()
    expect(page).not_to_have_url(re.compile("1.2.5.3.4.0.6.7.8"))
    form.get_by_role("button", name="Count like this").first.click()
    expect(page).to_have_url(re.compile("a=bfs"))
