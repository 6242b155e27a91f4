"""A Dask cluster as an executor."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from slidelab import __version__
from slidelab.errors import SlidelabError

CONNECT_SECONDS = 20


@contextmanager
def cluster_executor(address: str) -> Iterator[Executor]:
    """Yield the executor of the cluster whose scheduler has an address such as tcp://host:8786.

    Raises ValueError if Dask is not installed, the address is wrong or a worker has another version
    of slidelab, and OSError if no scheduler answers.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise SlidelabError("a cluster needs Dask: pip install 'slidelab[cluster]'") from None
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except ValueError as error:
        raise SlidelabError(f"{error}: write an address such as tcp://host:8786") from None
    with client:
        others = set(client.run(_version).values()) - {__version__}
        if others:
            raise SlidelabError(
                f"workers run slidelab {', '.join(sorted(others))}, and this is {__version__}: "
                "install the same version everywhere"
            )
        # Dask caches the results of pure functions, and a chunk may be submitted again.
        yield client.get_executor(pure=False)


def _version() -> str:
    return __version__
