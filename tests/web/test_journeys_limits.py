"""From the first click on any size: what is left open answers, and a limit is a question."""

import re

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

from tests.web.test_journeys_access import violations

pytestmark = pytest.mark.nightly

KORF = "b=4x4:14.13.15.7.11.12.9.5.6.0.2.1.4.8.10.3"
"""The first of Korf's boards: 57 moves from its goal."""


def test_a_node_limit_asks_and_the_better_choice_answers_on_4x4_and_beyond(phone):
    phone.limit(nodes=5_000)
    page = phone.go(f"#/solve?{KORF}&a=ida&e=textbook")
    page.route("**/continue", lambda route: route.continue_(post_data='{"seconds": 1}'))
    page.get_by_role("button", name="Solve", exact=True).click()
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text("5,000 nodes so far (node limit)")
    phone.picture("node-limit")
    assert violations(page) == []
    page.get_by_role("button", name="10 seconds more").click()
    # It goes on from where it stood, and now only its time is a limit.
    expect(question).to_contain_text("nodes so far (time limit)")
    told = re.findall(r"([\d,]+) nodes", question.inner_text())
    assert int(told[0].replace(",", "")) > 5_000
    expect(question).to_contain_text("“Automatic” finds a shortest path on boards of this size")
    page.unroute("**/api/searches")
    page.get_by_role("button", name="Use Automatic instead").click()
    expect(page.get_by_role("heading", name="Solved in 57 moves")).to_be_visible()
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_label("Size", exact=True).select_option("6x6")
    page.get_by_role("button", name="Solve", exact=True).click()
    answer = re.compile(r"Solved in \d+ moves; at least")
    expect(page.get_by_role("heading", name=answer)).to_be_visible()
