"""The docs site: built strictly, complete, and loading nothing from elsewhere."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import pytest

import slidelab
from tests.support.browser import PATIENCE
from tests.support.processes import eventually

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "slidelab"
pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("docs site")]


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """Return the folder of a built site with a lab below it."""
    folder, lab = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("lab")
    (lab / "index.html").write_text("The lab")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "SLIDELAB_LAB": str(lab)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture
def reader(site, browser):
    """Return a page of the browser that notes errors and requests to other places."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(PATIENCE)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on(
        "request",
        lambda request: request.url.startswith(f"file://{site}/") or problems.append(request.url),
    )
    yield page
    page.close()
    assert not problems


def indexed(site: Path) -> dict[str, str]:
    """Return the text of each place that the search knows."""
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
        # A package documents the names of its modules.
        named = [f"{home}.html#{place}.{name}" for place in (f"slidelab.{home}", module)]
        assert any(places.get(f"reference/{place}") for place in named), f"{name} has no text"


def test_the_reference_has_every_command(site):
    places = indexed(site)
    commands = [path.stem.strip("_") for path in (SOURCE / "cli" / "commands").glob("[!_]*.py")]
    assert commands
    for command in commands:
        assert f"reference/commands.html#slidelab-{command}" in places


def test_nothing_is_fetched_from_elsewhere(site):
    fetching = (
        r'<(?:script|img|iframe|source)\b[^>]*\bsrc="(https?:)?//|<link\b[^>]*\bhref="https?://'
    )
    for page in site.rglob("*.html"):
        assert not re.search(fetching, page.read_text()), page


def test_the_site_is_searched_from_the_disk(site, reader):
    reader.goto(f"file://{site}/index.html")
    found = reader.locator("a.md-search-result__link:visible", has_text="The choices")
    box = reader.get_by_role("textbox", name="Search")

    def search() -> bool:
        # The box listens once the index is read, which nothing on the page shows.
        box.fill("")
        box.press_sequentially("count_blank", delay=20)
        reader.wait_for_timeout(500)
        return found.count() > 0

    eventually(search)
    found.first.click()
    reader.wait_for_url("**/conventions.html*")
    reader.get_by_role("heading", name="The choices").wait_for()


def test_the_elements_on_the_page_on_embedding_work(site, reader):
    reader.goto(f"file://{site}/embedding.html")
    film = reader.locator("search-film")
    eventually(lambda: film.evaluate("(film) => film.step") == 20)
    film.get_by_role("button", name="Step on").click()
    eventually(lambda: film.evaluate("(film) => film.step") == 21)
