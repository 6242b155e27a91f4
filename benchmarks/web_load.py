"""A class at work: 200 clients play and ask for hints, 20 of them start searches of 10 seconds.

    python benchmarks/web_load.py

It starts a server of its own on loopback and ends it again. It says whether the promises are kept:
95 of 100 light requests are answered within 100 ms, no request is lost, memory stays bounded, and
afterwards every worker is free. The exit status is 1 if one of them is broken.
"""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from statistics import quantiles
from typing import Any

from slidelab.puzzle import Shape, goal_board, random_board, random_walk

LIGHT_P95_SECONDS = 0.100
FREE_SECONDS = 1.0
GROWTH_BYTES = 100 * 2**20
SECONDS_AT_MOST = 300

HARD = [15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0]
SEARCH = {"cells": HARD, "goal": "blank-first", "algorithm": "ids", "engine": "textbook"}

Request = tuple[str, str, Any]


class Client:
    """One visitor with one connection: just enough HTTP to cost less than the server does."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """The status and the body of the answer."""
        await self.send(method, path, body)
        assert self._reader is not None
        status, headers = await self._head()
        content = await self._reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            await self.close()
        return status, content

    async def send(self, method: str, path: str, body: Any = None) -> None:
        """Send a request."""
        if self._writer is None or self._writer.is_closing():
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        content = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        self._writer.write(head.encode() + content)
        await self._writer.drain()

    async def events(self, job: str) -> list[str]:
        """Follow a search until it pauses or ends; the names of the events seen."""
        await self.send("GET", f"/api/searches/{job}/events")
        status, _ = await self._head()
        assert status == 200, status
        assert self._reader is not None
        seen: list[str] = []
        while not seen or seen[-1] not in ("paused", "result", "error"):
            line = await self._reader.readline()
            if not line:
                raise ConnectionError("the stream ended early")
            if line.startswith(b"event: "):
                seen.append(line[7:].strip().decode())
        return seen

    async def close(self) -> None:
        """Hang up."""
        if self._writer is not None:
            self._writer.close()
            with suppress(OSError):
                await self._writer.wait_closed()
        self._reader = self._writer = None

    async def _head(self) -> tuple[int, dict[str, str]]:
        assert self._reader is not None
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
        return int(lines[0].split(" ")[1]), headers


class Load:
    """All visitors together, and what they met."""

    def __init__(self, port: int, seed: int) -> None:
        self.port = port
        self.random = random.Random(seed)
        self.times: defaultdict[str, list[float]] = defaultdict(list)
        self.lost: list[str] = []
        self.searches_done = 0
        self.over = asyncio.Event()

    async def player(self) -> None:
        """Play until it is over: look at the board for a moment, then ask for something."""
        client = Client(self.port)
        await asyncio.sleep(self.random.uniform(0, 1))
        while not self.over.is_set():
            name, path, body = self._something_to_ask()
            await self._timed(name, lambda: client.ask("POST", path, body))  # noqa: B023
            await asyncio.sleep(self.random.uniform(0.5, 1.5))
        await client.close()

    async def searcher(self, seconds: float) -> None:
        """Start a search and follow it to its pause, in the queue first if need be."""
        asking, listening = Client(self.port), Client(self.port)
        body = {**SEARCH, "limits": {"seconds": seconds}}
        try:
            status, content = await asking.ask("POST", "/api/searches", body)
            assert status == 202, content
            seen = await listening.events(json.loads(content)["id"])
            assert seen[-1] == "paused", seen
            self.searches_done += 1
        except (AssertionError, OSError, asyncio.IncompleteReadError) as error:
            self.lost.append(f"a search: {error!r}")
        await listening.close()
        await asking.close()

    def _something_to_ask(self) -> Request:
        draw, seed = self.random.random(), self.random.getrandbits(32)
        goal = self.random.choice(("blank-first", "blank-last"))
        small, large = Shape(3, 3), Shape(4, 4)
        if draw < 0.65:
            cells = list(random_board(small, goal, seed).state)
            return "hint 3x3", "/api/hint", {"cells": cells, "goal": goal}
        if draw < 0.75:
            near = random_walk(goal_board(goal, large), 14, seed)
            return "hint 4x4, near", "/api/hint", {"cells": list(near.state), "goal": goal}
        if draw < 0.77:
            cells = list(random_board(large, goal, seed).state)
            return "hint 4x4, any", "/api/hint", {"cells": cells, "goal": goal}
        if draw < 0.88:
            return "scramble", "/api/scramble", {"shape": "4x4", "goal": goal, "seed": seed}
        cells = list(random_board(large, goal, seed).state)
        return "check", "/api/check", {"cells": cells, "goal": goal}

    async def _timed(self, name: str, asking: Callable[[], Awaitable[tuple[int, bytes]]]) -> None:
        began = time.perf_counter()
        try:
            status, content = await asking()
        except (OSError, asyncio.IncompleteReadError) as error:
            self.lost.append(f"{name}: {error!r}")
            return
        self.times[name].append(time.perf_counter() - began)
        if status != 200:
            self.lost.append(f"{name}: {status} {content[:100]!r}")


async def loaded(port: int, pid: int, clients: int, searches: int, seconds: float) -> list[str]:
    """Put the load on; returns the promises that were broken."""
    load = Load(port, seed=1)
    looking = Client(port)

    async def health() -> dict[str, Any]:
        found: dict[str, Any] = json.loads((await looking.ask("GET", "/api/health"))[1])
        return found

    await warm(Client(port))
    before, peak = resident(pid), 0
    players = [asyncio.create_task(load.player()) for _ in range(clients)]
    searching = [asyncio.create_task(load.searcher(seconds)) for _ in range(searches)]
    began = time.perf_counter()
    while not all(task.done() for task in searching):
        await asyncio.sleep(0.5)
        peak = max(peak, resident(pid, and_children=True))
        if time.perf_counter() - began > SECONDS_AT_MOST:
            load.lost.append("the searches did not end in time")
            break
    ended = time.perf_counter()
    while True:
        state = await health()
        if not state["busy"] and not state["queued"] and not state["paused"]:
            break
        if time.perf_counter() - ended > 10:
            break
        await asyncio.sleep(0.01)
    freed = time.perf_counter() - ended
    load.over.set()
    await asyncio.gather(*players)
    await looking.close()
    growth = resident(pid) - before
    return report(load, searches, ended - began, freed, state, growth, peak)


async def warm(client: Client) -> None:
    """Wait until the server has prepared what it prepares when somebody first asks for a hint.

    On a machine where it has never run, that includes building the pattern databases.
    """
    unknown = True
    while unknown:
        await asyncio.sleep(0.5)
        unknown = False
        for goal in ("blank-first", "blank-last"):
            for side in (3, 4):
                cells = list(random_board(Shape(side, side), goal, seed=time.time_ns()).state)
                body = {"cells": cells, "goal": goal}
                _, content = await client.ask("POST", "/api/hint", body)
                unknown |= json.loads(content)["unknown"] is not None
    await client.close()


def report(
    load: Load,
    searches: int,
    seconds: float,
    freed: float,
    state: dict[str, Any],
    growth: int,
    peak: int,
) -> list[str]:
    """Print what was measured; returns the promises that were broken."""
    every = [t for times in load.times.values() for t in times]
    print(f"{'light requests':<18}{'count':>8}{'p50 ms':>10}{'p95 ms':>10}{'max ms':>10}")
    for name, times in [*sorted(load.times.items()), ("all", every)]:
        cuts = quantiles(times, n=20) if len(times) > 1 else times * 19
        print(
            f"{name:<18}{len(times):>8}{cuts[9] * 1e3:>10.1f}{cuts[18] * 1e3:>10.1f}"
            f"{max(times) * 1e3:>10.1f}"
        )
    p95 = quantiles(every, n=20)[18]
    print(f"{len(every) / seconds:.0f} light requests a second for {seconds:.0f} s")
    print(f"{load.searches_done} of {searches} searches ran to their time, the others waiting")
    print(f"all workers free {freed * 1e3:.0f} ms after the last listener left: {state}")
    print(f"the server grew by {growth / 2**20:.0f} MiB; with its workers it held at most ", end="")
    print(f"{peak / 2**20:.0f} MiB")
    broken = list(load.lost[:10])
    if p95 >= LIGHT_P95_SECONDS:
        broken.append(f"the 95th percentile of light requests is {p95 * 1e3:.0f} ms")
    if load.searches_done != searches:
        broken.append(f"{searches - load.searches_done} searches were lost")
    if freed > FREE_SECONDS:
        broken.append(f"the workers were free only after {freed:.1f} s")
    if growth > GROWTH_BYTES:
        broken.append(f"the server grew by {growth / 2**20:.0f} MiB")
    return broken


def resident(pid: int, and_children: bool = False) -> int:
    """The memory that a process holds, with its descendants if asked for (Linux only)."""
    total = 0
    with suppress(OSError):
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        total = pages * os.sysconf("SC_PAGE_SIZE")
        if and_children:
            for children in Path(f"/proc/{pid}/task").glob("*/children"):
                total += sum(resident(int(c), True) for c in children.read_text().split())
    return total


def main() -> None:
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--searches", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each search")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        server = subprocess.Popen(
            [sys.executable, "-m", "slidelab", "web", "--no-open", "--no-token", "--port", "0"],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"SLIDELAB_DATA": data},
        )
        try:
            assert server.stdout is not None
            words = server.stdout.readline().split()
            address = next(word for word in words if word.startswith("http://"))
            port = int(address.rstrip("/").rpartition(":")[2])
            broken = asyncio.run(
                loaded(port, server.pid, options.clients, options.searches, options.seconds)
            )
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(timeout=20)
    for promise in broken:
        print(f"BROKEN: {promise}")
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
