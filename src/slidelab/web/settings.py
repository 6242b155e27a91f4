"""The settings of the server, from the command line or the environment."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from slidelab.errors import SlidelabError
from slidelab.system.cores import available_cores
from slidelab.system.memory import machine_bytes

PREFIX = "SLIDELAB_WEB_"

_MOST_MEMORY = 2048 * 2**20


def _split(names: Any) -> Any:
    """Split a text at its commas."""
    return [n.strip() for n in names.split(",") if n.strip()] if isinstance(names, str) else names


Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]


class Settings(BaseSettings):
    """The server's settings; environment variables such as `SLIDELAB_WEB_WORKERS` change them."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True)

    host: Annotated[str, Field(min_length=1)] = "127.0.0.1"
    """Address to listen on."""
    port: Annotated[int, Field(ge=0, le=65_535)] = 8008
    """Port to listen on, or the next free one."""
    public: bool = False
    """Whether others use the page: it asks for a token, and searches are not recorded."""
    hosts: Names = ()
    """Host names of this server besides localhost; any if it is public."""
    token: str | None = None
    """Access token; a public server draws one by default. Empty for none."""

    own: Names = ()
    """Python files whose algorithms and heuristics the page offers: `file.py` or `file.py:name`."""
    pyodide: Path | None = None
    """Folder of the npm package pyodide, which runs what visitors type under Code."""
    docs: Annotated[str, Field(pattern="^(https?://.*/)?$")] = ""
    """Address of the published docs, to which the page links."""

    workers: Annotated[int, Field(ge=1)] = available_cores()
    """Number of searches that run at once."""
    seconds: Seconds = 600.0
    """Time limit per search."""
    film_seconds: Seconds = 10.0
    """Time limit for the search of a film."""
    memory_bytes: Annotated[int, Field(ge=0)] = 0
    """Memory limit per search; 0 for a share of the machine's."""

    @property
    def search_memory(self) -> int:
        """Memory limit of each search in bytes."""
        return self.memory_bytes or min(_MOST_MEMORY, machine_bytes() // 2 // (self.workers + 1))


def read_settings(**options: Any) -> Settings:
    """Return the settings of the environment; options that are not None win.

    Raises ValueError that names the option or the variable, and its valid values.

    >>> read_settings(port=99_999)
    Traceback (most recent call last):
    ...
    slidelab.errors.SlidelabError: port should be less than or equal to 65535, not 99999
    """
    given = {name: value for name, value in options.items() if value is not None}
    try:
        return Settings(**given)
    except ValidationError as error:
        problems = []
        for each in error.errors():
            field = str(each["loc"][0])
            name = field if field in given else f"{PREFIX}{field.upper()}"
            should = each["msg"].partition(" should ")[2] or "have another value"
            problems.append(f"{name} should {should}, not {each['input']!r}")
        raise SlidelabError(*problems) from None
