"""Korf's hundred in Chromium, by the worker of a written site, beside the compiled engine.

    slidelab site lab
    python benchmarks/web_assembly_korf.py lab

Needs Chromium and playwright. Each board is solved with 5-5-5 by this process, then in Chromium by
a new worker. Lengths must be those that were published, and nodes equal; the exit code says so.
Seconds are processor time, so that other programs matter less: here that of the search, in Chromium
that of all its processes from asking to the answer, with starting the worker and reading kernels
and kept databases. The last column is how long one waits for the answer.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from playwright.sync_api import sync_playwright

from slidelab.engines.compiled.searches import begin_loaded
from slidelab.puzzle import Board, Shape, goal_board
from slidelab.puzzle.instances import instance_set
from slidelab.search import Run
from slidelab.search.conventions import TEXTBOOK

GOAL = goal_board("blank-first", Shape(4, 4))
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

ASK_WORKER = """([cells, goal]) => new Promise((resolve, reject) => {
  const began = performance.now();
  const module = new URL("../static/js/site/kernel-worker.js", document.baseURI);
  const worker = new Worker(module, { type: "module" });
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.onmessage = ({ data }) => {
    if (data.lost) reject(new Error(data.lost));
    if (!data.found) return;
    worker.terminate();
    const { cost, counters } = data.found;
    resolve([cost, counters.expanded, (performance.now() - began) / 1000]);
  };
  worker.postMessage({ cells, goal, shape: { rows: 4, cols: 4 }, isExact: true });
})"""
"""A search as the page has it done."""


class Solved(NamedTuple):
    """The result of a search."""

    cost: int
    nodes: int
    waited: float
    seconds: float


def solve_here(start: Board) -> Solved:
    run = Run(begin_loaded("ida", start, GOAL, heuristic="5-5-5"), TEXTBOOK, blind=False)
    before = process_time()
    run.advance()
    seconds = process_time() - before
    assert run.goal is not None
    return Solved(len(run.goal.path()), run.counters().expanded, seconds, seconds)


class Chromium:
    """A page of the site, and what its browser uses."""

    def __init__(self, browser: Any, address: str) -> None:
        self._session = browser.new_browser_cdp_session()
        self._page = browser.new_page()
        self._page.goto(f"{address}/reference/")  # which loads no Python

    def _used(self) -> float:
        processes = self._session.send("SystemInfo.getProcessInfo")["processInfo"]
        return float(sum(process["cpuTime"] for process in processes))

    def solve(self, start: Board) -> Solved:
        before = self._used()
        found = self._page.evaluate(ASK_WORKER, [list(start.state), list(GOAL.state)])
        return Solved(*found, self._used() - before)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *words: object) -> None:
        """Say nothing about requests."""


def compare(chromium: Chromium) -> bool:
    solve_here(GOAL)  # the databases are read, or built, before the first that counts
    first = chromium.solve(GOAL)
    print(f"the first worker, which builds the databases: {first.seconds:.2f} s\n")
    print("board  moves        nodes    native  Chromium  ratio   waited")
    rows = []
    for korf in instance_set("korf100"):
        one, other = solve_here(korf.board), chromium.solve(korf.board)
        same = one[:2] == other[:2] and one.cost == korf.optimal
        rows.append((one.seconds, other.seconds, other.waited, same))
        print(
            f"{korf.name:9}{other.cost:>3} {other.nodes:>12,} {one.seconds:>9.3f} "
            f"{other.seconds:>9.3f} {other.seconds / one.seconds:>6.2f} {other.waited:>8.3f}",
            "" if same else "DIFFERENT",
            flush=True,
        )
    native, browser, waited, right = zip(*rows, strict=True)
    print("\nseconds   native  Chromium  ratio   waited")
    for name, measure in (("all", sum), ("median", statistics.median), ("worst", max)):
        here, there = measure(native), measure(browser)
        print(f"{name:7} {here:>8.3f} {there:>9.3f} {there / here:>6.2f} {measure(waited):>8.3f}")
    return all(right)


def main(folder: Path) -> bool:
    serve = partial(Quiet, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), serve) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        path = next(filter(None, map(shutil.which, CHROMIUM)), None)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        right = compare(Chromium(browser, f"http://127.0.0.1:{server.server_port}"))
        browser.close()
        server.shutdown()
    return right


if __name__ == "__main__":
    sys.exit(not main(Path(sys.argv[1])))
