"""Where batches run: processes of this machine, or a Dask cluster.

The rest of the lab speaks to either through `concurrent.futures.Executor` alone.
"""

from concurrent.futures import Executor
from importlib import import_module
from typing import Any, Protocol

from slidelab.processes import ProcessExecutor, WorkerOptions

CLUSTER_HINT = "a cluster needs Dask: pip install 'slidelab[cluster]'"
CONNECT_SECONDS = 20


class Workers(Protocol):
    """Something that runs batches."""

    count: int
    """How many batches it runs at once."""
    executor: Executor
    """What to submit batches to. When a worker dies, its batch raises and all others go on."""

    def stop(self) -> None:
        """Ask the batches under way to end early, as far as that is possible."""

    def close(self) -> None:
        """Let the workers go."""


class LocalWorkers:
    """Processes of this machine; all of its cores unless told how many."""

    def __init__(self, count: int | None = None) -> None:
        options = WorkerOptions(preload=("slidelab.lab.batch",))
        self._processes = ProcessExecutor(count, options)
        self.count = self._processes.processes
        self.executor: Executor = self._processes

    def stop(self) -> None:
        """Every batch under way ends with the cells it has."""
        self._processes.interrupt()

    def close(self) -> None:
        """End the processes once their batches have ended."""
        self.stop()
        self.executor.shutdown(cancel_futures=True)


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
        # Pure functions would be answered from memory when a batch is submitted again.
        self.executor: Executor = self._client.get_executor(pure=False)

    def stop(self) -> None:
        """Dask cannot interrupt what runs; it goes no further than that."""

    def close(self) -> None:
        """Leave the cluster; it goes on running."""
        self._client.close()
