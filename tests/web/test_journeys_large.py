"""Play on a board of 20x20: all of it works, and a move costs little."""

import re

import pytest

pytest.importorskip("playwright", reason="the browser journeys need the package playwright")

from playwright.sync_api import expect

from slidelab import Shape
from slidelab.puzzle import random_board
from tests.web.test_journeys_play import expect_cells

pytestmark = pytest.mark.nightly


CHANGES_OF_A_MOVE = """async () => {
  let changes = 0;
  const watcher = new MutationObserver((records) => {
    changes += records.length;
  });
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  const roots = [...document.querySelectorAll("slide-board")].map((board) => board.shadowRoot);
  for (const root of [document.querySelector("main"), ...roots]) watcher.observe(root, all);
  const event = new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true });
  document.body.dispatchEvent(event);
  await new Promise((then) => requestAnimationFrame(() => setTimeout(then)));
  return changes;
}"""


def test_a_move_on_20_by_20_changes_little_and_the_board_is_solved_from_there(desktop):
    board = random_board(Shape(20, 20), "blank-first", seed=7)
    page = desktop.go("#/play?b=20x20:" + ".".join(map(str, board.state)))
    expect(page.locator(".hint-line")).to_contain_text("at least")
    assert 10 < page.evaluate(CHANGES_OF_A_MOVE) < 200
    page.get_by_role("button", name="Solve from here").click()
    page.get_by_label("Moves per second").fill("100")
    expect(page.locator(".figures dd").nth(1)).to_have_text(re.compile(r"^\d\d+$"))
    page.get_by_role("button", name="All at once").click()
    expect(page.get_by_role("region", name="The game is over")).to_contain_text("with help")
    expect_cells(page, list(range(400)))
