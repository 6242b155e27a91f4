"""Where batches run: processes of this machine, or a Dask cluster.

Either is a `concurrent.futures.Executor` that says how many batches it runs at once. When a worker
dies, its batch raises, and all others go on.
"""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from importlib import import_module
from typing import Any, ParamSpec, TypeVar

from slidelab.processes import ProcessExecutor, WorkerOptions

P = ParamSpec("P")
T = TypeVar("T")

CLUSTER_HINT = "a cluster needs Dask: pip install 'slidelab[cluster]'"
CONNECT_SECONDS = 20


def local_executor(processes: int | None = None) -> ProcessExecutor:
    """Processes of this machine; all of its cores unless told how many."""
    return ProcessExecutor(processes, WorkerOptions(preload=("slidelab.lab.batch",)))


class ClusterExecutor(Executor):
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
        self.processes = max(1, sum(self._client.nthreads().values()))
        # Pure functions would be answered from memory when a batch is submitted again.
        self._executor: Executor = self._client.get_executor(pure=False)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have a function called by some worker."""
        return self._executor.submit(fn, *args, **kwargs)

    def interrupt(self) -> None:
        """Dask cannot interrupt what runs; it goes no further than that."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; it goes on running."""
        self._client.close()


BatchExecutor = ProcessExecutor | ClusterExecutor
