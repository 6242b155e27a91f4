"""Use slidelab without mercy for an hour, and print what broke: nothing, if all is well.

    python benchmarks/soak.py                    # an hour
    python benchmarks/soak.py --minutes 5 --seed 7 --full-disk

Each round draws something that people or machines do to slidelab: a search with odd limits, on the
command line or on the page; Ctrl-C or a kill in the middle; an experiment that is killed
and goes on; a listener that goes away; a disk that is full (with --full-disk). A round broke when
there is a traceback, an exit status that the docs do not name, a limit that was passed by far, an
answer of the page with a status of 5xx, a result that is not what the same search gives in peace, a
process that stays behind, or a server that is gone.
"""

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

STATUSES = (0, 2, 3, 4, 5, 130)
GRACE = 20.0
"""Seconds beyond a limit on time, for a busy machine to start, load and end."""
ALGORITHMS = ("bfs", "dfs", "ids", "ucs", "bidirectional", "greedy", "astar", "wastar", "ida")
HEURISTICS = ("manhattan", "misplaced", "linear-conflict", "walking-distance", "gaschnig")
GRID = """
[[boards]]
random = 40
seed = {seed}
[[searches]]
algorithm = ["bfs", "astar", "ids"]
engine = "{engine}"
[limits]
nodes = 2000
"""


class BrokeError(Exception):
    """A round went wrong."""


class Soak:
    """One run: where it happens, what it draws, and the page that it bothers."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.draw = random.Random(seed)
        self.environment = os.environ | {
            "SLIDELAB_DATA": str(folder / "data"),
            "SLIDELAB_CONFIG": str(folder / "config"),
            "SLIDELAB_CACHE": str(folder / "cache"),
            "TMPDIR": str(folder),
        }

    # -- What can be run ---------------------------------------------------------------------------

    def start(self, *arguments: str, **options: Any) -> subprocess.Popen[str]:
        """The command, in a group of its own."""
        return subprocess.Popen(
            [sys.executable, "-m", "slidelab", *arguments],
            env=self.environment,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            **options,
        )

    def ended(self, process: subprocess.Popen[str], seconds: float, told: str) -> tuple[str, str]:
        """What it printed; raises BrokeError when it stays, or says what only a defect says."""
        try:
            output, errors = process.communicate(timeout=seconds + GRACE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise BrokeError(f"{told}: still there {GRACE:.0f} s after its limit") from None
        if "Traceback" in errors or "Traceback" in output:
            raise BrokeError(f"{told}: {errors[-2000:]}")
        return output, errors

    def board(self) -> list[str]:
        """A board of a size between 2x2 and 5x5, and its shape."""
        rows, columns = self.draw.randint(2, 5), self.draw.randint(2, 5)
        cells = [str(cell) for cell in range(rows * columns)]
        if self.draw.random() < 0.7 and rows * columns > 9:
            cells[1:4] = cells[2], cells[3], cells[1]  # an even permutation: it can be solved
        else:
            self.draw.shuffle(cells)
        return [",".join(cells), "--shape", f"{rows}x{columns}"]

    def search(self) -> list[str]:
        """The options of some search."""
        chosen = ["-a", self.draw.choice(ALGORITHMS), "-H", self.draw.choice(HEURISTICS)]
        if chosen[1] in ("bfs", "dfs", "ids", "ucs", "bidirectional"):
            chosen = chosen[:2]
        if self.draw.random() < 0.3:
            return []
        if self.draw.random() < 0.2:
            return ["-a", "ida", "-H", self.draw.choice(("4-4", "6-6-3", "7-8", "auto"))]
        return [*chosen, "--engine", self.draw.choice(("auto", "textbook"))]

    # -- Rounds ------------------------------------------------------------------------------------

    def limited_search(self) -> None:
        """A search ends at its limits, and says so."""
        seconds = self.draw.choice((0.01, 0.5, 2.0))
        arguments = ["solve", *self.board(), *self.search(), "--time-limit", str(seconds)]
        arguments += ["--memory-limit", self.draw.choice(("1MB", "150MB", "1GB"))]
        arguments += ["--format", self.draw.choice(("text", "json"))]
        process = self.start(*arguments)
        output, errors = self.ended(process, seconds, told := " ".join(arguments))
        if process.returncode not in STATUSES:
            raise BrokeError(f"{told}: exit status {process.returncode}: {errors}")
        if "json" in arguments and process.returncode != 2:
            json.loads(output)

    def stopped_search(self) -> None:
        """Ctrl-C ends a search at any moment, and a kill leaves nothing behind."""
        arguments = ["solve", *self.board(), *self.search()]
        process = self.start(*arguments)
        time.sleep(self.draw.uniform(0, 3))
        how = self.draw.choice((signal.SIGINT, signal.SIGINT, signal.SIGKILL))
        with suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        _, errors = self.ended(process, 0, told := f"{' '.join(arguments)}, {how.name}")
        # Python itself ends with -2 when Ctrl-C comes before slidelab is there to hear it.
        if process.returncode not in (*STATUSES, -how):
            raise BrokeError(f"{told}: exit status {process.returncode}: {errors}")
        self.check_nothing_is_left(process.pid, told)

    def killed_experiment(self) -> None:
        """An experiment that is killed goes on, and its results are those of an undisturbed one."""
        folder = self.folder / "grid"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        engine = self.draw.choice(("textbook", "compiled"))
        (folder / "grid.toml").write_text(GRID.format(seed=self.draw.randrange(99), engine=engine))
        command = ["experiment", "grid/grid.toml", "--jobs", "2", "--no-record"]
        for _ in range(self.draw.randint(1, 3)):
            process = self.start(*command)
            time.sleep(self.draw.uniform(0.2, 3))
            os.kill(process.pid, self.draw.choice((signal.SIGKILL, signal.SIGINT)))
            self.ended(process, 10, told := "a killed experiment")
            self.check_nothing_is_left(process.pid, told)
        process = self.start(*command)
        _, errors = self.ended(process, 120, told := "an experiment that goes on")
        if process.returncode:
            raise BrokeError(f"{told}: exit status {process.returncode}: {errors}")
        rows = (folder / "grid.csv").read_text().splitlines()[1:]
        if [int(row.partition(",")[0]) for row in rows] != list(range(120)):
            raise BrokeError(f"{told}: {len(rows)} rows, which are not the 120 cells")

    def visitor(self, page: httpx.Client) -> None:
        """A visitor starts a search and stays, stops it, or goes away."""
        text, _, shape = self.board()
        body: dict[str, Any] = {"cells": [int(cell) for cell in text.split(",")], "shape": shape}
        body["limits"] = {"seconds": self.draw.choice((0.1, 1, 5))}
        if self.draw.random() < 0.7:
            body["algorithm"] = self.draw.choice(ALGORITHMS)
        if self.draw.random() < 0.1:
            body[self.draw.choice(("cells", "limits", "algorithm"))] = self.draw.choice(
                (None, -1, [], "x" * 1000, {"a": {}})
            )
        started = page.post("/api/searches", json=body)
        _check(started, body)
        if started.status_code != 202:
            return
        job = started.json()["id"]
        stay = self.draw.choice((0, 1, 10, 1000))
        last = ""
        with page.stream("GET", f"/api/searches/{job}/events") as events:
            _check(events, body)
            for seen, line in enumerate(events.iter_lines()):
                last = line.removeprefix("event: ") if line.startswith("event: ") else last
                if seen >= stay or last in ("paused", "result", "error"):
                    break
        if self.draw.random() < 0.5:
            _check(page.delete(f"/api/searches/{job}"), body)

    def rude_visitor(self, page: httpx.Client) -> None:
        """What is no request, or half of one, harms nobody."""
        import socket

        url = page.base_url
        for _ in range(self.draw.randint(1, 60)):
            with (
                suppress(OSError),
                socket.create_connection((url.host, url.port or 80), timeout=5) as connection,
            ):
                connection.sendall(self.draw.randbytes(self.draw.choice((0, 1, 50, 5000))))
        _check(page.get("/api/health"), "health")

    def full_disk(self) -> None:
        """Where nothing more can be written, the answer comes all the same."""
        first = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)); "
        run = "from slidelab.cli import main; main()"
        arguments = ["solve", "867254301", "-a", "ida", "-H", "4-4"]
        cache = self.folder / "full"
        shutil.rmtree(cache, ignore_errors=True)
        process = subprocess.Popen(
            [sys.executable, "-c", first + run, *arguments],
            env=self.environment | {"SLIDELAB_CACHE": str(cache), "TMPDIR": str(cache)},
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        output, errors = self.ended(process, 60, told := "a full disk")
        if process.returncode or "Solved in 27 moves" not in output:
            raise BrokeError(f"{told}: exit status {process.returncode}: {errors}")

    def check_nothing_is_left(self, group: int, told: str) -> None:
        """Raise BrokeError when processes of a group are there after those that started them."""
        deadline = time.monotonic() + GRACE
        while time.monotonic() < deadline:
            try:
                os.killpg(group, 0)
            except ProcessLookupError:
                return
            time.sleep(0.1)
        with suppress(ProcessLookupError):
            os.killpg(group, signal.SIGKILL)
        raise BrokeError(f"{told}: a process stayed behind")

    @contextmanager
    def page(self) -> Iterator[httpx.Client]:
        """The page, until the end; raises BrokeError when it is gone by then, or talks much."""
        log = self.folder / "page.log"
        with log.open("w") as errors:
            process = subprocess.Popen(
                [sys.executable, "-m", "slidelab", "web", "--no-open", "--port", "0", "--no-token"],
                env=self.environment,
                cwd=self.folder,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
            try:
                assert process.stdout is not None
                [address] = re.findall(r"http://\S+", process.stdout.readline())
                with httpx.Client(base_url=address, timeout=60) as client:
                    yield client
                    if process.poll() is not None:
                        raise BrokeError(f"the page is gone: {log.read_text()[-2000:]}")
                    _check(client.get("/api/health"), "health at the end")
            finally:
                process.send_signal(signal.SIGINT)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(GRACE)
                process.kill()
                process.communicate()
        if "Traceback" in log.read_text():
            raise BrokeError(f"the page's log: {log.read_text()[-3000:]}")
        if log.stat().st_size > 1_000_000:
            raise BrokeError(f"the page's log has {log.stat().st_size:,} bytes")


def _check(answer: httpx.Response, asked: object) -> None:
    if answer.status_code >= 500 and answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
        raise BrokeError(f"{answer.request.url.path}: {answer.status_code} for {asked}")


def soak(seconds: float, seed: int, full_disk: bool) -> list[str]:
    """What broke within so many seconds."""
    broken: list[str] = []
    deadline = time.monotonic() + seconds
    with tempfile.TemporaryDirectory(prefix="slidelab-soak-", ignore_cleanup_errors=True) as name:
        run = Soak(Path(name), seed)
        rounds = 0

        def attempt(step: Callable[[], None]) -> None:
            try:
                step()
            except (BrokeError, httpx.HTTPError, ValueError) as error:
                broken.append(f"seed {seed}, round {rounds}: {error!s}")
                print(broken[-1], flush=True)

        def all_rounds() -> None:
            nonlocal rounds
            with run.page() as page:
                steps: list[Callable[[], None]] = [
                    *[run.limited_search] * 4,
                    *[run.stopped_search] * 4,
                    run.killed_experiment,
                    *[lambda: run.visitor(page)] * 8,
                    lambda: run.rude_visitor(page),
                    *([run.full_disk] if full_disk else []),
                ]
                while time.monotonic() < deadline:
                    rounds += 1
                    attempt(run.draw.choice(steps))

        attempt(all_rounds)
        if left := sorted(path.name for path in Path(name).glob("slidelab-*")):
            known = f"slidelab-{os.getuid()}"  # what cannot be kept elsewhere
            if others := [file for file in left if file != known]:
                broken.append(f"seed {seed}: left in the temporary folder: {', '.join(others)}")
                print(broken[-1], flush=True)
    return broken


def main() -> int:
    """Run the soak; the exit status is 1 when something broke."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--full-disk", action="store_true", help="also what happens on a full disk")
    asked = parser.parse_args()
    return min(1, len(soak(60 * asked.minutes, asked.seed, asked.full_disk)))


if __name__ == "__main__":
    sys.exit(main())
