"""The docs site: built strictly, whole, and asking nothing of the net."""

import json
import os
import re
import subprocess
import sys
import zlib
from base64 import b64decode
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType

import pytest

import slidelab
from tests.support.browser import PATIENCE, keep_picture
from tests.support.processes import eventually

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "slidelab"
pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("docs site")]


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    for package in ("mkdocs", "material", "mkdocstrings_handlers"):
        if find_spec(package) is None:
            pytest.skip("the docs site needs its own packages: pip install --group docs")
    folder, lab = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("lab")
    (lab / "index.html").write_text("The lab")
    done = subprocess.run(
        # With --quiet, MkDocs would not count the warnings that --strict is about.
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "SLIDELAB_LAB": str(lab)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def indexed(site: Path) -> dict[str, str]:
    """What the search knows: the text of each place."""
    index = json.loads((site / "search" / "search_index.json").read_text())
    return {entry["location"]: entry["text"] for entry in index["docs"]}


def test_every_page_can_be_searched(site):
    places = {place.partition("#")[0] for place in indexed(site)}
    pages = [page.relative_to(ROOT / "docs") for page in (ROOT / "docs").rglob("*.md")]
    assert places >= {str(page.with_suffix(".html")) for page in pages}
    assert places >= {"index.html", "contributing.html", "changelog.html"}


def test_the_first_page_links_to_the_lab_below_it(site):
    for page in ("index.html", "site.html"):
        assert 'href="lab/index.html"' in (site / page).read_text()
    assert (site / "lab" / "index.html").read_text() == "The lab"
    examples = (site / "searching.html").read_text()
    assert re.search(r'href="lab/index.html#/solve\?b=3x3:[0-8.]{17}&amp;g=blank-', examples)


def test_files_of_code_open_in_the_lab(site):
    text = (site / "extending.html").read_text()
    packed = re.findall(r'href="lab/index.html#/code\?f=([\w-]+)"', text)
    files = [json.loads(zlib.decompress(b64decode(each + "==", b"-_"), -15))[0] for each in packed]
    assert {file["name"]: file["kind"] for file in files} == {
        "ideas.py": "heuristic",
        "search.py": "algorithm",
    }
    for file in files:
        compile(file["text"], file["name"], "exec")
        assert not re.search(r"^(>>>|\.\.\.)", file["text"], re.M)


def test_the_reference_has_every_public_name_with_its_docstring(site):
    places = indexed(site)
    overview = (site / "reference" / "slidelab.html").read_text()
    for name in slidelab.__all__:
        thing = getattr(slidelab, name)
        if not isinstance(thing, type | FunctionType):  # a package, or a mapping of what it holds
            assert f"<code>{name}</code>" in overview
            continue
        module = thing.__module__
        home = module.split(".")[1]
        # A package speaks for its modules, where it has the name too.
        named = [f"{home}.html#{place}.{name}" for place in (f"slidelab.{home}", module)]
        assert any(places.get(f"reference/{place}") for place in named), f"{name} has no text"
        assert any(f'href="{place}"' in overview for place in named)


def test_the_reference_has_every_command(site):
    places = indexed(site)
    commands = [path.stem.strip("_") for path in (SOURCE / "cli" / "commands").glob("[!_]*.py")]
    assert commands
    for command in commands:
        assert f"reference/commands.html#slidelab-{command}" in places


def test_docstrings_show_their_sessions_as_code(site):
    page = (site / "reference" / "puzzle.html").read_text()
    assert "&gt;&gt;&gt; </span>" in page
    assert "<blockquote>" not in page


def test_nothing_is_fetched_from_elsewhere(site):
    fetching = (
        r'<(?:script|img|iframe|source)\b[^>]*\bsrc="(https?:)?//|<link\b[^>]*\bhref="https?://'
    )
    for page in site.rglob("*.html"):
        assert not re.search(fetching, page.read_text()), page


def test_a_reader_searches_it_from_the_disk(site, browser):
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"file://{site}/index.html")
    found = page.locator("a.md-search-result__link:visible", has_text="The choices")
    box = page.get_by_role("textbox", name="Search")

    def search() -> bool:
        # The box only listens once the index is read, which nothing on the page tells.
        box.fill("")
        box.press_sequentially("count_blank", delay=20)
        page.wait_for_timeout(500)
        return found.count() > 0

    eventually(search)
    found.first.click()
    page.wait_for_url("**/conventions.html*")
    page.get_by_role("heading", name="The choices").wait_for()
    page.close()
    assert not errors
    assert all(address.startswith(f"file://{site}/") for address in asked)


def boards_of_examples(page: Path) -> set[str]:
    """The boards in a page's blocks of code: nine digits, each of them once."""
    blocks = re.findall(r"^```(?:python|console)\n(.*?)^```", page.read_text(), re.M | re.S)
    digits = re.findall(r"(?<![\d.,])\d{9}(?![\d.,])", "\n".join(blocks))
    return {text for text in digits if sorted(text) == list("012345678")}


def test_every_example_board_can_be_played_with(site):
    pages = {page: boards_of_examples(page) for page in (ROOT / "docs").glob("*.md")}
    assert len([boards for boards in pages.values() if boards]) > 8, "the tutorials"
    for page, boards in pages.items():
        text = (site / f"{page.stem}.html").read_text()
        assert 'src="assets/slidelab.js"' in text
        for board in boards:
            assert f"<summary>Play with {board}</summary>" in text, page


def test_a_reader_plays_with_an_example(site, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(PATIENCE)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"file://{site}/searching.html")
    example = page.locator("details.play").first
    example.locator("summary").click()
    grid = example.get_by_role("grid")
    before = example.locator("slide-board").first.evaluate("(board) => board.cells.join()")
    cells = "(board) => board.cells.join()"
    grid.press("ArrowLeft")
    grid.press("ArrowDown")
    eventually(lambda: example.locator("slide-board").first.evaluate(cells) != before)
    example.get_by_role("button", name="To the goal").click()
    goal = example.locator("slide-player").get_attribute("goal")
    eventually(lambda: example.locator("slide-player slide-board").evaluate(cells) == goal)
    # Light or dark, as the reader has it.
    tile = "(board) => getComputedStyle(board.shadowRoot.querySelector('.face')).backgroundColor"
    light = example.locator("slide-board").first.evaluate(tile)
    page.evaluate("document.body.setAttribute('data-md-color-scheme', 'slate')")
    eventually(lambda: example.locator("slide-board").first.evaluate(tile) != light)
    page.close()
    assert not errors


def test_the_page_on_embedding_is_live(site, browser):
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(PATIENCE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"file://{site}/embedding.html")
    film = page.locator("search-film")
    film.get_by_text("Drop node 15").wait_for()
    assert film.evaluate("(film) => film.step") == 20
    film.get_by_role("button", name="One event on").click()
    eventually(lambda: film.evaluate("(film) => film.step") == 21)
    keep_picture(page, "docs-embedding", full_page=True)
    page.close()
    assert all(address.startswith(f"file://{site}/") for address in asked)
