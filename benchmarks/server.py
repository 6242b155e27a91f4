"""Put the page's server under load: many clients search, some leave, others ask light questions.

    python benchmarks/server.py
    python benchmarks/server.py --clients 200 --leaving 50 --seconds 20

It starts a server of its own on loopback. Printed are the median and the 95th percentile of light
requests (is this board solvable?) before and during the load, when the searches of the clients
that left were gone, and the processes of jobs at the end. The exit status is 1 if any are left.
"""

import argparse
import asyncio
import os
import subprocess
import sys
from statistics import median, quantiles
from time import perf_counter

import httpx
import psutil

HARD = [15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0]
SEARCH = {"cells": HARD, "algorithm": "ids", "engine": "textbook"}
CHECK = {"text": "8 6 7 / 2 5 4 / 3 0 1"}
LIGHT_REQUESTS = 200


async def search(client: httpx.AsyncClient, seconds: float) -> None:
    """Start a search, follow it, and leave after some seconds."""
    async with client.stream("POST", "api/jobs/search", json=SEARCH) as response:
        lines = response.aiter_lines()
        try:
            async with asyncio.timeout(seconds):
                async for _ in lines:
                    pass
        except TimeoutError:
            await lines.aclose()


async def time_light_requests(client: httpx.AsyncClient) -> list[float]:
    """Return the seconds that each of some light requests took, one after another."""
    times = []
    for _ in range(LIGHT_REQUESTS):
        began = perf_counter()
        (await client.post("api/check", json=CHECK)).raise_for_status()
        times.append(perf_counter() - began)
    return times


async def count_jobs(client: httpx.AsyncClient) -> int:
    """Return the number of jobs that run or wait."""
    return int((await client.get("api/health")).json()["jobs"])


async def wait_for_jobs(client: httpx.AsyncClient, number: int) -> float:
    """Wait until only this number of jobs is left; return the seconds."""
    began = perf_counter()
    while await count_jobs(client) > number:
        await asyncio.sleep(0.01)
    return perf_counter() - began


def describe(times: list[float]) -> str:
    """Write the median and the 95th percentile in milliseconds."""
    return (
        f"median {1e3 * median(times):.1f} ms, 95% within {1e3 * quantiles(times, n=20)[-1]:.1f} ms"
    )


async def measure(address: str, clients: int, leaving: int, seconds: float) -> None:
    """Put the load on, and print what was measured."""
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=60) as client:
        await time_light_requests(client)
        print(f"light requests alone: {describe(await time_light_requests(client))}")
        stays = [asyncio.create_task(search(client, 2 * seconds)) for _ in range(clients - leaving)]
        leaves = [asyncio.create_task(search(client, seconds)) for _ in range(leaving)]
        while await count_jobs(client) < clients:
            await asyncio.sleep(0.05)
        times = await time_light_requests(client)
        print(f"light requests beside {clients} searches: {describe(times)}")
        await asyncio.gather(*leaves)
        print(f"{leaving} left: gone after {await wait_for_jobs(client, clients - leaving):.2f} s")
        await asyncio.gather(*stays)
        print(f"all left: gone after {await wait_for_jobs(client, 0):.2f} s")


def main() -> int:
    """Start a server, measure, and say whether any process is left."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--leaving", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=10.0, help="how long they stay")
    chosen = parser.parse_args()
    command = [sys.executable, "-m", "slidelab", "web", "--no-open", "--port", "0"]
    environment = {**os.environ, "SLIDELAB_RECORD": "off"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
        asyncio.run(measure(address, chosen.clients, chosen.leaving, chosen.seconds))
        process = psutil.Process(server.pid)
        # Jobs are children of the server's child that starts them.
        left = len(process.children(recursive=True)) - len(process.children())
        print(f"processes of jobs at the end: {left}")
        server.terminate()
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
