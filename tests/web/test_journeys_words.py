"""Words that explain themselves: traits of algorithms, counters, the glossary, plain refusals."""

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

from slidelab.search import ALGORITHMS
from slidelab.search.counters import COUNTERS
from slidelab.solving.reference import list_terms
from tests.support.browser import keep_picture
from tests.support.server import DOCS
from tests.web.test_journeys_access import violations

pytestmark = pytest.mark.nightly

BOARD = "b=3x3:4.3.1.5.7.2.0.6.8"


def test_every_algorithm_has_a_card_of_its_traits(desktop):
    page = desktop.go(f"#/solve?{BOARD}")
    card = page.get_by_role("complementary", name="About this search")
    for algorithm in ALGORITHMS.all():
        page.get_by_label("Algorithm", exact=True).select_option(algorithm.name)
        expect(card).to_contain_text(algorithm.title)
        told = card.inner_text()
        for words in (algorithm.complete, algorithm.time, algorithm.memory):
            assert words.replace("`", "") in told
        buttons = card.get_by_role("button").all_inner_texts()
        assert {"Complete", "Optimal", "Time", "Memory", "Informed", "Frontier"} <= {*buttons}


def test_counters_are_explained_at_a_tap(phone):
    page = phone.go(f"#/solve?{BOARD}&a=astar")
    page.get_by_role("button", name="Solve", exact=True).click()
    expect(page.get_by_role("heading", name="Solved in 10 moves")).to_be_visible()
    word = page.get_by_role("region", name="Result").get_by_role("button", name="Largest frontier")
    meaning = page.get_by_text(COUNTERS["max_frontier"].meaning.replace("`", ""))
    expect(meaning).to_be_hidden()
    word.tap()
    expect(meaning).to_be_visible()
    expect(meaning).to_be_in_viewport(ratio=1)
    phone.picture("term")
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(meaning).to_be_hidden()


def test_the_glossary_has_every_word(phone):
    page = phone.go("#/play")
    page.get_by_role("button", name="Glossary").click()
    dialog = page.get_by_role("dialog", name="Glossary")
    expect(dialog).to_be_visible()
    told = dialog.text_content()
    assert [page["summary"] for page in list_terms() if page["summary"] not in told] == []
    phone.picture("glossary")
    assert violations(page) == []


def test_refusals_are_in_plain_words_and_docs_are_linked(desktop):
    page = desktop.go(f"#/solve?{BOARD}&a=beam&n.width=0")
    page.get_by_role("button", name="Solve", exact=True).click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Check your input")
    expect(alert).to_contain_text("width is 0; it must be a whole number, 1 or more")
    expect(alert).not_to_contain_text("Unprocessable")
    link = page.get_by_role("link", name="Solve a board")
    expect(link).to_have_attribute("href", f"{DOCS}searching/")


def test_the_reference_is_a_click_away_from_the_first_start(phone):
    page = phone.go(f"#/solve?{BOARD}&a=ida")
    card = page.get_by_role("complementary", name="About this search")
    with page.expect_popup() as opening:
        card.get_by_role("link", name="Reference").click()
    reference = opening.value
    entry = reference.locator("#algorithms-ida")
    expect(entry).to_be_in_viewport()
    expect(entry.get_by_role("heading")).to_have_text("Iterative deepening A*")
    phone.picture("about")
    keep_picture(reference, "reference-phone")
    told = reference.locator("main").text_content()
    times = [algorithm.time for algorithm in ALGORITHMS.all()]
    counters = [counter.meaning.replace("`", "") for counter in COUNTERS.values()]
    meanings = [page["summary"] for page in list_terms()]
    assert [text for text in (*times, *counters, *meanings) if text not in told] == []
    assert violations(reference) == []
    assert reference.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for link in reference.get_by_role("navigation").get_by_role("link").all():
        assert reference.locator(link.get_attribute("href")).count() == 1
