"""A real browser for the journeys: Debian's Chromium driven by Playwright, and axe.

Where one of them is missing the journeys are skipped with the reason; in continuous integration
they fail.
"""

import os
import shutil
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

PICTURES = Path(__file__).parents[2] / "build" / "journeys"
"""Screenshots of the journeys, taken when `SLIDELAB_PICTURES` is set; git ignores them."""

PATIENCE = 60_000
"""Milliseconds to wait for anything on a page: a busy machine is slow, and only a failure waits."""

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    },
}

_NAMES = (
    "chromium-headless-shell",  # has no windows of its own to draw, and takes half the time
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


def chromium() -> str | None:
    """Return the path of an installed Chromium, if any; `SLIDELAB_CHROMIUM` names another."""
    named = os.environ.get("SLIDELAB_CHROMIUM")
    return named or next((path for name in _NAMES if (path := shutil.which(name))), None)


def missing() -> str:
    """Return what the journeys lack on this machine, or an empty string."""
    for package in ("playwright", "axe_playwright_python"):
        if find_spec(package) is None:
            return f"the browser journeys need the package {package}"
    if chromium() is None:
        return "the browser journeys need Chromium: make packages"
    return ""


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One browser for all journeys."""
    if reason := missing():
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        # A container has no user namespaces for the sandbox, and only our own page is opened.
        running = playwright.chromium.launch(
            executable_path=chromium(),
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
        )
        yield running
        running.close()


class Visit:
    """A page opened as a first visit, which fails the test on any error in its console."""

    def __init__(self, browser: Any, address: str, size: str = "desktop") -> None:
        self.address = address.rstrip("/")
        self.size = size
        self.context = browser.new_context(
            reduced_motion="reduce", accept_downloads=True, **SIZES[size]
        )
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._check_message)

    def _check_message(self, message: Any) -> None:
        # The browser itself reports a refused request; the tests look at what the page shows.
        # Plotly brings styles for maps, which the policy refuses and no plot here needs.
        expected = ("Failed to load resource", "Applying inline style")
        if message.type == "error" and not message.text.startswith(expected):
            self.errors.append(message.text)

    def go(self, view: str = "", query: str = "") -> Any:
        """Open a view; `query` is the part of its link after the question mark."""
        place = f"#/{view}{'?' if query else ''}{query}" if view else ""
        self.page.goto(f"{self.address}/{place}")
        self.page.wait_for_selector(f"main .view.{view or 'play'}")
        return self.page

    def check(self, name: str) -> None:
        """Assert that the page fits, and that axe finds nothing in light or in dark."""
        width = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0, f"{name} is {width} pixels too wide"
        for scheme in ("light", "dark"):
            self.page.emulate_media(color_scheme=scheme)
            self.page.wait_for_selector(f"html[data-theme={scheme}]")
            # Colours change in a transition, however short, and may start it a frame later.
            self.page.evaluate(
                """() => new Promise((then) => requestAnimationFrame(() => setTimeout(() =>
                  Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
                    .then(then))))"""
            )
            keep_picture(self.page, f"{name}-{self.size}-{scheme}")
            # Colours may still change on a busy machine; what is really wrong stays.
            found = violations(self.page) and violations(self.page)
            assert not found, f"{name}, {scheme}: {found}"
        self.page.emulate_media(color_scheme="light")

    def close(self) -> None:
        """Leave, and fail on any error on the way."""
        self.context.close()
        assert not self.errors, self.errors


def keep_picture(page: Any, name: str, **options: Any) -> None:
    """Save a screenshot of a page if `SLIDELAB_PICTURES` is set."""
    if os.environ.get("SLIDELAB_PICTURES"):
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / f"{name}.png", **options)


@cache
def _axe() -> str:
    found = find_spec("axe_playwright_python")
    assert found is not None
    assert found.origin is not None
    return next(Path(found.origin).parent.rglob("axe.min.js")).read_text(encoding="utf-8")


def violations(page: Any) -> list[str]:
    """Return what axe finds on the page as it is."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    # No rule that runs needs the style sheets fetched again.
    found = page.evaluate(
        """axe.run(document, { resultTypes: ['violations'], preload: false })
          .then(({ violations }) => violations)"""
    )
    return [
        f"{rule['id']}: {rule['help']}: {node['html'][:160]}"
        for rule in found
        for node in rule["nodes"]
    ]


def box_of(locator: Any) -> dict[str, float]:
    """Return where an element is, once two frames in a row show it in one place."""
    box: dict[str, float] = locator.evaluate(
        """(element) => new Promise((then) => {
          let before = "";
          const look = () => {
            const { x, y, width, height } = element.getBoundingClientRect();
            const now = [x, y, width, height].join();
            if (now === before && width && height) return then({ x, y, width, height });
            before = now;
            return requestAnimationFrame(look);
          };
          look();
        })"""
    )
    return box


@pytest.fixture
def visit(browser: Any, server: Any) -> Iterator[Visit]:
    """A first visit of the server's page on a desktop."""
    visit = Visit(browser, server.address)
    yield visit
    visit.close()


@pytest.fixture
def phone(browser: Any, server: Any) -> Iterator[Visit]:
    """A first visit of the server's page on a phone, where layout or touch matters."""
    visit = Visit(browser, server.address, "phone")
    yield visit
    visit.close()
