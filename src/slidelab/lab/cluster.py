"""A Dask cluster as an executor."""

import re
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
    """Yield the executor of the cluster whose scheduler runs at an address: tcp://host:8786.

    Raises ValueError if Dask is not installed or a worker has another version of slidelab, and
    OSError if nobody answers.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise SlidelabError("a cluster needs Dask: pip install 'slidelab[cluster]'") from None
    if not re.fullmatch(r"((tcp|tls)://)?[^/:]+:\d{1,5}", address):
        raise SlidelabError(f"{address!r} is not the address of a cluster: write tcp://host:8786")
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise OSError(0, f"no cluster answers there ({error})", address) from None
    with client:
        others = set(client.run(_version).values()) - {__version__}
        if others:
            raise SlidelabError(
                f"workers run slidelab {', '.join(sorted(others))}, and this is {__version__}: "
                "install the same version everywhere"
            )
        # Pure functions would be answered from memory when a chunk is submitted again.
        yield client.get_executor(pure=False)


def _version() -> str:
    return __version__
