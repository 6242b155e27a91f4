"""Where batches run: processes of this machine, or a Dask cluster.

Either is a `concurrent.futures.Executor` that says how many batches it runs at once. When a worker
dies, its batch raises, and all others go on.
"""

import logging
import socket
from collections.abc import Callable
from concurrent.futures import Executor, Future
from importlib import import_module
from typing import Any, ParamSpec, TypeVar

from slidelab.processes import ProcessExecutor, WorkerOptions

P = ParamSpec("P")
T = TypeVar("T")

CLUSTER_HINT = "a cluster needs Dask: pip install 'slidelab[cluster]'"
CONNECT_SECONDS = 20

_TALKATIVE = ("distributed", "distributed.client", "distributed.core", "tornado.application")
"""Loggers that show a traceback when a scheduler goes, which is reported in words here."""


class ClusterLostError(RuntimeError):
    """The scheduler of a cluster is gone, and with it all that it was given."""


def local_executor(processes: int | None = None) -> ProcessExecutor:
    """Processes of this machine (default: one per core)."""
    return ProcessExecutor(processes, WorkerOptions(preload=("slidelab.lab.batch_solve",)))


class ClusterExecutor(Executor):
    """The workers of a Dask cluster, whose scheduler runs at `address`.

    Raises ValueError when Dask is not installed or the address is invalid, and OSError when nobody
    answers there.
    """

    def __init__(self, address: str) -> None:
        try:
            distributed: Any = import_module("distributed")
        except ModuleNotFoundError:
            raise ValueError(CLUSTER_HINT) from None
        for name in _TALKATIVE:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self.address = address
        kind, place = read_address(address)
        if kind == "tls" and not distributed.Security().tls_client_cert:
            raise ValueError(f"{address}: tls needs certificates, which Dask's settings name")
        try:
            # Dask tries again and again for so long, even where there is nobody to answer.
            socket.create_connection(place, timeout=CONNECT_SECONDS).close()
            self._client = distributed.Client(
                address, timeout=CONNECT_SECONDS, set_as_default=False
            )
        except (OSError, TimeoutError) as error:
            raise OSError(0, f"no cluster answers there ({error})", address) from None
        self.workers = len(self._client.nthreads())
        """How many there were at the beginning; others may come."""
        self.processes = max(1, sum(self._client.nthreads().values()))
        # Pure functions would be answered from memory when a batch is submitted again.
        self._executor: Executor = self._client.get_executor(pure=False)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have a function called by some worker; raises ClusterLostError when there is no cluster.

        What was submitted before is cancelled then.
        """
        if self._client.status != "running":
            raise ClusterLostError(f"the scheduler at {self.address} is gone")
        return self._executor.submit(fn, *args, **kwargs)

    def interrupt(self) -> None:
        """Dask cannot interrupt what runs; it goes no further than that."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; it goes on running."""
        self._client.close()


def read_address(address: str) -> tuple[str, tuple[str, int]]:
    """The protocol, host and port of an address; raises ValueError that says what to write.

    >>> read_address("tcp://10.0.0.7:8786"), read_address("host:8786")
    (('tcp', ('10.0.0.7', 8786)), ('tcp', ('host', 8786)))
    """
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(address if "://" in address else f"tcp://{address}")
        if parts.scheme in ("tcp", "tls") and parts.hostname and parts.port:
            return parts.scheme, (parts.hostname, parts.port)
    except ValueError:  # of a port that is none
        pass
    raise ValueError(f"{address!r} is not the address of a cluster: write tcp://host:8786")


BatchExecutor = ProcessExecutor | ClusterExecutor
