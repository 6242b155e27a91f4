"""A real browser for the journeys: Debian's Chromium driven by Playwright, and axe.

Where one of them is missing the journeys are skipped, and the reason is said plainly; in continuous
integration they fail.
"""

import json
import os
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

PICTURES = Path(__file__).parents[2] / "build" / "journeys"
"""Screenshots of every journey, taken when `SLIDELAB_PICTURES` is set; git ignores them."""

PATIENCE = 120_000
"""Milliseconds to wait for anything on a page: a busy machine is slow, and only a failure waits."""

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
SIZES: dict[str, dict[str, Any]] = {"desktop": DESKTOP, "phone": PHONE}

SAVE_DATA = "Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => true })"

_NAMES = (
    "chromium-headless-shell",  # has no windows of its own to draw, and takes half the time
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


def chromium() -> str | None:
    """Where a Chromium is installed, if one is; `SLIDELAB_CHROMIUM` names another."""
    named = os.environ.get("SLIDELAB_CHROMIUM")
    return named or next((path for name in _NAMES if (path := shutil.which(name))), None)


def missing() -> str:
    """What the journeys lack on this machine, in words; empty if nothing."""
    if find_spec("playwright") is None:
        return "the browser journeys need the package playwright"
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

    def __init__(
        self, browser: Any, address: str, size: str = "desktop", saves_data: bool = True
    ) -> None:
        self.address = address.rstrip("/")
        self.size = size
        self.context = browser.new_context(
            reduced_motion="reduce", accept_downloads=True, **SIZES[size]
        )
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        if saves_data:  # so that only the views that a journey opens are loaded
            self.context.add_init_script(SAVE_DATA)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._heard)

    def _heard(self, message: Any) -> None:
        # A refused request is reported by the browser itself; what the page says of it is tested.
        # Plotly brings styles for maps, which the policy refuses and no plot here needs.
        expected = ("Failed to load resource", "Applying inline style")
        if message.type == "error" and not message.text.startswith(expected):
            self.errors.append(message.text)

    def resize(self, size: str) -> None:
        """Give the page the width and height of a desktop or a phone."""
        self.size = size
        self.page.set_viewport_size(SIZES[size]["viewport"])

    def go(self, place: str = "") -> Any:
        """Open a place of the page, such as `#/watch`."""
        self.page.goto(f"{self.address}/{place}")
        view = place.removeprefix("#/").partition("?")[0] or "play"
        self.page.wait_for_selector(f"main .view.{view}")
        return self.page

    def limit(self, **limits: float) -> None:
        """Let searches that begin from now on pause at these limits, rather than the server's."""
        self.ask_with("searches", limits=limits)

    def ask_with(self, path: str, **more: Any) -> None:
        """Add to what the page asks of a path of the API from now on."""

        def ask(route: Any) -> None:
            body = {**route.request.post_data_json, **more}
            route.continue_(post_data=json.dumps(body))

        self.page.route(f"**/api/{path}", ask)

    def picture(self, name: str) -> None:
        """Keep a screenshot of this size, for whoever wants to look."""
        keep_picture(self.page, f"{name}-{self.size}")

    def close(self) -> None:
        """Leave, and say what went wrong on the way."""
        self.context.close()
        assert not self.errors, self.errors


def keep_picture(page: Any, name: str, **options: Any) -> None:
    """Keep a screenshot of a page, if pictures are wanted."""
    if os.environ.get("SLIDELAB_PICTURES"):
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / f"{name}.png", **options)


def box_of(locator: Any) -> dict[str, float]:
    """Where an element is, once it has a size and two frames in a row show it in one place."""
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


_SITE = pytest.param("site", marks=pytest.mark.xdist_group("site"))
on_both_editions = pytest.mark.parametrize("edition", ["server", _SITE], indirect=True)
"""For journeys that mean the same with a server and without one."""
on_a_site = pytest.mark.parametrize("edition", [_SITE], indirect=True)
"""For those whose requests other journeys make of a server."""


@pytest.fixture
def edition(request: pytest.FixtureRequest) -> str:
    """Whose page is visited: that of a server, or of a written site."""
    return getattr(request, "param", "server")


@pytest.fixture(params=list(SIZES))
def visit(request: pytest.FixtureRequest, browser: Any, edition: str) -> Iterator[Visit]:
    """A first visit on a desktop, and one on a phone: where layout or touch makes a difference."""
    yield from _visit(request, browser, edition, request.param)


@pytest.fixture
def desktop(request: pytest.FixtureRequest, browser: Any, edition: str) -> Iterator[Visit]:
    """A first visit on a desktop, where the size makes no difference."""
    yield from _visit(request, browser, edition, "desktop")


@pytest.fixture
def phone(request: pytest.FixtureRequest, browser: Any, edition: str) -> Iterator[Visit]:
    """A first visit on a phone, where what is shown must fit."""
    yield from _visit(request, browser, edition, "phone")


def _visit(
    request: pytest.FixtureRequest, browser: Any, edition: str, size: str
) -> Iterator[Visit]:
    if edition == "site":  # one visit for all: Python takes seconds to load
        guest = request.getfixturevalue("guest")
        guest.resize(size)
        yield guest
        assert not guest.errors, guest.errors
        return
    visit = Visit(browser, request.getfixturevalue("server").address, size)
    yield visit
    visit.close()
