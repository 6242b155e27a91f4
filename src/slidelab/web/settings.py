"""Everything about the server that can be set, from the command line or the environment."""

from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, NonNegativeInt, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from slidelab.system.cores import available_cores
from slidelab.system.memory import machine_bytes

PREFIX = "SLIDELAB_WEB_"

_LEAST_MEMORY = 256 * 2**20
_MOST_MEMORY = 2048 * 2**20


def _split(names: Any) -> Any:
    """Several names in one text have commas between them."""
    return [n.strip() for n in names.split(",") if n.strip()] if isinstance(names, str) else names


Positive = Annotated[int, Field(ge=1)]
Side = Annotated[int, Field(ge=2, le=256)]
Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Rate = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]


class Settings(BaseSettings):
    """What the server may use; what is not given is read from `SLIDELAB_WEB_WORKERS` and so on.

    >>> Settings(workers=3).workers
    3
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True)

    host: Annotated[str, Field(min_length=1)] = "127.0.0.1"
    """The address to listen on. Any but a loopback address turns the rate limits on, and searches
    are not recorded then."""
    port: Annotated[int, Field(ge=0, le=65_535)] = 8008
    """The port to listen on."""
    allowed_hosts: Names = ()
    """Further names by which browsers may call this server."""

    token: str | None = None
    """A token that visitors must know, which is then in the address that is printed. By default one
    is drawn, and kept in the user's data folder, where others could open the page; empty for
    none."""
    access_log: bool = False
    """Whether to log every request."""

    own: Names = ()
    """Python files whose algorithms and heuristics are offered and may be used by everybody:
    `file.py` for all that is decorated in it, or `file.py:name`."""

    pyodide: Path | None = None
    """The folder of the npm package pyodide, by which pages run what visitors type under Code. By
    default it is where `slidelab warmup --pyodide` and `slidelab site` keep it."""

    warmup: bool = False
    """Whether to compile all searches in the background from the start."""

    docs: Annotated[str, Field(pattern="^(https?://.*/)?$")] = ""
    """The address of the docs site, where it is published; the page links to its pages then."""

    workers: Positive = available_cores()
    """How many searches run at once."""
    queue: NonNegativeInt = 200
    """How many searches may wait for their turn."""
    kept: NonNegativeInt = available_cores()
    """How many paused searches are kept ready to go on."""
    kept_seconds: Seconds = 600.0
    """How long a paused search is kept."""

    pause_seconds: Seconds = 10.0
    """How long a search runs before it pauses to ask, unless the request says otherwise."""
    seconds: Seconds = 600.0
    """How long one search may run in all."""
    nodes: Positive = 100_000_000
    """How many nodes a search expands before it pauses to ask; if continued, as many as its time
    allows."""
    memory_bytes: NonNegativeInt = 0
    """How much memory one search may use; 0 shares out half of the machine's."""
    film_seconds: Seconds = 10.0
    """How long the search for a film may run."""
    film_events: Positive = 100_000
    """How many events a film may have."""
    hint_seconds: Seconds = 0.8
    """How long a hint may take."""
    proof_seconds: Seconds = 120.0
    """How long a proof may take."""
    review_seconds: Seconds = 60.0
    """How long looking at a game again may take; what is not known by then is given as bounds."""

    max_rows: Side = 30
    max_cols: Side = 30
    """The largest board; none has more than 256 cells."""
    body_bytes: NonNegativeInt = 65_536
    """The longest request body."""
    body_seconds: Seconds = 10.0
    """How long a body may take to arrive."""
    head_seconds: Seconds = 10.0
    """How long a connection may be open before a request has come."""
    connections: Positive = 1_000
    """How many connections may be open at once; fewer where the system lets a process open fewer
    files. One that is idle gives way to a new one."""
    visitor_connections: Positive = 200
    """How many of them may be one visitor's, where visitors come from the network."""

    connect_seconds: Seconds = 5.0
    """How long a search waits for somebody to listen, and a film to be fetched, before it is given
    up."""
    linger_seconds: Seconds = 0.4
    """How long a search outlives its last listener, who may only be reconnecting."""
    answer_seconds: Seconds = 0.5
    """How long a worker may take to stop."""
    lost_seconds: Seconds = 1.0
    """How long what was sent may stay unacknowledged before a connection counts as lost (Linux)."""
    result_seconds: Seconds = 60.0
    """How long a result can be fetched again."""

    light_rate: Rate = 30.0
    """Requests a second that one visitor may make, where visitors come from the network."""
    heavy_rate: Rate = 3.0
    """Of these, searches, films and proofs a second."""
    visitor_jobs: NonNegativeInt = 32
    """How many searches one visitor may have waiting or running, where that is so."""

    @property
    def search_memory(self) -> int:
        if self.memory_bytes:
            return self.memory_bytes
        share = machine_bytes() // 2 // (self.workers + self.kept + 1)
        return min(_MOST_MEMORY, max(_LEAST_MEMORY, share))

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the server.

        >>> Settings(host="localhost").is_local, Settings(host="0.0.0.0").is_local
        (True, False)
        """
        try:
            return self.host == "localhost" or ip_address(self.host.strip("[]")).is_loopback
        except ValueError:
            return False


def read_settings(**options: Any) -> Settings:
    """The settings of the environment; options that are not None win.

    Raises ValueError that names the option or the variable, and what it may be.

    >>> read_settings(port=9000, workers=None).port
    9000
    >>> read_settings(port=99_999)
    Traceback (most recent call last):
    ...
    ValueError: port should be less than or equal to 65535, not 99999
    """
    given = {name: value for name, value in options.items() if value is not None}
    try:
        return Settings(**given)
    except ValidationError as error:
        raise ValueError("; ".join(_describe_error(e, given) for e in error.errors())) from None


def _describe_error(error: Any, given: Mapping[str, Any]) -> str:
    """One of Pydantic's errors, which say that the input, or a string, should be so and so."""
    field = str(error["loc"][0])
    name = field if field in given else f"{PREFIX}{field.upper()}"
    should = error["msg"].partition(" should ")[2] or "be something else"
    return f"{name} should {should}, not {error['input']!r}"
