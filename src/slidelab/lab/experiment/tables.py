"""What the tables of a grid file have in common, and how their mistakes are put in words."""

from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from slidelab.puzzle.wording import shortened

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails


class Table(BaseModel):
    """A table of a grid file: a number in quotes is no number, and every key means something."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class TableError(ValueError):
    """What is wrong with a value that is well formed; `path` leads to it within its table."""

    def __init__(self, message: str | ValueError, *path: str | int) -> None:
        super().__init__(str(message))
        self.path = path


Text = Annotated[str, Field(pattern=r"\S")]
"""A text that is not empty."""


T = TypeVar("T")
Options = Annotated[
    list[T],
    BeforeValidator(lambda value: value if isinstance(value, list) else [value]),
    Field(min_length=1),
]
"""One value, or a list of values to try."""


def words_of(error: "ErrorDetails", model: type[BaseModel]) -> str:
    """What Pydantic found wrong with a table described by this model, in words."""
    key = error["loc"][-1] if error["loc"] else ""
    match error["type"]:
        case "value_error":
            return str(error["ctx"]["error"])
        case "extra_forbidden":
            return _unknown(str(key), _keys(model, error["loc"][:-1]))
        case "missing":
            return f"{key} is missing"
        case "list_type":
            return f"{key} must be a list of tables: write [[{key}]]"
        case "dict_type" | "model_type":
            return f"{key} must be a table"
        case "too_short":
            return f"{key} is an empty list"
        case "string_pattern_mismatch":
            return f"{key} must not be empty"
    return f"{shortened(repr(error['input']))} {error['msg'].removeprefix('Input ')}"


def _unknown(key: str, known: list[str]) -> str:
    near = get_close_matches(key, known, n=1)
    hint = f"; did you mean {near[0]}?" if near else f": write {', '.join(known)}"
    return f"{key} means nothing here{hint}"


def _keys(model: type[BaseModel], path: tuple[int | str, ...]) -> list[str]:
    """The keys of the table within the model that the path leads to."""
    for part in path:
        inner = model.model_fields[str(part)].annotation
        assert isinstance(inner, type)
        assert issubclass(inner, BaseModel)
        model = inner
    return [field.alias or name for name, field in model.model_fields.items()]
