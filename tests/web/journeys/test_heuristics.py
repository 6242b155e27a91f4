"""Heuristics: proofs with counter-examples, formulas used in every view, and the editor of code."""

import re

from playwright.sync_api import expect

TEN = "b=3x3:4.3.1.5.7.2.0.6.8"
FORMULA = "max(manhattan,3*misplaced)"


def prove(page, size=None):
    if size:
        page.get_by_label("Size", exact=True).select_option(size)
    page.get_by_role("button", name="Prove").click()


def test_a_heuristic_is_proved_and_a_formula_refuted(visit):
    page = visit.go("heuristics")
    prove(page, "2x3")
    expect(
        page.get_by_role("heading", name="Manhattan is admissible and consistent")
    ).to_be_visible()
    visit.check("heuristics")
    page.get_by_label("Heuristic", exact=True).select_option("")
    page.get_by_role("textbox", name="Formula").fill(FORMULA)
    prove(page)
    refuted = page.get_by_role("heading", name=f"{FORMULA} overestimates")
    expect(refuted).to_be_visible()
    wrong = page.get_by_role("link", name="Watch A* go wrong").first
    expect(wrong).to_have_attribute("href", re.compile(r"#/watch\?b=2x3:.*a=astar&h=max%28"))
    prove(page, "4x4")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped.")).to_be_visible()


def test_a_formula_is_used_in_every_view(phone, cli):
    page = phone.go("solve", f"{TEN}&a=astar")
    page.get_by_role("link", name="Heuristics", exact=True).click()
    page.get_by_label("Heuristic", exact=True).select_option("")
    page.get_by_role("textbox", name="Formula").fill(FORMULA)
    prove(page, "2x2")

    def use(view):
        page.get_by_role("link", name="Heuristics", exact=True).click()
        offer = page.get_by_role("region", name="Use the formula")
        offer.get_by_role("button", name=view).click()

    use("Solve")
    page.get_by_role("button", name="Solve", exact=True).click()
    result = page.get_by_role("region", name="Result")
    expected = cli("solve", "431572068", "-a", "astar", "-H", FORMULA, "--format", "json").json
    expect(result.locator(".figures")).to_contain_text(f"Expanded{expected['expanded']:,}")
    use("Watch")
    expect(page.locator(".film-place")).to_contain_text("Event 1 of")
    page.get_by_role("button", name="Goal", exact=True).click()
    counters = page.locator("search-film .counters")
    expect(counters).to_contain_text(f"Expanded{expected['expanded']:,}")


def test_code_needs_python_and_a_server_without_it_says_so(visit):
    detail = "Fetch it with slidelab warmup --pyodide."
    problem = {"title": "", "problems": [detail]}
    visit.page.route(
        "**/python/catalogue.json", lambda route: route.fulfill(status=503, json=problem)
    )
    page = visit.go("code", TEN)
    expect(page.locator(".code-status")).to_contain_text("slidelab warmup --pyodide")
    visit.check("code")
