"""Read TOML files into checked tables, and say what is wrong with them."""

from difflib import get_close_matches
from pathlib import Path
from tomllib import TOMLDecodeError, loads
from typing import Any, Self

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
            raise SlidelabError("\n".join(problems)) from None


def read_values(text: str, name: str) -> dict[str, Any]:
    """Read the values of a TOML text; raise ValueError that names the file."""
    try:
        return loads(text)
    except TOMLDecodeError as error:
        raise SlidelabError(f"{name}: {printable(str(error))}") from None
    except RecursionError:
        raise SlidelabError(f"{name}: its lists and tables are nested too deeply") from None


def read_file(path: Path) -> dict[str, Any]:
    """Read the values of a TOML file; raise ValueError, or OSError if it cannot be read."""
    try:
        return read_values(path.read_text("utf-8-sig"), path.name)
    except UnicodeDecodeError:
        raise SlidelabError(f"{path.name}: this is not a text file in UTF-8") from None


def _describe(table: type[BaseModel], error: dict[str, Any]) -> str:
    *path, key = error["loc"] or ("",)
    where = ".".join(map(str, error["loc"]))
    if error["type"] == "extra_forbidden":
        known = _list_keys(table, path)
        near = get_close_matches(str(key), known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"choose from {', '.join(known)}"
        return f"unknown key {where!r}: {hint}"
    if error["type"] == "missing":
        return f"{where} is missing"
    if error["type"] == "value_error":
        return f"{where}: {error['ctx']['error']}"
    if error["type"] in ("model_type", "dict_type"):
        return f"{where} must be a table"
    return f"{where} = {shorten(repr(error['input']))}: {error['msg'].lower()}"


def _list_keys(table: type[BaseModel], path: list[Any]) -> list[str]:
    """List the keys of a table, or of the one inside it that a path leads to."""
    for part in path:
        inner = table.model_fields[part].annotation
        if not (isinstance(inner, type) and issubclass(inner, BaseModel)):
            return []
        table = inner
    return [*table.model_fields]
