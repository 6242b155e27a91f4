"""What the tables of a TOML file have in common, and how their mistakes are put in words."""

from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any, Self, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from slidelab.puzzle.wording import shortened

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

Place = tuple[str | int, ...]
"""Leads to a value as in Python: `("boards", 0, "seed")` is the key `seed` of the first table
`[[boards]]`."""

T = TypeVar("T")
Options = Annotated[
    list[T],
    BeforeValidator(lambda value: value if isinstance(value, list) else [value]),
    Field(min_length=1),
]
"""One value, or a list of values to try."""

Text = Annotated[str, Field(pattern=r"\S")]
"""A text that is not empty."""


class Table(BaseModel):
    """A table of a TOML file: a number in quotes is no number, and every key means something."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @classmethod
    def read(cls, values: Any, context: Any = None) -> Self:
        """The table that has these values; raises ValidationError with all that is wrong."""
        try:
            return cls.model_validate(values, context=context)
        except ValidationError as error:
            raise misfits(*((each["loc"], _words(each, cls)) for each in error.errors())) from None


def misfits(*problems: tuple[Place, str | ValueError]) -> ValidationError:
    """An error that says what is wrong with which values; paths lead there within a table."""
    return ValidationError.from_exception_data(
        "file",
        [
            InitErrorDetails(
                type=PydanticCustomError("misfit", "{words}", {"words": str(words)}),
                loc=path,
                input=None,
            )
            for path, words in problems
        ],
    )


def misfit(words: str | ValueError, *path: str | int) -> ValidationError:
    """An error that says what is wrong with one value."""
    return misfits((path, words))


def _words(error: "ErrorDetails", model: type[BaseModel]) -> str:
    key = error["loc"][-1] if error["loc"] else ""
    match error["type"]:
        case "misfit":
            return error["msg"]
        case "value_error":
            return str(error["ctx"]["error"])
        case "extra_forbidden":
            known = _keys(model, error["loc"][:-1])
            near = get_close_matches(str(key), known, n=1)
            hint = f"; did you mean {near[0]}?" if near else f": write {', '.join(known)}"
            return f"{key} means nothing here{hint}"
        case "missing":
            return f"{key} is missing"
        case "too_short":
            return f"{key} is an empty list"
        case "string_pattern_mismatch":
            return f"{key} must not be empty"
        case "list_type":
            return f"{key} must be a list of tables: write [[{key}]]"
        case "dict_type" | "model_type":
            return f"{key} must be a table"
    return f"{shortened(repr(error['input']))} {error['msg'].removeprefix('Input ')}"


def _keys(model: type[BaseModel], path: Place) -> list[str]:
    """The keys of the table within the model that the path leads to."""
    for part in path:
        inner = model.model_fields[str(part)].annotation
        assert isinstance(inner, type)
        assert issubclass(inner, BaseModel)
        model = inner
    return [field.alias or name for name, field in model.model_fields.items()]
