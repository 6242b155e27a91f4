"""Everything about the server that can be set, from the command line or the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from slidelab.system.memory import machine_bytes

PREFIX = "SLIDELAB_WEB_"

_MEBIBYTE = 2**20
_LEAST_MEMORY = 256 * _MEBIBYTE
_MOST_MEMORY = 2048 * _MEBIBYTE


@dataclass(frozen=True, slots=True)
class Settings:
    """What the server may use. `from_environment` reads `SLIDELAB_WEB_WORKERS` and so on.

    >>> Settings(workers=3).workers
    3
    >>> Settings(workers=0)
    Traceback (most recent call last):
    ...
    ValueError: workers is 0; it must be at least 1
    """

    host: str = "127.0.0.1"
    """The address to listen on. Any but a loopback address turns the rate limits on, and searches
    are not recorded then."""
    port: int = 8008
    """The port to listen on."""
    allowed_hosts: str = ""
    """Further names, with commas between them, by which browsers may call this server."""

    workers: int = max(1, os.cpu_count() or 1)
    """How many searches run at once."""
    queue: int = 200
    """How many searches may wait for their turn."""
    kept: int = max(1, os.cpu_count() or 1)
    """How many paused searches are kept ready to go on."""
    kept_seconds: float = 600.0
    """How long a paused search is kept."""

    pause_seconds: float = 10.0
    """How long a search runs before it pauses to ask, unless the request says otherwise."""
    seconds: float = 600.0
    """How long one search may run in all."""
    nodes: int = 100_000_000
    """How many nodes one search may expand."""
    memory_bytes: int = 0
    """How much memory one search may use; 0 shares out half of the machine's."""
    film_seconds: float = 10.0
    """How long the search for a film may run."""
    film_events: int = 100_000
    """How many events a film may have."""
    hint_seconds: float = 0.8
    """How long a hint may take."""
    proof_seconds: float = 120.0
    """How long a proof may take."""

    max_rows: int = 10
    max_cols: int = 10
    """The largest board."""
    body_bytes: int = 65_536
    """The longest request body."""
    body_seconds: float = 10.0
    """How long a body may take to arrive."""
    connections: int = 1_000
    """How many connections may be open at once."""

    connect_seconds: float = 5.0
    """How long a search waits for somebody to listen before it is given up."""
    linger_seconds: float = 0.4
    """How long a search outlives its last listener, who may only be reconnecting."""
    answer_seconds: float = 0.5
    """How long a worker may take to notice that it was told to stop."""
    lost_seconds: float = 1.0
    """How long what was sent may stay unacknowledged before a connection counts as lost (Linux)."""
    result_seconds: float = 60.0
    """How long a result can be fetched again."""

    light_rate: float = 30.0
    """Requests a second that one visitor may make, where visitors come from the network."""
    heavy_rate: float = 3.0
    """Of these, searches, films and proofs a second."""
    visitor_jobs: int = 32
    """How many searches one visitor may have waiting or running, where that is so."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            least = _LEAST.get(field.name, 0)
            if isinstance(value, (int, float)) and not value >= least:
                raise ValueError(f"{field.name} is {value}; it must be at least {least}")

    @property
    def search_memory(self) -> int:
        """The bytes that one search may use."""
        if self.memory_bytes:
            return self.memory_bytes
        share = machine_bytes() // 2 // (self.workers + self.kept + 1)
        return min(_MOST_MEMORY, max(_LEAST_MEMORY, share))

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the server."""
        return is_loopback(self.host)


_LEAST = {"workers": 1, "max_rows": 2, "max_cols": 2, "film_events": 1}


def from_environment(environment: Mapping[str, str] = os.environ, **options: Any) -> Settings:
    """The settings of the environment; options that are not None win.

    Raises ValueError that names the variable when a value cannot be read.

    >>> from_environment({"SLIDELAB_WEB_WORKERS": "4"}, port=9000).workers
    4
    >>> from_environment({"SLIDELAB_WEB_WORKERS": "many"})
    Traceback (most recent call last):
    ...
    ValueError: SLIDELAB_WEB_WORKERS is 'many'; it must be a number
    """
    found: dict[str, Any] = {}
    defaults = Settings()
    for field in fields(Settings):
        name = PREFIX + field.name.upper()
        if name in environment:
            kind = type(getattr(defaults, field.name))
            try:
                found[field.name] = kind(environment[name])
            except ValueError:
                raise ValueError(f"{name} is {environment[name]!r}; it must be a number") from None
    return replace(defaults, **found, **{k: v for k, v in options.items() if v is not None})


def is_loopback(host: str) -> bool:
    """Whether a host name means this machine alone.

    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    from ipaddress import ip_address

    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
