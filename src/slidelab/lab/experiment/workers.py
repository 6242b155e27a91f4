"""Where batches run: processes of this machine, or a Dask cluster.

The rest of the lab speaks to either through `concurrent.futures.Executor` alone.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context
from typing import Any, ParamSpec, Protocol, TypeVar

from slidelab.lab.experiment.worker import prepare

P = ParamSpec("P")
T = TypeVar("T")

CLUSTER_HINT = "a cluster needs Dask: pip install 'slidelab[cluster]'"
CONNECT_SECONDS = 20


class Workers(Protocol):
    """Something that runs batches."""

    count: int
    """How many batches it runs at once."""

    def executor(self) -> Executor:
        """What to submit batches to; a new one when the last one broke."""

    def stop(self) -> None:
        """Ask the batches under way to end early, as far as that is possible."""

    def close(self) -> None:
        """Let the workers go."""


class LocalWorkers:
    """Processes of this machine; all of its cores unless told how many."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or _cores()
        # A fresh interpreter each: forking a process that has threads may deadlock.
        self._context = get_context("spawn")
        self._stop = self._context.Event()
        self._pool: ProcessPoolExecutor | None = None

    def executor(self) -> Executor:
        """A pool of processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = _Pool(self.count, self._context, prepare, (self._stop,))
        return self._pool

    def stop(self) -> None:
        """Every batch under way ends with the cells it has."""
        self._stop.set()

    def close(self) -> None:
        """End the processes once their batches have ended."""
        self.stop()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)


class _Pool(ProcessPoolExecutor):
    """A pool whose processes never see Ctrl-C, not even while they start.

    A new process begins with the signals blocked that its parent has blocked.
    """

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        with _interrupts_held():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C waits until this is left; Windows has no such thing."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class ClusterWorkers:
    """The workers of a Dask cluster, whose scheduler runs at `address`.

    Raises ValueError when Dask is not installed, and OSError when nobody answers there.
    """

    def __init__(self, address: str) -> None:
        try:
            distributed: Any = import_module("distributed")
        except ModuleNotFoundError:
            raise ValueError(CLUSTER_HINT) from None
        try:
            self._client = distributed.Client(
                address, timeout=CONNECT_SECONDS, set_as_default=False
            )
        except (OSError, TimeoutError) as error:
            raise OSError(0, f"no cluster answers there ({error})", address) from None
        self.count = max(1, sum(self._client.nthreads().values()))

    def executor(self) -> Executor:
        """The cluster as an executor. A dead worker's batches are given to another one by Dask."""
        # Pure functions would be answered from memory when a batch is submitted again.
        executor: Executor = self._client.get_executor(pure=False)
        return executor

    def stop(self) -> None:
        """Dask cannot interrupt what runs; it goes no further than that."""

    def close(self) -> None:
        """Leave the cluster; it goes on running."""
        self._client.close()


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
