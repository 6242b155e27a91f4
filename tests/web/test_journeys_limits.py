"""From the first click on any size: what is left open answers, and a limit is a question."""

import re

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

from tests.web.browsing import SIZES, Visit
from tests.web.serving import serving
from tests.web.test_journeys_access import violations

pytestmark = pytest.mark.slow

KORF = "b=4x4:14.13.15.7.11.12.9.5.6.0.2.1.4.8.10.3"
"""The first of Korf's boards: 57 moves from its goal."""


@pytest.fixture(scope="module")
def asking(tmp_path_factory):
    """A server on which a search asks after few nodes."""
    with serving(tmp_path_factory.mktemp("limits"), workers=2, nodes=50_000) as server:
        yield server


@pytest.mark.parametrize("size", list(SIZES))
def test_a_node_limit_asks_and_the_better_choice_answers(browser, asking, size):
    visit = Visit(browser, asking.address, **SIZES[size])
    page = visit.go(f"#/solve?{KORF}&a=ida&e=textbook")
    page.get_by_role("button", name="Solve", exact=True).click()
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text("50,000 nodes so far (node limit)", timeout=60_000)
    visit.picture(f"node-limit-{size}")
    assert violations(page) == []
    page.get_by_role("button", name="10 seconds more").click()
    # It goes on from where it stood, and now only its time is a limit.
    expect(question).to_contain_text("nodes so far (time limit)", timeout=60_000)
    told = re.findall(r"([\d,]+) nodes", question.inner_text())
    assert int(told[0].replace(",", "")) > 50_000
    expect(question).to_contain_text("“Automatic” finds a shortest path on boards of this size")
    page.get_by_role("button", name="Use Automatic instead").click()
    expect(page.get_by_role("heading", name="Solved in 57 moves")).to_be_visible(timeout=180_000)
    visit.close()


def test_what_is_left_open_answers_on_4x4_and_beyond(desktop):
    page = desktop.go(f"#/solve?{KORF}")
    expect(page.get_by_label("Algorithm", exact=True)).to_have_value("auto")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.get_by_role("heading", name="Solved in 57 moves")).to_be_visible(timeout=180_000)
    page.get_by_label("Size", exact=True).select_option("6x6")
    page.get_by_role("button", name="Solve again").click()
    answer = re.compile(r"Solved in \d+ moves")
    expect(page.get_by_role("heading", name=answer)).to_be_visible(timeout=60_000)
