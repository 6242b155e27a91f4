"""Read TOML files into checked tables, and say what is wrong with them."""

from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from tomllib import loads
from typing import Any, Self, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from slidelab.errors import SlidelabError
from slidelab.system.text import printable, shorten


class Table(BaseModel):
    """A table of a TOML file: unknown keys and numbers in quotes are rejected."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @classmethod
    def read(cls, values: Any) -> Self:
        """Return the table with these values; raise ValueError with everything that is wrong."""
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            problems = [_describe(cls, dict(each)) for each in error.errors()]
            raise SlidelabError(*problems) from None


def read_values(raw: bytes) -> dict[str, Any]:
    """Read the values of a file's content; raise ValueError."""
    try:
        return loads(raw.decode("utf-8-sig"))
    except ValueError as error:
        raise SlidelabError(f"this is not TOML in UTF-8: {printable(str(error))}") from None
    except RecursionError:
        raise SlidelabError("its lists and tables are nested too deeply") from None


@contextmanager
def naming(file: str) -> Iterator[None]:
    """Put the name of a file before the problems that are found in it."""
    try:
        yield
    except ValueError as error:
        raise SlidelabError(*(f"{file}: {line}" for line in str(error).splitlines())) from None


def _describe(table: type[BaseModel], error: dict[str, Any]) -> str:
    *path, key = error["loc"]
    where = ".".join(map(str, error["loc"]))
    if error["type"] == "extra_forbidden":
        inner: Any = table
        for part in path:
            is_place = isinstance(part, int)
            inner = get_args(inner)[0] if is_place else inner.model_fields[part].annotation
        known = [field.alias or name for name, field in inner.model_fields.items()]
        near = get_close_matches(str(key), known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"choose from {', '.join(known)}"
        return f"unknown key {where!r}: {hint}"
    if error["type"] == "missing":
        return f"{where} is missing"
    if error["type"] in ("model_type", "dict_type"):
        return f"{where} must be a table"
    if error["type"] == "value_error":
        return f"{where}: {error['ctx']['error']}"
    return f"{where} = {shorten(repr(error['input']))}: {error['msg'].lower()}"
